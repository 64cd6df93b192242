"""A ruleset's options as JSON: which may be left out, and the one form that is hashed (protocol section 2)."""

from __future__ import annotations

import json
from collections.abc import Mapping

from fairdeal.engine.errors import RulesetError, UnknownOption


def canonical(value: Mapping[str, object], defaults: Mapping[str, object]) -> bytes:
    """The RFC 8785 form of an object of options, without those that have their default.

    Defaults are compared by type and value, an object's keys in any order. Integers, ASCII strings, booleans, null, arrays and
    objects are all there is, for which the standard library's writer gives exactly that form: keys sorted, no white space.
    """
    kept = {name: item for name, item in value.items() if name not in defaults or not same(item, defaults[name])}
    return json.dumps(kept, sort_keys=True, separators=(",", ":")).encode("ascii")


def same(first: object, second: object) -> bool:
    """Whether two JSON values are equal, types included: 1, 1.0 and true are three values, null is no absence."""
    if type(first) is not type(second) or first != second:
        return False
    if isinstance(first, list) and isinstance(second, list):
        # Texts are equal to texts only; lists of cards are the long ones.
        return set(map(type, second)) == {str} or all(map(same, first, second))
    if isinstance(first, dict) and isinstance(second, dict):
        return all(same(item, second[name]) for name, item in first.items())
    return True


def game_of(value: object) -> tuple[Mapping[str, object], str]:
    """An object of options, and the name of its game.

    Raises:
        RulesetError: it is no object, or names no game.
    """
    if not isinstance(value, Mapping):
        raise RulesetError([("", "expected a ruleset object")])
    if "game" not in value:
        raise RulesetError([("/game", "is missing: a ruleset names its game")])
    name = value["game"]
    if not isinstance(name, str):
        raise RulesetError([("/game", "must be the name of a game")])
    return value, name


def unknown_game(name: str) -> UnknownOption:
    """The error for a game that nobody here knows."""
    return UnknownOption([("/game", f"{name[:40]!a} is not a game that is known here")])
