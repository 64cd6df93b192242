"""What a client checks before it seals, contributes and plays (protocol section 3).

Each signed statement is a receipt. One that says other things than it has to convicts the operator, so a failed check keeps
the notes that show it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.errors import FairdealError
from engine.note import Verifier
from engine.ruleset import Ruleset
from engine.statements import Open, Seals, Table

S = TypeVar("S", Open, Seals, Table)


class Caught(Exception):
    """The service's receipt is not what it has to be; ``notes`` are those that show it."""

    def __init__(self, detail: str, *notes: str) -> None:
        super().__init__(detail)
        self.notes = notes


@dataclass
class Receipts:
    """The receipts of one deal, as one client has seen and checked them."""

    origin: str
    vkey: str
    """The pinned key of the origin, which signs open, seals and table."""
    number: int
    open: Open | None = None
    seals: Seals | None = None
    table: Table | None = None
    notes: dict[str, str] = field(default_factory=dict)

    def see_open(self, view: Mapping[str, Any], wanted: Mapping[str, object] | None = None) -> Open:
        """Check the signed terms against the view, and against what was asked for where this client asked.

        Raises:
            Caught: they differ, or the service signed two sets of terms.
        """
        text = self._signed("open", view)
        opened = self._read(Open.from_text, text)
        ruleset = Ruleset.from_object(view["ruleset"])
        if ruleset.hash() != opened.rules:
            raise Caught("The ruleset in the view is not the one that the open statement names.", self.notes["open"])
        said = {
            "hand": opened.hand,
            "contributors": list(opened.contributors),
            "sealed": opened.sealed,
            "opener": opened.opener,
            "ruleset": ruleset,
        }
        for name, value in (wanted or {}).items():
            if said.get(name, value) != value:
                raise Caught(f"Asked for {name} {value}, the service signed {said[name]}.", self.notes["open"])
        self.open = opened
        return opened

    def see_seals(self, view: Mapping[str, Any], own: Mapping[int, bytes]) -> Seals:
        """Check the signed seals: of this open statement, one a contributor, this client's own among them.

        Raises:
            Caught: they are not, or the service signed two sets of seals.
        """
        seals = self._read(Seals.from_text, self._signed("seals", view))
        assert self.open is not None
        if seals.open != self.open.hash():
            raise Caught("The seals statement names another open statement.", self.notes["open"], self.notes["seals"])
        by_seat = dict(seals.seals)
        if tuple(by_seat) != self.open.contributors:
            raise Caught("The seals statement does not have one seal a contributor.", self.notes["seals"])
        for seat, seal in own.items():
            if by_seat[seat] != seal:
                raise Caught(f"The seals statement holds another seal for seat {seat}.", self.notes["seals"])
        self.seals = seals
        return seals

    def see_table(self, view: Mapping[str, Any], own: Mapping[int, bytes], keys: Mapping[int, bytes]) -> Table:
        """Check the signed table: of this open and seals statement, with this client's own nonces and keys.

        ``keys`` are the signing keys of the seats that this client plays; a seat of its own without one has none.

        Raises:
            Caught: it is not, or the service signed two tables.
        """
        table = self._read(Table.from_text, self._signed("table", view))
        assert self.open is not None
        if table.open != self.open.hash():
            raise Caught("The table names another open statement.", self.notes["open"], self.notes["table"])
        if table.seals != (None if self.seals is None else self.seals.hash()):
            raise Caught("The table names another seals statement.", self.notes.get("seals", ""), self.notes["table"])
        nonces, signing = dict(table.nonces), dict(table.keys)
        if tuple(nonces) != self.open.contributors:
            raise Caught("The table does not have one nonce a contributor.", self.notes["table"])
        for seat, nonce in own.items():
            if nonces.get(seat) != nonce:
                raise Caught(f"The table holds another nonce for seat {seat}.", self.notes["table"])
        for seat, key in keys.items():
            if signing.get(seat) != key:
                raise Caught(f"The table holds another key for seat {seat}, or none.", self.notes["table"])
        self.table = table
        return table

    def _signed(self, kind: str, view: Mapping[str, Any]) -> str:
        """The text of a signed statement; two different ones of one kind convict the operator."""
        part = view.get(kind)
        if not isinstance(part, dict) or not isinstance(part.get("note"), str):
            raise Caught(f"The service gives no signed {kind} statement.", *self.notes.values())
        note = part["note"]
        try:
            text = Verifier.from_vkey(self.vkey).verify(note)
        except FairdealError as fault:
            raise Caught(f"The {kind} statement is not signed by the pinned key: {fault}", note) from None
        if part.get("statement") != text:
            raise Caught(f"The {kind} statement that is shown is not the one that is signed.", note)
        known = self.notes.setdefault(kind, note)
        if Verifier.from_vkey(self.vkey).verify(known) != text:
            raise Caught(f"The service signed two {kind} statements for deal {self.number}.", known, note)
        return text

    def _read(self, read: Callable[[str], S], text: str) -> S:
        try:
            statement = read(text)
        except FairdealError as fault:
            raise Caught(f"The service signed a statement that cannot be read: {fault}", text) from None
        if (statement.origin, statement.number) != (self.origin, self.number):
            raise Caught(f"The service signed a statement of {statement.origin}, number {statement.number}.", text)
        return statement
