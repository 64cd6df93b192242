"""A JSON object of an answer, read by the types that the API promises, so that a wrong one is an error and no crash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from fairdeal.engine.cards import Card, card_of
from fairdeal.engine.errors import CardError
from fairdeal.service.client.errors import Unreachable

T = TypeVar("T")


class View:
    """An object of an answer. Every reader raises `Unreachable` and says what was expected where."""

    __slots__ = ("_members", "_what")

    def __init__(self, value: object, what: str) -> None:
        """``what`` names the object in errors."""
        if not isinstance(value, dict):
            raise Unreachable(f"{what} is not a JSON object.")
        self._members: dict[str, Any] = value
        self._what = what

    @property
    def members(self) -> Mapping[str, Any]:
        """The object as sent."""
        return self._members

    def has(self, name: str) -> bool:
        """Whether a member is there and not null."""
        return self._members.get(name) is not None

    def text(self, name: str) -> str:
        """A member that is a string."""
        return self._typed(name, str, "a string")

    def integer(self, name: str) -> int:
        """A member that is an integer."""
        return self._typed(name, int, "an integer")

    def flag(self, name: str) -> bool:
        """A member that is true or false."""
        return self._typed(name, bool, "true or false")

    def view(self, name: str) -> View:
        """A member that is an object."""
        return View(self._members.get(name), f"`{name}` in {self._what}")

    def views(self, name: str) -> list[View]:
        """A member that is a list of objects."""
        return [View(item, f"an item of `{name}` in {self._what}") for item in self._typed(name, list, "a list")]

    def integers(self, name: str) -> tuple[int, ...]:
        """A member that is a list of integers."""
        items = self._typed(name, list, "a list")
        if any(type(item) is not int for item in items):
            raise Unreachable(f"`{name}` in {self._what} is not a list of integers.")
        return tuple(items)

    def texts(self, name: str) -> tuple[str, ...]:
        """A member that is a list of strings."""
        items = self._typed(name, list, "a list")
        if any(type(item) is not str for item in items):
            raise Unreachable(f"`{name}` in {self._what} is not a list of strings.")
        return tuple(items)

    def card(self, name: str) -> Card:
        """A member that is a card."""
        return self._card(name, self.text(name))

    def cards(self, name: str) -> tuple[Card, ...]:
        """A member that is a list of cards."""
        return tuple(self._card(name, item) for item in self.texts(name))

    def _card(self, name: str, text: str) -> Card:
        try:
            return card_of(text)
        except CardError as fault:
            raise Unreachable(f"`{name}` in {self._what}: {fault}.") from None

    def _typed(self, name: str, kind: type[T], expected: str) -> T:
        value = self._members.get(name)
        # A bool is an int to Python, but no integer in JSON.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise Unreachable(f"`{name}` in {self._what} is missing or not {expected}.")
        return value
