"""What score sheets need of a game that has them: rows of points from hands and from what people enter, and how they add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from fairdeal.engine.games import Hand, Ruleset


class Row(Protocol):
    """What one hand scored; rows that score the same are equal."""

    @property
    def deal(self) -> int | None:
        """The number of the deal that it comes from."""


class Standing(Protocol):
    """A player's place in the ranking: equal totals share a place."""

    @property
    def place(self) -> int:
        """From 1."""

    @property
    def seat(self) -> int:
        """Whose."""

    @property
    def total(self) -> int:
        """After the latest row."""


class Sheet(Protocol):
    """The rows of the hands so far, and what they come to; a value: each change gives a new one."""

    @property
    def ruleset(self) -> Ruleset:
        """What every hand is played by."""

    @property
    def players(self) -> tuple[str, ...]:
        """Names, by seat."""

    @property
    def rows(self) -> Sequence[Row]:
        """The first hand's first."""

    @property
    def running_totals(self) -> list[tuple[int, ...]]:
        """The totals by seat after each row."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals by seat, after the latest row."""

    @property
    def ranking(self) -> Sequence[Standing]:
        """The players, the winner's place first."""

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""

    @property
    def winner(self) -> int | None:
        """The seat that has won."""

    @property
    def next_hand(self) -> int | None:
        """The number of the hand that comes next; None when the game is over."""


class SheetRules(Protocol):
    """How one game keeps score."""

    def sheet(self, ruleset: Ruleset, players: Sequence[str], rows: Sequence[Row] = ()) -> Sheet:
        """A sheet with these rows; raises `EntryError` unless there is one player a seat."""

    def with_next(self, sheet: Sheet, row: Row) -> Sheet:
        """The sheet with the next hand's row; raises `GameOver` after the last."""

    def row_of_hand(self, ruleset: Ruleset, number: int, hand: Hand) -> Row:
        """The row of deal `number`, which was played out; raises `EntryError` if it is another ruleset's."""

    def row_of_entry(self, ruleset: Ruleset, entry: Mapping[str, object]) -> Row:
        """The row of what somebody entered, in one of the game's forms; raises `EntryError` for what cannot occur."""

    def read_row(self, value: Mapping[str, object]) -> Row:
        """The row that `write_row` made."""

    def write_row(self, row: Row) -> dict[str, object]:
        """The row as a JSON object, to be stored."""

    def row_view(self, ruleset: Ruleset, row: Row) -> dict[str, object]:
        """The row as clients see it, but for its hand and its totals."""

    def sheet_view(self, sheet: Sheet) -> dict[str, object]:
        """What the game adds to the view of a sheet: `next` (null when it is over), and what is left open."""
