"""The largest checkpoint of each log that was ever seen here, and whether a new one belongs to the same log (protocol section 3).

Of two checkpoints the smaller has to be the beginning of the larger: the proof is made from the service's tiles and ends in the two
signed roots, so a service cannot make it for a fork.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.checkpoint import Checkpoint, open_checkpoint
from engine.errors import FairdealError
from engine.merkle import HASH_SIZE, consistency_proof, verify_consistency
from engine.note import Verifier
from engine.tiles import Resource, Tile, reader
from service.client.errors import Caught, Unreachable
from service.client.http import Api


class Seen:
    """What was seen of the logs of one origin, in a folder."""

    def __init__(self, api: Api, folder: Path) -> None:
        """``folder`` is this origin's own, made when needed."""
        self._api = api
        self._folder: Final = folder

    def see(self, role: str, vkey: str, note: str) -> None:
        """Hold a checkpoint of the log ``role`` (``commits`` or ``outcomes``) against the largest seen; keep the larger one.

        Raises:
            Caught: the key did not sign it, or it is of a fork; both notes are kept then.
            Unreachable, Refused: the service does not serve what shows that they belong together.
        """
        verifier = Verifier.from_vkey(vkey)
        try:
            checkpoint = open_checkpoint(note, verifier)
        except FairdealError as fault:
            raise Caught(f"The checkpoint does not hold: {fault}.", note) from None
        path = self._folder / f"{role}.checkpoint"
        if path.exists():
            known, known_note = self._known(path, verifier)
            self._require_one_log(role, known, known_note, checkpoint, note)
            if known.size >= checkpoint.size:
                return
        self._folder.mkdir(parents=True, exist_ok=True)
        written = path.with_name(f".{path.name}.new")
        written.write_text(note, "utf-8")
        written.replace(path)

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
        self, role: str, known: Checkpoint, known_note: str, checkpoint: Checkpoint, note: str
    ) -> None:
        old, new = sorted((known, checkpoint), key=lambda one: one.size)
        try:
            proof = consistency_proof(old.size, new.size, reader(lambda tile: self._tile(role, tile, new.size)))
            verify_consistency(old.size, old.root, new.size, new.root, proof)
        except FairdealError as fault:
            fork = self._folder / f"{role}.fork"
            fork.write_text(f"{known_note}\n{note}", "utf-8")
            raise Caught(
                f"The log {known.name} was forked: the checkpoint of {known.size} entries that was seen before and that of "
                f"{checkpoint.size} are not of one log ({fault}). Both are in {fork}.",
                known_note,
                note,
            ) from None

    def _tile(self, role: str, tile: Tile, size: int) -> bytes:
        width = tile.width(size)
        address = f"/log/{role}/tile/{Resource(tile.level, tile.index, width).path()}"
        hashes = self._api.get_raw(address)
        if len(hashes) != width * HASH_SIZE:
            raise Unreachable(f"{address} has {len(hashes)} bytes, not {width * HASH_SIZE}.")
        return hashes
