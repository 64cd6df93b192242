"""Changing a sheet by hand: the next hand, a correction, the last row taken back, a shooter's choice.

Each reads the sheet, judges (replay, precondition, state, rule), and writes by compare-and-set. A precondition gets the
sheet as it stands, and raises if it is not the one that the caller means to change.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from fairdeal.engine.errors import EntryError, GameOver
from fairdeal.engine.games import Ruleset
from fairdeal.service.context import Service
from fairdeal.service.games.score_sheet import Row, Sheet
from fairdeal.service.problems import Problem, invalid
from fairdeal.service.sheets import access, entries
from fairdeal.service.sheets.running import require_none_running
from fairdeal.service.sheets.score_sheet import MOST_HANDS, ScoreSheet
from fairdeal.service.sheets.sheet_view import as_stored, row_view
from fairdeal.service.storage import columns, idempotency
from fairdeal.service.storage.idempotency import Call

Precondition = Callable[[dict[str, object]], None]
"""Judges the sheet as its holders see it, before it is changed."""
Change = Callable[[Row, Ruleset], Row]
"""Makes another row of one; raises `EntryError` where there is nothing to change."""


def add(service: Service, sheet_id: str, entry: dict[str, Any], idempotency_key: str | None) -> dict[str, object]:
    """Enter the next hand; answers its row. A deal that is on the sheet already is a repeated call.

    Raises ``game-over``, ``deal-running``, ``not-yet-revealed`` (409), ``idempotency-key-reused`` and 422 with pointers.
    """
    row = _row(service, sheet_id, entry)
    call = Call.of(f"/v1/sheets/{sheet_id}/hands", idempotency_key, entry)

    def attempt(conn: Connection) -> dict[str, object]:
        now = service.clock()
        earlier = idempotency.replayed(conn, call, now)
        if earlier is not None:
            response: dict[str, object] = columns.from_json(earlier)
            return response
        sheet = ScoreSheet.fetch(service, conn, sheet_id)
        hand = _hand_of_deal(sheet, row.deal)
        if hand is None:
            require_none_running(conn, sheet)
            hand = len(_with_next(sheet, row).rows)
            sheet.save(conn, rows=(*sheet.rows, row), deal=None)
        response = row_view(sheet, hand, row)
        idempotency.remember(conn, call, columns.to_json(response), now)
        return response

    return service.database.write(attempt)


def correct(
    service: Service, sheet_id: str, hand: int, entry: dict[str, Any], precondition: Precondition
) -> dict[str, object]:
    """Put another row in the place of hand number ``hand``; answers it.

    Raises 404 for a row that is not there, ``not-yet-revealed`` (409), 422 with pointers, and what ``precondition`` raises.
    """
    row = _row(service, sheet_id, entry)

    def attempt(conn: Connection) -> dict[str, object]:
        sheet = ScoreSheet.fetch(service, conn, sheet_id)
        access.require_row(sheet, hand)
        if sheet.rows[hand - 1] != row:
            precondition(as_stored(conn, sheet))
            elsewhere = _hand_of_deal(sheet, row.deal)
            if elsewhere not in (None, hand):
                raise invalid("#/deal", f"Deal {row.deal} is hand {elsewhere} of this sheet already.")
            _put(conn, sheet, hand, row)
        return row_view(sheet, hand, row)

    return service.database.write(attempt)


def amend(service: Service, sheet_id: str, hand: int, change: Change, precondition: Precondition) -> dict[str, object]:
    """Put what ``change`` makes of the row of hand number ``hand`` in its place; answers it.

    Raises 404 for a row that is not there, ``nothing-to-choose`` (409) where ``change`` raises `EntryError`, and what
    ``precondition`` raises, unless nothing changes.
    """

    def attempt(conn: Connection) -> dict[str, object]:
        sheet = ScoreSheet.fetch(service, conn, sheet_id)
        access.require_row(sheet, hand)
        stored = sheet.rows[hand - 1]
        try:
            row = change(stored, sheet.ruleset)
        except EntryError as error:
            precondition(as_stored(conn, sheet))
            raise Problem("nothing-to-choose", error.detail) from None
        if row != stored:
            precondition(as_stored(conn, sheet))
            _put(conn, sheet, hand, row)
        return row_view(sheet, hand, row)

    return service.database.write(attempt)


def take_back(service: Service, sheet_id: str, hand: int, precondition: Precondition) -> None:
    """Take back hand number ``hand``, the last one; nothing to do if it is not there.

    Raises ``not-the-last-row``, ``deal-running`` (409), and what ``precondition`` raises.
    """

    def attempt(conn: Connection) -> None:
        sheet = ScoreSheet.fetch(service, conn, sheet_id)
        if hand > len(sheet.rows):
            return
        precondition(as_stored(conn, sheet))
        if hand < len(sheet.rows):
            sentence = f"Only the last row, hand {len(sheet.rows)}, can be taken back; hand {hand} can be corrected."
            raise Problem("not-the-last-row", sentence)
        require_none_running(conn, sheet)
        sheet.save(conn, rows=sheet.rows[:-1], deal=None)

    service.database.write(attempt)


def _row(service: Service, sheet_id: str, entry: dict[str, Any]) -> Row:
    ruleset = service.database.read(lambda conn: ScoreSheet.fetch(service, conn, sheet_id)).ruleset
    return entries.row_of(service, ruleset, entry)


def _hand_of_deal(sheet: ScoreSheet, deal: int | None) -> int | None:
    if deal is None:
        return None
    return next((hand for hand, row in enumerate(sheet.rows, 1) if row.deal == deal), None)


def _with_next(sheet: ScoreSheet, row: Row) -> Sheet:
    if len(sheet.rows) >= MOST_HANDS:
        raise Problem("game-over", f"A sheet has at most {MOST_HANDS} hands.")
    try:
        return sheet.rules.with_next(sheet.scores, row)
    except GameOver as error:
        raise Problem("game-over", str(error)) from None


def _put(conn: Connection, sheet: ScoreSheet, hand: int, row: Row) -> None:
    sheet.save(conn, rows=(*sheet.rows[: hand - 1], row, *sheet.rows[hand:]), deal=sheet.row.deal)
