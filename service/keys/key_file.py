"""The key file: the keys that sign for an origin, and those that encrypt its secrets at rest.

A JSON object, readable by its owner alone::

    {"protocol": "fairdeal/v1", "origin": "deals.example.com",
     "signing": {"deals.example.com": <Ed25519 private key, 32 bytes in hex>,
                 "deals.example.com/commits": …, "deals.example.com/outcomes": …},
     "encryption": {"active": "<id>", "keys": {"<id>": <AES-256 key, 32 bytes in hex>, …}}}

Signing keys live as long as the origin (protocol section 1). Encryption keys can be changed at any time: new secrets are
encrypted under the active one, and each stored secret names the one that opens it.
"""

import json
import os
import secrets
import stat
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from fairdeal.engine.tlog.note import NoteSigner
from fairdeal.service.files import durable_file
from fairdeal.service.files.file_lock import locked
from fairdeal.service.startup_refused import StartupRefused

PROTOCOL: Final = "fairdeal/v1"
KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
SIGNER_SUFFIXES: Final = {"statements": "", "commits": "/commits", "outcomes": "/outcomes"}


class KeyFileError(StartupRefused):
    """The key file is missing, malformed, open to others or another origin's; no key is in the text."""


@dataclass(frozen=True, slots=True)
class _Keys:
    """The content of a key file."""

    signing: dict[str, bytes]
    """32 bytes by the name that they sign as."""
    active: str
    encryption: dict[str, bytes]
    """32 bytes by id."""

    def __repr__(self) -> str:
        return "<_Keys>"


class KeyFile:
    """The keys of an origin, in memory. Safe to use from several threads."""

    def __init__(self, path: Path, origin: str, keys: _Keys) -> None:
        self.path = path
        self.origin = origin
        signers = {
            role: NoteSigner(origin + suffix, Ed25519PrivateKey.from_private_bytes(keys.signing[origin + suffix]))
            for role, suffix in SIGNER_SUFFIXES.items()
        }
        self.statement_signer: Final = signers["statements"]
        """Signs open, seals and table."""
        self.commits_signer: Final = signers["commits"]
        self.outcomes_signer: Final = signers["outcomes"]
        self.vkeys: Final = {role: signer.vkey for role, signer in signers.items()}
        """The public keys, by what they sign: ``statements``, ``commits``, ``outcomes``."""
        # Guards a reload; the two below are replaced as one value, so reading them takes no lock.
        self._mutex = threading.Lock()
        self._ciphers = _Ciphers(keys)

    def __repr__(self) -> str:
        return f"<KeyFile of {self.origin}>"

    # -- on disk ------------------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path: Path, origin: str) -> Self:
        """Draw all keys of a new origin and store them, on disk before this returns.

        Raises:
            FileExistsError: there is a file already; it is not touched.
        """
        active = _new_id()
        keys = _Keys(
            {origin + suffix: os.urandom(KEY_BYTES) for suffix in SIGNER_SUFFIXES.values()},
            active,
            {active: os.urandom(KEY_BYTES)},
        )
        durable_file.create(path, _text(origin, keys))
        return cls(path, origin, keys)

    @classmethod
    def load(cls, path: Path, origin: str) -> Self:
        """The keys of ``origin``.

        Raises:
            KeyFileError: there are none, others can read them, or they are malformed or another origin's.
        """
        return cls(path, origin, _read(path, origin))

    # -- secrets at rest ----------------------------------------------------------------------------------------

    @property
    def active(self) -> str:
        """The id of the newest encryption key."""
        return self._ciphers.active

    @property
    def key_ids(self) -> frozenset[str]:
        """The ids of all keys."""
        return frozenset(self._ciphers.by_id)

    def encrypt_secret(self, number: int, key_id: str, secret: bytes) -> bytes:
        """Encrypt the secret of a number: nonce ‖ ciphertext ‖ tag, 28 bytes more than ``secret``.

        AES-256-GCM with a random nonce; origin and number are authenticated with it, so no row can pass for another.

        Raises:
            KeyFileError: the file has no such key.
        """
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher(key_id).encrypt(nonce, secret, self._bound_to(number))

    def decrypt_secret(self, number: int, key_id: str, sealed: bytes) -> bytes:
        """Decrypt the secret of a number.

        Raises:
            KeyFileError: the file has no such key, or it does not open this secret.
        """
        try:
            return self._cipher(key_id).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], self._bound_to(number))
        # A secret that was cut short has no whole nonce, which is a ValueError.
        except (InvalidTag, ValueError):
            raise KeyFileError(
                f"Key {key_id} does not open the secret of number {number}: the row was altered, or is another's."
            ) from None

    def _cipher(self, key_id: str) -> AESGCM:
        """The key of that id. One that is not known yet was perhaps just added: it is looked for in the file."""
        cipher = self._ciphers.by_id.get(key_id)
        if cipher is None:
            self.reload()
            cipher = self._ciphers.by_id.get(key_id)
        if cipher is None:
            raise KeyFileError(f"The store uses the encryption key {key_id}, which {self.path} does not hold.")
        return cipher

    def reload(self) -> None:
        """Take the encryption keys from the file as it is now. The signing keys are the origin's for good.

        Raises:
            KeyFileError: the file is not fit for use any more.
        """
        with self._mutex:
            self._ciphers = _Ciphers(_read(self.path, self.origin))

    def _bound_to(self, number: int) -> bytes:
        return f"fairdeal secret\n{self.origin}\n{number}\n".encode()

    # -- rotation -----------------------------------------------------------------------------------------------

    def add_key(self) -> str:
        """Draw a new encryption key and make it the active one, on disk before this returns; its id."""
        new = _new_id()
        self._change(lambda keys: _Keys(keys.signing, new, {**keys.encryption, new: os.urandom(KEY_BYTES)}))
        return new

    def drop_keys(self, unused: frozenset[str]) -> None:
        """Remove encryption keys for good; the active one stays."""
        self._change(
            lambda keys: _Keys(
                keys.signing,
                keys.active,
                {one: key for one, key in keys.encryption.items() if one == keys.active or one not in unused},
            )
        )

    def _change(self, change: Callable[[_Keys], _Keys]) -> None:
        with locked(_lock_of(self.path)):
            changed = change(_read(self.path, self.origin))
            durable_file.replace(self.path, _text(self.origin, changed))
        with self._mutex:
            self._ciphers = _Ciphers(changed)


class _Ciphers:
    """The encryption keys, ready for use."""

    __slots__ = ("active", "by_id")

    def __init__(self, keys: _Keys) -> None:
        self.active = keys.active
        self.by_id = {one: AESGCM(key) for one, key in keys.encryption.items()}


def _new_id() -> str:
    return secrets.token_hex(4)


def _text(origin: str, keys: _Keys) -> bytes:
    document = {
        "protocol": PROTOCOL,
        "origin": origin,
        "signing": {name: key.hex() for name, key in keys.signing.items()},
        "encryption": {"active": keys.active, "keys": {one: key.hex() for one, key in keys.encryption.items()}},
    }
    return json.dumps(document, indent=2).encode() + b"\n"


def _read(path: Path, origin: str) -> _Keys:
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            content = file.read()
    except FileNotFoundError:
        raise KeyFileError(f"There is no key file at {path}. Without its keys no secret can be opened.") from None
    except OSError as error:
        raise KeyFileError(f"The key file {path} cannot be read: {error.strerror}.") from None
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise KeyFileError(
            f"The key file {path} has mode {stat.S_IMODE(mode):04o}: others could read it. Set it to 0600, and "
            "think about who has read it meanwhile."
        )
    try:
        return _parse(content, origin)
    except (KeyError, TypeError, ValueError, AttributeError):
        # The parser's own words could quote a key.
        raise KeyFileError(f"The key file {path} is malformed.") from None


def _parse(content: bytes, origin: str) -> _Keys:
    document = json.loads(content)
    if document["protocol"] != PROTOCOL:
        raise KeyFileError("The key file is of another protocol.")
    if document["origin"] != origin:
        raise KeyFileError(
            f"The key file is of the origin {document['origin']!r}, not of {origin!r}: an origin is fixed by its first start."
        )
    signing = {name: _key(text) for name, text in document["signing"].items()}
    active = document["encryption"]["active"]
    encryption = {one: _key(text) for one, text in document["encryption"]["keys"].items()}
    if set(signing) != {origin + suffix for suffix in SIGNER_SUFFIXES.values()} or active not in encryption:
        raise ValueError
    return _Keys(signing, active, encryption)


def _key(text: str) -> bytes:
    key = bytes.fromhex(text)
    if len(key) != KEY_BYTES:
        raise ValueError
    return key


def _lock_of(path: Path) -> Path:
    """The file itself is replaced at each change, so its lock is beside it."""
    return path.with_name(path.name + ".lock")
