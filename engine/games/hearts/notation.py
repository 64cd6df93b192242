"""A hand as one line of text in the manner of PBN, and as OpenSpiel's list of actions; both ways, strictly.

The line, for any number of players (after the Deal tag of Portable Bridge Notation 2.1, section 3.4.11):

    line   = "0:" hand 2*5(" " hand) [ "; pass " pass 2*5(" " pass) ] [ "; play " card *(" " card) ]
    hand   = ranks "." ranks "." ranks "." ranks          spades, hearts, diamonds, clubs; an empty suit is left empty
    ranks  = *( "A" | "K" | "Q" | "J" | "T" | "9" … "2" | "X" )       X is the suit's joker
    pass   = "-" | 1*card                                  cards without space, "-" for a seat that has not passed
    card   = a card's canonical name, such as QS

Hands and passes are by seat from seat 0. Written, ranks stand from the highest down; read, in any order. A line without
a pass tells the hands at the first trick: those of a hold hand, or those after the pass.

OpenSpiel's actions (its game `hearts`, for four players and the full deck) are the pass direction (0 none, 1 left,
2 across, 3 right), the 52 cards as they are dealt, three passed cards a seat, and the plays; a card is its rank (2 is 0)
times 4 plus its suit (clubs, diamonds, hearts, spades).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.engine.cards import DECK_RANK, JOKER_RANK, NAMES, RANKS, SUIT_INDEX, SUITS, Card, card_of
from fairdeal.engine.errors import CardError, MalformedError, NotRepresentable
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.ruleset import Ruleset

_LINE_SUITS: Final = SUITS[::-1]
_LONGEST: Final = 1000
"""Longer than any line that tells a hand."""

_DIRECTIONS: Final = {0: 0, 1: 1, 2: 2, -1: 3}
"""OpenSpiel's number for a pass, by seat offset at four players."""


@dataclass(frozen=True, slots=True)
class Notated:
    """What a notation tells: the hands by seat, the passes by seat, the plays in order.

    `passes` is None where there was no pass or the hands are those after it; an entry is None for a seat that has not
    passed.
    """

    hands: tuple[tuple[Card, ...], ...]
    passes: tuple[tuple[Card, ...] | None, ...] | None
    plays: tuple[Card, ...]


def to_line(hand: Hand) -> str:
    """The hand as a line: the cards as dealt, the passes if the hand has any, the plays."""
    hands = " ".join(_line_hand(cards) for cards in hand.dealt)
    parts = [f"0:{hands}"]
    if hand.phase == "passing" or any(hand.passes):
        passes = ("".join(NAMES[card] for card in cards) if cards else "-" for cards in hand.passes)
        parts.append("pass " + " ".join(passes))
    if hand.plays:
        parts.append("play " + " ".join(NAMES[card] for card in hand.plays))
    return "; ".join(parts)


def from_line(text: str) -> Notated:
    """What a line tells. Whether the hands are a deal of some ruleset, and the moves legal, is not judged here.

    Raises:
        MalformedError: the text is no such line.
    """
    if len(text) > _LONGEST:
        raise MalformedError(f"expected a line of at most {_LONGEST} characters, got {len(text)}")
    deal, *rest = text.split("; ")
    if not deal.startswith("0:"):
        raise MalformedError(f'expected a line that starts with "0:", the hand of seat 0, got {deal[:10]!a}')
    hands = tuple(_read_hand(seat, word) for seat, word in enumerate(deal[2:].split(" ")))
    if not 3 <= len(hands) <= 6:
        raise MalformedError(f"expected 3 to 6 hands, got {len(hands)}")
    passes: tuple[tuple[Card, ...] | None, ...] | None = None
    plays: tuple[Card, ...] = ()
    if rest and rest[0].startswith("pass "):
        passes = tuple(_read_pass(seat, word) for seat, word in enumerate(rest.pop(0)[5:].split(" ")))
        if len(passes) != len(hands):
            raise MalformedError(
                f'expected a pass for each of {len(hands)} seats ("-" for none yet), got {len(passes)}'
            )
    if rest and rest[0].startswith("play "):
        plays = tuple(_read_cards(rest.pop(0)[5:].split(" "), "play"))
    if rest:
        raise MalformedError(f'expected "; pass …" once, then "; play …" once, got {rest[0][:20]!a}')
    return Notated(hands, passes, plays)


def to_openspiel(hand: Hand) -> list[int]:
    """The hand as OpenSpiel's actions; passes only once all seats have passed.

    Raises:
        NotRepresentable: OpenSpiel has no such game: other than four players, the full deck and passes of three or none.
    """
    _check_openspiel(hand.ruleset, hand.offset)
    passed = hand.phase == "passing" or any(hand.passes)
    actions = [_DIRECTIONS[hand.offset] if passed else 0]
    actions.extend(_action(hand.dealt[place % 4][place // 4]) for place in range(52))
    if hand.phase != "passing":
        actions.extend(_action(card) for cards in hand.passes for card in cards or ())
        actions.extend(_action(card) for card in hand.plays)
    return actions


def from_openspiel(ruleset: Ruleset, number: int, actions: Sequence[int]) -> Notated:
    """What OpenSpiel's actions tell of hand `number` of a game by this ruleset.

    Direction 0 in a hand that passes says that the hands are those after the pass.

    Raises:
        NotRepresentable: OpenSpiel has no such game.
        MalformedError: the actions are no such list, or pass in another direction than this hand.
    """
    offset = ruleset.pass_offset(number)
    _check_openspiel(ruleset, offset)
    if len(actions) < 53:
        raise MalformedError(f"expected a pass direction and 52 dealt cards first, got {len(actions)} actions")
    for place, action in enumerate(actions):
        most = 51 if place else 3
        if not 0 <= action <= most:
            what = "a card, 0 to 51" if place else "a pass direction, 0 to 3"
            raise MalformedError(f"expected {what} as action {place}, got {action}")
    direction = actions[0]
    if direction not in (0, _DIRECTIONS[offset]):
        raise MalformedError(f"expected pass direction {_DIRECTIONS[offset]} for this hand, got {direction}")
    cards = [_card_of_action(action) for action in actions[1:]]
    hands = tuple(tuple(cards[seat:52:4]) for seat in range(4))
    if direction == 0:
        return Notated(hands, None, tuple(cards[52:]))
    passed = cards[52:64]
    if len(passed) % 3:
        raise MalformedError(f"expected passes of three cards each, got {len(passed)} cards")
    given = [tuple(passed[place : place + 3]) for place in range(0, len(passed), 3)]
    passes = tuple(given[seat] if seat < len(given) else None for seat in range(4))
    return Notated(hands, passes, tuple(cards[64:]))


def _check_openspiel(ruleset: Ruleset, offset: int) -> None:
    if ruleset.players != 4 or ruleset.removed or ruleset.jokers:
        raise NotRepresentable("OpenSpiel knows Hearts for four players and the full deck of 52 cards only.")
    if offset and ruleset.pass_count != 3:
        raise NotRepresentable("OpenSpiel knows passes of three cards, or none, only.")


def _action(card: Card) -> int:
    return RANKS.index(NAMES[card][0]) * 4 + SUIT_INDEX[card]


def _card_of_action(action: int) -> Card:
    return card_of(RANKS[action // 4] + SUITS[action % 4])


def _line_hand(cards: Sequence[Card]) -> str:
    high_first = sorted(cards, reverse=True)
    return ".".join("".join(NAMES[card][0] for card in high_first if NAMES[card][1] == suit) for suit in _LINE_SUITS)


def _read_hand(seat: int, word: str) -> tuple[Card, ...]:
    suits = word.split(".")
    if len(suits) != 4:
        raise MalformedError(f"expected spades.hearts.diamonds.clubs as the hand of seat {seat}, got {word[:60]!a}")
    cards = []
    for suit, ranks in zip(_LINE_SUITS, suits, strict=True):
        for rank in ranks:
            if rank not in RANKS + JOKER_RANK or (rank == JOKER_RANK and suit not in "CD"):
                raise MalformedError(f"expected ranks such as AKQJT98X in the hand of seat {seat}, got {rank!a}")
            cards.append(card_of(rank + suit))
    return tuple(sorted(cards, key=DECK_RANK.__getitem__))


def _read_pass(seat: int, word: str) -> tuple[Card, ...] | None:
    if word == "-":
        return None
    return tuple(
        _read_cards([word[place : place + 2] for place in range(0, len(word), 2)] or [""], f"pass of seat {seat}")
    )


def _read_cards(words: Sequence[str], where: str) -> list[Card]:
    try:
        return [card_of(word) for word in words]
    except CardError as error:
        raise MalformedError(f"{where}: {error}") from None
