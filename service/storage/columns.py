"""JSON in columns: the one way in which it is written and read."""

import json
from collections.abc import Mapping
from typing import Any


def to_json(value: object) -> str:
    """A value as the text of a column; the keys of an object keep their order."""
    return json.dumps(value, separators=(",", ":"))


def from_json(text: str | bytes) -> Any:  # noqa: ANN401 - what the column holds, which its reader knows
    """The value that a column's text stands for."""
    return json.loads(text)


def hex_by_seat(values: Mapping[int, bytes]) -> str:
    """Bytes by seat as the text of a column, in the order in which they came."""
    return to_json({str(seat): value.hex() for seat, value in values.items()})


def bytes_by_seat(text: str | None) -> dict[int, bytes]:
    """What :func:`hex_by_seat` wrote; nothing for null."""
    return {int(seat): bytes.fromhex(value) for seat, value in from_json(text or "{}").items()}
