"""A score sheet as its holders see it."""

from sqlalchemy import Connection

from fairdeal.engine.games.hearts.ruleset import pass_name
from fairdeal.engine.games.hearts.score_row import Row
from fairdeal.engine.games.hearts.sheet import Sheet
from fairdeal.service.context import Service
from fairdeal.service.deals.public_view import timestamp
from fairdeal.service.sheets.running import seen_running
from fairdeal.service.sheets.score_sheet import Game


def current(service: Service, game_id: str) -> dict[str, object]:
    """The sheet as it stands now, or 404."""
    return service.database.read(lambda conn: as_stored(conn, Game.fetch(service, conn, game_id)))


def as_stored(conn: Connection, game: Game) -> dict[str, object]:
    """The sheet of a game that was just read."""
    return sheet_view(game, game.sheet, running=seen_running(conn, game))


def sheet_view(game: Game, sheet: Sheet, *, running: int | None) -> dict[str, object]:
    """The sheet; ``running`` is the number of the deal that is being played for it."""
    ruleset = sheet.ruleset
    following = None
    if sheet.next_hand is not None:
        offset = ruleset.pass_offset(sheet.next_hand)
        following = {"hand": sheet.next_hand, "pass": {"offset": offset, "name": pass_name(offset, ruleset.players)}}
    rows = [
        {**row_view(sheet, hand, row), "totals": list(totals)}
        for hand, (row, totals) in enumerate(zip(sheet.rows, sheet.running_totals, strict=True), 1)
    ]
    ranking = [
        {"place": one.place, "seat": one.seat, "player": sheet.players[one.seat], "total": one.total}
        for one in sheet.ranking
    ]
    return {
        "id": game.id,
        "ruleset": ruleset.to_object(),
        "players": list(sheet.players),
        "rows": rows,
        "totals": list(sheet.totals),
        "ranking": ranking,
        "next": following,
        "open_choices": sheet.open_choices,
        "over": sheet.is_over,
        "winner": sheet.winner,
        "deal": running,
        "created_at": timestamp(game.row.created_at),
    }


def row_view(sheet: Sheet, hand: int, row: Row) -> dict[str, object]:
    """A row of the sheet, without the totals, which depend on the others."""
    return {
        "hand": hand,
        "source": row.source,
        "deal": row.deal,
        "points": list(row.points(sheet.ruleset)),
        "moon": row.moon,
        "choice": row.choice,
    }
