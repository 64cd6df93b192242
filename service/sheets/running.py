"""The deal that is being played for a game: one at a time. It ends by itself, without telling the game, if it is voided."""

from sqlalchemy import Connection

from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.expiry import expire
from fairdeal.service.problems import Problem
from fairdeal.service.sheets.score_sheet import Game
from fairdeal.service.storage import deals as store
from fairdeal.service.storage.database import Again


def seen_running(conn: Connection, game: Game) -> int | None:
    """The number of the running deal; ``None`` if there is none, or if its time is up. Reads only."""
    deal = _opened_last(conn, game)
    return deal.number if deal is not None and deal.is_running and not deal.is_due else None


def require_none_running(conn: Connection, game: Game) -> None:
    """Refuse what cannot be while a deal of the game runs (409); one whose time is up is ended."""
    deal = _opened_last(conn, game)
    if deal is None or not deal.is_running:
        return
    if not deal.is_due:
        raise Problem(
            "deal-running",
            f"Deal {deal.number} is being played for this game: its points come first, or its opener gives it up.",
            number=deal.number,
        )
    if not expire(conn, deal):
        raise Again


def _opened_last(conn: Connection, game: Game) -> Deal | None:
    if game.row.deal is None:
        return None
    row = store.fetch(conn, game.row.deal)
    assert row is not None, "rows are never deleted"
    return Deal(game.service, row)
