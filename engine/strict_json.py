"""JSON as I-JSON (RFC 7493) has it: what could be read in two ways is refused, not repaired.

Stock parsers keep the last of two equal names, make a float of a large integer, and let lone surrogates and NaN in.
"""

import json
from collections.abc import Callable
from typing import Any, Final, NoReturn

DEEPEST: Final = 32
"""How deep arrays and objects may be nested."""
LONGEST_INTEGER: Final = 19
"""Digits of the longest integer; no field takes a larger one."""


class NotStrict(ValueError):
    """What is wrong with the text, in a sentence."""


def loads(raw: bytes) -> object:
    """The value of a JSON text in UTF-8.

    Raises:
        NotStrict: it is not JSON, or holds what parsers disagree about.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotStrict(f"The text is not UTF-8: byte {error.start} cannot be decoded.") from None
    _require_shallow(text)
    try:
        value: object = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise NotStrict(f"The text is not JSON: {error.msg} at character {error.pos}.") from None
    # A surrogate can come from an escape alone: raw UTF-8 has none.
    if "\\u" in text and _has_surrogates(value):
        raise NotStrict("A string holds a lone surrogate (\\ud800 to \\udfff), which no UTF-8 text can.")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotStrict(f"The name {json.dumps(twice[:60])} stands twice in one object.")
    return value


def _integer(digits: str) -> int:
    if len(digits.removeprefix("-")) > LONGEST_INTEGER:
        raise NotStrict(f"An integer has {len(digits)} digits; no field takes more than {LONGEST_INTEGER}.")
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise NotStrict("A number is too large.")
    return value


def _constant(name: str) -> NoReturn:
    raise NotStrict(f"{name} is not JSON.")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
)


def _require_shallow(text: str) -> None:
    """Refuse what nests too deep before it is parsed, as parsing recurses."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth, in_string, escaped = 0, False, False
    for char in text:
        if in_string:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                in_string = False
        elif char == '"':
            in_string = True
        elif char in "[{":
            depth += 1
            if depth > DEEPEST:
                raise NotStrict(f"Arrays and objects are nested deeper than {DEEPEST}.")
        elif char in "]}":
            depth -= 1


def _has_surrogates(value: object) -> bool:
    check: Callable[[object], bool] = _has_surrogates
    if isinstance(value, str):
        return any(0xD800 <= ord(char) < 0xE000 for char in value)
    if isinstance(value, list):
        return any(map(check, value))
    if isinstance(value, dict):
        return any(map(check, value)) or any(map(check, value.values()))
    return False
