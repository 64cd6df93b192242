"""Fields of request bodies: strict types, and one field for what would otherwise be many."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields

from engine.cards import Card, read_card
from engine.errors import CardError


class Whole(fields.Integer):
    """An integer that was written as one: no float, no string, no boolean."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
        super().__init__(strict=True, **kwargs)


class Truth(fields.Boolean):
    """``true`` or ``false``, nothing that merely looks like it."""

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Expected true or false.")
        return value


class HexBytes(fields.String):
    """Bytes of one length, in lowercase hexadecimal; loaded as ``bytes``."""

    def __init__(self, size: int, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
        self.size = size
        metadata = {"pattern": f"^[0-9a-f]{{{2 * size}}}$", **kwargs.pop("metadata", {})}
        super().__init__(metadata=metadata, **kwargs)

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> Any:  # noqa: ANN401 - the base class types it as str
        if not isinstance(value, str) or len(value) != 2 * self.size or not set(value) <= set("0123456789abcdef"):
            raise ValidationError(f"Expected {self.size} bytes in lowercase hexadecimal, {2 * self.size} digits.")
        return bytes.fromhex(value)


class CardField(fields.String):
    """One card in any of the accepted spellings; loaded as a number of `engine.cards`."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
        metadata = {"description": "A card: rank and suit, «QS»; also «10C», «qs», «Q♠», «♠Q».", **kwargs.pop("metadata", {})}
        super().__init__(metadata=metadata, **kwargs)

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> Any:  # noqa: ANN401 - the base class types it as str
        return _card(value)


class CardList(fields.Field[list[Card]]):
    """A list of cards as one field: a field a card would cost ten times as much. A bad card is named by its place."""

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> list[Card]:
        if not isinstance(value, list):
            raise ValidationError("Expected a list of cards.")
        return cards(value)


def cards(value: list[object]) -> list[Card]:
    """Cards of a list of texts; every bad one is reported under its index."""
    try:
        return [read_card(text) for text in value]  # type: ignore[arg-type]  # what is no text raises below
    except (CardError, TypeError, AttributeError):
        faults: dict[str | int, list[str]] = {}
        for at, text in enumerate(value):
            try:
                _card(text)
            except ValidationError as error:
                faults[at] = [str(message) for message in error.messages]
        raise ValidationError(faults) from None


def _card(value: object) -> Card:
    if not isinstance(value, str):
        raise ValidationError("Expected a card as text, such as «QS».")
    try:
        return read_card(value)
    except CardError as error:
        raise ValidationError(str(error)) from None
