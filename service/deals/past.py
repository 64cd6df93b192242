"""Hands of deals that have ended. Running deals are never used: an answer would tell which cards a hand does not hold."""

from fairdeal.engine.games import Hand
from fairdeal.service.context import Service
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.reading import current
from fairdeal.service.problems import Problem


def past_deal(service: Service, number: int) -> Deal:
    """A deal that has ended, with cards; raises 404, `not-yet-revealed` and `no-cards` (409)."""
    deal = current(service, number)
    if not deal.has_ended:
        raise Problem(
            "not-yet-revealed",
            f"Deal {number} is {deal.row.state}: its cards can be used once it has an outcome.",
            state=deal.row.state,
        )
    if deal.table is None:
        raise Problem("no-cards", f"Deal {number} ended before any cards were dealt.", state=deal.row.state)
    return deal


def past_hand(service: Service, number: int) -> Hand:
    """The hand of such a deal."""
    return past_deal(service, number).hand


def notate(service: Service, number: int, notation: str) -> str:
    """The hand of such a deal as one line of another program's text; 404 too where its game has no such text."""
    deal = past_deal(service, number)
    return deal.game.notate(deal.hand, notation)
