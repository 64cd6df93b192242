"""Which Ed25519 signatures and keys are good."""

import hashlib
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from fairdeal.engine.tlog import ed25519
from fairdeal.engine.tlog.ed25519 import SMALL_ORDER, is_good_key, is_signature

KNOWN = json.loads((Path(__file__).parents[2] / "vectors" / "ed25519.json").read_text())
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize("case", KNOWN["cases"], ids=lambda case: case["name"])
def test_known_signatures_are_judged_alike_by_every_library(case):
    """The cases on which libraries differ: small orders, mixed orders, S beyond L, and good ones."""
    key, signature = bytes.fromhex(case["key"]), bytes.fromhex(case["signature"])
    assert is_signature(key, signature, KNOWN["message"].encode()) == case["good"]


@pytest.mark.parametrize("key", sorted(SMALL_ORDER), ids=bytes.hex)
def test_a_key_of_small_order_is_bad(key):
    """Under each of the eight one signature would fit many messages."""
    assert not is_good_key(key)


@pytest.mark.parametrize(
    "key",
    [
        (2).to_bytes(32, "little"),  # no point has this y
        (P + 3).to_bytes(32, "little"),  # y beyond the field
        (1 | 1 << 255).to_bytes(32, "little"),  # x = 0 with a sign
        b"\xff" * 32,
        bytes(31),
        bytes(33),
    ],
    ids=bytes.hex,
)
def test_what_is_no_canonical_point_is_a_bad_key(key):
    """Bytes that encode no point, or one in another spelling, are no key, and nothing is signed by them."""
    assert not is_good_key(key)
    assert not is_signature(key, bytes(64), b"")


def test_keys_that_are_drawn_are_good():
    """Every key that a client draws is accepted, and its signatures are, for their message alone."""
    for seed in range(64):
        private = Ed25519PrivateKey.from_private_bytes(seed.to_bytes(32))
        key, signature = private.public_key().public_bytes_raw(), private.sign(b"a")
        assert is_good_key(key)
        assert is_signature(key, signature, b"a")
        assert not is_signature(key, signature, b"b")
        assert not is_signature(key, signature[:-1], b"a")


def test_a_spelling_of_r_that_is_not_canonical_is_refused():
    """The equation holds for the point, but R is spelled in another way than the point is written."""
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    key = private.public_key().public_bytes_raw()
    scalar = scalar_of(bytes(range(32)))
    for identity in (P + 1, 1 | 1 << 255, (P + 1) | 1 << 255):
        r = identity.to_bytes(32, "little")
        k = int.from_bytes(hashlib.sha512(r + key + b"a").digest(), "little")
        assert not is_signature(key, r + (k * scalar % L).to_bytes(32, "little"), b"a")


def test_nothing_is_signed_by_a_key_of_small_order():
    """Under the identity as key the equation holds for every message, with an R that is good: the key alone is at fault."""
    identity, seed = (1).to_bytes(32, "little"), bytes(range(32))
    r = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    signature = r + (scalar_of(seed) % L).to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(identity).verify(signature, b"a")
    assert not is_signature(identity, signature, b"a")


def scalar_of(seed):
    """The secret scalar of a private key (RFC 8032, section 5.1.5)."""
    digest = bytearray(hashlib.sha512(seed).digest()[:32])
    digest[0], digest[31] = digest[0] & 248, digest[31] & 63 | 64
    return int.from_bytes(digest, "little")


def test_every_verification_goes_through_this_module():
    """No other module of the product asks a library whether a signature is good: they would judge differently."""
    package = Path(ed25519.__file__).parents[2]
    users = [
        path.relative_to(package).as_posix()
        for folder in ("engine", "service")
        for path in (package / folder).rglob("*.py")
        if "Ed25519PublicKey" in path.read_text()
    ]
    assert users == ["engine/tlog/ed25519.py"]
