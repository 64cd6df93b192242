"""Signed notes with Ed25519 keys (C2SP signed-note): a text, an empty line, and a line for each signature.

A verifier key is ``name+keyid+key``: the key ID is the first 4 bytes of SHA-256(name ‖ 0x0A ‖ type ‖ key) in hex, the key
its type byte and its bytes in base64.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Final, TypeVar, TypeVarTuple, cast

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.errors import FairdealError, MalformedError
from fairdeal.engine.tlog.ed25519 import is_good_key, is_signature

ED25519: Final = 0x01
"""Signature type of a plain Ed25519 key."""

_DASH: Final = "— "
_MAX_SIGNATURES: Final = 100
_NO_NOTE: Final = re.compile("[\x00-\x09\x0b-\x1f\ud800-\udfff]")
"""What no note holds: control characters but newlines, and what UTF-8 cannot write."""
_NO_NAME: Final = re.compile("[\t-\r +\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ud800-\udfff]")
"""What no key name holds: a plus, what UTF-8 cannot write, and Unicode's White_Space.

U+FEFF and U+200B are not White_Space, nor are U+001C to U+001F, whatever `str.isspace` says.
"""
MAX_LINE: Final = 8 * 1024
"""Bytes of the longest line of a note."""
MAX_TEXT: Final = 16 * 1024
"""Bytes of the longest text that is signed here."""
_LONGEST_REMEMBERED: Final = 8 * 1024
"""Characters of the longest note that `remember_by_note` keeps: many times what a checkpoint with its witnesses has."""

Ts = TypeVarTuple("Ts")
R = TypeVar("R")


def remember_by_note(function: Callable[[str, *Ts], R]) -> Callable[[str, *Ts], R]:
    """Remember what a function made of the last 256 notes, as many bundles share a checkpoint.

    The note is its first argument. An error is not remembered, nor is a long note: the memory that strangers can fill is bounded.
    """
    remembered = cast("Callable[[str, *Ts], R]", lru_cache(maxsize=256)(function))

    @wraps(function)
    def by_note(note: str, *args: *Ts) -> R:
        if len(note) > _LONGEST_REMEMBERED:
            return function(note, *args)
        return remembered(note, *args)

    return by_note


class SignatureError(FairdealError):
    """A note that its key did not sign."""


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature line: who is said to have signed, with which key, and what was signed for it."""

    name: str
    key_id: bytes
    """4 bytes."""
    value: bytes


@dataclass(frozen=True, slots=True)
class Note:
    """A note taken apart; nothing is verified yet."""

    text: str
    """What is signed, last newline included."""
    signatures: tuple[Signature, ...]

    @classmethod
    def from_text(cls, note: str) -> Note:
        """Read a note; raises `MalformedError` with what is wrong with its form."""
        if len(note) > MAX_TEXT + _MAX_SIGNATURES * (MAX_LINE + 1) + 1:
            raise MalformedError(f"a signed note has at most {_MAX_SIGNATURES} signatures and {MAX_TEXT} bytes of text")
        text, gap, lines = note.rpartition("\n\n")
        if not gap or not lines.endswith("\n"):
            raise MalformedError(
                "a signed note is a text, an empty line, and signature lines that each end with a newline"
            )
        # Nothing printable is refused, and that is quicker to see.
        if not note.replace("\n", "").isprintable() and _NO_NOTE.search(note):
            raise MalformedError("a signed note holds no control characters but newlines")
        split = lines[:-1].split("\n")
        if len(split) > _MAX_SIGNATURES:
            raise MalformedError(f"a signed note carries at most {_MAX_SIGNATURES} signatures, not {len(split)}")
        if len(note) * 4 > MAX_LINE and max(len(line.encode()) for line in note.split("\n")) > MAX_LINE:
            raise MalformedError(f"a line of a signed note has at most {MAX_LINE} bytes")
        return cls(text + "\n", tuple([_signature(line) for line in split]))


def note_text(note: str) -> str:
    """The text of a note that this program wrote itself; for others there is `Note.from_text`."""
    return note[: note.rindex("\n\n") + 1]


class NoteSigner:
    """Signs notes with one Ed25519 key, as one name. The key stays out of its ``repr``."""

    def __init__(self, name: str, key: Ed25519PrivateKey) -> None:
        self.name: Final = name
        self._key = key
        public = key.public_key().public_bytes_raw()
        self._id = key_id(name, ED25519, public)
        self.vkey: Final = write_vkey(name, ED25519, public)

    def __repr__(self) -> str:
        return f"<NoteSigner {self.vkey}>"

    def sign(self, text: str) -> str:
        """The note: ``text``, which ends with a newline, and its signature line."""
        value = base64.b64encode(self._id + self._key.sign(text.encode())).decode("ascii")
        return f"{text}\n{_DASH}{self.name} {value}\n"


@dataclass(frozen=True, slots=True)
class Verifier:
    """Checks notes against one pinned Ed25519 key."""

    name: str
    key: bytes
    """32 bytes."""

    @classmethod
    @lru_cache(maxsize=256)
    def from_vkey(cls, vkey: str) -> Verifier:
        """Read a verifier key; raises `MalformedError` unless it is the one spelling of an Ed25519 key."""
        name, kind, key = parse_vkey(vkey)
        if kind != ED25519 or len(key) != 32:
            raise MalformedError(f"expected the verifier key of an Ed25519 key (type 1, 32 bytes), not type {kind}")
        if not is_good_key(key):
            raise MalformedError(f"the key of {name[:80]!a} is no point of the curve, or one of small order")
        return cls(name, key)

    @property
    def vkey(self) -> str:
        """The verifier key, as `from_vkey` reads it."""
        return write_vkey(self.name, ED25519, self.key)

    def verify(self, note: str) -> str:
        """The text of a note that this key signed; raises as `opened` does."""
        return self.opened(note).text

    def opened(self, note: str) -> Note:
        """A note that this key signed, taken apart.

        Raises:
            MalformedError: it is no signed note.
            SignatureError: it carries no signature by this key, or a wrong one.
        """
        parsed = Note.from_text(note)
        ours = key_id(self.name, ED25519, self.key)
        values = [line.value for line in parsed.signatures if line.name == self.name and line.key_id == ours]
        if not values:
            signers = ", ".join(sorted({line.name for line in parsed.signatures}))
            raise SignatureError(f"expected a signature by {self.name} (key {ours.hex()}); it is signed by {signers}")
        text = parsed.text.encode()
        if not all(is_signature(self.key, value, text) for value in values):
            raise SignatureError(f"the signature by {self.name} (key {ours.hex()}) is not over this text")
        return parsed


@lru_cache(maxsize=256)
def key_id(name: str, kind: int, key: bytes) -> bytes:
    """The 4 bytes that a signature line names its key by."""
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + key).digest()[:4]


def write_vkey(name: str, kind: int, key: bytes) -> str:
    """The verifier key of a key of that type."""
    encoded = base64.b64encode(bytes([kind]) + key).decode("ascii")
    return f"{name}+{key_id(name, kind, key).hex()}+{encoded}"


def parse_vkey(vkey: str) -> tuple[str, int, bytes]:
    """Name, type and key of a verifier key of any type; raises `MalformedError`."""
    if len(vkey) > MAX_LINE:
        raise MalformedError(f"a verifier key has at most {MAX_LINE} characters, not {len(vkey)}")
    parts = vkey.split("+", 2)
    if len(parts) != 3 or not is_name(parts[0]):
        raise MalformedError(f"expected a verifier key, name+keyid+key, not {vkey[:120]!a}")
    raw = decode_base64(parts[2])
    if len(raw) < 2:
        raise MalformedError("the key of a verifier key is a type byte and the key's bytes")
    if parts[1] != key_id(parts[0], raw[0], raw[1:]).hex():
        raise MalformedError(f"the key ID {parts[1][:20]!r} is not that of this name and key")
    return parts[0], raw[0], raw[1:]


@lru_cache(maxsize=256)
def is_name(name: str) -> bool:
    """Whether this can be a key name: not empty, no white space, no plus, and UTF-8 can write it."""
    return name != "" and _NO_NAME.search(name) is None


def decode_base64(text: str) -> bytes:
    """Base64 in its one spelling; raises `MalformedError`."""
    try:
        raw = binascii.a2b_base64(text, strict_mode=True)
    except ValueError:
        raise MalformedError(f"expected base64, not {text[:80]!r}") from None
    if binascii.b2a_base64(raw, newline=False).decode("ascii") != text:
        raise MalformedError(f"expected base64 in its one spelling, not {text[:80]!r}")
    return raw


def _signature(line: str) -> Signature:
    name, gap, value = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not gap or not is_name(name):
        raise MalformedError(f"expected a signature line, `— name base64`, not {line[:120]!r}")
    raw = decode_base64(value)
    if len(raw) < 5:
        raise MalformedError("a signature is a key ID of 4 bytes and the signature's own bytes")
    return Signature(name, raw[:4], raw[4:])
