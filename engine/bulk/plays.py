"""The record of a played-out hand, read and judged as a whole: its bytes have one form for each ruleset and direction of the pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fairdeal.engine.bulk.lanes import owner_by_card as judge
from fairdeal.engine.cards import DECK_RANK, NAMES, SUIT_INDEX, SUITS
from fairdeal.engine.games.hearts.fast.lanes import LaneReader
from fairdeal.engine.games.hearts.legality import opening_leader
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.games.hearts.scoring import hand_points

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
_NEWLINES: Final = bytes.maketrans(b"\\", b"\n")
_DIGIT: Final = bytes(48 + seat for seat in range(10)).ljust(256, b"?")
_SEAT_OF_KEY: Final = bytes(key >> 2 for key in range(256))
_SUITS: Final = bytes(SUIT_INDEX).ljust(256, b"\xff")
_HELD: Final = 0x80
"""Set in the seat that holds a card, which no card is."""
_DECK_RANK: Final = bytes(DECK_RANK).ljust(256, b"\xff")


def unescaped_plays(lines: bytes) -> bytes:
    """Lines of passes and tricks with their newlines, for which alone they have a backslash, and an n."""
    return lines.translate(_NEWLINES, b"n")


def cards_in(names: bytes | bytearray) -> bytes | None:
    """The cards that these names, one behind the other, are of; None if one is no card's."""
    ranks, suits = names[::2], names[1::2]
    places = int.from_bytes(ranks.translate(_PLACE_OF_RANK)) + int.from_bytes(suits.translate(_FIRST_OF_SUIT))
    cards = places.to_bytes(len(ranks))
    return cards if named(cards) == (ranks, suits) else None


def named(cards: bytes) -> tuple[bytes, bytes]:
    """The ranks and the suits of these cards, by their letters."""
    return cards.translate(_RANK_OF), cards.translate(_SUIT_OF)


class Hand(NamedTuple):
    """What a bundle says of a hand; lines are as they stand in a JSON string, with their newlines escaped."""

    passes: bytes
    """The lines of the passes, none in a hold hand."""
    tricks: bytes
    """The lines of as many tricks as the hand has."""
    points: bytes
    """All that follows."""
    number: int
    dealt: bytes
    """The cards of all seats in the order dealt, seat by seat."""


class Plays:
    """Reads the records of hands that pass by one offset."""

    def __init__(self, ruleset: Ruleset, offset: int) -> None:
        players, count, size = ruleset.players, ruleset.pass_count, ruleset.hand_size
        self._ruleset = ruleset
        self._deck = bytes(ruleset.deck)
        seats = range(players) if offset else range(0)
        self._passers = bytes(48 + seat for seat in seats)
        self._receivers = bytes(48 + (seat + offset) % players for seat in seats)
        self._givers = bytes(_HELD | seat for seat in seats for _ in range(count))
        """Who gives each passed card."""
        self._takers = bytes((seat + offset) % players for seat in seats for _ in range(count))
        self._holders = bytes(_HELD | seat for seat in range(players) for _ in range(size))
        """Who was dealt each card."""
        self._ends = bytes(place % count == count - 1 for place in range(len(self._givers)))
        """Where one seat's passed cards end."""
        self._points_form = b" ".join([b"%d"] * players)
        self._pass_line = b"pass # #" + b" #@" * count + b"\\n"
        self._trick_line = b"trick #" + b" #@" * players + b"\\n"
        self._passes = len(self._pass_line) * len(seats)
        self._tricks = len(self._trick_line) * size
        self.length = self._passes + self._tricks
        """Bytes of all passes and tricks, escaped."""
        self._keys = bytes((seat & 7) << 2 for seat in self._holders + self._takers)

    def cut(self, text: bytes, start: int, end: int, number: int, dealt: bytes) -> Hand:
        """The lines of a record from its first pass or trick on, which stand escaped in a text."""
        tricks = start + self._passes
        after = tricks + self._tricks
        return Hand(text[start:tricks], text[tricks:after], text[after:end], number, dealt)

    def points(self, hands: Sequence[Hand]) -> list[bytes | None]:
        """For each hand the points by seat, separated by spaces, if it is whole, legal and ends in these points; else None."""
        found: list[bytes | None] | None = self._points(hands) if hands else []
        if found is not None:
            return found
        if len(hands) == 1:
            return [None]
        middle = len(hands) // 2
        return self.points(hands[:middle]) + self.points(hands[middle:])

    def _points(self, hands: Sequence[Hand]) -> list[bytes | None] | None:
        """The same, or None if one of the hands at least is not written as hands are."""
        block = b"".join([hand.tricks for hand in hands])
        bare = _bare(block, self._trick_line, self._ruleset.hand_size * len(hands), (6,))
        plays = None if bare is None else cards_in(bare)
        keys = None if plays is None else self._keys_of(plays, hands)
        if plays is None or keys is None:
            return None
        owner_by_card, left_open = judge(self._ruleset, plays, keys)
        players, size, tricks = self._ruleset.players, len(self._deck), self._ruleset.hand_size
        # Who takes a trick leads the next one; the last ones of all hands make room for the first leaders.
        leaders = bytearray(1) + owner_by_card[:-1:players]
        del leaders[len(hands) * tricks :]
        leaders[::tricks] = keys[::size].translate(_SEAT_OF_KEY)
        due, told, nothing = leaders.translate(_DIGIT), block[6 :: len(self._trick_line)], bytes(size)
        opening, found = self._ruleset.opening_card, []
        for hand, at, lead in zip(hands, range(0, len(plays), size), range(0, len(due), tricks), strict=True):
            of_hand, leads = plays[at : at + size], told[lead : lead + tricks]
            if left_open[at : at + size] != nothing or (
                of_hand[0] != opening and not self._opens(hand.number, of_hand[0], leaders[lead])
            ):
                found.append(self._by_itself(hand, of_hand, leads))
            elif leads != due[lead : lead + tricks]:
                found.append(None)
            else:
                found.append(self._scored(hand, of_hand, owner_by_card[at : at + size]))
        return found

    def _keys_of(self, plays: bytes, hands: Sequence[Hand]) -> bytes | None:
        """The key of each play, if each hand is of the whole deck and each pass of cards that its seat was dealt."""
        given = self._given(hands)
        if given is None:
            return None
        size, count = len(self._deck), len(self._givers)
        both = b"".join([hand.dealt + given[place * count : (place + 1) * count] for place, hand in enumerate(hands)])
        keys_of_both = _bytes(_number(both.translate(_SUITS)) + _number(self._keys * len(hands)), len(both))
        keys = []
        for place in range(len(hands)):
            at = place * (size + count)
            cards, played = both[at : at + size + count], plays[place * size : (place + 1) * size]
            # Whoever was given a card holds it, whoever was dealt it before.
            if cards[size:].translate(
                bytes.maketrans(cards[:size], self._holders)
            ) != self._givers or self._deck.translate(None, played):
                return None
            keys.append(played.translate(bytes.maketrans(cards, keys_of_both[at : at + size + count])))
        return b"".join(keys)

    def _given(self, hands: Sequence[Hand]) -> bytes | None:
        """The passed cards of all hands, if the lines name whom each seat passes to, and cards in deck order."""
        if not self._passers:
            return b""
        lines, width = b"".join([hand.passes for hand in hands]), len(self._pass_line)
        bare = _bare(lines, self._pass_line, len(self._passers) * len(hands), (5, 7))
        given = None if bare is None else cards_in(bare)
        if (
            given is None
            or lines[5::width] != self._passers * len(hands)
            or lines[7::width] != self._receivers * len(hands)
        ):
            return None
        ranks, ones = _number(given.translate(_DECK_RANK)), _number(b"\x01" * len(given))
        rising = ((ranks >> 8 | ones << 7) - ranks - ones) >> 7 & ones
        return given if rising | _number(self._ends * len(hands)) == ones else None

    def _opens(self, number: int, card: int, seat: int) -> bool:
        """Whether this seat may open the hand of that number with that card, which it holds."""
        opening = self._ruleset.opening_card
        return card == opening if opening is not None else seat == opening_leader(self._ruleset, number, ())

    def _by_itself(self, hand: Hand, plays: bytes, leads: bytes) -> bytes | None:
        """The points of a hand of which it was left open whether the plays are legal."""
        reader = LaneReader(self._ruleset, hand.number, self._after_pass(hand))
        owner_by_card, players = reader.owner_by_card(plays), self._ruleset.players
        if owner_by_card is None or leads != (bytes([reader.leader]) + owner_by_card[:-players:players]).translate(
            _DIGIT
        ):
            return None
        return self._scored(hand, plays, owner_by_card)

    def _scored(self, hand: Hand, plays: bytes, owner_by_card: bytes) -> bytes | None:
        points = self._points_form % hand_points(self._ruleset, bytes.maketrans(plays, owner_by_card))
        return points if hand.points == b"points %b\\n" % points else None

    def _after_pass(self, hand: Hand) -> list[bytes]:
        """What the seats hold at the first trick of a hand whose passes are in order."""
        given = self._given([hand]) or b""
        size = self._ruleset.hand_size
        kept = [hand.dealt[at : at + size].translate(None, given) for at in range(0, len(hand.dealt), size)]
        for card, seat in zip(given, self._takers, strict=True):
            kept[seat] += bytes([card])
        return kept


def _bare(lines: bytes, line: bytes, count: int, seats_at: tuple[int, ...]) -> bytes | bytearray | None:
    """The names of the cards in so many lines of that shape, without what stands between them; None for other lines."""
    if lines.translate(_SHAPE) != line * count:
        return None
    bare = bytearray(lines)
    for at in seats_at:
        bare[at :: len(line)] = b" " * count
    return bare.translate(None, b"trickpas \\n")


def _number(lanes: bytes) -> int:
    return int.from_bytes(lanes, "little")


def _bytes(lanes: int, length: int) -> bytes:
    return lanes.to_bytes(length, "little")
