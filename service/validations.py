"""Validating a sequence of passes and plays without a deal: any hands, or those of a past deal.

Stateless. The hands of a running deal are never used: else a validation would tell what a hand does not hold.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

from engine.cards import NAMES, Card, cards_of, names_of
from engine.errors import DealError, IllegalMove
from engine.hand import Hand
from engine.ruleset import Ruleset
from service.context import Service
from service.deals.public_view import trick_view
from service.deals.reading import current
from service.deals.terms import ruleset_of
from service.problems import Problem, invalid


class Start(NamedTuple):
    """Where a sequence begins: the rules, the hand's number in its game, and the cards by seat."""

    ruleset: Ruleset
    hand: int
    hands: Sequence[Sequence[Card]]


class Play(NamedTuple):
    """A card, and the seat that is said to play it (``None``: whoever's turn it is)."""

    seat: int | None
    card: Card


def validate(service: Service, request: dict[str, object]) -> dict[str, object]:
    """Whether the passes and plays of a request body are legal; the first violation says rule, sentence and legal cards.

    ``passes`` of ``None`` says that the hands are those after the pass. Raises 422 with pointers for hands that cannot be.
    """
    start = _start(service, request)
    passes = cast("list[list[Card] | None] | None", request.get("passes"))
    plays = cast("list[Play]", request.get("plays", []))
    if passes is not None and len(passes) != start.ruleset.players:
        raise invalid(
            "#/passes",
            f"There is one pass a seat, null for a seat that has not passed: {start.ruleset.players} in all.",
        )
    for at, play in enumerate(plays):
        if play.seat is not None and not 0 <= play.seat < start.ruleset.players:
            raise invalid(f"#/plays/{at}/seat", f"The seats of this ruleset are 0 to {start.ruleset.players - 1}.")
    try:
        hand = Hand(start.ruleset, start.hand, start.hands, passed=passes is None)
    except DealError as error:
        raise invalid("#/hands", str(error)) from None
    return judge(hand, passes, plays)


def judge(hand: Hand, passes: Sequence[Sequence[Card] | None] | None, plays: Sequence[Play]) -> dict[str, object]:
    """What there is to say of these passes and plays in this fresh hand; the hand is left where they end."""
    violation: dict[str, object] | None = None
    phase = "pass"
    try:
        for seat, cards in enumerate(passes or ()):
            if cards is not None:
                hand.give(seat, cards)
        phase = "play"
        named = any(play.seat is not None for play in plays)
        hand.extend([play.card for play in plays], [play.seat for play in plays] if named else None)
    except IllegalMove as illegal:
        violation = _violation(phase, illegal)
    following = None
    if violation is None and hand.turn is not None:
        following = {"seat": hand.turn, "allowed": names_of(cards_of(hand.legal(hand.turn)))}
    return {
        "legal": violation is None,
        "accepted": hand.ply,
        "violation": violation,
        "tricks": [trick_view(trick) for trick in hand.tricks],
        "points": list(hand.points()),
        "moon": hand.moon,
        "complete": hand.phase == "complete",
        "next": following,
    }


def _violation(phase: str, illegal: IllegalMove) -> dict[str, object]:
    return {
        "phase": phase,
        "ply": illegal.ply,
        "seat": illegal.seat,
        "card": None if illegal.card is None else NAMES[illegal.card],
        "rule": illegal.rule,
        "detail": illegal.detail,
        "allowed": names_of(illegal.allowed),
    }


def _start(service: Service, request: dict[str, object]) -> Start:
    number = request.get("deal")
    if number is not None:
        return _past_deal(service, cast("int", number))
    return Start(
        ruleset_of(request.get("ruleset", "standard")),
        cast("int", request.get("hand", 1)),
        cast("list[list[Card]]", request["hands"]),
    )


def _past_deal(service: Service, number: int) -> Start:
    deal = current(service, number)
    if not deal.has_ended:
        raise Problem(
            409,
            "not-yet-revealed",
            f"Deal {number} is {deal.row.state}: its cards can be used once it has an outcome.",
            state=deal.row.state,
        )
    if deal.table is None:
        raise Problem(409, "no-cards", f"Deal {number} ended before any cards were dealt.", state=deal.row.state)
    return Start(deal.ruleset, deal.open.hand, deal.dealt)
