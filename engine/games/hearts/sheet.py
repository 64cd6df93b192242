"""The score sheet of a game: rows of points, running totals, and whether the game is over.

Only the totals after the latest row count; nothing that happened on the way is remembered. Sheets are values: each
change gives a new one.
"""

from dataclasses import dataclass, replace

from fairdeal.engine.errors import EntryError, GameOver
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.games.hearts.score_row import Choice, Row


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the ranking: 1 is the lowest total, equal totals share a place (1, 1, 3)."""

    place: int
    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game's players and the rows of its hands so far, the first hand's first.

    Raises:
        EntryError: not one player a seat.
    """

    ruleset: Ruleset
    players: tuple[str, ...]
    rows: tuple[Row, ...] = ()

    def __post_init__(self) -> None:
        if len(self.players) != self.ruleset.players:
            sentence = f"This ruleset is for {self.ruleset.players} players, got {len(self.players)} names."
            raise EntryError("/players", sentence)

    def add(self, row: Row) -> "Sheet":
        """The sheet with the next hand's row.

        Raises:
            GameOver: no hand is played after the last.
        """
        if self.is_over:
            raise GameOver(f"The game is over: {self.players[self.ranking[0].seat]} has won it.")
        return replace(self, rows=(*self.rows, row))

    def correct(self, hand: int, row: Row) -> "Sheet":
        """The sheet with another row for hand number `hand` (from 1).

        Raises:
            EntryError: no such row.
        """
        place = self._place(hand)
        return replace(self, rows=(*self.rows[:place], row, *self.rows[place + 1 :]))

    def choose(self, hand: int, choice: Choice) -> "Sheet":
        """The sheet with the shooter's choice for hand number `hand`.

        Raises:
            EntryError: no such row, or nothing to choose in it.
        """
        return self.correct(hand, self.rows[self._place(hand)].choosing(self.ruleset, choice))

    def take_back(self) -> "Sheet":
        """The sheet without its last row.

        Raises:
            EntryError: there is none.
        """
        if not self.rows:
            raise EntryError("", "The sheet has no row to take back.")
        return replace(self, rows=self.rows[:-1])

    @property
    def running_totals(self) -> list[tuple[int, ...]]:
        """The totals by seat after each row; whoever lands on exactly the target has dropped, where that is played."""
        totals = [0] * self.ruleset.players
        running = []
        for row in self.rows:
            totals = [
                self._dropped(total + points) for total, points in zip(totals, row.points(self.ruleset), strict=True)
            ]
            running.append(tuple(totals))
        return running

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals by seat, after the latest row."""
        return self.running_totals[-1] if self.rows else (0,) * self.ruleset.players

    @property
    def ranking(self) -> list[Standing]:
        """The players from the lowest total up; at equal totals by seat."""
        totals = self.totals
        order = sorted(range(len(totals)), key=lambda seat: totals[seat])
        return [Standing(1 + sum(other < totals[seat] for other in totals), seat, totals[seat]) for seat in order]

    @property
    def is_over(self) -> bool:
        """Whether somebody has reached the target and the lowest total is held by one player."""
        return self.winner is not None

    @property
    def winner(self) -> int | None:
        """The seat that has won, None while the game goes on: on a tie for the lowest total another hand is played."""
        totals = self.totals
        lowest = min(totals)
        if max(totals) < self.ruleset.target or totals.count(lowest) > 1:
            return None
        return totals.index(lowest)

    @property
    def next_hand(self) -> int | None:
        """The number of the hand that comes next, None when the game is over."""
        return None if self.is_over else len(self.rows) + 1

    @property
    def next_pass(self) -> int | None:
        """How many seats to the left the next hand passes (0: a hold hand), None when the game is over."""
        hand = self.next_hand
        return None if hand is None else self.ruleset.pass_offset(hand)

    @property
    def open_choices(self) -> list[int]:
        """The numbers of the hands whose shooter may still choose; until then they count as others-add."""
        if self.ruleset.moon != "shooter-chooses":
            return []
        return [hand for hand, row in enumerate(self.rows, 1) if row.moon is not None and row.choice is None]

    def _dropped(self, total: int) -> int:
        reset = self.ruleset.exact_target_resets_to
        return reset if reset is not None and total == self.ruleset.target else total

    def _place(self, hand: int) -> int:
        if not 1 <= hand <= len(self.rows):
            raise EntryError("", f"The sheet has no row for hand {hand}; it has {len(self.rows)}.")
        return hand - 1
