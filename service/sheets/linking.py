"""Deals that are played for a sheet: their terms come from its sheet, and their points go to it."""

from dataclasses import replace

from sqlalchemy import Connection

from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.games.hearts.score_row import row_of_deal
from fairdeal.service.context import Service
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.terms import Terms
from fairdeal.service.games.hearts.live_hand import hearts
from fairdeal.service.problems import Problem, invalid
from fairdeal.service.sheets.access import is_token
from fairdeal.service.sheets.running import require_none_running
from fairdeal.service.sheets.score_sheet import MOST_HANDS, Entry, ScoreSheet
from fairdeal.service.storage import sheets as store


def ruleset_of_sheet(service: Service, link: dict[str, str]) -> Ruleset:
    """The ruleset of the sheet that an opening names by ``id`` and ``token``; 422 if there is none, or it is not its token."""
    row = service.database.read(lambda conn: store.fetch(conn, link["id"]))
    if row is None:
        raise invalid("#/sheet/id", "There is no sheet with this id.")
    sheet = ScoreSheet(service, row)
    if not is_token(sheet, link["token"]):
        raise invalid("#/sheet/token", "This is not the sheet's token.")
    return sheet.ruleset


def next_deal(service: Service, conn: Connection, terms: Terms, sheet_id: str) -> tuple[Terms, ScoreSheet]:
    """The terms with the hand that comes next in a sheet, and which attempt at it this is; and the sheet as it was read.

    Raises ``game-over`` and ``deal-running`` (409).
    """
    sheet = ScoreSheet.fetch(service, conn, sheet_id)
    require_none_running(conn, sheet)
    hand = sheet.scores.next_hand
    if hand is None or hand > MOST_HANDS:
        raise Problem("game-over", "The sheet is over: no further hand is dealt for it.")
    return replace(terms, hand=hand, sheet=(sheet_id, sheet.attempts.get(hand, 0) + 1)), sheet


def note_opened(conn: Connection, sheet: ScoreSheet, number: int, terms: Terms) -> None:
    """Note that a deal is being played for a sheet, if it is still as :func:`next_deal` read it; else the write runs again."""
    assert terms.sheet is not None
    attempts = {**sheet.attempts, terms.hand: terms.sheet[1]}
    sheet.save(conn, entries=sheet.entries, deal=number, attempts=attempts)


def enter_points(conn: Connection, deal: Deal) -> None:
    """Enter the points of a deal that was just played out, if it was played for a sheet.

    Earlier rows may have been corrected meanwhile so that the sheet is over: what was played still counts.
    """
    if deal.row.sheet_id is None:
        return
    sheet = ScoreSheet.fetch(deal.service, conn, deal.row.sheet_id)
    row = row_of_deal(sheet.ruleset, deal.number, hearts(deal.live).hand)
    sheet.save(conn, entries=(*sheet.entries, Entry(row)), deal=None)
