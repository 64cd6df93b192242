"""The cryptography of a piece of work, recorded while it runs, to be computed again and nothing else."""

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from fairdeal.engine.protocol import shuffle
from fairdeal.engine.tlog import ed25519


class Cryptography:
    """The inputs of SHA-256, of HKDF and of Ed25519 verifications, in the order in which they came."""

    def __init__(self) -> None:
        self.inputs: list[bytes] = []
        self.derivations: list[tuple[int, bytes, bytes, bytes]] = []
        self.verifications: list[tuple[Ed25519PublicKey, bytes, bytes]] = []

    def compute(self) -> None:
        """All of them, without any other work."""
        sha256, algorithm = hashlib.sha256, SHA256()
        for data in self.inputs:
            sha256(data).digest()
        for length, salt, info, seed in self.derivations:
            HKDF(algorithm, length, salt, info).derive(seed)
        for key, signature, message in self.verifications:
            key.verify(signature, message)


@contextmanager
def recorded() -> Iterator[Cryptography]:
    """What the engine computes until the context ends."""
    found, sha256 = Cryptography(), hashlib.sha256

    def recording(data: bytes) -> object:
        found.inputs.append(bytes(data))
        return sha256(data)

    class Recording:
        def __init__(self, _algorithm: object, length: int, salt: bytes, info: bytes) -> None:
            self._parameters = length, salt, info

        def derive(self, seed: bytes) -> bytes:
            found.derivations.append((*self._parameters, seed))
            return HKDF(SHA256(), *self._parameters).derive(seed)

    class RecordingKey:
        def __init__(self, key: bytes) -> None:
            self._key = loaded(key)

        def verify(self, signature: bytes, message: bytes) -> None:
            found.verifications.append((self._key, signature, message))
            self._key.verify(signature, message)

    loaded = ed25519._loaded  # noqa: SLF001 - where the engine loads its keys
    holders = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("fairdeal.engine.") and getattr(module, "sha256", None) is sha256
    ]
    for module in (hashlib, *holders):
        module.sha256 = recording  # type: ignore[attr-defined]
    shuffle.HKDF = Recording  # type: ignore[assignment,misc]
    ed25519._loaded = RecordingKey  # type: ignore[assignment]  # noqa: SLF001
    try:
        yield found
    finally:
        for module in (hashlib, *holders):
            module.sha256 = sha256  # type: ignore[attr-defined]
        shuffle.HKDF = HKDF  # type: ignore[misc]
        ed25519._loaded = loaded  # noqa: SLF001
