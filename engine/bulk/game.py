"""A ruleset as bundles have it, in bytes, and what of a bundle follows from it and the shuffled deck."""

from __future__ import annotations

from typing import Final

from engine import strict_json
from engine.bulk.plays import Plays, named
from engine.errors import FairdealError
from engine.ruleset import Ruleset
from engine.verification.evidence import same

_CARD: Final = 5
"""Bytes of a card in a JSON list: two quotes, two letters, a comma."""


class Game:
    """One ruleset; made once for all bundles that have it."""

    __slots__ = ("_hand_bytes", "_plays", "_template", "rules", "ruleset")

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.rules = ruleset.hash().hex().encode("ascii")
        """The hash that open statements name, in hex."""
        self._template = b'"__",' * len(ruleset.deck)
        self._hand_bytes = _CARD * ruleset.hand_size
        self._plays = {offset: Plays(ruleset, offset) for offset in set(ruleset.pass_cycle)}

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
        return self._plays[self.ruleset.pass_offset(hand)]

    def dealt(self, deck: bytes) -> bytes:
        """The cards of all seats in the order dealt, seat by seat."""
        players = self.ruleset.players
        return b"".join([deck[seat::players] for seat in range(players)])

    def deck(self, cards: bytes) -> bytes:
        """The names of the deck as they stand between the brackets of a JSON list."""
        return self._listed(cards)[:-1]

    def hands(self, dealt: bytes) -> bytes:
        """The same of a list of lists, between its double brackets."""
        listed, size = self._listed(dealt), self._hand_bytes
        return b"],[".join([listed[at : at + size - 1] for at in range(0, len(listed), size)])

    def _listed(self, cards: bytes) -> bytes:
        listed = bytearray(self._template)
        listed[1::_CARD], listed[2::_CARD] = named(cards)
        return bytes(listed)
