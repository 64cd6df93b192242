"""JSON as I-JSON (RFC 7493) has it: what could be read in two ways is refused, not repaired, in time linear in its size.

Stock parsers keep the last of two equal names, make a float of a large integer, and let lone surrogates and NaN in.
"""

import json
from collections.abc import Iterable
from typing import Any, Final, NoReturn

DEEPEST: Final = 32
"""How deep arrays and objects may be nested unless a reader says otherwise; the outermost value is level 1."""
LARGEST_INTEGER: Final = 2**53 - 1
"""What every reader of JSON can hold exactly."""
_SURELY_EXACT: Final = 15
"""Digits of integers that are all within that."""
_LONGEST_INTEGER: Final = 19
"""Digits of the longest integer that is converted at all."""


class NotStrict(ValueError):
    """What is wrong with the text, in a sentence."""


def loads(raw: bytes, *, deepest: int = DEEPEST, integers_only: bool = False) -> object:
    """The value of a JSON text in UTF-8.

    Args:
        raw: The text; without a byte order mark.
        deepest: How many levels of arrays and objects are read.
        integers_only: Refuse numbers that are no integers within ±(2^53−1), or are spelled with a point, an exponent or as -0.

    Raises:
        NotStrict: it is not JSON, or holds what parsers disagree about.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotStrict(f"The text is not UTF-8: byte {error.start} cannot be decoded.") from None
    if text.startswith("\ufeff"):
        raise NotStrict("The text begins with a byte order mark; JSON has none.")
    try:
        value: object = (_INTEGERS_ONLY if integers_only else _NUMBERS).decode(text)
    except json.JSONDecodeError as error:
        raise NotStrict(f"The text is not JSON: {error.msg} at character {error.pos}.") from None
    except RecursionError:
        raise NotStrict(f"Arrays and objects are nested deeper than {deepest} levels.") from None
    _require_shallow(value, deepest)
    # A surrogate can come from an escape alone: raw UTF-8 has none.
    if "\\u" in text and _has_surrogates(value):
        raise NotStrict("A string holds a lone surrogate (\\ud800 to \\udfff), which no UTF-8 text can.")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise NotStrict(
            f"The name {json.dumps(_repeated(name for name, _ in pairs)[:60])} appears twice in one object."
        )
    return value


def _repeated(names: Iterable[str]) -> str:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    raise AssertionError("no name is repeated")


def _integer(digits: str) -> int:
    if len(digits.removeprefix("-")) > _LONGEST_INTEGER:
        raise NotStrict(f"An integer has {len(digits)} digits; no field takes more than {_LONGEST_INTEGER}.")
    return int(digits)


def _exact_integer(digits: str) -> int:
    if len(digits) <= _SURELY_EXACT and digits != "-0":
        return int(digits)
    value = _integer(digits)
    if digits == "-0" or not -LARGEST_INTEGER <= value <= LARGEST_INTEGER:
        raise NotStrict(f"The integer {digits} is not within ±(2^53 − 1), or is spelled as no integer is.")
    return value


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise NotStrict("A number is too large.")
    return value


def _no_float(digits: str) -> NoReturn:
    raise NotStrict(f"The number {digits[:40]} is not an integer, or is spelled with a point or an exponent.")


def _constant(name: str) -> NoReturn:
    raise NotStrict(f"{name} is not JSON.")


_NUMBERS: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
)
_INTEGERS_ONLY: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_exact_integer, parse_float=_no_float, parse_constant=_constant
)


def _require_shallow(value: object, deepest: int) -> None:
    """Refuse what nests too deep, looking at one level after the other: the parser bounds its own recursion."""
    level = [value] if isinstance(value, list | dict) else []
    for _ in range(deepest):
        level = [
            item
            for container in level
            for item in (container.values() if isinstance(container, dict) else container)
            if isinstance(item, (list, dict))
        ]
        if not level:
            return
    raise NotStrict(f"Arrays and objects are nested deeper than {deepest} levels.")


def _has_surrogates(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False
