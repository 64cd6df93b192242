"""Bearer tokens: derived from a deal's own random bytes, recognised without storing them.

A token is ``fd_`` and the 43 base64url characters of 32 bytes: 8 that address a deal and a role in it, so that a token of
another deal can be told from an unknown one, and the first 24 of an HMAC-SHA-256 over them, keyed by the 32 random bytes
that are kept, encrypted, with the deal. 192 bits are far beyond guessing; nothing is stored in the clear.
"""

import base64
import binascii
import hashlib
import hmac
from typing import Final, NamedTuple

PREFIX: Final = "fd_"
OPENER: Final = 15
"""The role of the deal's opener; a seat's role is its number, 0 to 9."""

_ADDRESS_BYTES: Final = 8
_TOKEN_LENGTH: Final = len(PREFIX) + 43


class Address(NamedTuple):
    """Where a token says it belongs; only :func:`derive` proves it."""

    number: int
    role: int


def derive(secret: bytes, number: int, role: int) -> str:
    """The token of ``role`` in deal ``number``, from the deal's 32-byte token secret."""
    where = (number << 4 | role).to_bytes(_ADDRESS_BYTES, "big")
    mac = hmac.digest(secret, b"fairdeal token\n" + where, "sha256")[: 32 - _ADDRESS_BYTES]
    return PREFIX + base64.urlsafe_b64encode(where + mac).rstrip(b"=").decode()


def address(token: str) -> Address | None:
    """Where a well-formed token says that it belongs; ``None`` when the text is no token at all."""
    if len(token) != _TOKEN_LENGTH or not token.startswith(PREFIX) or not token.isascii():
        return None
    try:
        raw = base64.b64decode(token[len(PREFIX) :] + "=", altchars=b"-_", validate=True)
    except binascii.Error:
        return None
    packed = int.from_bytes(raw[:_ADDRESS_BYTES], "big")
    return Address(packed >> 4, packed & 15)


def is_derived(token: str, secret: bytes, number: int, role: int) -> bool:
    """Whether ``token`` is the derived token of that role, compared in constant time."""
    return hmac.compare_digest(token.encode(), derive(secret, number, role).encode())


def digest(token: str) -> bytes:
    """What is stored of a token that a client drew itself: the SHA-256 of the whole string (32 bytes)."""
    return hashlib.sha256(token.encode()).digest()
