"""A ruleset: every choice that the published pages of Hearts leave open, as one frozen object.

The options, their bounds and their meaning are those of docs/rules.md. A `Ruleset` that exists is within its bounds;
equal rulesets have equal canonical JSON (RFC 8785), and so equal hashes, which every deal's terms name.
"""

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, cast

from fairdeal.engine.cards import (
    BIT,
    CLUBS,
    DECK_ORDER,
    HEARTS,
    JOKER_CLUB,
    JOKER_DIAMOND,
    JOKERS,
    NAMES,
    Card,
    card_of,
    cards_of,
    mask_of,
)
from fairdeal.engine.errors import UnknownOption
from fairdeal.engine.games.hearts.options import DEFAULTS, GAME, OPTIONS, SCORED_CARDS, completed
from fairdeal.engine.games.options import canonical, game_of

Opening = Literal["lowest-club", "seat-0", "rotating-seat"]
FirstTrickPoints = Literal["unless-only-points", "hearts-only", "allowed"]
HeartsBrokenBy = Literal["heart-played", "heart-discarded"]
HeartPoints = Literal["one", "rank"]
Moon = Literal["others-add", "shooter-subtracts", "shooter-chooses", "off"]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to play Hearts. The first sixteen fields are the options; the rest follows from them.

    Raises:
        RulesetError: an option is out of its bounds; every fault is listed.
    """

    players: int
    removed: tuple[Card, ...]
    jokers: int
    pass_count: int
    pass_cycle: tuple[int, ...]
    opening: Opening
    first_trick_points: FirstTrickPoints
    hearts_must_be_broken: bool
    hearts_broken_by: HeartsBrokenBy
    queen_breaks_hearts: bool
    hearts_led_from_points_only: bool
    heart_points: HeartPoints
    card_points: tuple[tuple[Card, int], ...]
    moon: Moon
    target: int
    exact_target_resets_to: int | None

    deck: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    """The cards in play, in deck order."""
    deck_mask: int = field(init=False, repr=False, compare=False)
    hand_size: int = field(init=False, repr=False, compare=False)
    """Cards a seat is dealt."""
    values: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """What each of the 54 cards is worth to who takes it, by card; 0 for most, negative for a bonus."""
    valued_cards: tuple[tuple[Card, int], ...] = field(init=False, repr=False, compare=False)
    """The cards of the deck that are worth anything, with their values."""
    point_cards: int = field(init=False, repr=False, compare=False)
    """The mask of the point cards: those of positive value."""
    moon_total: int = field(init=False, repr=False, compare=False)
    """What all point cards are worth together: 26 in the standard game."""
    _canonical: bytes = field(init=False, repr=False, compare=False)
    _hash: bytes = field(init=False, repr=False, compare=False)
    opening_card: Card | None = field(init=False, repr=False, compare=False)
    """The card that must open, None where a fixed seat opens with what it likes."""

    def __post_init__(self) -> None:
        completed(self.to_object())
        # One form a game: the order in which a caller lists the scored cards is no part of it.
        order = {card_of(name): place for place, name in enumerate(SCORED_CARDS)}
        self._derive("card_points", tuple(sorted(self.card_points, key=lambda pair: order[pair[0]])))
        jokers = (JOKER_CLUB, JOKER_DIAMOND)[: self.jokers]
        mask = mask_of(DECK_ORDER) & ~JOKERS & ~mask_of(self.removed) | mask_of(jokers)
        values = [0] * len(DECK_ORDER)
        for place, heart in enumerate(cards_of(HEARTS)):
            values[heart] = place + 2 if self.heart_points == "rank" else 1
        for card, points in self.card_points:
            values[card] = points
        clubs = cards_of(mask & CLUBS & ~JOKERS)
        self._derive("deck", tuple(cards_of(mask)))
        self._derive("deck_mask", mask)
        self._derive("hand_size", mask.bit_count() // self.players)
        self._derive("values", tuple(values))
        self._derive("valued_cards", tuple((card, values[card]) for card in self.deck if values[card]))
        self._derive("point_cards", mask_of(card for card in self.deck if values[card] > 0))
        self._derive("moon_total", sum(values[card] for card in self.deck if values[card] > 0))
        self._derive("_canonical", canonical(self.to_object(), DEFAULTS))
        self._derive("_hash", hashlib.sha256(self._canonical).digest())
        self._derive("opening_card", clubs[0] if self.opening == "lowest-club" else None)

    @property
    def game(self) -> str:
        """The name of the game."""
        return GAME

    def _derive(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @staticmethod
    def from_object(value: object) -> "Ruleset":
        """The ruleset of a parsed JSON object; cards by canonical name, absent options at their defaults.

        Raises:
            UnknownOption: an option or a named value is not known here, and nothing else is wrong.
            RulesetError: with every fault found, each as a pointer into the object and a sentence.
        """
        given, game = game_of(value)
        if game != GAME:
            raise UnknownOption([("/game", f"must be {GAME}")])
        options = completed(given)
        options["removed"] = tuple(card_of(name) for name in cast("list[str]", options["removed"]))
        options["pass_cycle"] = tuple(cast("list[int]", options["pass_cycle"]))
        points = cast("dict[str, int]", options["card_points"])
        options["card_points"] = tuple((card_of(name), points[name]) for name in SCORED_CARDS if name in points)
        return _construct(tuple(options[name] for name in OPTIONS))

    def to_object(self) -> dict[str, object]:
        """Every option as JSON values, in the order of docs/rules.md, behind the name of the game."""
        options: dict[str, object] = {"game": GAME, **{name: getattr(self, name) for name in OPTIONS}}
        options["removed"] = [NAMES[card] for card in self.removed]
        options["pass_cycle"] = list(self.pass_cycle)
        options["card_points"] = {NAMES[card]: points for card, points in self.card_points}
        return options

    def canonical_json(self) -> bytes:
        """The RFC 8785 form of the options that differ from their defaults: what is hashed."""
        return self._canonical

    def hash(self) -> bytes:
        """SHA-256 of the canonical JSON, 32 bytes: the `rules` of an open statement."""
        return self._hash

    def pass_offset(self, hand: int) -> int:
        """How many seats to the left cards are passed in hand number `hand` (from 1); 0 is a hold hand."""
        return self.pass_cycle[(hand - 1) % len(self.pass_cycle)]

    def has_card(self, card: Card) -> bool:
        """Whether the deck holds this card."""
        return bool(self.deck_mask & BIT[card])


# A request names its ruleset by value; to build the same one again for each would cost more than to check a hand by it.
@lru_cache(maxsize=256)
def _construct(options: tuple[object, ...]) -> Ruleset:
    return Ruleset(*options)  # type: ignore[arg-type]  # each was checked against its bounds, which mypy cannot follow


def pass_name(offset: int, players: int) -> str:
    """The name of a pass direction: "left", "right", "across", "hold", "2 left" or "2 right"."""
    if offset == 0:
        return "hold"
    if offset * 2 == players:
        return "across"
    side = "left" if offset > 0 else "right"
    return side if abs(offset) == 1 else f"{abs(offset)} {side}"
