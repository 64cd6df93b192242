"""Deals that are played for a game: their terms come from its sheet, and their points go to it."""

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
from fairdeal.service.sheets.score_sheet import MOST_HANDS, Entry, Game
from fairdeal.service.storage import sheets as store


def ruleset_of_game(service: Service, link: dict[str, str]) -> Ruleset:
    """The ruleset of the game that an opening names by ``id`` and ``token``; 422 if there is none, or it is not its token."""
    row = service.database.read(lambda conn: store.fetch(conn, link["id"]))
    if row is None:
        raise invalid("#/game/id", "There is no game with this id.")
    game = Game(service, row)
    if not is_token(game, link["token"]):
        raise invalid("#/game/token", "This is not the game's token.")
    return game.ruleset


def next_deal(service: Service, conn: Connection, terms: Terms, game_id: str) -> tuple[Terms, Game]:
    """The terms with the hand that comes next in a game, and which attempt at it this is; and the game as it was read.

    Raises ``game-over`` and ``deal-running`` (409).
    """
    game = Game.fetch(service, conn, game_id)
    require_none_running(conn, game)
    hand = game.sheet.next_hand
    if hand is None or hand > MOST_HANDS:
        raise Problem("game-over", "The game is over: no further hand is dealt for it.")
    return replace(terms, hand=hand, game=(game_id, game.attempts.get(hand, 0) + 1)), game


def note_opened(conn: Connection, game: Game, number: int, terms: Terms) -> None:
    """Note that a deal is being played for a game, if it is still as :func:`next_deal` read it; else the write runs again."""
    assert terms.game is not None
    attempts = {**game.attempts, terms.hand: terms.game[1]}
    game.save(conn, entries=game.entries, deal=number, attempts=attempts)


def enter_points(conn: Connection, deal: Deal) -> None:
    """Enter the points of a deal that was just played out, if it was played for a game.

    Earlier rows may have been corrected meanwhile so that the game is over: what was played still counts.
    """
    if deal.row.game_id is None:
        return
    game = Game.fetch(deal.service, conn, deal.row.game_id)
    row = row_of_deal(game.ruleset, deal.number, hearts(deal.live).hand)
    game.save(conn, entries=(*game.entries, Entry(row)), deal=None)
