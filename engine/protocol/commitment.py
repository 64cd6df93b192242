"""The commitment: the hash that fixes a server seed before anyone can hold its number (protocol section 1)."""

import hashlib


def commitment(origin: str, number: int, seed: bytes) -> bytes:
    """The commitment (32 bytes) to a 32-byte server seed. Origin and number are inside, so it cannot be copied elsewhere."""
    return hashlib.sha256(f"fairdeal/v1 seed\n{origin}\n{number}\n".encode("ascii") + seed).digest()
