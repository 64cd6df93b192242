"""The options of a Hearts ruleset: defaults, bounds and words, and every fault of an object, with a pointer and a sentence.

The bounds are those of docs/rules.md. A fault of one option does not hide the faults of others; a bound that rests on
two options (the deck and the pass, say) is tested once both can be read.
"""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from fairdeal.engine.cards import CLUBS, DECK_RANK, HEARTS, JOKERS, QUEEN_OF_SPADES, card_of, mask_of
from fairdeal.engine.errors import CardError, RulesetError, UnknownOption

GAME: Final = "hearts"

DEFAULTS: Final[Mapping[str, object]] = MappingProxyType(
    {
        "removed": [],
        "jokers": 0,
        "pass_count": 3,
        "pass_cycle": [1, -1, 2, 0],
        "opening": "lowest-club",
        "first_trick_points": "unless-only-points",
        "hearts_must_be_broken": True,
        "hearts_broken_by": "heart-played",
        "queen_breaks_hearts": False,
        "hearts_led_from_points_only": False,
        "heart_points": "one",
        "card_points": {"QS": 13},
        "moon": "others-add",
        "target": 100,
        "exact_target_resets_to": None,
    }
)
"""What an absent option means, whatever the others are. Fixed for ever: past deals were hashed with it."""

OPTIONS: Final = ("players", *DEFAULTS)
"""The options in the order in which they are documented."""


class Named(NamedTuple):
    """An option whose values have names, or that is on or off."""

    about: str
    """What it decides."""
    words: Mapping[str | bool, str]
    """By value: how a game that has it differs from one that has not, in a sentence for a player."""


NAMED: Final[Mapping[str, Named]] = MappingProxyType(
    {
        "opening": Named(
            "Who leads to the first trick.",
            {
                "lowest-club": "Whoever holds the lowest club opens the first trick with it.",
                "seat-0": "Seat 0 leads to the first trick, with any card that may be led.",
                "rotating-seat": "Each seat in turn, hand by hand, leads to the first trick, with any card that may be led.",
            },
        ),
        "first_trick_points": Named(
            "When point cards may be played to the first trick.",
            {
                "unless-only-points": "Point cards may be played to the first trick only by a hand of nothing else.",
                "hearts-only": "On the first trick a hand of nothing but point cards must play a heart, if it has one.",
                "allowed": "Point cards may be played to the first trick.",
            },
        ),
        "hearts_must_be_broken": Named(
            "Whether hearts may not be led before they are broken.",
            {True: "Hearts may not be led before they are broken.", False: "Hearts may be led at any time."},
        ),
        "hearts_broken_by": Named(
            "What breaks hearts.",
            {
                "heart-played": "Any heart that is played breaks hearts.",
                "heart-discarded": "Only a heart discarded on another suit breaks hearts.",
            },
        ),
        "queen_breaks_hearts": Named(
            "Whether the queen of spades breaks hearts too.",
            {
                True: "The queen of spades breaks hearts too.",
                False: "The queen of spades does not break hearts.",
            },
        ),
        "hearts_led_from_points_only": Named(
            "Whether a hand of nothing but point cards may lead hearts before they are broken.",
            {
                True: "A hand of nothing but point cards may lead hearts before they are broken.",
                False: "A hand of nothing but point cards may not lead hearts before they are broken.",
            },
        ),
        "heart_points": Named(
            "What a heart counts: 1 each, or its rank.",
            {
                "one": "Each heart counts 1.",
                "rank": "Each heart counts its rank: 2 to 10, jack 11, queen 12, king 13, ace 14.",
            },
        ),
        "moon": Named(
            "What happens when one player takes all points.",
            {
                "others-add": "Shooting the moon gives every other player the points.",
                "shooter-subtracts": "Shooting the moon subtracts the points from your own score.",
                "shooter-chooses": "Shooting the moon gives every other player the points, or subtracts them from your own "
                "score: you choose.",
                "off": "There is no moon: taking every point card scores every point.",
            },
        ),
    }
)
"""The options with named values, and the switches."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        name: tuple(value for value in option.words if isinstance(value, str))
        for name, option in NAMED.items()
        if not isinstance(DEFAULTS[name], bool)
    }
)
"""The named values of each option that has them."""
SWITCHES: Final = tuple(name for name in NAMED if isinstance(DEFAULTS[name], bool))
"""The options that are true or false."""

SCORED_CARDS: Final = ("QS", "KS", "AS", "JD", "TD")
"""The cards besides hearts that `card_points` may give a value, in the order in which they are written."""

MAX_CARD_POINTS: Final = 1000
MAX_CYCLE: Final = 12
MAX_REMOVED: Final = 38
"""All but the hearts, Q♠ and the jokers."""
MAX_TARGET: Final = 10_000

Problem = tuple[str, str]


def completed(value: Mapping[str, object]) -> dict[str, object]:
    """The options of a Hearts ruleset object, defaults filled in.

    Raises:
        UnknownOption: no value is wrong, but an option or a named value is not known here.
        RulesetError: a value is wrong; every fault is listed.
    """
    options = {name: value.get(name, default) for name, default in DEFAULTS.items()}
    if "players" in value:
        options["players"] = value["players"]
    faults = faults_in(options)
    unknown = [(f"/{_escaped(str(key))}", "is not a known option") for key in value if key not in _KNOWN]
    unknown += [
        (f"/{name}", f"must be one of {', '.join(names)}")
        for name, names in CHOICES.items()
        if isinstance(options[name], str) and options[name] not in names
    ]
    if faults:
        raise RulesetError([*faults, *unknown])
    if unknown:
        raise UnknownOption(unknown)
    across = _across(options, given=value)
    if across:
        raise RulesetError(across)
    return options


def faults_in(options: Mapping[str, object]) -> list[Problem]:
    """What is wrong with each option by itself; a named value that is not known is no fault."""
    faults: list[Problem] = []
    for name in OPTIONS:
        if name not in options:
            faults.append((f"/{name}", "is missing"))
            continue
        item = options[name]
        if name in CHOICES:
            if not isinstance(item, str):
                faults.append((f"/{name}", f"must be one of {', '.join(CHOICES[name])}, got {_kind(item)}"))
        elif name in SWITCHES:
            if not isinstance(item, bool):
                faults.append((f"/{name}", f"must be true or false, got {_kind(item)}"))
        else:
            faults.extend(_READERS[name](item))
    return faults


_KNOWN: Final = frozenset({"game", *OPTIONS})


def _players(item: object) -> list[Problem]:
    return _integer("/players", item, 3, 6)


def _jokers(item: object) -> list[Problem]:
    return _integer("/jokers", item, 0, 2)


def _pass_count(item: object) -> list[Problem]:
    # The upper bound rests on the deck, see _across.
    return _integer("/pass_count", item, 1, 53)


def _target(item: object) -> list[Problem]:
    return _integer("/target", item, 1, MAX_TARGET)


def _reset(item: object) -> list[Problem]:
    return [] if item is None else _integer("/exact_target_resets_to", item, 0, MAX_TARGET - 1, "null or ")


def _removed(item: object) -> list[Problem]:
    if not isinstance(item, list | tuple):
        return [("/removed", f"must be a list of cards, got {_kind(item)}")]
    if len(item) > MAX_REMOVED:
        return [("/removed", f"must hold at most {MAX_REMOVED} cards, got {len(item)}")]
    problems: list[Problem] = []
    previous = -1
    seen: set[int] = set()
    for index, name in enumerate(item):
        pointer = f"/removed/{index}"
        card = _card(name)
        if card is None:
            problems.append((pointer, f"expected a card such as 2C, got {_shown(name)}"))
        elif 1 << card & JOKERS:
            problems.append((pointer, "a joker is left out by the option jokers, not by removing it"))
        elif 1 << card & HEARTS or card == QUEEN_OF_SPADES:
            problems.append((pointer, f"{name} cannot be removed: hearts and the queen of spades stay in the deck"))
        elif card in seen:
            problems.append((pointer, f"{name} is removed twice"))
        elif DECK_RANK[card] < previous:
            problems.append((pointer, f"{name} stands out of deck order (clubs, diamonds, spades, each from the 2 up)"))
        if card is not None:
            seen.add(card)
            previous = max(previous, DECK_RANK[card])
    return problems


def _pass_cycle(item: object) -> list[Problem]:
    if not isinstance(item, list | tuple):
        return [("/pass_cycle", f"must be a list of seat offsets, got {_kind(item)}")]
    if not 1 <= len(item) <= MAX_CYCLE:
        return [("/pass_cycle", f"must hold 1 to {MAX_CYCLE} seat offsets, got {len(item)}")]
    problems: list[Problem] = []
    for index, offset in enumerate(item):
        problems.extend(_integer(f"/pass_cycle/{index}", offset, -2, 3))
    return problems


def _card_points(item: object) -> list[Problem]:
    if not isinstance(item, Mapping):
        return [("/card_points", f"must be an object of points by card, got {_kind(item)}")]
    if len(item) > len(SCORED_CARDS):
        return [("/card_points", f"must give points to at most {len(SCORED_CARDS)} cards, got {len(item)}")]
    problems: list[Problem] = []
    for name, points in item.items():
        pointer = f"/card_points/{_escaped(str(name))}"
        if name not in SCORED_CARDS:
            problems.append((pointer, f"only {', '.join(SCORED_CARDS)} can be given points"))
            continue
        found = _integer(pointer, points, -MAX_CARD_POINTS, MAX_CARD_POINTS)
        if not found and points == 0:
            found = [(pointer, "must not be 0: leave the card out instead")]
        problems.extend(found)
    return problems


_READERS: Final[Mapping[str, Callable[[object], list[Problem]]]] = MappingProxyType(
    {
        "players": _players,
        "jokers": _jokers,
        "removed": _removed,
        "pass_count": _pass_count,
        "pass_cycle": _pass_cycle,
        "card_points": _card_points,
        "target": _target,
        "exact_target_resets_to": _reset,
    }
)


def _across(sound: Mapping[str, object], *, given: Collection[str]) -> list[Problem]:
    """Bounds that rest on two options; `given` names those that were not left to their defaults."""
    problems: list[Problem] = []
    players, removed, jokers = sound.get("players"), sound.get("removed"), sound.get("jokers")
    if isinstance(players, int) and isinstance(removed, list | tuple) and isinstance(jokers, int):
        size = 52 - len(removed) + jokers
        if size % players:
            sentence = f"leaves {size} cards, which {players} players cannot share evenly"
            problems.append(("/removed", sentence))
        else:
            count = sound.get("pass_count")
            if isinstance(count, int) and count >= size // players:
                sentence = f"must be less than the hand of {size // players} cards, got {count}"
                problems.append(("/pass_count", sentence))
    cycle = sound.get("pass_cycle")
    if isinstance(players, int) and isinstance(cycle, list | tuple):
        if "pass_cycle" not in given and players < 4:
            problems.append(
                ("/pass_cycle", "is missing: its default (left, right, across, hold) fits four players and more")
            )
            cycle = ()
        for index, offset in enumerate(cycle):
            if not -players < 2 * offset <= players:
                least, most = -((players - 1) // 2), players // 2
                sentence = f"must be {least} to {most} at {players} players, got {offset}"
                problems.append((f"/pass_cycle/{index}", sentence))
    if isinstance(removed, list | tuple):
        gone = mask_of(card_of(name) for name in removed)
        if sound.get("opening") == "lowest-club" and not CLUBS & ~JOKERS & ~gone:
            problems.append(("/opening", "lowest-club needs a club in the deck, but every club is removed"))
        points = sound.get("card_points")
        if isinstance(points, Mapping):
            for name in points:
                if 1 << card_of(name) & gone:
                    problems.append((f"/card_points/{name}", f"{name} is removed from the deck"))
    target, reset = sound.get("target"), sound.get("exact_target_resets_to")
    if isinstance(target, int) and isinstance(reset, int) and reset >= target:
        problems.append(("/exact_target_resets_to", f"must be below the target of {target}, got {reset}"))
    return problems


def _integer(pointer: str, item: object, least: int, most: int, also: str = "") -> list[Problem]:
    if isinstance(item, bool) or not isinstance(item, int):
        return [(pointer, f"must be {also}an integer from {least} to {most}, got {_kind(item)}")]
    if not least <= item <= most:
        # An integer of thousands of digits is never printed: Python refuses to, and nobody would read it.
        shown = str(item) if abs(item) < 10**12 else "a far larger number"
        return [(pointer, f"must be {also}an integer from {least} to {most}, got {shown}")]
    return []


def _card(name: object) -> int | None:
    if not isinstance(name, str):
        return None
    try:
        return card_of(name)
    except CardError:
        return None


def _shown(item: object) -> str:
    return ascii(item[:20]) if isinstance(item, str) else _kind(item)


def _kind(item: object) -> str:
    """What a JSON value is, in JSON's words."""
    if item is None:
        return "null"
    if isinstance(item, bool):
        return "true" if item else "false"
    kinds = ((str, "a string"), (int, "a number"), (float, "a number"), (Mapping, "an object"), (list, "a list"))
    return next((word for kind, word in kinds if isinstance(item, kind)), type(item).__name__)


def _escaped(key: str) -> str:
    """A key as one part of a JSON pointer (RFC 6901, section 3), cut to a length worth printing."""
    return key[:40].encode("ascii", "backslashreplace").decode("ascii").replace("~", "~0").replace("/", "~1")
