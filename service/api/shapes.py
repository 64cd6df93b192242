"""The parts that the shapes of responses are made of, as JSON Schema (2020-12, as OpenAPI 3.1 has it)."""

from typing import Any, Final

Shape = dict[str, Any]


def ref(name: str) -> Shape:
    """A reference to a named shape."""
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(shape: Shape) -> Shape:
    """The shape, or ``null``."""
    if isinstance(shape.get("type"), str) and "enum" not in shape:
        return {**shape, "type": [shape["type"], "null"]}
    return {"anyOf": [shape, {"type": "null"}]}


def record(required: Shape, **optional: Shape) -> Shape:
    """An object with exactly these members."""
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


def array(items: Shape, **bounds: int) -> Shape:
    """A list of such items; ``bounds`` as in JSON Schema."""
    return {"type": "array", "items": items, **bounds}


def one_of(*words: str) -> Shape:
    """One of these words."""
    return {"type": "string", "enum": list(words)}


TEXT: Final[Shape] = {"type": "string"}
TRUTH: Final[Shape] = {"type": "boolean"}
WHOLE: Final[Shape] = {"type": "integer"}
COUNT: Final[Shape] = {"type": "integer", "minimum": 0}
HASH: Final[Shape] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
SIGNATURE: Final[Shape] = {"type": "string", "pattern": "^[0-9a-f]{128}$"}
TIME: Final[Shape] = {"type": "string", "format": "date-time"}
CARD: Final[Shape] = {"type": "string", "pattern": "^([2-9TJQKA][CDHS]|X[CD])$"}
TOKEN: Final[Shape] = {"type": "string", "pattern": "^fd_[A-Za-z0-9_-]{43}$"}
SEAT: Final[Shape] = {"type": "integer", "minimum": 0, "maximum": 5}
CARDS: Final = array(CARD, maxItems=54)
SEATS: Final = array(SEAT, maxItems=6)
POINTS: Final = array(WHOLE, minItems=3, maxItems=6)
STATEMENT: Final[Shape] = {"type": "string", "description": "A statement of the protocol, byte for byte."}
