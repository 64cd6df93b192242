"""What a card game is to the rest of the house: rulesets, how a deck is dealt, hands, and the lines of a record.

A game is a folder beside this file and one entry of `fairdeal.engine.games.GAMES`. Nothing outside the folder names the game:
the protocol carries its ruleset as a JSON object and its moves as lines of text, and asks the game what they mean.

Cards are those of `fairdeal.engine.cards`; seats are 0-based and clockwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from fairdeal.engine.cards import Card

Hands = tuple[tuple[Card, ...], ...]
"""The cards of each seat, in the order dealt."""


class Ruleset(Protocol):
    """The terms of one game, frozen. Equal rulesets have equal canonical JSON, and so one hash (protocol section 2)."""

    @property
    def game(self) -> str:
        """The name of the game: the option `game`."""

    @property
    def players(self) -> int:
        """How many seats there are."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in play, in deck order."""

    def to_object(self) -> dict[str, object]:
        """Every option, defaults included, as JSON values."""

    def canonical_json(self) -> bytes:
        """The RFC 8785 form of the options that differ from their defaults."""

    def hash(self) -> bytes:
        """SHA-256 of the canonical JSON (32 bytes): the `rules` of an open statement."""


class SeatMove(NamedTuple):
    """One move of a seat, as its key signs it (protocol section 6, signed moves)."""

    seat: int
    line: str
    """The line of the move statement that says what was done, such as `play 3 QS`."""
    known: tuple[str, ...] | None
    """The lines of the record as this seat knew it before the move; None where the statement says `after -`."""


class Hand(Protocol):
    """A deal in play: who may act, what has happened, and how it ended."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the hand waits for, ascending; empty once it is complete."""

    @property
    def waits_for(self) -> tuple[int, ...] | None:
        """`to_act` as far as the record shows it; None where the record leaves open who has moved."""

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to be done: a complete hand ends in a reveal."""

    @property
    def final_points(self) -> tuple[int, ...] | None:
        """The result by seat; None before the hand is complete, and in a game without points."""

    def record_lines(self) -> tuple[str, ...]:
        """The lines of the record behind `by`, without newlines."""

    def seat_moves(self, seats: Collection[int]) -> Iterator[SeatMove]:
        """The recorded moves of these seats, in the order of the record."""

    def reservations(self, keyed: Collection[int]) -> Iterator[tuple[str, str]]:
        """Names and sentences of what this hand leaves to the service's word, given the seats that sign their moves."""


class Preset(Protocol):
    """A named ruleset, at each number of players that it is made for."""

    @property
    def name(self) -> str:
        """How clients name it."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def summary(self) -> str:
        """What it is and where it comes from, in a sentence."""

    @property
    def rulesets(self) -> Mapping[int, Ruleset]:
        """The ruleset by number of players."""

    def at(self, players: object = None) -> Ruleset:
        """The ruleset at a number of players, at the usual one if it is None.

        Raises:
            RulesetError: the preset does not list that number.
        """


class Game(Protocol):
    """One card game."""

    @property
    def name(self) -> str:
        """The value of the option `game`."""

    @property
    def title(self) -> str:
        """What people call the game."""

    @property
    def presets(self) -> Mapping[str, Preset]:
        """The rulesets that have a name; no two games share one."""

    def ruleset(self, value: Mapping[str, object]) -> Ruleset:
        """The ruleset of an object whose `game` is this one; cards by canonical name, absent options at their defaults.

        Raises:
            UnknownOption: every value that is known is good, but an option, or a named value, is not known here.
            RulesetError: a value is wrong, or a required option is missing; every fault is listed.
        """

    def normalise(self, value: Mapping[str, object]) -> dict[str, object]:
        """The same object with its cards in canonical spelling; what is no card stays, to be refused in its place."""

    def differences(self, ruleset: Ruleset) -> list[str]:
        """How a ruleset differs from the game's usual one: a sentence for a player each."""

    def dealt(self, ruleset: Ruleset, deck: Sequence[Card]) -> Hands:
        """The hands that a shuffled deck gives."""

    def hand(self, ruleset: Ruleset, number: int, deck: Sequence[Card]) -> Hand:
        """Hand `number` (from 1) as it is dealt from a shuffled deck."""

    def replay(self, ruleset: Ruleset, number: int, deck: Sequence[Card], lines: Sequence[str]) -> Hand:
        """The hand after the moves of a record, each judged by the rules in its turn.

        Raises:
            MalformedError: a line is no line of this game's records.
            IllegalMove: the rules refuse a move.
        """
