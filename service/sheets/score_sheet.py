"""A sheet as its row tells it: the sheet, each row of it with the call that entered it, and the deals opened for it."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Self

from sqlalchemy import Connection

from fairdeal.engine.games import Ruleset
from fairdeal.service.context import Service
from fairdeal.service.games import game_of
from fairdeal.service.games.score_sheet import Row, Sheet, SheetRules
from fairdeal.service.problems import Problem, invalid
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


@dataclass(frozen=True, slots=True)
class Entry:
    """A row as it is stored."""

    row: Row
    call: tuple[str, str] | None = None
    """SHA-256 of the idempotency key that entered it and of that call's body, in hex; ``None`` without a key."""

    @classmethod
    def of_object(cls, rules: SheetRules, value: dict[str, Any]) -> Self:
        """Read what :meth:`to_object` made."""
        call = value["call"]
        return cls(rules.read_row(value["row"]), None if call is None else (call[0], call[1]))

    def to_object(self, rules: SheetRules) -> dict[str, object]:
        """The entry as a JSON object."""
        return {"row": rules.write_row(self.row), "call": self.call}


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
        return tuple(json.loads(self.row.players))

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The rows, the first hand's first."""
        return tuple(Entry.of_object(self.rules, value) for value in json.loads(self.row.rows))

    @cached_property
    def scores(self) -> Sheet:
        """The score sheet."""
        return self.rules.sheet(self.ruleset, self.players, [entry.row for entry in self.entries])

    @cached_property
    def attempts(self) -> dict[int, int]:
        """How many deals were opened for each hand, by its number."""
        return {int(hand): count for hand, count in json.loads(self.row.attempts).items()}

    def save(
        self,
        conn: Connection,
        *,
        entries: tuple[Entry, ...],
        deal: int | None,
        attempts: dict[int, int] | None = None,
    ) -> None:
        """Write what changed, if nobody changed the sheet since it was read; else the write runs again."""
        counts = self.attempts if attempts is None else attempts
        store.change(
            conn,
            self.row,
            rows=json.dumps([entry.to_object(self.rules) for entry in entries]),
            deal=deal,
            attempts=json.dumps(counts),
        )
