"""The grammar of statements: ASCII lines, fields separated by one space, one spelling for each value (protocol: Words).

A parser refuses anything else: it never trims, folds case or repairs.
"""

import hashlib
import re
from functools import lru_cache
from itertools import pairwise
from typing import Final, NoReturn

from fairdeal.engine.cards import BY_NAME, NAMES, Card, card_of
from fairdeal.engine.errors import MalformedError
from fairdeal.engine.strict_json import LARGEST_INTEGER

PROTOCOL: Final = "fairdeal/v1"
_HEAD: Final = f"{PROTOCOL} "
MAX_NUMBER: Final = LARGEST_INTEGER
MAX_STATEMENT: Final = 16 * 1024
"""Bytes of the longest statement."""
MAX_TIME: Final = 2**40
"""The latest time of a statement, in Unix seconds."""
MAX_PLAYERS: Final = 10
"""No game has more seats."""

_INTEGER: Final = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)
_ORIGIN: Final = re.compile(r"[a-z0-9.-]{1,100}", re.ASCII)
_DIGITS: Final = 20
"""No integer of the protocol is longer; a longer one is refused before it is converted."""


_SEATS: Final = {str(seat): seat for seat in range(MAX_PLAYERS)}


def hash_of(text: str) -> bytes:
    """The hash of a statement: the SHA-256 of its bytes, last newline included (32 bytes)."""
    return hashlib.sha256(text.encode("ascii")).digest()


def write(kind: str, *lines: str) -> str:
    """A statement of that kind from its further lines."""
    return "\n".join((f"{PROTOCOL} {kind}", *lines)) + "\n"


# Every statement of a bundle names the same two.
@lru_cache(maxsize=64)
def read_origin(text: str) -> str:
    """An origin: 1 to 100 characters of ``[a-z0-9.-]``."""
    if not _ORIGIN.fullmatch(text):
        raise MalformedError(f"expected an origin, 1 to 100 characters of a-z, 0-9, dot and hyphen, not {text[:120]!r}")
    return text


@lru_cache(maxsize=64)
def _read_number(text: str) -> int:
    return read_integer(text, 1, MAX_NUMBER)


def read_hex(text: str, size: int) -> bytes:
    """``size`` bytes in lowercase hexadecimal."""
    if len(text) == 2 * size:
        try:
            value = bytes.fromhex(text)
        except ValueError:
            value = b""
        # Python reads capitals and white space too, and never writes them.
        if value.hex() == text:
            return value
    raise MalformedError(f"expected {size} bytes in lowercase hexadecimal, not {text[:80]!r}")


def read_integer(text: str, least: int, most: int) -> int:
    """An integer in its one spelling, within bounds."""
    if len(text) <= _DIGITS and _INTEGER.fullmatch(text):
        value = int(text)
        if least <= value <= most:
            return value
    raise MalformedError(f"expected an integer from {least} to {most}, not {text[:40]!r}")


def names(cards: tuple[Card, ...]) -> str:
    """Cards as a statement writes them: their names, separated by one space."""
    return " ".join([NAMES[card] for card in cards])


class Reader:
    """Reads a statement line by line; every method raises `MalformedError` with what was expected and what came."""

    def __init__(self, text: str, kind: str) -> None:
        if len(text) > MAX_STATEMENT:
            raise MalformedError(f"a statement has at most {MAX_STATEMENT} bytes, not {len(text)}")
        if not _is_lines(text):
            raise MalformedError(
                f"a {kind} statement is ASCII lines that each end with a newline, their fields separated by one space"
            )
        self._kind = kind
        self._lines = text[:-1].split("\n")
        self._at = 0
        if self._lines[0] != _HEAD + kind:
            self._refuse(f"`{_HEAD}{kind}`", self._lines[0])
        self._at = 1

    def line(self) -> str:
        """The next line as it is."""
        at = self._at
        if at == len(self._lines):
            self._refuse("a further line", "its end")
        self._at = at + 1
        return self._lines[at]

    def fields(self, keyword: str, count: int | None = None) -> list[str]:
        """The fields of the next line behind its keyword; exactly ``count`` of them, or at least one."""
        fields = self.line().split(" ")
        found = fields.pop(0)
        if found != keyword or not fields or (count is not None and len(fields) != count):
            shape = "one field or more" if count is None else f"{count} field{'' if count == 1 else 's'}"
            self._refuse(f"`{keyword}` and {shape}", self._lines[self._at - 1])
        return fields

    def field(self, keyword: str) -> str:
        """The one field of the next line, behind its keyword."""
        found, _, field = self.line().partition(" ")
        if found != keyword or not field or " " in field:
            self._refuse(f"`{keyword}` and 1 field", self._lines[self._at - 1])
        return field

    def follows(self, keyword: str) -> bool:
        """Whether the next line begins with that keyword."""
        return self._at < len(self._lines) and self._lines[self._at].partition(" ")[0] == keyword

    def origin(self) -> str:
        """The next line, as an origin."""
        return read_origin(self.line())

    def number(self) -> int:
        """The deal's number: 1 to 2^53 − 1."""
        return _read_number(self.line())

    def bare_hash(self) -> bytes:
        """A hash that is a whole line."""
        return read_hex(self.line(), 32)

    def word(self) -> str:
        """A line of one field and no keyword."""
        line = self.line()
        if " " in line:
            self._refuse("one field", line)
        return line

    def hash(self, keyword: str) -> bytes:
        """A hash (32 bytes) behind its keyword."""
        return read_hex(self.field(keyword), 32)

    def hash_or_none(self, keyword: str) -> bytes | None:
        """A hash, or ``-`` for none."""
        field = self.field(keyword)
        return None if field == "-" else read_hex(field, 32)

    def choice(self, keyword: str, *choices: str) -> str:
        """One of these words behind its keyword."""
        field = self.field(keyword)
        if field not in choices:
            self._refuse(f"`{keyword}` and one of {', '.join(choices)}", f"{keyword} {field}")
        return field

    def further_lines(self) -> tuple[str, ...]:
        """All lines that are left, as they are."""
        lines = tuple(self._lines[self._at :])
        self._at = len(self._lines)
        return lines

    def end(self) -> None:
        """Nothing may follow."""
        if self._at != len(self._lines):
            self._at += 1
            self._refuse("no further line", self._lines[self._at - 1])

    def _refuse(self, expected: str, came: str) -> NoReturn:
        raise MalformedError(
            f"line {max(self._at, 1)} of the {self._kind} statement: expected {expected}, not {came[:120]!r}"
        )


def _is_lines(text: str) -> bool:
    """Whether a text is ASCII lines that each end with a newline, their fields (``!`` to ``~``) separated by one space."""
    return (
        text.endswith("\n")
        and text.isascii()
        and text.replace("\n", "").isprintable()
        and text[0] not in " \n"
        and "\n\n" not in text
        and "  " not in text
        and " \n" not in text
        and "\n " not in text
    )


def read_seat(text: str) -> int:
    """A seat: 0 to 9, as no game here has more than ten players."""
    seat = _SEATS.get(text)
    return read_integer(text, 0, MAX_PLAYERS - 1) if seat is None else seat


def read_cards(fields: list[str]) -> tuple[Card, ...]:
    """Cards by their canonical names."""
    try:
        return tuple(map(BY_NAME.__getitem__, fields))
    except KeyError:
        return tuple(card_of(field) for field in fields)


def ascending(seats: list[int], what: str) -> None:
    """Seats are listed in ascending order, each at most once."""
    if len(seats) > 1 and any(low >= high for low, high in pairwise(seats)):
        raise MalformedError(f"{what}: expected seats in ascending order, not {seats}")
