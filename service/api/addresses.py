"""The parts of addresses: each value has one spelling, and every other is 404."""

from typing import Any, Final

from flask import Flask
from flask_smorest import Api
from werkzeug.routing import BaseConverter, ValidationError

MAX_NUMBER: Final = 2**53 - 1


class NumberConverter(BaseConverter):
    """A deal's number: 1 to 2^53 − 1, without zeros in front."""

    regex = "[1-9][0-9]{0,15}"

    def to_python(self, value: str) -> int:
        number = int(value)
        if number > MAX_NUMBER:
            raise ValidationError
        return number


class IndexConverter(BaseConverter):
    """A seat, a ply, a row or a block: counted from 0, without zeros in front."""

    regex = "0|[1-9][0-9]{0,12}"

    def to_python(self, value: str) -> int:
        return int(value)


def register(app: Flask) -> None:
    app.url_map.converters.update(number=NumberConverter, index=IndexConverter)


def describe(api: Api) -> None:
    """Tell the API's description what the converters take."""
    api.register_converter(NumberConverter, _number)
    api.register_converter(IndexConverter, _index)


def _number(converter: Any) -> dict[str, object]:  # noqa: ANN401 - not typed by the library
    return {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER}


def _index(converter: Any) -> dict[str, object]:  # noqa: ANN401 - not typed by the library
    return {"type": "integer", "minimum": 0, "maximum": 10**13 - 1}
