"""A sheet as it is stored: its rows, and the deals opened for it."""

from functools import cached_property
from typing import Final, Self

from sqlalchemy import Connection

from fairdeal.engine.games import Ruleset
from fairdeal.service.context import Service
from fairdeal.service.games import game_of
from fairdeal.service.games.score_sheet import Row, Sheet, SheetRules
from fairdeal.service.problems import Problem, invalid
from fairdeal.service.storage import columns
from fairdeal.service.storage import sheets as store
from fairdeal.service.storage.sheets import SheetRow

MOST_HANDS: Final = 1_000
"""Hands on one sheet: far more than any sheet takes, and a bound on what one sheet costs."""


def rules_of(ruleset: Ruleset, pointer: str = "#/ruleset/game") -> SheetRules:
    """How the game of a ruleset keeps score; 422 if it keeps none."""
    rules = game_of(ruleset).sheets
    if rules is None:
        raise invalid(pointer, f"The game {ruleset.game} has no score sheets.")
    return rules


class ScoreSheet:
    """One row of the store, understood. The token stays out of its ``repr``."""

    def __init__(self, service: Service, row: SheetRow) -> None:
        self.service = service
        self.row = row

    def __repr__(self) -> str:
        return f"<ScoreSheet {self.row.id} revision {self.row.revision}>"

    @classmethod
    def fetch(cls, service: Service, conn: Connection, sheet: str) -> Self:
        """The sheet of that id, or 404."""
        row = store.fetch(conn, sheet)
        if row is None:
            raise Problem("not-found", "There is no sheet with this id.")
        return cls(service, row)

    @property
    def id(self) -> str:
        """32 hexadecimal digits."""
        return self.row.id

    @cached_property
    def ruleset(self) -> Ruleset:
        """What every hand of the sheet is played by."""
        return self.service.rulesets.by_hash(self.row.ruleset_hash)

    @cached_property
    def rules(self) -> SheetRules:
        """How its game keeps score."""
        return rules_of(self.ruleset)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Names, by seat."""
        return tuple(columns.from_json(self.row.players))

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """What each hand scored, the first hand's first."""
        return tuple(self.rules.read_row(value) for value in columns.from_json(self.row.rows))

    @cached_property
    def scores(self) -> Sheet:
        """The score sheet."""
        return self.rules.sheet(self.ruleset, self.players, self.rows)

    @cached_property
    def attempts(self) -> dict[int, int]:
        """How many deals were opened for each hand, by its number."""
        return {int(hand): count for hand, count in columns.from_json(self.row.attempts).items()}

    def save(
        self,
        conn: Connection,
        *,
        rows: tuple[Row, ...],
        deal: int | None,
        attempts: dict[int, int] | None = None,
    ) -> None:
        """Write what changed, if nobody changed the sheet since it was read; else the write runs again."""
        counts = self.attempts if attempts is None else attempts
        store.change(
            conn,
            self.row,
            rows=columns.to_json([self.rules.write_row(row) for row in rows]),
            deal=deal,
            attempts=columns.to_json(counts),
        )
