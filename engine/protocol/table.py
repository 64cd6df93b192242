"""The table statement: closes the inputs of a deal; its hash is the salt of the shuffle (protocol section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.engine.protocol.grammar import Reader, hash_of, write
from fairdeal.engine.protocol.seals import read_seats, write_seats
from fairdeal.engine.tlog.ed25519 import is_good_key


@dataclass(frozen=True, slots=True)
class Table:
    """All inputs but the server seed."""

    origin: str
    number: int
    open: bytes
    """Hash of the open statement (32 bytes)."""
    seals: bytes | None
    """Hash of the seals statement (32 bytes), if the deal is sealed."""
    nonces: tuple[tuple[int, bytes], ...]
    """Seat and nonce (32 bytes) of each contributor, ascending."""
    keys: tuple[tuple[int, bytes], ...] = ()
    """Seat and Ed25519 public key (32 bytes) of each keyed seat, ascending."""

    @classmethod
    def from_text(cls, text: str) -> Table:
        """Read the statement; raises `MalformedError` for anything but its one spelling."""
        reader = Reader(text, "table")
        origin, number, opened = reader.origin(), reader.number(), reader.hash("open")
        seals = reader.hash_or_none("seals")
        nonces, keys = read_seats(reader, "seat"), read_seats(reader, "key", least=0)
        reader.end()
        return cls(origin, number, opened, seals, nonces, keys)

    def text(self) -> str:
        """The statement, byte for byte."""
        return write(
            "table",
            self.origin,
            str(self.number),
            f"open {self.open.hex()}",
            f"seals {'-' if self.seals is None else self.seals.hex()}",
            *write_seats("seat", self.nonces),
            *write_seats("key", self.keys),
        )

    def key_fault(self, players: int | None) -> str | None:
        """What is wrong with the keys, None if nothing is: each is good, and serves one seat of the deal.

        Args:
            players: How many seats there are; None where the ruleset is not known.
        """
        if len({key for _, key in self.keys}) != len(self.keys):
            return "one key stands for two seats"
        for seat, key in self.keys:
            if not is_good_key(key):
                return f"the key of seat {seat} is no point of the curve, or one of small order"
            if players is not None and seat >= players:
                return f"seat {seat} has a key in a game of {players}"
        return None

    def hash(self) -> bytes:
        """What the outcome names it by, and the salt of the shuffle (32 bytes)."""
        return hash_of(self.text())
