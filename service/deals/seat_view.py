"""What one seat may see: the public view and its own cards, with the rule that dims each card it cannot play."""

from fairdeal.engine.cards import NAMES, cards_of, mask_of, names_of
from fairdeal.engine.games.hearts.hand import Hand
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
    if deal.table is None:
        return {"seat": seat, "dealt": None, "cards": None, "passed_cards": None, "received": None, "playable": []}
    hand = deal.hand
    given = hand.passes[seat]
    received = hand.received(seat)
    return {
        "seat": seat,
        "dealt": names_of(deal.dealt[seat]),
        "cards": names_of(cards_of(_held(hand, seat))),
        "passed_cards": None if given is None else names_of(given),
        "received": None if received is None else names_of(received),
        "playable": [{"card": NAMES[card], "ok": ok, "rule": rule} for card, ok, rule in hand.explain(seat)]
        if hand.phase == "playing"
        else [],
    }


def _held(hand: Hand, seat: int) -> int:
    """The cards in hand, as a mask: what was passed has left it, also before the pass arrives."""
    given = hand.passes[seat]
    held = hand.hands[seat]
    return held & ~mask_of(given) if given is not None and hand.phase == "passing" else held
