"""The seal: the hash that fixes a contribution before any contribution is shown (protocol section 3)."""

import hashlib


def seal_of(open_hash: bytes, seat: int, nonce: bytes) -> bytes:
    """The seal (32 bytes) of a 32-byte nonce, bound to the deal's open statement and the seat: a copy opens nothing."""
    return hashlib.sha256(b"fairdeal/v1 seal\n" + open_hash + f"{seat}\n".encode("ascii") + nonce).digest()
