"""The deal that is being played for a sheet: one at a time. It ends by itself, without telling the sheet, if it is voided."""

from sqlalchemy import Connection

from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.expiry import expire
from fairdeal.service.problems import Problem
from fairdeal.service.sheets.score_sheet import ScoreSheet
from fairdeal.service.storage import deals as store
from fairdeal.service.storage.database import Again


def seen_running(conn: Connection, sheet: ScoreSheet) -> int | None:
    """The number of the running deal; ``None`` if there is none, or if its time is up. Reads only."""
    deal = _opened_last(conn, sheet)
    return deal.number if deal is not None and deal.is_running and not deal.is_due else None


def require_none_running(conn: Connection, sheet: ScoreSheet) -> None:
    """Refuse what cannot be while a deal of the sheet runs (409); one whose time is up is ended."""
    deal = _opened_last(conn, sheet)
    if deal is None or not deal.is_running:
        return
    if not deal.is_due:
        raise Problem(
            "deal-running",
            f"Deal {deal.number} is being played for this sheet: its points come first, or its opener gives it up.",
            number=deal.number,
        )
    if not expire(conn, deal):
        raise Again


def _opened_last(conn: Connection, sheet: ScoreSheet) -> Deal | None:
    if sheet.row.deal is None:
        return None
    row = store.fetch(conn, sheet.row.deal)
    assert row is not None, "rows are never deleted"
    return Deal(sheet.service, row)
