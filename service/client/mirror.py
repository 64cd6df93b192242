"""A log of a service, mirrored in a folder: every entry, checked against the checkpoint that the log's key signed.

The folder keeps the largest checkpoint that was ever seen. One that is no continuation of it, or that it does not continue, is a
fork: the service tells different people different things, and the two notes convict it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fairdeal.engine.errors import FairdealError
from fairdeal.engine.tlog import merkle, tiles
from fairdeal.engine.tlog.checkpoint import Checkpoint, open_checkpoint
from fairdeal.engine.tlog.merkle import leaf_hash
from fairdeal.engine.tlog.note import Verifier
from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.tlog.tiles import WIDTH, Resource
from fairdeal.service.client.errors import Caught, Unreachable
from fairdeal.service.client.http import Api
from fairdeal.service.files import durable_file


class Mirror:
    """One log, as far as it was mirrored."""

    def __init__(self, api: Api, role: str, vkey: str, folder: Path, policy: Policy | None = None) -> None:
        """``role`` is ``commits`` or ``outcomes``; ``folder`` is this log's own, made when needed."""
        self._api = api
        self._role: Final = role
        self._verifier: Final = Verifier.from_vkey(vkey)
        self._folder: Final = folder
        self._policy: Final = policy
        self.size = 0
        """How many entries `entries` gives."""

    def update(self) -> None:
        """Fetch what is new, and check all that is there.

        Raises:
            Caught: the service forked the log, signed what it does not serve, or did not sign at all.
            Unreachable: as `fairdeal.service.client.http` has it.
        """
        note = self._text("checkpoint")
        checkpoint = self._open(note)
        known_note = self._known()
        known = None if known_note is None else self._open(known_note)
        if known is not None and known.size > checkpoint.size:
            # An older checkpoint may still be on its way; what it speaks of is here.
            self._require_one_log(known, known_note, checkpoint, note)
            self.size = known.size
            return
        self._fetch(checkpoint.size, self._stored())
        if not self._agrees(checkpoint, known):
            # What is in the folder may be at fault: everything is fetched anew before anybody is accused.
            self._fetch(checkpoint.size, 0)
            if not self._agrees(checkpoint):
                raise Caught(
                    f"The entries that the service serves do not lead to the root of {checkpoint.name} that it signed.",
                    note,
                )
            if known is not None:
                self._require_one_log(known, known_note, checkpoint, note)
        durable_file.put(self._folder / "checkpoint", note.encode())
        self.size = checkpoint.size

    def entries(self) -> Iterator[str]:
        """All entries, in order; `Caught` for one that is no text."""
        for index in range(-(-self.size // WIDTH)):
            for entry in tiles.unpack(self._bundle(index))[: self.size - index * WIDTH]:
                yield _decoded(entry)

    # -- the service --------------------------------------------------------------------------------------------

    def _text(self, address: str) -> str:
        try:
            return self._api.get_raw(f"/log/{self._role}/{address}").decode("utf-8")
        except UnicodeDecodeError:
            raise Unreachable(f"/log/{self._role}/{address} is no text.") from None

    def _open(self, note: str) -> Checkpoint:
        try:
            checkpoint = open_checkpoint(note, self._verifier)
            if self._policy is not None:
                self._policy.check(note)
        except FairdealError as fault:
            raise Caught(f"The checkpoint of {self._verifier.name} does not hold: {fault}.", note) from None
        return checkpoint

    def _fetch(self, size: int, full: int) -> None:
        """Have the entries of a tree of that size in the folder; the first ``full`` bundles are there, and full."""
        for index in range(full, -(-size // WIDTH)):
            width = min(WIDTH, size - index * WIDTH)
            address = Resource(None, index, width).path()
            bundle = self._api.get_raw(f"/log/{self._role}/tile/{address}")
            try:
                count = len(tiles.unpack(bundle))
            except FairdealError as fault:
                raise Caught(f"/log/{self._role}/tile/{address} is no bundle of entries: {fault}.") from None
            if count != width:
                raise Caught(f"/log/{self._role}/tile/{address} holds {count} entries, not {width}.")
            durable_file.put(self._path(index), bundle)

    # -- the folder ---------------------------------------------------------------------------------------------

    def _known(self) -> str | None:
        path = self._folder / "checkpoint"
        return path.read_text("utf-8") if path.exists() else None

    def _stored(self) -> int:
        """How many full bundles are there, without a gap."""
        index = 0
        while self._path(index).exists() and self._is_full(index):
            index += 1
        return index

    def _is_full(self, index: int) -> bool:
        try:
            return len(tiles.unpack(self._bundle(index))) == WIDTH
        except FairdealError:
            return False

    def _bundle(self, index: int) -> bytes:
        return self._path(index).read_bytes()

    def _path(self, index: int) -> Path:
        return self._folder / "tile" / Resource(None, index, WIDTH).path()

    # -- holding the two together -------------------------------------------------------------------------------

    def _agrees(self, *checkpoints: Checkpoint | None) -> bool:
        """Whether the entries in the folder lead to the root of each of these."""
        wanted = [one for one in checkpoints if one is not None]
        leaves = self._leaves(max(one.size for one in wanted))
        node = merkle.nodes_of(leaves)
        return all(one.size <= len(leaves) and merkle.root(one.size, node) == one.root for one in wanted)

    def _leaves(self, size: int) -> list[bytes]:
        leaves: list[bytes] = []
        for index in range(-(-size // WIDTH)):
            leaves += [leaf_hash(entry) for entry in tiles.unpack(self._bundle(index))]
        return leaves[:size]

    def _require_one_log(self, known: Checkpoint, known_note: str | None, checkpoint: Checkpoint, note: str) -> None:
        """Raise `Caught`, and keep both notes, unless the entries in the folder lead to both checkpoints."""
        if self._agrees(known, checkpoint):
            return
        fork = self._folder / "fork.txt"
        durable_file.put(fork, f"{known_note}\n{note}".encode())
        raise Caught(
            f"The log {known.name} was forked: the checkpoint of {known.size} entries that was seen before, and that of "
            f"{checkpoint.size} now, are not of one log. Both are in {fork}.",
            known_note or "",
            note,
        )


def _decoded(entry: bytes) -> str:
    try:
        return entry.decode("ascii")
    except UnicodeDecodeError:
        # Never a statement: whoever reads it as one finds that out.
        return entry.decode("ascii", "replace")
