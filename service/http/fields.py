"""Fields of bodies, query strings and responses: strict types, named shapes, and one field for what would otherwise be many."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marshmallow import ValidationError, fields
from marshmallow.validate import Length, OneOf, Range

from fairdeal.engine.cards import Card, read_card, read_cards
from fairdeal.engine.errors import CardError
from fairdeal.service.http.schemas import Shape, one_of, ref

CARD_INPUT: Final[Shape] = {
    "type": "string",
    "description": "A card: rank, then suit. Accepted besides `QS`: `10C`, `qs`, `Q♠`, `♠Q`.",
    "pattern": "^((10|[2-9TJQKAtjqka])[CDHScdhs♣♦♥♠]|[♣♦♥♠](10|[2-9TJQKAtjqka])|[Xx][CDcd♣♦]|[♣♦][Xx])$",
    "example": "QS",
}
CARD_LIST: Final[Shape] = {"type": "array", "items": ref("CardInput"), "maxItems": 54}

_WHOLE: Final = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII)
_HEX: Final = re.compile(r"[0-9a-f]*", re.ASCII)


class Whole(fields.Integer):
    """An integer that was written as one: no float, no string, no boolean."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
        super().__init__(strict=True, **kwargs)


class QueryWhole(fields.Integer):
    """An integer of a query string: digits alone, no sign, no zeros in front."""

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> int:
        if not isinstance(value, str) or not _WHOLE.fullmatch(value):
            raise ValidationError("Expected a whole number in digits, without leading zeros.")
        return int(value)


class Truth(fields.Boolean):
    """``true`` or ``false``, nothing that merely looks like it."""

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Expected true or false.")
        return value


class Formed(fields.String):
    """A text of one form, a regular expression that all of it matches."""

    def __init__(self, form: str, expected: str, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
        self._form = re.compile(form, re.ASCII)
        self.expected = expected
        super().__init__(metadata={"pattern": f"^{form}$", **kwargs.pop("metadata", {})}, **kwargs)

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> str:
        # Not Regexp with $, which would let a line break through at the end.
        if not isinstance(value, str) or not self._form.fullmatch(value):
            raise ValidationError(f"Expected {self.expected}.")
        return value


class HexBytes(fields.String):
    """Bytes of one length, in lowercase hexadecimal; loaded as ``bytes``."""

    def __init__(self, size: int, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
        self.size = size
        metadata = {"pattern": f"^[0-9a-f]{{{2 * size}}}$", **kwargs.pop("metadata", {})}
        super().__init__(metadata=metadata, **kwargs)

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> Any:  # noqa: ANN401 - the base class types it as str
        if not isinstance(value, str) or len(value) != 2 * self.size or not _HEX.fullmatch(value):
            raise ValidationError(f"Expected {self.size} bytes in lowercase hexadecimal, {2 * self.size} digits.")
        return bytes.fromhex(value)


class BoundedList(fields.List[Any]):
    """A list whose length is judged before its elements: a long one costs no more than a short one."""

    def __init__(self, inner: "fields.Field[Any]", least: int, most: int, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
        self._bounds = Length(least, most)
        super().__init__(inner, validate=self._bounds, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> list[Any]:  # noqa: ANN401 - as the base class has it
        if isinstance(value, list):
            self._bounds(value)
        return super()._deserialize(value, attr, data, **kwargs)


class RulesetField(fields.Raw):
    """A ruleset, as a request names one; what it names is judged by its game."""

    shape = ref("RulesetChoice")


class CardField(fields.String):
    """One card in any of the accepted spellings; loaded as a number of `fairdeal.engine.cards`."""

    shape = ref("CardInput")

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> Any:  # noqa: ANN401 - the base class types it as str
        return _card(value)


class CardList(fields.Field[list[Card]]):
    """A list of cards as one field: a field a card would cost ten times as much. A bad card is named by its place."""

    shape = CARD_LIST

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object
    ) -> list[Card]:
        return cards(value)


class CardLists(fields.Field[list[list[Card]]]):
    """Lists of cards by seat, likewise; `null` for a seat that has none yet, if `gaps` are taken."""

    def __init__(self, *, gaps: bool = False, least: int = 0, most: int = 6, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
        self._gaps = gaps
        self._most = most
        cards_of_seat = {"anyOf": [CARD_LIST, {"type": "null"}]} if gaps else CARD_LIST
        self.shape: Shape = {"type": "array", "items": cards_of_seat, "minItems": least, "maxItems": most}
        super().__init__(**kwargs)

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> Any:  # noqa: ANN401 - with gaps or without
        return card_lists(value, gaps=self._gaps, most=self._most)


def card_lists(value: object, *, gaps: bool = False, most: int = 6) -> list[list[Card] | None]:
    """Cards of lists of lists of texts, ``None`` where ``null`` stands if ``gaps`` are taken; every bad one is reported."""
    if not isinstance(value, list) or len(value) > most:
        raise ValidationError(f"Expected lists of cards, one a seat, {most} at most.")
    faults: dict[str | int, Any] = {}
    lists: list[list[Card] | None] = []
    for seat, held in enumerate(value):
        try:
            lists.append(None if held is None and gaps else cards(held))
        except ValidationError as error:
            faults[seat] = error.messages
    if faults:
        raise ValidationError(faults)
    return lists


def cards(value: object) -> list[Card]:
    """Cards of a list of texts; every bad one is reported under its index."""
    if not isinstance(value, list):
        raise ValidationError("Expected a list of cards.")
    if len(value) > MOST_CARDS:
        raise ValidationError(f"Expected at most {MOST_CARDS} cards.")
    try:
        return read_cards(value)
    except (CardError, TypeError):
        # Some entry is no card, or no text at all: only now is it worth asking which.
        faults: dict[str | int, list[str]] = {}
        for at, text in enumerate(value):
            try:
                _card(text)
            except ValidationError as error:
                faults[at] = [str(message) for message in error.messages]
        raise ValidationError(faults) from None


MOST_CARDS: Final = 54
"""As many as the largest deck has."""


def _card(value: object) -> Card:
    if not isinstance(value, str):
        raise ValidationError("Expected a card as text, such as QS.")
    try:
        return read_card(value)
    except CardError as error:
        raise ValidationError(f"{str(error)[0].upper()}{str(error)[1:]}.") from None


class Text(fields.String):
    """Any text."""


class Named(fields.String):
    """A text whose shape has a name of its own in the description."""

    component: ClassVar[str]
    named_shape: ClassVar[Shape]


class CardName(Named):
    """A card as it is written in responses."""

    component = "Card"
    named_shape: ClassVar[Shape] = {
        "type": "string",
        "description": "A card: rank, then suit (`QS`, `TC`, `2C`); `XC` and `XD` are the jokers.",
        "pattern": "^([2-9TJQKA][CDHS]|X[CD])$",
        "example": "QS",
    }


class SeatNumber(fields.Integer):
    """A seat."""

    component = "Seat"
    named_shape: ClassVar[Shape] = {
        "type": "integer",
        "description": "A seat, counted from 0, clockwise: the seat on your left is your seat + 1.",
        "minimum": 0,
        "maximum": 5,
    }

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
        super().__init__(strict=True, validate=Range(0, 5), **kwargs)


class Statement(Named):
    """A statement of the protocol."""

    component = "Statement"
    named_shape: ClassVar[Shape] = {
        "type": "string",
        "description": "A statement of the protocol, byte for byte: what is hashed and signed.",
    }


class Token(Named):
    """A token."""

    component = "Token"
    named_shape: ClassVar[Shape] = {
        "type": "string",
        "description": "A secret that proves who calls (RFC 6750): `fd_` and 43 characters.",
        "pattern": "^fd_[A-Za-z0-9_-]{43}$",
    }


class Hash(Named):
    """32 bytes."""

    component = "Hash"
    named_shape: ClassVar[Shape] = {
        "type": "string",
        "description": "32 bytes, a hash, nonce or key, in lowercase hexadecimal.",
        "pattern": "^[0-9a-f]{64}$",
    }


class Time(fields.String):
    """A time as RFC 3339 has it, in UTC."""

    shape: ClassVar[Shape] = {"type": "string", "format": "date-time", "example": "2026-12-01T12:00:00Z"}


def counted(**kwargs: Any) -> Whole:  # noqa: ANN401 - passed on as it is
    """A count: an integer that is not negative."""
    return Whole(validate=Range(0), **kwargs)


def chosen(*words: str, **kwargs: Any) -> fields.String:  # noqa: ANN401 - passed on as it is
    """One of these words."""
    return fields.String(validate=OneOf(words), **kwargs)


def seats(about: str, **kwargs: Any) -> fields.List[Any]:  # noqa: ANN401 - passed on as it is
    """A list of seats, ascending."""
    return fields.List(SeatNumber(), validate=Length(max=6), metadata={"description": about}, **kwargs)


def cards_named(about: str, **kwargs: Any) -> fields.List[Any]:  # noqa: ANN401 - passed on as it is
    """A list of cards in a response."""
    return fields.List(CardName(), validate=Length(max=54), metadata={"description": about}, **kwargs)


def points_by_seat(about: str, **kwargs: Any) -> fields.List[Any]:  # noqa: ANN401 - passed on as it is
    """Points by seat."""
    return fields.List(Whole(), validate=Length(1, 10), metadata={"description": about}, **kwargs)


def words_named(name: str, about: str, *words: str) -> type[Named]:
    """The field of a set of words that has a name of its own in the description."""

    class Words(Named):
        component = name
        named_shape: ClassVar[Shape] = {**one_of(*words), "description": about}

        def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
            super().__init__(validate=OneOf(words), **kwargs)

    return Words
