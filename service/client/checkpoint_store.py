"""The largest checkpoint of each log that was ever seen here, and whether a new one belongs to the same log (protocol section 3).

Of two checkpoints the smaller has to be the beginning of the larger: the proof is made from the service's tiles and ends in the two
signed roots, so a service cannot make it for a fork.
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
    """What was seen of the logs of one origin, in a folder.

    Each key has files of its own: who pinned none hears of new keys from `knew_other_keys`, and pins them or begins anew.
    """

    def __init__(self, api: Api, folder: Path) -> None:
        """``folder`` is this origin's own, made when needed."""
        self._api = api
        self._folder: Final = folder

    def see(self, role: str, vkey: str, note: str) -> None:
        """Hold a checkpoint of the log ``role`` (``commits`` or ``outcomes``) against the largest seen; keep the larger one.

        Raises:
            Caught: the key did not sign it, or it is of a fork; both notes are kept then.
            Unreachable, Refused: the service does not serve what shows that they belong together, or the folder cannot be used.
        """
        verifier = Verifier.from_vkey(vkey)
        try:
            checkpoint = open_checkpoint(note, verifier)
        except FairdealError as fault:
            raise Caught(f"The checkpoint does not hold: {fault}.", note) from None
        path = self._path(role, verifier)
        try:
            with self._alone():
                if path.exists():
                    known, known_note = self._known(path, verifier)
                    self._require_one_log(path, (known, known_note), (checkpoint, note), role)
                    if known.size >= checkpoint.size:
                        return
                durable_file.replace(path, note.encode())
        except OSError as fault:
            raise Unreachable(f"What was seen cannot be kept in {self._folder}: {fault.strerror}.") from None

    def knew_other_keys(self, role: str, vkey: str) -> bool:
        """Whether a checkpoint by another key of this origin was seen here, and none by this one."""
        own = self._path(role, Verifier.from_vkey(vkey))
        return not own.exists() and any(self._folder.glob(f"{role}+*.checkpoint"))

    def _path(self, role: str, verifier: Verifier) -> Path:
        return self._folder / f"{role}+{key_id(verifier.name, ED25519, verifier.key).hex()}.checkpoint"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other programs out: of two checkpoints that come at once each has to be held against the other."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with locked(self._folder / ".lock"):
            yield

    @staticmethod
    def _known(path: Path, verifier: Verifier) -> tuple[Checkpoint, str]:
        try:
            note = path.read_text("utf-8")
            return open_checkpoint(note, verifier), note
        except (FairdealError, UnicodeDecodeError) as fault:
            raise Unreachable(
                f"{path} holds no checkpoint of {verifier.name}: {fault}. Remove it to begin anew."
            ) from None

    def _require_one_log(
        self, path: Path, seen: tuple[Checkpoint, str], shown: tuple[Checkpoint, str], role: str
    ) -> None:
        old, new = sorted((seen[0], shown[0]), key=lambda one: one.size)
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
