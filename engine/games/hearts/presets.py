"""The rulesets that have a name, and the forms in which a client may name one."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from fairdeal.engine.cards import NAMES, read_card
from fairdeal.engine.errors import CardError, RulesetError
from fairdeal.engine.games.hearts.options import GAME, MAX_REMOVED, SCORED_CARDS
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.games.hearts.words import told_differences

_CYCLES: Final[dict[int, list[int]]] = {
    3: [1, -1, 0],
    4: [1, -1, 2, 0],
    5: [1, -1, 2, -2, 0],
    6: [1, -1, 2, -2, 3, 0],
}
"""The usual pass directions by number of players: all neighbours, nearest first, then a hold hand."""

_STANDARD: Final[Mapping[str, object]] = MappingProxyType({"game": GAME, "players": 4})

DEFAULT_PLAYERS: Final = 4


@dataclass(frozen=True, slots=True)
class Preset:
    """A named ruleset, at each number of players that it is made for."""

    name: str
    title: str
    summary: str
    """What it is and where it comes from, in a sentence."""
    rulesets: Mapping[int, Ruleset]
    """The ruleset by number of players."""

    def at(self, players: object = None) -> Ruleset:
        """The ruleset at a number of players, four if none is said.

        Raises:
            RulesetError: the preset does not list that number.
        """
        count = DEFAULT_PLAYERS if players is None else players
        # True equals 1 and 4.0 equals 4 as keys: a number of players is an int and nothing else.
        found = self.rulesets.get(count) if type(count) is int else None
        if found is None:
            counts = _listed([str(number) for number in self.rulesets])
            raise RulesetError([("/players", f"the preset {self.name} is for {counts} players")])
        return found


def _preset(name: str, title: str, summary: str, *variants: dict[str, object]) -> Preset:
    rulesets = [Ruleset.from_object({**_STANDARD, **variant}) for variant in variants or ({},)]
    return Preset(name, title, summary, MappingProxyType({ruleset.players: ruleset for ruleset in rulesets}))


def _at(players: int, *removed: str, jokers: int = 0) -> dict[str, object]:
    return {"players": players, "removed": list(removed), "jokers": jokers, "pass_cycle": _CYCLES[players]}


_B: Final[dict[str, object]] = {"hearts_broken_by": "heart-discarded"}
_C: Final[dict[str, object]] = {"first_trick_points": "hearts-only"}
_MARIA: Final[dict[str, object]] = {
    "opening": "rotating-seat",
    "first_trick_points": "allowed",
    "hearts_must_be_broken": False,
    "card_points": {"QS": 13, "KS": 10, "AS": 7},
    "moon": "off",
}

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        preset.name: preset
        for preset in (
            _preset("standard", "Standard", "The American game for four, as page A (Snug Table) prints it."),
            _preset("windows", "Windows", "The standard game under the name of the program that made it known."),
            _preset(
                "omnibus",
                "Omnibus",
                "The standard game with a bonus for the jack of diamonds (a variation of pages A and C).",
                {"card_points": {"QS": 13, "JD": -10}},
            ),
            _preset(
                "no-pass",
                "No passing",
                "The standard game, every hand played as dealt (a variation of page A).",
                {"pass_cycle": [0]},
            ),
            _preset("short", "Short", "The standard game to 50 (a variation of pages A and C).", {"target": 50}),
            _preset(
                "openspiel",
                "OpenSpiel",
                "The standard game with the defaults of OpenSpiel's Hearts: the queen of spades breaks hearts.",
                {"queen_breaks_hearts": True},
            ),
            _preset(
                "spot",
                "Spot Hearts",
                "Each heart counts its rank and the queen of spades 25 (named by page A).",
                {"heart_points": "rank", "card_points": {"QS": 25}, "target": 500},
            ),
            _preset(
                "three-to-six",
                "Three to six",
                "Page B's game: decks for three to six players, hearts broken by a discarded heart only.",
                _B | _at(3, "3D"),
                _B | _at(4),
                _B | _at(5, "3C", "3D"),
                _B | _at(6, jokers=2),
            ),
            _preset(
                "points-counter",
                "Points counter",
                "Page C's game: decks for three to five players, the queen of spades never on the first trick "
                "from a hand that holds a heart.",
                _C | _at(3, "2C"),
                _C | _at(4),
                _C | _at(5, "2C", "2D"),
            ),
            _preset(
                "black-maria",
                "Black Maria",
                "The British game (named by pages A and C, as Pagat describes it): high spades count too, pass to the "
                "right, hearts may be led, no moon.",
                _MARIA | _at(3, "2C") | {"pass_cycle": [-1]},
                _MARIA | {"pass_cycle": [-1]},
            ),
        )
    }
)
"""The presets by name."""


def preset(name: str, players: int | None = None, **overrides: object) -> Ruleset:
    """The ruleset of a preset at a number of players (four if none is said), with some options replaced.

    The overrides are JSON values, as in `Ruleset.to_object`.

    Raises:
        RulesetError: no such preset, a number of players that it does not list, or a bad option.
    """
    found = PRESETS.get(name)
    if found is None:
        raise RulesetError([("/preset", f"there is no preset of that name; there are {_listed(list(PRESETS))}")])
    base = found.at(players)
    return Ruleset.from_object(base.to_object() | overrides) if overrides else base


def normalise(value: Mapping[str, object]) -> dict[str, object]:
    """A ruleset object with its cards in canonical spelling; whatever is no card stays, to be refused by its place."""
    options = dict(value)
    removed, points = options.get("removed"), options.get("card_points")
    if isinstance(removed, list) and len(removed) <= MAX_REMOVED:
        options["removed"] = [_canonical(name) for name in removed]
    if isinstance(points, Mapping) and len(points) <= len(SCORED_CARDS):
        spelled = {_canonical(name): item for name, item in points.items()}
        if len(spelled) < len(points):
            raise RulesetError([("/card_points", "names a card twice")])
        options["card_points"] = spelled
    return options


def _canonical(name: object) -> object:
    if not isinstance(name, str):
        return name
    try:
        return NAMES[read_card(name)]
    except CardError:
        return name


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def differences(ruleset: Ruleset) -> list[str]:
    """How a ruleset differs from the standard game: a sentence for a player each, none for the standard game itself."""
    return told_differences(ruleset, PRESETS["standard"].at())
