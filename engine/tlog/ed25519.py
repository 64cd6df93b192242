"""Which Ed25519 keys and signatures are good (protocol section 7): stricter than RFC 8032, and the same for every library.

A signature (R, S) over a message by a key A is good when S < L, R and A are canonical encodings of points that are not of small
order, and [S]B = R + [k]A, without cofactor. OpenSSL computes R from the rest and compares its encoding with the bytes that
came, so a canonical R, S < L and the equation without cofactor are its part; small orders and the key are checked here.
"""

from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

_P: Final = 2**255 - 19
_D: Final = -121665 * pow(121666, -1, _P) % _P
_SIGN: Final = 1 << 255

SMALL_ORDER: Final = frozenset(
    bytes.fromhex(encoding)
    for encoding in (
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    )
)
"""The canonical encodings of the eight points whose order divides the cofactor: under such a key one signature fits many messages."""


@lru_cache(maxsize=1024)
def is_good_key(key: bytes) -> bool:
    """Whether a public key (32 bytes) is the canonical encoding of a point of the curve that is not of small order."""
    if len(key) != 32 or key in SMALL_ORDER:
        return False
    encoded = int.from_bytes(key, "little")
    y, sign = encoded & ~_SIGN, encoded & _SIGN
    if y >= _P:
        return False
    # x² = (y² − 1) / (d y² + 1) has to be a square (RFC 8032, section 5.1.3); Euler's criterion tells.
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    if square == 0:
        return not sign
    return pow(square, (_P - 1) // 2, _P) == 1


def is_signature(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether these 64 bytes are a good signature over the message by a public key (32 bytes)."""
    if len(signature) != 64 or signature[:32] in SMALL_ORDER or not is_good_key(key):
        return False
    try:
        _loaded(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


@lru_cache(maxsize=1024)
def _loaded(key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(key)
