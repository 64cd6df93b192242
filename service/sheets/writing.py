"""Changing a sheet by hand: the next hand, a correction, the last row taken back, a shooter's choice.

Each reads the game, judges (replay, precondition, state, rule), and writes by compare-and-set. A precondition gets the
sheet as it stands, and raises if it is not the one that the caller means to change.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from fairdeal.engine.errors import EntryError, GameOver
from fairdeal.engine.games.hearts.score_row import Choice, Row
from fairdeal.engine.games.hearts.sheet import Sheet
from fairdeal.service.context import Service
from fairdeal.service.problems import Problem, invalid
from fairdeal.service.sheets import access, entries
from fairdeal.service.sheets.running import require_none_running
from fairdeal.service.sheets.score_sheet import MOST_HANDS, Entry, Game
from fairdeal.service.sheets.sheet_view import as_stored, row_view

Precondition = Callable[[dict[str, object]], None]


def add(service: Service, game_id: str, entry: dict[str, Any], idempotency_key: str | None) -> dict[str, object]:
    """Enter the next hand; answers its row. A deal that is on the sheet already is a repeated call.

    Raises ``game-over``, ``deal-running``, ``not-yet-revealed`` (409), ``idempotency-key-reused`` and 422 with pointers.
    """
    row = _row(service, game_id, entry)
    call = None if idempotency_key is None else (_digest(idempotency_key), _digest(json.dumps(entry, sort_keys=True)))

    def attempt(conn: Connection) -> dict[str, object]:
        game = Game.fetch(service, conn, game_id)
        stands = _entered_before(game, row, call)
        if stands is not None:
            return row_view(game.sheet, stands, row)
        require_none_running(conn, game)
        sheet = _with_next(game.sheet, row)
        game.save(conn, entries=(*game.entries, Entry(row, call)), deal=None)
        return row_view(sheet, len(sheet.rows), row)

    return service.database.write(attempt)


def correct(
    service: Service, game_id: str, hand: int, entry: dict[str, Any], precondition: Precondition
) -> dict[str, object]:
    """Put another row in the place of hand number ``hand``; answers it.

    Raises 404 for a row that is not there, ``not-yet-revealed`` (409), 422 with pointers, and what ``precondition`` raises.
    """
    row = _row(service, game_id, entry)

    def attempt(conn: Connection) -> dict[str, object]:
        game = Game.fetch(service, conn, game_id)
        access.require_row(game, hand)
        if game.entries[hand - 1].row != row:
            precondition(as_stored(conn, game))
            elsewhere = _hand_of_deal(game, row.deal)
            if elsewhere not in (None, hand):
                raise invalid("#/deal", f"Deal {row.deal} is hand {elsewhere} of this game already.")
            _put(conn, game, hand, row)
        return row_view(game.sheet, hand, row)

    return service.database.write(attempt)


def choose(service: Service, game_id: str, hand: int, choice: Choice, precondition: Precondition) -> dict[str, object]:
    """Take the shooter's choice for hand number ``hand``; answers its row.

    Raises 404 for a row that is not there, ``nothing-to-choose`` (409), and what ``precondition`` raises.
    """

    def attempt(conn: Connection) -> dict[str, object]:
        game = Game.fetch(service, conn, game_id)
        access.require_row(game, hand)
        row = game.entries[hand - 1].row
        if row.choice != choice:
            precondition(as_stored(conn, game))
            try:
                row = row.choosing(game.ruleset, choice)
            except EntryError as error:
                raise Problem("nothing-to-choose", error.detail) from None
            _put(conn, game, hand, row)
        return row_view(game.sheet, hand, row)

    return service.database.write(attempt)


def take_back(service: Service, game_id: str, hand: int, precondition: Precondition) -> None:
    """Take back hand number ``hand``, the last one; nothing to do if it is not there.

    Raises ``not-the-last-row``, ``deal-running`` (409), and what ``precondition`` raises.
    """

    def attempt(conn: Connection) -> None:
        game = Game.fetch(service, conn, game_id)
        if hand > len(game.entries):
            return
        precondition(as_stored(conn, game))
        if hand < len(game.entries):
            sentence = f"Only the last row, hand {len(game.entries)}, can be taken back; hand {hand} can be corrected."
            raise Problem("not-the-last-row", sentence)
        require_none_running(conn, game)
        game.save(conn, entries=game.entries[:-1], deal=None)

    service.database.write(attempt)


def _row(service: Service, game_id: str, entry: dict[str, Any]) -> Row:
    ruleset = service.database.read(lambda conn: Game.fetch(service, conn, game_id)).ruleset
    return entries.row_of(service, ruleset, entry)


def _entered_before(game: Game, row: Row, call: tuple[str, str] | None) -> int | None:
    """The hand that this very call entered before; ``None`` for a new call."""
    for hand, stands in enumerate(game.entries, 1):
        if call is not None and stands.call is not None and stands.call[0] == call[0]:
            if stands.call != call:
                raise Problem("idempotency-key-reused", "This Idempotency-Key was used for another body.")
            return hand
    return _hand_of_deal(game, row.deal)


def _hand_of_deal(game: Game, deal: int | None) -> int | None:
    if deal is None:
        return None
    return next((hand for hand, entry in enumerate(game.entries, 1) if entry.row.deal == deal), None)


def _with_next(sheet: Sheet, row: Row) -> Sheet:
    if len(sheet.rows) >= MOST_HANDS:
        raise Problem("game-over", f"A sheet has at most {MOST_HANDS} hands.")
    try:
        return sheet.add(row)
    except GameOver as error:
        raise Problem("game-over", str(error)) from None


def _put(conn: Connection, game: Game, hand: int, row: Row) -> None:
    changed = replace(game.entries[hand - 1], row=row)
    game.save(conn, entries=(*game.entries[: hand - 1], changed, *game.entries[hand:]), deal=game.row.deal)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
