"""The bytes of a bundle of a played-out deal without keys, as `engine.bundle.assemble` and a JSON writer without spaces give them.

Statements stand in it as JSON strings whose only escape is that of the newline; `unescaped` undoes it. That no other backslash
is left follows for whoever compares the text with one that has none.
"""

import re
from collections.abc import Mapping
from typing import Final

from engine.statements.grammar import PROTOCOL

_BETWEEN: Final = tuple(
    (between.encode("ascii"), len(between))
    for between in (
        '"},"ruleset":',
        ',"hand":',
        ',"open":{"statement":"',
        '","note":"',
        '"},"seals":',
        ',"table":{"statement":"',
        '","note":"',
        '"},"contributions":[',
        '],"deck":[',
        '],"hands":[[',
        ']],"record":"',
        '","signed":[],"points":[',
        '],"outcome":',
    )
)
"""What stands between the parts of a document, from the proof of the commit to the outcome."""


def cut(document: bytes, start: int) -> list[bytes] | None:
    """The parts of a document from where the proof of its commit starts; None if something between them is missing.

    Parts and what is between them make up the document: if every part is what it has to be, so is the whole.
    """
    parts = []
    for between, length in _BETWEEN:
        end = document.find(between, start)
        if end < 0:
            return None
        parts.append(document[start:end])
        start = end + length
    parts.append(document[start:])
    return parts


OPEN: Final = re.compile(
    rb"hand ([1-9][0-9]{0,14})\ncontributors ([0-5](?: [0-5])*)\nsealed (yes|no)\nopener (blind|sighted)\nbeacon -\n"
    rb"times (0|[1-9][0-9]{0,14}) (0|[1-9][0-9]{0,14})\n"
    rb"game (?:-|([0-9a-f]{32}) ([1-9][0-9]{0,14}))\n"
)
"""An open statement from its hand on. Larger integers than these are for the full verification."""


def head(origin: str, vkeys: Mapping[str, str]) -> bytes:
    """How a bundle of this origin and these keys begins, up to its number."""
    keys = ",".join(f'"{role}":"{vkeys[role]}"' for role in ("statements", "commits", "outcomes"))
    return f'{{"protocol":"{PROTOCOL}","origin":"{origin}","vkeys":{{{keys}}},"number":'.encode()


def noted(text: bytes, note: bytes) -> bytes:
    """A signed statement as a member of the bundle: both are as they stand in its strings."""
    return b'{"statement":"%b","note":"%b"}' % (text, note)


def escaped(text: bytes) -> bytes:
    """Lines of ASCII without quotes and backslashes as a JSON string has them."""
    return text.replace(b"\n", b"\\n")


def unescaped(string: bytes) -> bytes:
    """The lines of a JSON string that has no other escapes."""
    return string.replace(b"\\n", b"\n")
