"""A score sheet as its holders see it."""

from sqlalchemy import Connection

from fairdeal.service.context import Service
from fairdeal.service.deals.public_view import timestamp
from fairdeal.service.games.score_sheet import Row, Sheet
from fairdeal.service.sheets.running import seen_running
from fairdeal.service.sheets.score_sheet import ScoreSheet


def current(service: Service, sheet_id: str) -> dict[str, object]:
    """The sheet as it stands now, or 404."""
    return service.database.read(lambda conn: as_stored(conn, ScoreSheet.fetch(service, conn, sheet_id)))


def as_stored(conn: Connection, sheet: ScoreSheet) -> dict[str, object]:
    """The sheet of a sheet that was just read."""
    return sheet_view(sheet, sheet.scores, running=seen_running(conn, sheet))


def sheet_view(sheet: ScoreSheet, scores: Sheet, *, running: int | None) -> dict[str, object]:
    """The sheet; ``running`` is the number of the deal that is being played for it."""
    ruleset = scores.ruleset
    rows = [
        {**row_view(sheet, hand, row), "totals": list(totals)}
        for hand, (row, totals) in enumerate(zip(scores.rows, scores.running_totals, strict=True), 1)
    ]
    ranking = [
        {
            "place": standing.place,
            "seat": standing.seat,
            "player": scores.players[standing.seat],
            "total": standing.total,
        }
        for standing in scores.ranking
    ]
    return {
        "id": sheet.id,
        "ruleset": ruleset.to_object(),
        "players": list(scores.players),
        "rows": rows,
        "totals": list(scores.totals),
        "ranking": ranking,
        **sheet.rules.sheet_view(scores),
        "over": scores.is_over,
        "winner": scores.winner,
        "deal": running,
        "created_at": timestamp(sheet.row.created_at),
    }


def row_view(sheet: ScoreSheet, hand: int, row: Row) -> dict[str, object]:
    """A row of the sheet, without the totals, which depend on the others."""
    return {"hand": hand, **sheet.rules.row_view(sheet.ruleset, row)}
