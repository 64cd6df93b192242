"""Which cards a seat may play, and the one rule that keeps it from playing the others.

This is the rule book: the hand (`fairdeal.engine.games.hearts.hand`) and the fast reading of whole records (`fairdeal.engine.games.hearts.fast.replay`) both ask it.
The rules and the order in which they are named are those of docs/rules.md.
"""

from collections.abc import Sequence
from typing import Final

from fairdeal.engine.cards import BIT, HEARTS, QUEEN_OF_SPADES, SUIT_MASKS, SUIT_WORDS, spoken
from fairdeal.engine.games.hearts.ruleset import Ruleset

UNKNOWN_CARD: Final = "unknown-card"
WRONG_PASS_COUNT: Final = "wrong-pass-count"
NOT_YOUR_TURN: Final = "not-your-turn"
DUPLICATE_CARD: Final = "duplicate-card"
CARD_NOT_IN_HAND: Final = "card-not-in-hand"
MUST_LEAD_OPENING_CARD: Final = "must-lead-opening-card"
MUST_FOLLOW_SUIT: Final = "must-follow-suit"
NO_POINTS_ON_FIRST_TRICK: Final = "no-points-on-first-trick"
HEARTS_NOT_BROKEN: Final = "hearts-not-broken"

NOT_PASSING: Final = "not-passing"
ALREADY_PASSED: Final = "already-passed"
NOT_PLAYING: Final = "not-playing"
HAND_COMPLETE: Final = "hand-complete"

RULES: Final = (
    UNKNOWN_CARD,
    WRONG_PASS_COUNT,
    NOT_YOUR_TURN,
    DUPLICATE_CARD,
    CARD_NOT_IN_HAND,
    MUST_LEAD_OPENING_CARD,
    MUST_FOLLOW_SUIT,
    NO_POINTS_ON_FIRST_TRICK,
    HEARTS_NOT_BROKEN,
)
"""The rules a move can break, in the order in which the first that holds is named."""

PHASES: Final = (NOT_PASSING, ALREADY_PASSED, NOT_PLAYING, HAND_COMPLETE)
"""Why no move of its kind is possible at all; these come before the rules."""


def opening_leader(ruleset: Ruleset, number: int, hands: Sequence[int]) -> int:
    """The seat that leads the first trick of hand `number`, given the hands after the pass (a mask a seat)."""
    if ruleset.opening_card is None:
        return 0 if ruleset.opening == "seat-0" else (number - 1) % ruleset.players
    opening = BIT[ruleset.opening_card]
    return next(seat for seat, cards in enumerate(hands) if cards & opening)


def playable(ruleset: Ruleset, hand: int, led: int, *, ply: int, broken: bool) -> tuple[int, str | None]:
    """The cards of `hand` that may be played, as a mask, and the rule that bars the rest (None if none is barred).

    `hand` is the mask of the cards held now, of the seat whose turn it is; `led` the mask of the suit led, 0 for the
    leader; `ply` the number of cards played before; `broken` whether hearts have been broken. Never empty for a hand
    that holds a card.
    """
    if led:
        if hand & led:
            return hand & led, _unless_all(hand, hand & led, MUST_FOLLOW_SUIT)
        if ply < ruleset.players and ruleset.first_trick_points != "allowed":
            allowed = _first_trick(ruleset, hand)
            return allowed, _unless_all(hand, allowed, NO_POINTS_ON_FIRST_TRICK)
        return hand, None
    if ply == 0 and ruleset.opening_card is not None:
        opening = BIT[ruleset.opening_card]
        return hand & opening, _unless_all(hand, hand & opening, MUST_LEAD_OPENING_CARD)
    if broken or not ruleset.hearts_must_be_broken:
        return hand, None
    others = hand & ~HEARTS
    if not others or (ruleset.hearts_led_from_points_only and not hand & ~ruleset.point_cards):
        return hand, None
    return others, _unless_all(hand, others, HEARTS_NOT_BROKEN)


def _first_trick(ruleset: Ruleset, hand: int) -> int:
    harmless = hand & ~ruleset.point_cards
    if harmless:
        return harmless
    if ruleset.first_trick_points == "hearts-only":
        return hand & HEARTS or hand
    return hand


def _unless_all(hand: int, allowed: int, rule: str) -> str | None:
    return None if allowed == hand else rule


def breakers(ruleset: Ruleset, led: int) -> int:
    """The cards that break hearts when played to a trick in which the suit of mask `led` was led."""
    hearts = 0 if ruleset.hearts_broken_by == "heart-discarded" and led == HEARTS else HEARTS
    return hearts | (BIT[QUEEN_OF_SPADES] if ruleset.queen_breaks_hearts else 0)


def play_sentence(ruleset: Ruleset, rule: str, led: int) -> str:
    """Why a card of the hand may not be played, for a player, given the rule that bars it."""
    if rule == MUST_LEAD_OPENING_CARD and ruleset.opening_card is not None:
        return f"The first trick must be opened with {spoken(ruleset.opening_card)}."
    if rule == MUST_FOLLOW_SUIT:
        suit = SUIT_WORDS[SUIT_MASKS.index(led)]
        return f"{suit.capitalize()} were led and the hand still holds {suit}, so one of them must be played."
    if rule == NO_POINTS_ON_FIRST_TRICK:
        if ruleset.first_trick_points == "hearts-only":
            return (
                "No point card may be played to the first trick by a hand that holds anything else; "
                "from a hand of point cards only it must be a heart, if there is one."
            )
        return "No point card may be played to the first trick by a hand that holds anything else."
    return f"Hearts cannot be led before {_breaking(ruleset)}, unless the hand holds nothing but {_exempt(ruleset)}."


def _breaking(ruleset: Ruleset) -> str:
    how = "discarded on another suit" if ruleset.hearts_broken_by == "heart-discarded" else "played"
    return f"a heart has been {how}" + (
        " or the queen of spades has been played" if ruleset.queen_breaks_hearts else ""
    )


def _exempt(ruleset: Ruleset) -> str:
    return "point cards" if ruleset.hearts_led_from_points_only else "hearts"
