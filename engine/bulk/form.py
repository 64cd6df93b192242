"""The bytes of a bundle of a played-out deal without keys, as `fairdeal.engine.protocol.bundle.assemble` and a JSON writer without spaces give them.

Statements stand in it as JSON strings whose only escape is that of the newline; `unescaped` undoes it. That no other backslash
is left follows for whoever compares the text with one that has none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from struct import Struct
from typing import Final, NamedTuple

from fairdeal.engine.protocol.grammar import PROTOCOL

HEX: Final = 64
"""Characters of 32 bytes."""
SIGNATURE: Final = 92
"""Characters of a signature in base64: a key ID of 4 bytes, and 64 bytes."""
NEWLINE: Final = b"\n"


def escaped(text: bytes) -> bytes:
    """Lines of ASCII without quotes and backslashes as a JSON string has them."""
    return text.replace(b"\n", b"\\n")


class Kind(NamedTuple):
    """What an open statement says that many deals have in common."""

    seats: tuple[bytes, ...]
    """The contributors', as digits."""
    is_sealed: bool
    is_sighted: bool
    nonces: Struct
    """Their lines in a table statement, escaped: the nonces in hexadecimal."""
    values: Struct
    """The nonces in bytes, one behind the other."""
    seat_lines: tuple[bytes, ...]
    """Each seat, and a newline."""
    lines: bytes
    """Their lines in a statement, for the values to be put in."""
    contributions: bytes
    """The same of what stands between the brackets of the contributions."""


def _kind(seats: tuple[bytes, ...], sealed: bytes, opener: bytes) -> Kind:
    return Kind(
        seats,
        sealed == b"yes",
        opener == b"sighted",
        Struct(f"{len('seat 0 ')}x{HEX}s{len(escaped(NEWLINE))}x" * len(seats)),
        Struct("32s" * len(seats)),
        tuple(seat + NEWLINE for seat in seats),
        b"".join([b"seat %b %%b\n" % seat for seat in seats]),
        b",".join([b'{"seat":%b,"nonce":"%%b"}' % seat for seat in seats]),
    )


_KINDS: Final = {
    b"contributors %b\\nsealed %b\\nopener %b" % (b" ".join(seats), sealed, opener): _kind(seats, sealed, opener)
    for count in range(1, 7)
    for seats in combinations([b"%d" % seat for seat in range(6)], count)
    for sealed in (b"yes", b"no")
    for opener in (b"blind", b"sighted")
}


def kind_of(lines: bytes) -> Kind | None:
    """What these lines of an open statement say (escaped, the last without its newline)."""
    return _KINDS.get(lines)


def open_form(origin: str, rules: bytes) -> re.Pattern[bytes]:
    """The members ``hand`` and ``open`` of a bundle, up to the text of the note.

    Its groups: the hand, the statement, the number, the lines for `kind_of`, both times, and the game's ID and attempt if there
    are any. Larger integers than these are for the full verification.
    """
    start = re.escape(escaped(f"{PROTOCOL} open\n{origin}\n".encode("ascii")))
    return re.compile(
        rb',"hand":([1-9][0-9]{0,14}),"open":\{"statement":"(%b([1-9][0-9]*)\\nrules %b\\nhand \1\\n'
        rb"(contributors [0-5 ]+\\nsealed (?:yes|no)\\nopener (?:blind|sighted))\\nbeacon -\\n"
        rb"times (0|[1-9][0-9]{0,14}) (0|[1-9][0-9]{0,14})\\n"
        rb"game (?:-|([0-9a-f]{32}) ([1-9][0-9]{0,14}))\\n)"
        rb'","note":"' % (start, rules)
    )


def head(origin: str, vkeys: Mapping[str, str]) -> bytes:
    """How a bundle of this origin and these keys begins, up to its number."""
    keys = ",".join(f'"{role}":"{vkeys[role]}"' for role in ("statements", "commits", "outcomes"))
    return f'{{"protocol":"{PROTOCOL}","origin":"{origin}","vkeys":{{{keys}}},"number":'.encode()


def unescaped(string: bytes) -> bytes:
    """The lines of a JSON string that has no other escapes."""
    return string.replace(b"\\n", b"\n")
