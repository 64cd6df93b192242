"""The bytes of a bundle of a played-out deal without keys, as `engine.bundle.assemble` and a JSON writer without spaces give them.

Statements stand in it as JSON strings whose only escape is that of the newline; `unescaped` undoes it. That no other backslash
is left follows for whoever compares the text with one that has none.
"""

import re
from collections.abc import Mapping
from typing import Final

from engine.statements.grammar import PROTOCOL

_STRING: Final = r'"([^"]*)"'
_NOTE: Final = rf'{{"statement":{_STRING},"note":{_STRING}}}'

FORM: Final = re.compile(
    (
        r'([^"]*)"}'
        # Its one inner object is that of the scored cards; what is in there is read by the strict parser.
        r',"ruleset":(\{[^{}]*\{[^{}]*\}[^{}]*\})'
        r',"hand":([1-9][0-9]{0,14})'
        rf',"open":{_NOTE}'
        rf',"seals":(?:null|{_NOTE})'
        rf',"table":{_NOTE}'
        r',"contributions":\[([^\]]*)\]'
        r',"deck":\[([^\]]*)\]'
        r',"hands":\[\[([^{}]*)\]\]'
        rf',"record":{_STRING}'
        r',"signed":\[\]'
        r',"points":\[([^\]]*)\]'
        rf',"outcome":{{"statement":{_STRING},"index":(0|[1-9][0-9]{{0,15}}),"proof":{_STRING}}}}}'
    ).encode("ascii")
)
"""What stands behind `head`: sixteen groups, from the proof of the commit to that of the outcome."""

OPEN: Final = re.compile(
    rb"contributors ([0-5](?: [0-5])*)\nsealed (yes|no)\nopener (blind|sighted)\nbeacon -\n"
    rb"times (0|[1-9][0-9]{0,14}) (0|[1-9][0-9]{0,14})\n"
    rb"game (?:-|([0-9a-f]{32}) ([1-9][0-9]{0,14}))\n"
)
"""An open statement from its contributors on. Larger integers than these are for the full verification."""


def head(origin: str, vkeys: Mapping[str, str]) -> bytes:
    """How a bundle of this origin and these keys begins, up to its number."""
    keys = ",".join(f'"{role}":"{vkeys[role]}"' for role in ("statements", "commits", "outcomes"))
    return f'{{"protocol":"{PROTOCOL}","origin":"{origin}","vkeys":{{{keys}}},"number":'.encode()


def escaped(text: bytes) -> bytes:
    """Lines of ASCII without quotes and backslashes as a JSON string has them."""
    return text.replace(b"\n", b"\\n")


def unescaped(string: bytes) -> bytes:
    """The lines of a JSON string that has no other escapes."""
    return string.replace(b"\\n", b"\n")
