"""Reading what is entered for a hand: a deal, totals, counts, or the cards that were taken."""

from typing import Any

from fairdeal.engine.errors import EntryError
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.games.hearts.score_row import Row, row_of_counts, row_of_deal, row_of_points, row_of_taken
from fairdeal.service.context import Service
from fairdeal.service.deals import reading
from fairdeal.service.games.hearts.live_hand import hearts
from fairdeal.service.problems import Problem, invalid
from fairdeal.service.storage import deals as store


def row_of(service: Service, ruleset: Ruleset, entry: dict[str, Any]) -> Row:
    """The row that an entry of one of the four forms makes.

    Raises 422 with a pointer for what cannot be, and ``not-yet-revealed`` (409) for a deal that still runs.
    """
    try:
        if "deal" in entry:
            return _of_deal(service, ruleset, entry["deal"])
        if "points" in entry:
            return row_of_points(ruleset, entry["points"])
        if "taken" in entry:
            return row_of_taken(ruleset, entry["taken"])
        return row_of_counts(ruleset, entry["hearts"], entry.get("queen"), entry.get("jack"))
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
    return row_of_deal(ruleset, number, hearts(deal.live).hand)
