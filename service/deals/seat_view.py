"""What one seat may see: the public view, and what its game shows it of the cards."""

from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.public_view import public_view


def seat_view(admission: Admission, seat: int) -> dict[str, object]:
    """The public view plus the cards of ``seat``; ``null`` and empty where nothing is dealt yet."""
    deal = admission.deal
    return {**public_view(deal), **_cards(deal, seat)}


def all_seats(admission: Admission) -> dict[str, object]:
    """The public view plus the cards of every seat, for an opener who may see them."""
    deal = admission.deal
    return {**public_view(deal), "hands": [_cards(deal, seat) for seat in range(deal.ruleset.players)]}


def _cards(deal: Deal, seat: int) -> dict[str, object]:
    return {"seat": seat, **deal.game.private(None if deal.table is None else deal.live, seat)}
