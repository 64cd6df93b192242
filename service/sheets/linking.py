"""Deals that are played for a score sheet: their terms come from the sheet, and their points go to it."""

from dataclasses import replace

from sqlalchemy import Connection

from fairdeal.engine.games import Ruleset
from fairdeal.service.context import Service
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.terms import Terms
from fairdeal.service.problems import Problem, invalid
from fairdeal.service.sheets.access import is_token
from fairdeal.service.sheets.running import require_none_running
from fairdeal.service.sheets.score_sheet import MOST_HANDS, ScoreSheet
from fairdeal.service.storage import sheets as store


class LinkedSheet:
    """The score sheet that an opening names: `fairdeal.service.deals.opening.SheetLink`."""

    def __init__(self, service: Service, sheet_id: str, token: str) -> None:
        self._service = service
        self._id = sheet_id
        self._token = token
        self._read: ScoreSheet | None = None

    def ruleset(self) -> Ruleset:
        """The sheet's ruleset; 422 if there is no such sheet, or the token is not its own."""
        row = self._service.database.read(lambda conn: store.fetch(conn, self._id))
        if row is None:
            raise invalid("#/sheet/id", "There is no score sheet with this id.")
        sheet = ScoreSheet(self._service, row)
        if not is_token(sheet, self._token):
            raise invalid("#/sheet/token", "This is not the score sheet's token.")
        return sheet.ruleset

    def reserve(self, conn: Connection, terms: Terms) -> Terms:
        """The terms with the hand that comes next, and which attempt at it this is; 409 `game-over` and `deal-running`."""
        sheet = self._read = ScoreSheet.fetch(self._service, conn, self._id)
        require_none_running(conn, sheet)
        hand = sheet.scores.next_hand
        if hand is None or hand > MOST_HANDS:
            raise Problem("game-over", "The game on this sheet is over: no further hand is dealt for it.")
        return replace(terms, hand=hand, sheet=(self._id, sheet.attempts.get(hand, 0) + 1))

    def note_opened(self, conn: Connection, number: int, terms: Terms) -> None:
        """Note the deal, if the sheet is still as `reserve` read it; else the write runs again."""
        sheet = self._read
        assert sheet is not None and terms.sheet is not None
        attempts = {**sheet.attempts, terms.hand: terms.sheet[1]}
        sheet.save(conn, rows=sheet.rows, deal=number, attempts=attempts)


def enter_points(conn: Connection, deal: Deal) -> None:
    """Enter the points of a deal that was just played out, if it was played for a sheet.

    Earlier rows may have been corrected meanwhile so that the game is over: what was played still counts.
    """
    if deal.row.sheet_id is None:
        return
    sheet = ScoreSheet.fetch(deal.service, conn, deal.row.sheet_id)
    row = sheet.rules.row_of_hand(sheet.ruleset, deal.number, deal.hand)
    sheet.save(conn, rows=(*sheet.rows, row), deal=None)
