"""What is shown of a hand of Hearts: to everybody, and to each seat."""

from typing import Final

from fairdeal.engine.cards import NAMES, cards_of, mask_of, names_of
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.ruleset import Ruleset, pass_name

PUBLIC_MEMBERS: Final = ("pass", "passed", "ply", "tricks", "hearts_broken", "points")


def public(ruleset: Ruleset, number: int, hand: Hand | None) -> dict[str, object]:
    """The direction of the pass, who has passed, and the tricks; `hand` is None before cards are dealt."""
    offset = ruleset.pass_offset(number)
    direction = {"offset": offset, "name": pass_name(offset, ruleset.players)}
    if hand is None:
        return {"pass": direction, "passed": [], "ply": 0, "tricks": [], "hearts_broken": False, "points": None}
    return {
        "pass": direction,
        "passed": [seat for seat, cards in enumerate(hand.passes) if cards is not None],
        "ply": hand.ply,
        "tricks": tricks(hand),
        "hearts_broken": hand.hearts_broken,
        "points": list(hand.points()),
    }


def tricks(hand: Hand) -> list[dict[str, object]]:
    """The tricks begun as clients get them; the winner is null while a trick is being played."""
    begun = hand.in_tricks(names_of(hand.plays))
    return [{"leader": leader, "cards": cards, "winner": winner} for leader, cards, winner in begun]


def private(hand: Hand | None, seat: int) -> dict[str, object]:
    """The cards of a seat, what it passed and received, and for each card whether it may be played now."""
    if hand is None:
        return {"dealt": None, "cards": None, "passed_cards": None, "received": None, "playable": []}
    passed = hand.passes[seat]
    received = hand.received(seat)
    is_playing = hand.phase == "playing"
    return {
        "dealt": names_of(hand.dealt[seat]),
        "cards": names_of(cards_of(_held(hand, seat))),
        "passed_cards": None if passed is None else names_of(passed),
        "received": None if received is None else names_of(received),
        "playable": [{"card": NAMES[card], "ok": ok, "rule": rule} for card, ok, rule in hand.explain(seat)]
        if is_playing
        else [],
    }


def _held(hand: Hand, seat: int) -> int:
    """The cards in hand, as a mask: what was passed has left it, also before the pass arrives."""
    passed = hand.passes[seat]
    held = hand.hands[seat]
    return held & ~mask_of(passed) if passed is not None and hand.phase == "passing" else held
