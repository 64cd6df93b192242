"""The largest checkpoint seen of each log, and whether a new one is of the same log (protocol section 3).

Of two checkpoints the larger must extend the smaller. The consistency proof is made from the service's tiles and must arrive at
both signed roots, which a service cannot achieve for a fork.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fairdeal.engine.errors import FairdealError
from fairdeal.engine.tlog.checkpoint import Checkpoint, open_checkpoint
from fairdeal.engine.tlog.merkle import HASH_SIZE, consistency_proof, verify_consistency
from fairdeal.engine.tlog.note import ED25519, Verifier, key_id
from fairdeal.engine.tlog.tiles import Resource, Tile, reader
from fairdeal.service.client.errors import Caught, Unreachable
from fairdeal.service.client.http import Api
from fairdeal.service.files import durable_file
from fairdeal.service.files.file_lock import locked


class CheckpointStore:
    """The largest checkpoints seen of the logs of one origin, in a folder.

    Each key has files of its own. A user who pinned none is told of new keys by `knew_other_keys`.
    """

    def __init__(self, api: Api, folder: Path) -> None:
        """`folder` is for this origin alone; it is created when needed."""
        self._api = api
        self._folder: Final = folder

    def see(self, role: str, vkey: str, note: str) -> None:
        """Check a checkpoint against the largest seen of its log, and keep the larger one.

        Args:
            role: Which log: `commits` or `outcomes`.
            vkey: The verifier key that must have signed it.
            note: The checkpoint, a signed note.

        Raises:
            Caught: the key did not sign it, or the log was forked; then both notes are kept.
            Unreachable, Refused: the service does not serve the tiles of the proof, or the folder cannot be used.
        """
        verifier = Verifier.from_vkey(vkey)
        try:
            checkpoint = open_checkpoint(note, verifier)
        except FairdealError as fault:
            raise Caught(f"The checkpoint is not valid: {fault}.", note) from None
        path = self._path(role, verifier)
        try:
            with self._alone():
                if path.exists():
                    largest, largest_note = self._stored(path, verifier)
                    self._require_one_log(path, (largest, largest_note), (checkpoint, note), role)
                    if largest.size >= checkpoint.size:
                        return
                durable_file.replace(path, note.encode())
        except OSError as fault:
            raise Unreachable(f"Checkpoints cannot be kept in {self._folder}: {fault.strerror}.") from None

    def knew_other_keys(self, role: str, vkey: str) -> bool:
        """Whether this origin was seen with another key, and never with this one."""
        own = self._path(role, Verifier.from_vkey(vkey))
        return not own.exists() and any(self._folder.glob(f"{role}+*.checkpoint"))

    def _path(self, role: str, verifier: Verifier) -> Path:
        return self._folder / f"{role}+{key_id(verifier.name, ED25519, verifier.key).hex()}.checkpoint"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other programs out: of two checkpoints that come at once, each must be checked against the other."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with locked(self._folder / ".lock"):
            yield

    @staticmethod
    def _stored(path: Path, verifier: Verifier) -> tuple[Checkpoint, str]:
        try:
            note = path.read_bytes().decode("utf-8")
            return open_checkpoint(note, verifier), note
        except (FairdealError, UnicodeDecodeError) as fault:
            raise Unreachable(
                f"{path} has no checkpoint of {verifier.name}: {fault}. Remove it to start afresh."
            ) from None

    def _require_one_log(
        self, path: Path, seen: tuple[Checkpoint, str], shown: tuple[Checkpoint, str], role: str
    ) -> None:
        old, new = sorted((seen[0], shown[0]), key=lambda checkpoint: checkpoint.size)
        try:
            proof = consistency_proof(old.size, new.size, reader(lambda tile: self._tile(role, tile, new.size)))
            verify_consistency(old.size, old.root, new.size, new.root, proof)
        except FairdealError as fault:
            fork = path.with_suffix(".fork")
            durable_file.replace(fork, f"{seen[1]}\n{shown[1]}".encode())
            raise Caught(
                f"The log {seen[0].name} was forked: the checkpoint of {seen[0].size} entries that was seen before and that of "
                f"{shown[0].size} are not of one log ({fault}). Both are in {fork}.",
                seen[1],
                shown[1],
            ) from None

    def _tile(self, role: str, tile: Tile, size: int) -> bytes:
        width = tile.width(size)
        address = f"/log/{role}/tile/{Resource(tile.level, tile.index, width).path()}"
        hashes = self._api.get_raw(address)
        if len(hashes) != width * HASH_SIZE:
            raise Unreachable(f"{address} has {len(hashes)} bytes, not {width * HASH_SIZE}.")
        return hashes
