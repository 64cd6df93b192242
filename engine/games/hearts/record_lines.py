"""The lines of a record of Hearts, and of the moves that seats sign (protocol section 6).

pass <from> <to> <card> …       pass_count cards in deck order; a line for every seat, ascending, or for none
trick <leader> <card> …         one line per trick begun, 1 to players cards in the order played
points <p0> <p1> …              present exactly when every card has been played; after the moon rule, by seat
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Final

from fairdeal.engine.cards import DECK_RANK, Card, names_of
from fairdeal.engine.errors import MalformedError
from fairdeal.engine.games.game import SeatMove
from fairdeal.engine.protocol.grammar import names, read_cards, read_integer, read_seat

if TYPE_CHECKING:
    from fairdeal.engine.games.hearts.hand import Hand

PassLine = tuple[int, int, tuple[Card, ...]]
"""From seat, to seat, the cards in deck order."""
TrickLine = tuple[int, tuple[Card, ...]]
"""Leader, and the cards in the order played."""

_MAX_POINTS: Final = 10**6


@dataclass(frozen=True, slots=True)
class Moves:
    """What a record tells, line by line. Whether it follows the rules is not judged here."""

    passes: tuple[PassLine, ...] = ()
    """One for every seat, ascending, or none."""
    tricks: tuple[TrickLine, ...] = ()
    points: tuple[int, ...] | None = None

    @classmethod
    def from_lines(cls, lines: Sequence[str]) -> Moves:
        """Read the lines behind `by`.

        Raises:
            MalformedError: for anything but their one spelling.
        """
        passes: list[PassLine] = []
        tricks: list[TrickLine] = []
        points = None
        for line in lines:
            fields = line.split(" ")
            keyword = fields[0]
            if points is not None or (keyword == "pass" and tricks):
                raise _out_of_order(line)
            if keyword == "trick":
                if len(fields) < 3:
                    raise MalformedError("a trick line names its leader and one card or more")
                tricks.append((read_seat(fields[1]), read_cards(fields[2:])))
            elif keyword == "pass":
                passes.append(_pass(fields[1:], len(passes)))
            elif keyword == "points":
                points = tuple([read_integer(field, -_MAX_POINTS, _MAX_POINTS) for field in fields[1:]])
            else:
                raise _out_of_order(line)
        return cls(tuple(passes), tuple(tricks), points)

    def lines(self) -> tuple[str, ...]:
        """The lines that `from_lines` reads."""
        return (
            *(pass_line(*line) for line in self.passes),
            *(trick_line(*line) for line in self.tricks),
            *(() if self.points is None else (f"points {' '.join(map(str, self.points))}",)),
        )

    @property
    def plays(self) -> tuple[Card, ...]:
        """All cards in the order played."""
        return tuple(chain.from_iterable([cards for _, cards in self.tricks]))

    def known_to(self, seat: int) -> Moves:
        """What that seat knows: of the passes only those from and to it, as others could be guessed from a hash."""
        return Moves(tuple(line for line in self.passes if seat in line[:2]), self.tricks, self.points)


def pass_line(giver: int, taker: int, cards: tuple[Card, ...]) -> str:
    """The line of a pass."""
    return f"pass {giver} {taker} {names(cards)}"


def trick_line(leader: int, cards: tuple[Card, ...]) -> str:
    """The line of a trick begun."""
    return f"trick {leader} {names(cards)}"


def pass_move(cards: Sequence[Card]) -> str:
    """The line by which a seat signs its pass; the cards come in any order."""
    return f"pass {names(tuple(sorted(cards, key=DECK_RANK.__getitem__)))}"


def play_move(ply: int, card: Card) -> str:
    """The line by which a seat signs a play; plies count from 0."""
    return f"play {ply} {names((card,))}"


def written(hand: Hand) -> tuple[str, ...]:
    """The lines of a hand as it stands; passes are told once all have passed."""
    lines = [pass_line(*line) for line in _passes(hand)]
    lines += _trick_lines(hand)
    if hand.is_complete:
        lines.append(f"points {' '.join(map(str, hand.points()))}")
    return tuple(lines)


def known_before(hand: Hand, seat: int, ply: int) -> tuple[str, ...]:
    """The lines of the record as a seat knew them when `ply` cards had been played."""
    return (
        *(pass_line(*line) for line in _passes(hand) if seat in line[:2]),
        *_trick_lines(hand, ply),
    )


def seat_moves(hand: Hand, seats: Collection[int]) -> Iterator[SeatMove]:
    """The recorded moves of these seats, as they sign them."""
    for giver, _, cards in _passes(hand):
        if giver in seats:
            yield SeatMove(giver, pass_move(cards), None)
    size = hand.ruleset.players
    passes = [tuple(pass_line(*line) for line in _passes(hand) if seat in line[:2]) for seat in range(size)]
    whole = tuple(_trick_lines(hand))
    for ply, card in enumerate(hand.plays):
        trick, place = divmod(ply, size)
        leader = hand.leaders[trick]
        seat = (leader + place) % size
        if seat in seats:
            begun = (trick_line(leader, tuple(hand.plays[ply - place : ply])),) if place else ()
            yield SeatMove(seat, play_move(ply, card), passes[seat] + whole[:trick] + begun)


def _passes(hand: Hand) -> list[PassLine]:
    if hand.after_pass is None:
        return []
    size = hand.ruleset.players
    return [(seat, (seat + hand.offset) % size, cards) for seat, cards in enumerate(hand.passes) if cards is not None]


def _trick_lines(hand: Hand, plies: int | None = None) -> list[str]:
    """The lines of the tricks begun, by the first so many plays (by default by all)."""
    size, named = hand.ruleset.players, names_of(hand.plays[:plies])
    starts = range(0, len(named), size)
    return [
        f"trick {leader} {' '.join(named[start : start + size])}"
        for leader, start in zip(hand.leaders, starts, strict=False)
    ]


def _out_of_order(line: str) -> MalformedError:
    return MalformedError(f"expected pass lines, then trick lines, then points, not {line[:80]!r}")


def _pass(fields: list[str], expected: int) -> PassLine:
    if len(fields) < 3:
        raise MalformedError("a pass line names two seats and one card or more")
    giver, taker, cards = read_seat(fields[0]), read_seat(fields[1]), read_cards(fields[2:])
    if giver != expected:
        raise MalformedError(f"expected the pass of seat {expected}, not of seat {giver}: ascending, one a seat")
    ranks = [DECK_RANK[card] for card in cards]
    if ranks != sorted(set(ranks)):
        raise MalformedError(f"the cards of a pass are in deck order, each once, not {names(cards)}")
    return giver, taker, cards
