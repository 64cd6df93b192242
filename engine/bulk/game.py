"""A ruleset as bundles have it, in bytes, and what of a bundle follows from it and the shuffled deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fairdeal.engine import strict_json
from fairdeal.engine.bulk.plays import Plays, named
from fairdeal.engine.errors import FairdealError
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.verification.evidence import same

_CARD: Final = 5
"""Bytes of a card in a JSON list: two quotes, two letters, a comma."""


class Game:
    """One ruleset; made once for all bundles that have it."""

    __slots__ = ("_hand_length", "_listed_length", "_plays", "cards_length", "last_seat", "rules", "ruleset")

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.rules = ruleset.hash().hex().encode("ascii")
        """The hash that open statements name, in hex."""
        self.last_seat = b"%d" % (ruleset.players - 1)
        self._listed_length = _CARD * len(ruleset.deck)
        self._hand_length = _CARD * ruleset.hand_size
        self.cards_length = len(self.deal([bytes(ruleset.deck)])[0][1])
        """Bytes of the text that `deal` gives."""
        by_offset = {offset: Plays(ruleset, offset) for offset in set(ruleset.pass_cycle)}
        self._plays = [by_offset[ruleset.pass_offset(hand)] for hand in range(1, len(ruleset.pass_cycle) + 1)]

    @classmethod
    def from_json(cls, raw: bytes) -> Game | None:
        """The ruleset of an object in JSON; None unless it stands in its one form."""
        try:
            value = strict_json.loads(raw)
            ruleset = Ruleset.from_object(value)
        except (FairdealError, strict_json.NotStrict):
            return None
        return cls(ruleset) if same(ruleset.to_object(), value) else None

    def plays(self, hand: int) -> Plays:
        """The reader of records of that hand (from 1)."""
        return self._plays[(hand - 1) % len(self._plays)]

    def deal(self, decks: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
        """For each shuffled deck the cards of all seats in the order dealt, seat by seat; and the text that tells of both.

        The text begins behind the first bracket of a bundle's deck, and ends where its record begins.
        """
        players, length, hand = self.ruleset.players, self._listed_length, self._hand_length
        seats = range(players)
        dealt = [b"".join([deck[seat::players] for seat in seats]) for deck in decks]
        cards, hands = _listed(b"".join(decks)), _listed(b"".join(dealt))
        starts = range(0, length, hand)
        return [
            (
                cards_of,
                b'%b],"hands":[[%b]],"record":"'
                % (
                    cards[at : at + length - 1],
                    b"],[".join([hands[at + start : at + start + hand - 1] for start in starts]),
                ),
            )
            for cards_of, at in zip(dealt, range(0, len(cards), length), strict=True)
        ]


def _listed(cards: bytes) -> bytes:
    """The names of cards as a JSON list has them, with a comma behind each."""
    listed = bytearray(b'"__",' * len(cards))
    listed[1::_CARD], listed[2::_CARD] = named(cards)
    return bytes(listed)
