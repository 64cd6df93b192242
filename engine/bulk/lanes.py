"""Complete records of many deals judged at once: `fairdeal.engine.games.hearts.fast.lanes`, with the records of one ruleset's deals one behind the other.

What only the rule book can decide (a card on the first trick that does not follow suit, hearts led while they are unbroken)
is left open here, for one deal at a time: so are records that are not legal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from fairdeal.engine.cards import QUEEN_OF_SPADES
from fairdeal.engine.games.hearts.fast.lanes import Layout
from fairdeal.engine.games.hearts.ruleset import Ruleset

_WINDOW: Final = (1, 2, 4, 8, 16, 32)
"""By doubling, 63 lanes: more than any deck has."""


class _Deals(Layout):
    """The lane patterns for some deals."""

    def __init__(self, players: int, tricks: int, deals: int) -> None:
        super().__init__(players, tricks * deals)
        self.deals, self.deal = deals, players * tricks

        def of_each(lanes: bytes) -> int:
            return int.from_bytes(lanes * deals, "little")

        self.first_tricks = of_each(b"\xff" * players + bytes(self.deal - players))
        self.inner_leads = self.lead & of_each(b"\xff" * (self.deal - players) + bytes(players))
        """The leads of all tricks but the last ones."""
        self.later = [(8 * far, of_each(bytes(min(far, self.deal)) + b"\xff" * (self.deal - far))) for far in _WINDOW]
        """How far to shift up, and which lanes then hold one of the same deal."""
        self.earlier = [(8 * far, of_each(b"\xff" * (self.deal - far) + bytes(min(far, self.deal)))) for far in _WINDOW]


_deals = lru_cache(maxsize=64)(_Deals)


def owner_by_card(ruleset: Ruleset, plays: bytes, key_bytes: bytes) -> tuple[bytes, bytes]:
    """The seat that takes each play's card, a byte a ply; and bytes that are zero wherever nothing was left open.

    ``plays`` are whole records, each of every card of the deck, and ``key_bytes`` their keys. Who leads a deal's first trick is
    not judged.
    """
    layout = _deals(ruleset.players, ruleset.hand_size, len(plays) // len(ruleset.deck))
    keys, cards = int.from_bytes(key_bytes, "little"), int.from_bytes(plays, "little")
    high, nonzero, seat_bits, spread = layout.high, layout.nonzero, layout.seat_bits, layout.spread

    # As in fairdeal.engine.games.hearts.fast.lanes, where each of these steps is told.
    due = (keys & layout.lead) * spread + layout.places
    due -= ((due + layout.past_round & high) >> 7) * layout.round
    differing = keys ^ due
    left_open = differing & seat_bits
    astray = differing + nonzero & high
    followers = astray ^ high
    strengths = (cards + layout.ones) & (followers - (followers >> 7))

    winners = keys >> layout.trick_bits & layout.inner_leads | _last_winners(layout, key_bytes, strengths)
    taking = (winners & seat_bits) * spread
    winning = ((taking ^ due) & seat_bits) + nonzero & high ^ high
    best = strengths & (winning - (winning >> 7))
    best = (best * spread >> layout.last_place_bits & layout.lead) * spread
    left_open |= (best | high) - strengths & high ^ high

    void = (due | astray).to_bytes(layout.cards, "little")
    for key_bits, void_bits in layout.holdings:
        held = int.from_bytes(key_bytes.translate(key_bits), "little")
        for far, lanes in layout.earlier:
            held |= held >> far & lanes
        left_open |= held & int.from_bytes(void.translate(void_bits), "little")

    left_open |= astray & layout.first_tricks
    if ruleset.hearts_must_be_broken:
        hearts = ((keys & layout.suit_bits) ^ layout.hearts) + nonzero & high ^ high
        breaking = hearts & astray if ruleset.hearts_broken_by == "heart-discarded" else hearts
        if ruleset.queen_breaks_hearts:
            breaking |= (cards ^ layout.ones * QUEEN_OF_SPADES) + nonzero & high ^ high
        (far, lanes), *_ = layout.later
        broken = breaking << far & lanes
        for far, lanes in layout.later:
            broken |= broken << far & lanes
        left_open |= hearts & layout.lead & ~broken
    return (taking >> 2).to_bytes(layout.cards, "little"), left_open.to_bytes(layout.cards, "little")


def _last_winners(layout: _Deals, key_bytes: bytes, strengths: int) -> int:
    """The keys that win the last tricks, where those are led."""
    strong = strengths.to_bytes(layout.cards, "little")
    won = bytearray(layout.cards)
    for end in range(layout.deal, layout.cards + 1, layout.deal):
        start = end - layout.players
        last = strong[start:end]
        won[start] = key_bytes[start + last.index(max(last))]
    return int.from_bytes(won, "little")
