"""Reading what is entered for a hand: a deal, or one of the forms of the game."""

from typing import Any

from fairdeal.engine.errors import EntryError
from fairdeal.engine.games import Ruleset
from fairdeal.service.context import Service
from fairdeal.service.deals import reading
from fairdeal.service.games.score_sheet import Row
from fairdeal.service.problems import Problem, invalid
from fairdeal.service.sheets.score_sheet import rules_of
from fairdeal.service.storage import deals as store


def row_of(service: Service, ruleset: Ruleset, entry: dict[str, Any]) -> Row:
    """The row that an entry makes.

    Raises 422 with a pointer for what cannot be, and ``not-yet-revealed`` (409) for a deal that still runs.
    """
    try:
        if "deal" in entry:
            return _of_deal(service, ruleset, entry["deal"])
        return rules_of(ruleset).row_of_entry(ruleset, entry)
    except EntryError as error:
        raise invalid(f"#{error.pointer}", error.detail) from None


def _of_deal(service: Service, ruleset: Ruleset, number: int) -> Row:
    row = service.database.read(lambda conn: store.fetch(conn, number))
    if row is None or row.open_note is None:
        raise EntryError("/deal", f"There is no deal {number}: that number was not handed out.")
    deal = reading.current(service, number)
    if deal.is_running:
        raise Problem("not-yet-revealed", f"Deal {number} is still being played: it has no points yet.")
    if deal.row.state != "revealed":
        raise EntryError("/deal", f"Deal {number} was not played out, so it has no points.")
    if deal.ruleset.game != ruleset.game:
        raise EntryError("/deal", f"Deal {number} is of another game.")
    return rules_of(ruleset).row_of_hand(ruleset, number, deal.hand)
