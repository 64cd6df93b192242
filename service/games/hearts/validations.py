"""Validating a sequence of passes and plays without a deal: any hands, or those of a past deal.

Stateless. Running deals are never used: a validation would tell which cards a hand does not hold.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from fairdeal.engine.cards import NAMES, Card, cards_of, names_of
from fairdeal.engine.errors import DealError, IllegalMove, MalformedError, NotRepresentable
from fairdeal.engine.games import Hand as AnyHand
from fairdeal.engine.games.hearts.fast import extend
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.notation import Notated, from_line, from_openspiel
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.service.games.hearts import views
from fairdeal.service.games.rulesets import ruleset_of_request
from fairdeal.service.problems import invalid

Hands = Sequence[Sequence[Card]]
Passes = Sequence[Sequence[Card] | None]


class Plays(NamedTuple):
    """Cards in the order played."""

    cards: Sequence[Card]
    seats: Sequence[int | None] | None
    """By ply, the seat named for the play (``None``: the seat whose turn it is); ``None`` if no play names a seat."""


class Told(NamedTuple):
    """A hand as it is told: the cards by seat, the passes (``None``: the hands are those after the pass), the plays."""

    hands: Hands
    passes: Passes | None
    plays: Plays


NO_PLAYS = Plays((), None)


def validate(request: Mapping[str, Any], past_hand: Callable[[int], AnyHand]) -> dict[str, object]:
    """Whether the passes and plays of a request are legal; the first violation says rule, sentence and legal cards.

    Args:
        request: What `SequenceBody` makes of a body.
        past_hand: Gives the hand of a deal that has ended; called for the deal that the request names.

    Raises:
        Problem: 422 with pointers for hands that cannot be, and whatever `past_hand` raises.
    """
    past = _past(past_hand, request["deal"]) if "deal" in request else None
    ruleset = past.ruleset if past is not None and "ruleset" not in request else _ruleset(request)
    number = cast("int", request.get("hand", 1 if past is None else past.number))
    told = _told(request, ruleset, number, past)
    if told.passes is not None and len(told.passes) != ruleset.players:
        sentence = f"There is one pass a seat, null for a seat that has not passed: {ruleset.players} in all."
        raise invalid("#/passes", sentence)
    for index, seat in enumerate(told.plays.seats or ()):
        if seat is not None and seat >= ruleset.players:
            raise invalid(f"#/plays/{index}/seat", f"The seats of this ruleset are 0 to {ruleset.players - 1}.")
    try:
        hand = Hand(ruleset, number, told.hands, passed=told.passes is None)
    except DealError as error:
        raise invalid(_place(request, error), f"{error.detail[0].upper()}{error.detail[1:]}.") from None
    return judge(hand, told.passes, told.plays)


def _past(past_hand: Callable[[int], AnyHand], number: int) -> Hand:
    hand = past_hand(number)
    if not isinstance(hand, Hand):
        raise invalid("#/deal", f"Deal {number} is of another game: only hands of Hearts are judged here.")
    return hand


def _ruleset(request: Mapping[str, Any]) -> Ruleset:
    ruleset = ruleset_of_request(request.get("ruleset", "standard"))
    if not isinstance(ruleset, Ruleset):
        raise invalid("#/ruleset/game", "Only hands of Hearts are judged here.")
    return ruleset


def judge(hand: Hand, passes: Passes | None, plays: Plays) -> dict[str, object]:
    """Judge these passes and plays in a new hand; the hand is left where they end."""
    violation: dict[str, object] | None = None
    phase = "pass"
    try:
        for seat, cards in enumerate(passes or ()):
            if cards is not None:
                hand.give(seat, cards)
        phase = "play"
        extend(hand, plays.cards, plays.seats)
    except IllegalMove as illegal:
        violation = _violation(phase, illegal)
    following = None
    if violation is None and hand.turn is not None:
        following = {"seat": hand.turn, "allowed": names_of(cards_of(hand.legal(hand.turn)))}
    complete = hand.phase == "complete"
    return {
        "legal": violation is None,
        "accepted": hand.ply,
        "violation": violation,
        "tricks": views.tricks(hand),
        # As in a record: a hand has points once every card was played.
        "points": list(hand.points()) if complete else None,
        "moon": hand.moon,
        "complete": complete,
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


def _told(request: Mapping[str, Any], ruleset: Ruleset, number: int, past: Hand | None) -> Told:
    """What the request tells, in whichever of its forms."""
    if "pbn" in request or "openspiel" in request:
        notated = _notated(request, ruleset, number)
        return Told(notated.hands, notated.passes, Plays(notated.plays, None))
    passes = cast("Passes | None", request.get("passes"))
    plays = cast("Plays", request.get("plays", NO_PLAYS))
    if past is None:
        return Told(cast("Hands", request["hands"]), passes, plays)
    return Told(past.dealt if passes is not None else _after_pass(past), passes, plays)


def _notated(request: Mapping[str, Any], ruleset: Ruleset, number: int) -> Notated:
    form = "pbn" if "pbn" in request else "openspiel"
    try:
        if form == "pbn":
            return from_line(cast("str", request["pbn"]))
        return from_openspiel(ruleset, number, cast("list[int]", request["openspiel"]))
    except MalformedError as error:
        raise invalid(f"#/{form}", f"{str(error)[0].upper()}{str(error)[1:]}.") from None
    except NotRepresentable as error:
        raise invalid(f"#/{form}", str(error)) from None


def _after_pass(past: Hand) -> Hands:
    """The hands of a past deal at its first trick."""
    if past.after_pass is None:
        raise invalid("#/passes", "The deal ended while cards were passed: say which, or null for each seat.")
    return [cards_of(mask) for mask in past.after_pass]


def _place(request: Mapping[str, Any], error: DealError) -> str:
    """Where in the request the hands are at fault."""
    form = next(name for name in ("deal", "pbn", "openspiel", "hands") if name in request)
    if form != "hands" or error.seat is None:
        return f"#/{form}"
    return f"#/hands/{error.seat}" if error.index is None else f"#/hands/{error.seat}/{error.index}"
