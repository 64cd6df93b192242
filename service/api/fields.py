"""Fields of request bodies and query strings: strict types, and one field for what would otherwise be many."""

import re
from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError, fields

from fairdeal.engine.cards import Card, read_card, read_cards
from fairdeal.engine.errors import CardError

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
            raise ValidationError("Expected a whole number, in digits, without zeros in front.")
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
        self._expected = expected
        super().__init__(metadata={"pattern": f"^{form}$", **kwargs.pop("metadata", {})}, **kwargs)

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> str:
        # Not Regexp with $, which would let a line break through at the end.
        if not isinstance(value, str) or not self._form.fullmatch(value):
            raise ValidationError(f"Expected {self._expected}.")
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


class CardField(fields.String):
    """One card in any of the accepted spellings; loaded as a number of `fairdeal.engine.cards`."""

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> Any:  # noqa: ANN401 - the base class types it as str
        return _card(value)


class CardList(fields.Field[list[Card]]):
    """A list of cards as one field: a field a card would cost ten times as much. A bad card is named by its place."""

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object
    ) -> list[Card]:
        return cards(value)


class CardLists(fields.Field[list[list[Card]]]):
    """Lists of cards by seat, likewise; ``null`` for a seat that has none yet, if ``gaps`` are taken."""

    def __init__(self, *, gaps: bool = False, most: int = 6, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
        self._gaps = gaps
        self._most = most
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
