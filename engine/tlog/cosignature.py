"""Cosignatures: a witness says that a checkpoint is the largest, and consistent with all that it has seen (C2SP tlog-cosignature).

Ed25519 ones only: signature type 0x04, eight bytes of time before the signature's own 64.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.strict_json import LARGEST_INTEGER
from fairdeal.engine.tlog.ed25519 import is_good_key, is_signature
from fairdeal.engine.tlog.note import Note, Signature, SignatureError, key_id, parse_vkey, write_vkey

COSIGNATURE: Final = 0x04
"""Signature type of a timestamped Ed25519 cosignature."""
_TIME_BYTES: Final = 8
_LATEST: Final = LARGEST_INTEGER


@dataclass(frozen=True, slots=True)
class Cosigner:
    """Checks the cosignatures of one witness."""

    name: str
    key: bytes
    """32 bytes."""

    @classmethod
    def from_vkey(cls, vkey: str) -> Cosigner:
        """Read a witness's verifier key; raises `MalformedError` unless it is of type 4 (Ed25519)."""
        name, kind, key = parse_vkey(vkey)
        if kind != COSIGNATURE or len(key) != 32:
            raise MalformedError(f"expected the key of an Ed25519 cosigner (type 4, 32 bytes), not of type {kind}")
        if not is_good_key(key):
            raise MalformedError(f"the key of {name[:80]!a} is no point of the curve, or one of small order")
        return cls(name, key)

    @property
    def vkey(self) -> str:
        """The verifier key, as `from_vkey` reads it."""
        return write_vkey(self.name, COSIGNATURE, self.key)

    def is_by(self, line: Signature) -> bool:
        """Whether a signature line names this witness and this key."""
        return line.name == self.name and line.key_id == key_id(self.name, COSIGNATURE, self.key)

    def time_of(self, line: Signature, text: str) -> int:
        """When the witness cosigned the note's text (Unix seconds); raises `SignatureError` if the line does not show that."""
        time = int.from_bytes(line.value[:_TIME_BYTES])
        if not self.is_by(line) or len(line.value) != _TIME_BYTES + 64 or time > _LATEST:
            raise SignatureError(
                f"expected a cosignature by {self.name}: a time of {_TIME_BYTES} bytes and a signature of 64"
            )
        if not is_signature(self.key, line.value[_TIME_BYTES:], cosigned(text, time)):
            raise SignatureError(f"the cosignature by {self.name} is not over this checkpoint")
        return time

    def has_cosigned(self, note: Note) -> bool:
        """Whether the note carries this witness's signature; raises `SignatureError` if a line claims to be one and is not."""
        times = [self.time_of(line, note.text) for line in note.signatures if self.is_by(line)]
        return bool(times)


def cosigned(text: str, time: int) -> bytes:
    """The message that a witness signs for a checkpoint's text at a time (Unix seconds)."""
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def cosign(name: str, key: Ed25519PrivateKey, text: str, time: int) -> Signature:
    """A witness's signature line for a checkpoint's text."""
    public = key.public_key().public_bytes_raw()
    value = time.to_bytes(_TIME_BYTES) + key.sign(cosigned(text, time))
    return Signature(name, key_id(name, COSIGNATURE, public), value)
