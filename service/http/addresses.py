"""The parts of addresses: each value has one spelling, and every other is 404."""

import re
from typing import Any, ClassVar, Final

from flask import Flask
from werkzeug.routing import BaseConverter, ValidationError

from fairdeal.engine.protocol.grammar import MAX_NUMBER


class Counted(BaseConverter):
    """A number in digits, without leading zeros, within bounds; views get it as an `int`."""

    least: ClassVar[int]
    most: ClassVar[int]
    about: ClassVar[str]
    """What the description says of it."""
    regex = "0|[1-9][0-9]{0,15}"

    def to_python(self, value: str) -> int:
        """The number; one that is out of bounds is another address, where nothing is."""
        number = int(value)
        if not self.least <= number <= self.most:
            raise ValidationError
        return number

    @classmethod
    def shape(cls) -> dict[str, Any]:
        """The values that it takes, as JSON Schema."""
        return {"type": "integer", "minimum": cls.least, "maximum": cls.most}


class Number(Counted):
    """The number of a deal."""

    least, most = 1, MAX_NUMBER
    about = "The number of the deal."


class Seat(Counted):
    """A seat, counted from 0."""

    least, most = 0, 5
    about = "The seat, counted from 0, clockwise."


class Ply(Counted):
    """A play, counted from 0."""

    least, most = 0, 53
    about = "The play, counted from 0."


class Block(Counted):
    """A block of a thousand numbers, counted from 0."""

    least, most = 0, MAX_NUMBER // 1000
    about = "The block: block b is the numbers 1000b to 1000b + 999."


class Row(Counted):
    """A row of a score sheet, counted from 1."""

    least, most = 1, 9_999
    about = "The hand, which is the row of the sheet, counted from 1."
    # Exactly the bounds: where an address takes several methods, what fails after the pattern matched is 405, not 404.
    regex = "[1-9][0-9]{0,3}"


_CONVERTERS: Final[dict[str, type[Counted]]] = {
    "number": Number,
    "seat": Seat,
    "ply": Ply,
    "block": Block,
    "row": Row,
}
_PART: Final = re.compile(r"<(?:(?P<converter>\w+)(?:\((?P<arguments>[^)]*)\))?:)?(?P<name>\w+)>")


def register(app: Flask) -> None:
    """Let the app's addresses be written with these parts, and let each resource have one address."""
    app.url_map.converters.update(_CONVERTERS)
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False


def template(rule: str) -> str:
    """An address as OpenAPI writes it: `/deals/<number:number>` is `/deals/{number}`."""
    return _PART.sub(r"{\g<name>}", rule)


def parameters(rule: str) -> list[dict[str, Any]]:
    """The parts of an address, as parameters of OpenAPI."""
    return [
        {"in": "path", "name": part["name"], "required": True, **_described(part["converter"], part["arguments"])}
        for part in _PART.finditer(rule)
    ]


def _described(converter: str | None, arguments: str | None) -> dict[str, Any]:
    counted = _CONVERTERS.get(converter or "")
    if counted is not None:
        return {"description": counted.about, "schema": counted.shape()}
    if converter == "any":
        return {"schema": {"type": "string", "enum": [word.strip() for word in (arguments or "").split(",")]}}
    length = re.fullmatch(r"length=(\d+)", arguments or "")
    bounds = {"minLength": 1} if length is None else {"minLength": int(length[1]), "maxLength": int(length[1])}
    return {"schema": {"type": "string", **bounds}}
