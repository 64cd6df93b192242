"""The record of a played-out hand, read and judged as a whole: its bytes have one form for each ruleset and direction of the pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import DECK_RANK, NAMES, SUITS, Card
from engine.lanes import LaneReader
from engine.ruleset import Ruleset
from engine.scoring import hand_points

_RANKS: Final = "X23456789TJQKA"
# Clubs and diamonds begin with a joker, so hearts and spades begin one place before their 2.
_FIRST: Final = {"C": 0, "D": 14, "H": 27, "S": 40}
_RANK_OF: Final = bytes(ord(name[0]) for name in NAMES).ljust(256, b"?")
_SUIT_OF: Final = bytes(ord(name[1]) for name in NAMES).ljust(256, b"?")
"""From cards to the letters of their names."""
_PLACE_OF_RANK: Final = bytes(max(0, _RANKS.find(chr(byte))) for byte in range(256))
_FIRST_OF_SUIT: Final = bytes(_FIRST.get(chr(byte), 0) for byte in range(256))
"""From the letters of a name to two numbers that add up to its card; whatever is no name adds up to another's card."""
_SHAPE: Final = bytes.maketrans(b"0123456789TJQKAX" + SUITS.encode("ascii"), b"#" * 16 + b"@" * 4)
"""From a line to its shape: ranks and seats are #, suits @."""
_DIGIT: Final = bytes(48 + seat for seat in range(10)).ljust(256, b"?")
_DECK_RANK: Final = bytes(DECK_RANK).ljust(256, b"\xff")


def cards_in(names: bytes | bytearray) -> bytes | None:
    """The cards that these names, one behind the other, are of; None if one is no card's."""
    ranks, suits = names[::2], names[1::2]
    places = int.from_bytes(ranks.translate(_PLACE_OF_RANK)) + int.from_bytes(suits.translate(_FIRST_OF_SUIT))
    cards = places.to_bytes(len(ranks))
    return cards if named(cards) == (ranks, suits) else None


def named(cards: bytes) -> tuple[bytes, bytes]:
    """The ranks and the suits of these cards, by their letters."""
    return cards.translate(_RANK_OF), cards.translate(_SUIT_OF)


class Plays:
    """Reads the records of hands that pass by one offset."""

    __slots__ = ("_count", "_offset", "_pass_lines", "_pass_shape", "_pass_width", "_passers", "_ruleset", "_takers",
                 "_trick_shape", "_trick_width", "_tricks")  # fmt: skip

    def __init__(self, ruleset: Ruleset, offset: int) -> None:
        players, count = ruleset.players, ruleset.pass_count
        self._ruleset, self._offset, self._count = ruleset, offset, count
        seats = range(players) if offset else range(0)
        self._passers = bytes(48 + seat for seat in seats)
        self._takers = bytes(48 + (seat + offset) % players for seat in seats)
        line = b"pass # #" + b" #@" * count + b"\n"
        self._pass_width, self._pass_shape = len(line), line * len(seats)
        self._pass_lines = len(self._pass_shape)
        line = b"trick #" + b" #@" * players + b"\n"
        self._trick_width, self._trick_shape = len(line), line * ruleset.hand_size
        self._tricks = len(self._trick_shape)

    def points(self, record: bytes, start: int, number: int, dealt: Sequence[Sequence[Card]]) -> bytes | None:
        """The points by seat, separated by spaces, if the record (from its first pass or trick on) is whole and legal.

        ``dealt`` is what the seats of hand ``number`` were dealt. None says only that this is not so.
        """
        tricks = start + self._pass_lines
        block = record[tricks : tricks + self._tricks]
        if block.translate(_SHAPE) != self._trick_shape:
            return None
        hands = self._after_pass(record[start:tricks], dealt) if self._offset else dealt
        if hands is None:
            return None
        width = self._trick_width
        bare = bytearray(block)
        bare[6::width] = b" " * self._ruleset.hand_size
        plays = cards_in(bare.translate(None, b"trick \n"))
        if plays is None:
            return None
        reader = LaneReader(self._ruleset, number, hands)
        takers = reader.takers(plays)
        players = self._ruleset.players
        # Who takes a trick leads the next one.
        if takers is None or block[6::width] != (bytes([reader.leader]) + takers[:-players:players]).translate(_DIGIT):
            return None
        points = " ".join(map(str, hand_points(self._ruleset, bytes.maketrans(plays, takers)))).encode("ascii")
        return points if record[tricks + self._tricks :] == b"points %b\n" % points else None

    def _after_pass(self, lines: bytes, dealt: Sequence[Sequence[Card]]) -> list[bytes] | None:
        """What the seats hold at the first trick."""
        width, count = self._pass_width, self._count
        if (
            lines.translate(_SHAPE) != self._pass_shape
            or lines[5::width] != self._passers
            or lines[7::width] != self._takers
        ):
            return None
        bare = bytearray(lines)
        bare[5::width] = bare[7::width] = b" " * self._ruleset.players
        cards = cards_in(bare.translate(None, b"pas \n"))
        if cards is None:
            return None
        ranks = cards.translate(_DECK_RANK)
        passed, hands = [], []
        for seat, hand in enumerate(dealt):
            given = cards[seat * count : (seat + 1) * count]
            order = ranks[seat * count : (seat + 1) * count]
            kept = bytes(hand).translate(None, given)
            # Fewer are gone if one is named twice or not held.
            if len(kept) + count != len(hand) or bytes(sorted(order)) != order:
                return None
            passed.append(given)
            hands.append(kept)
        return [kept + passed[(seat - self._offset) % len(hands)] for seat, kept in enumerate(hands)]
