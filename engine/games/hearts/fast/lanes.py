"""A complete record of plays judged in one pass, all plies at once.

A byte string of plays is read as one large integer whose bytes are *lanes*: lane i is ply i, the first ply the lowest
byte. Questions about the whole record then are a few additions and masks on that integer ("SIMD within a register", with
the record as the register). A lane holds less than 128; its top bit stays free for the answers: adding 127 sets it in
exactly the lanes that are not zero.

The *key* of a card is seat × 4 + suit, of the seat that holds it at the first trick. A record of every card of the deck
is legal if, lane by lane,

- the key's seat is the one whose turn it is, counted from the trick's leader,
- its suit is the one led, or its seat plays no card of the suit led afterwards,
- the leader of the next trick played the highest card of those that follow suit,

and if the rule book (`fairdeal.engine.games.hearts.legality`) allows what few plays remain: the opening, discards on the first trick, and
hearts led while they are unbroken.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from fairdeal.engine.cards import BIT, QUEEN_OF_SPADES, SUIT_INDEX, SUIT_OF, Card, mask_of
from fairdeal.engine.games.hearts.legality import opening_leader, playable
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.games.hearts.scoring import hand_points

_HEARTS: Final = 2
_KEYS: Final = tuple(bytes(seat << 2 | suit for suit in SUIT_INDEX).ljust(256, b"\xff") for seat in range(6))
"""By seat: a translation table from cards to their keys, if that seat holds them."""


def _lanes(values: Iterable[int]) -> int:
    return int.from_bytes(bytes(values), "little")


class Layout:
    """The lane patterns for a number of players and of tricks."""

    def __init__(self, players: int, tricks: int) -> None:
        self.players = players
        self.cards = players * tricks
        self.ones = _lanes([1] * self.cards)
        self.high = self.ones * 0x80
        self.nonzero = self.ones * 0x7F
        """Added to lanes below 128, it sets the top bit of those that are not zero."""
        self.suit_bits = self.ones * 0b00011
        self.seat_bits = self.ones * 0b11100
        self.hearts = self.ones * _HEARTS
        self.lead = _lanes(([0xFF] + [0] * (players - 1)) * tricks)
        self.places = _lanes([place << 2 for place in range(players)] * tricks)
        """How far each ply's seat lies from its leader's."""
        self.round = players << 2
        self.past_round = self.ones * (0x80 - self.round)
        """Added to a key, it sets the top bit if its seat is beyond the last."""
        self.spread = _lanes([1] * players)
        """Times lanes that stand first in their tricks, it fills their tricks."""
        self.trick_bits = 8 * players
        self.last_place_bits = 8 * (players - 1)
        self.last_trick = self.cards - players
        self.last_trick_bits = 8 * self.last_trick
        self.first_trick = (1 << self.trick_bits) - 1
        # One bit a key, in a byte: two seats' four suits at a time.
        self.holdings = [(_key_bits(seat << 2), _key_bits(0x80 | seat << 2)) for seat in range(0, players, 2)]
        """By pair of seats, the tables from keys, and from keys with the top bit set, to one bit each."""


def _key_bits(first: int) -> bytes:
    return bytes(first) + bytes(1 << bit for bit in range(8)) + bytes(256 - 8 - first)


_layout = lru_cache(maxsize=64)(Layout)


class LaneReader:
    """Reads complete records of one deal: `hands` are each seat's cards at the first trick of hand `number`."""

    __slots__ = ("_deck", "_held", "_key_of", "_layout", "_ruleset", "leader")

    def __init__(self, ruleset: Ruleset, number: int, hands: Sequence[Sequence[Card]]) -> None:
        self._ruleset = ruleset
        self._layout = _layout(ruleset.players, ruleset.hand_size)
        self._deck = bytes(ruleset.deck)
        self._held = [bytes(hand) for hand in hands]
        keys = [cards.translate(_KEYS[seat]) for seat, cards in enumerate(self._held)]
        self._key_of = bytes.maketrans(b"".join(self._held), b"".join(keys))
        opening = ruleset.opening_card
        self.leader = opening_leader(ruleset, number, ()) if opening is None else self._key_of[opening] >> 2
        """The seat that leads the first trick."""

    def points(self, plays: bytes) -> tuple[int, ...] | None:
        """The points by seat, after the moon rule; None unless every card is played, and legally."""
        takers = self.takers(plays)
        return None if takers is None else hand_points(self._ruleset, bytes.maketrans(plays, takers))

    def takers(self, plays: bytes) -> bytes | None:
        """The seat that takes each play's card, a byte a ply; None unless every card is played, and legally."""
        layout, ruleset = self._layout, self._ruleset
        if len(plays) != layout.cards or self._deck.translate(None, plays):
            return None
        key_bytes = plays.translate(self._key_of)
        keys = int.from_bytes(key_bytes, "little")
        high, nonzero, seat_bits, spread = layout.high, layout.nonzero, layout.seat_bits, layout.spread

        # The key of each ply if its seat follows suit: the leader's, so many seats on, modulo the players.
        due = (keys & layout.lead) * spread + layout.places
        due -= ((due + layout.past_round & high) >> 7) * layout.round
        differing = keys ^ due
        if differing & seat_bits or key_bytes[0] >> 2 != self.leader:
            return None
        astray = differing + nonzero & high
        followers = astray ^ high
        strengths = (int.from_bytes(plays, "little") + layout.ones) & (followers - (followers >> 7))

        # Each trick's winner is who leads the next one, the last trick's whose card is strongest.
        last = (strengths >> layout.last_trick_bits).to_bytes(ruleset.players, "little")
        last_winner = key_bytes[layout.last_trick + last.index(max(last))]
        winners = keys >> layout.trick_bits & layout.lead | last_winner << layout.last_trick_bits
        takers = (winners & seat_bits) * spread
        winning = ((takers ^ due) & seat_bits) + nonzero & high ^ high
        best = strengths & (winning - (winning >> 7))
        # Only one lane of a trick is left: the trick's lanes add up to it in the last.
        best = (best * spread >> layout.last_place_bits & layout.lead) * spread
        if (best | high) - strengths & high != high:
            return None

        void = (due | astray).to_bytes(layout.cards, "little")
        for key_bits, void_bits in layout.holdings:
            # By doubling, each lane gathers what is played from it on: 63 lanes, more than any deck has.
            held = int.from_bytes(key_bytes.translate(key_bits), "little")
            held |= held >> 8
            held |= held >> 16
            held |= held >> 32
            held |= held >> 64
            held |= held >> 128
            held |= held >> 256
            if held & int.from_bytes(void.translate(void_bits), "little"):
                return None

        if astray & layout.first_trick and not self._discards_allowed(plays, key_bytes):
            return None
        if ruleset.opening_card is not None and plays[0] != ruleset.opening_card:
            return None
        if ruleset.hearts_must_be_broken:
            hearts = ((keys & layout.suit_bits) ^ layout.hearts) + nonzero & high ^ high
            heart_leads = hearts & layout.lead
            if heart_leads:
                breaking = hearts & astray if ruleset.hearts_broken_by == "heart-discarded" else hearts
                if ruleset.queen_breaks_hearts:
                    breaking |= 0x80 << 8 * plays.index(QUEEN_OF_SPADES)
                # Up to the first that breaks, itself included (it was led before it was played); -1 is all lanes.
                unbroken = heart_leads & ((breaking & -breaking) * 2 - 1)
                if unbroken and not self._heart_leads_allowed(plays, key_bytes, unbroken):
                    return None
        return (takers >> 2).to_bytes(layout.cards, "little")

    def _discards_allowed(self, plays: bytes, keys: bytes) -> bool:
        """Whether the rule book allows every card of the first trick that does not follow suit."""
        led = SUIT_OF[plays[0]]
        for ply in range(1, self._ruleset.players):
            card, hand = plays[ply], mask_of(self._held[keys[ply] >> 2])
            if not playable(self._ruleset, hand, led, ply=ply, broken=False)[0] & BIT[card]:
                return False
        return True

    def _heart_leads_allowed(self, plays: bytes, keys: bytes, leads: int) -> bool:
        """Whether the rule book allows these leads (lanes' top bits) of hearts while they are unbroken."""
        while leads:
            ply = (leads & -leads).bit_length() // 8 - 1
            leads &= leads - 1
            hand = mask_of(self._held[keys[ply] >> 2]) & ~mask_of(plays[:ply])
            if not playable(self._ruleset, hand, 0, ply=ply, broken=False)[0] & BIT[plays[ply]]:
                return False
        return True
