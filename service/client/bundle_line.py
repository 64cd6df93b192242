"""A line of bundles, read quickly where it is written as the service writes it; anything else is read strictly.

There is one reading of JSON: a text that comes out of the quick writer as it went in names nothing twice and spells nothing in
two ways, so that the strict reader would give the same value. Every other text is the strict reader's.
"""

from collections.abc import Mapping
from typing import Any, Final

import orjson

from fairdeal.engine.verification import read_bundle
from fairdeal.engine.verification.verify import MAX_BUNDLE, MAX_DEPTH

_LEAVES: Final = frozenset((str, int, bool, type(None)))
_CONTAINERS: Final = frozenset((list, dict))


def read_line(line: bytes) -> Mapping[str, Any]:
    """The bundle of a line, as `fairdeal.engine.verification.read_bundle` reads it.

    Raises:
        UnreadableBundle: as there.
    """
    if len(line) <= MAX_BUNDLE:
        try:
            value = orjson.loads(line)
            # Refuses integers beyond ±(2^53 − 1).
            is_usual = orjson.dumps(value, option=orjson.OPT_STRICT_INTEGER) == line
        except (orjson.JSONDecodeError, orjson.JSONEncodeError):
            return read_bundle(line)
        if is_usual and type(value) is dict and _is_plain(value):
            return value
    return read_bundle(line)


def _is_plain(value: dict[str, Any]) -> bool:
    """Whether all numbers are integers, and nothing nests too deep."""
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        inner: list[Any] = []
        for container in level:
            items = container.values() if type(container) is dict else container
            kinds = set(map(type, items))
            if kinds <= _LEAVES:
                continue
            if float in kinds:
                return False
            inner += [item for item in items if type(item) in _CONTAINERS]
        if not inner:
            return True
        level = inner
    return False
