"""The parts of addresses: each value has one spelling, and every other is 404."""

from typing import Any, ClassVar, Final

from flask import Flask
from flask_smorest import Api
from werkzeug.routing import BaseConverter, ValidationError

MAX_NUMBER: Final = 2**53 - 1
"""The highest number of a deal (protocol: words)."""


class Counted(BaseConverter):
    """A number in digits, without zeros in front, within bounds; the views get it as an ``int``."""

    least: ClassVar[int]
    most: ClassVar[int]
    regex = "0|[1-9][0-9]{0,15}"

    def to_python(self, value: str) -> int:
        """The number; what is out of bounds is another address, where nothing is."""
        number = int(value)
        if not self.least <= number <= self.most:
            raise ValidationError
        return number


class Number(Counted):
    """The number of a deal."""

    least, most = 1, MAX_NUMBER


class Seat(Counted):
    """A seat, counted from 0."""

    least, most = 0, 5


class Ply(Counted):
    """A play, counted from 0."""

    least, most = 0, 53


class Block(Counted):
    """A block of a thousand numbers, counted from 0."""

    least, most = 0, MAX_NUMBER // 1000


class Row(Counted):
    """A hand of a score sheet, counted from 1."""

    least, most = 1, 9_999
    # Exactly the bounds: where an address takes several methods, what fails after the pattern matched is 405, not 404.
    regex = "[1-9][0-9]{0,3}"


_CONVERTERS: Final[dict[str, type[Counted]]] = {
    "number": Number,
    "seat": Seat,
    "ply": Ply,
    "block": Block,
    "row": Row,
}


def register(app: Flask) -> None:
    """Let the app's addresses be written with these parts, and let each resource have one address."""
    app.url_map.converters.update(_CONVERTERS)
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False


def describe(api: Api) -> None:
    """Tell the API's description what the parts take."""
    for converter in _CONVERTERS.values():
        api.register_converter(converter, _shape)


def _shape(converter: Any) -> dict[str, object]:  # noqa: ANN401 - the library has no types
    return {"type": "integer", "minimum": converter.least, "maximum": converter.most}
