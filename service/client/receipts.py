"""What a client checks before it seals, contributes and plays (protocol section 3).

Each signed statement is a receipt. A wrong one convicts the operator, so a failed check carries the notes that show it. Every
view of the deal is checked: a service that says two different things is caught by the second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from fairdeal.engine.errors import FairdealError, RulesetError
from fairdeal.engine.games import ruleset_of
from fairdeal.engine.protocol import Commit, Open, Seals, Table
from fairdeal.engine.tlog.note import Verifier
from fairdeal.engine.tlog.proof import TlogProof
from fairdeal.service.client.checkpoint_store import CheckpointStore
from fairdeal.service.client.errors import Caught
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust
from fairdeal.service.client.view import View

S = TypeVar("S", Open, Seals, Table)

_HEX_DIGITS: Final = frozenset("0123456789abcdef")


class Receipts:
    """The receipts of one deal, as one client has seen and checked them, and what it sent itself."""

    def __init__(
        self, trust: Trust, number: int, terms: Terms, seats: frozenset[int], seen: CheckpointStore | None = None
    ) -> None:
        """Start with nothing seen.

        Args:
            trust: The service's origin and keys.
            number: The deal's.
            terms: What was agreed on.
            seats: The seats that this client plays: nobody else may send anything for them.
            seen: The largest checkpoints of earlier deals; without it a fork between those and this one is not found.
        """
        self.trust = trust
        self._seen = seen
        self.number = number
        self.terms = terms
        self.seats = seats
        self.open: Open | None = None
        self.seals: Seals | None = None
        self.table: Table | None = None
        self.commitment: bytes | None = None
        self.checkpoint = ""
        """The signed checkpoint of the log that holds the commitment, as a note; empty before one was seen."""
        self.notes: dict[str, str] = {}
        """The first note of each kind: open, seals, table."""
        self.sent_seals: dict[int, bytes] = {}
        self.sent_nonces: dict[int, bytes] = {}
        self.keys: dict[int, bytes] = {}
        """The signing keys of this client's seats (32 bytes each); a seat that claimed with none has none."""

    def see(self, view: View) -> None:
        """Check the commitment and every signed statement in a view of the deal.

        Raises:
            Caught: one is wrong, or not what was shown before.
            Unreachable: it is no view of a deal.
        """
        if view.integer("number") != self.number:
            raise Caught(f"Asked for deal {self.number}, the service shows deal {view.integer('number')}.")
        self._see_commitment(view)
        self._see_open(view)
        for kind, see in (("seals", self._see_seals), ("table", self.see_table)):
            if view.has(kind):
                see(view)
            elif kind in self.notes:
                raise Caught(f"The service no longer shows the {kind} statement that it signed.", self.notes[kind])

    def require_open(self) -> Open:
        """The signed terms, which must be there before a seal commits to them."""
        if self.open is None:
            raise Caught("The service gives no signed open statement.")
        return self.open

    def require_logged(self) -> None:
        """Check, before anything is sealed or contributed, that the log has the commitment at this number.

        Raises:
            Caught: the service did not prove it, though it may only hand out numbers below a published checkpoint.
        """
        if not self.checkpoint:
            raise Caught("The service does not prove that the commitment is in its log.", *self.notes.values())

    def require_seals(self) -> None:
        """Check, before a seal is opened, that a sealed deal has its signed seals; raises `Caught`."""
        if self.terms.sealed and self.seals is None:
            raise Caught("The service asks for contributions without signing the seals first.", *self.notes.values())

    def require_table(self) -> Table:
        """The signed table, which must be there before the first move; raises `Caught`."""
        if self.table is None:
            raise Caught("The service asks for moves without signing the table first.", *self.notes.values())
        return self.table

    def see_table(self, view: View) -> None:
        """Check the table statement in a view, or in the answer to the contribution that closed it.

        Raises:
            Caught: it does not close these terms, these seals, and what this client's seats sent.
        """
        table = self._read("table", view, Table.from_text)
        opened, note = self.require_open(), self.notes["table"]
        if table.open != opened.hash():
            raise Caught("The table names another open statement.", self.notes["open"], note)
        if opened.sealed and self.seals is None:
            raise Caught("The service closed the table of a sealed deal without signing the seals.", note)
        if table.seals != (None if self.seals is None else self.seals.hash()):
            seals = [self.notes["seals"]] if "seals" in self.notes else []
            raise Caught("The table names other seals than the service signed.", *seals, note)
        nonces, keys = dict(table.nonces), dict(table.keys)
        if tuple(nonces) != opened.contributors:
            raise Caught("The table does not have one nonce for each contributor.", note)
        for seat in self.seats:
            if seat in nonces and nonces[seat] != self.sent_nonces.get(seat):
                raise Caught(f"The table has a nonce for seat {seat} that this seat did not send.", note)
            if keys.get(seat) != self.keys.get(seat):
                raise Caught(f"The table does not have the key that seat {seat} claimed with.", note)
        fault = table.key_fault(self.terms.ruleset.players)
        if fault is not None:
            raise Caught(f"The table has a bad key: {fault}.", note)
        self.table = table

    def _see_commitment(self, view: View) -> None:
        text = view.text("commitment")
        if len(text) != 64 or not set(text) <= _HEX_DIGITS:
            raise Caught(f"The commitment is no hash: {text[:80]!r}.")
        value = bytes.fromhex(text)
        if self.commitment is None:
            self.commitment = value
        if value != self.commitment:
            raise Caught(
                f"The commitment of deal {self.number} was {self.commitment.hex()}, now the service shows {text}."
            )
        log = view.view("log")
        if log.has("proof"):
            self._see_inclusion(value, log.text("proof"))

    def _see_inclusion(self, commitment: bytes, proof: str) -> None:
        statement = Commit(self.trust.origin, self.number, commitment).text()
        try:
            inclusion = TlogProof.from_text(proof)
            inclusion.verify(statement.encode("ascii"), Verifier.from_vkey(self.trust.vkeys["commits"]))
        except FairdealError as fault:
            raise Caught(f"The log does not have this commitment: {fault}.", statement, proof) from None
        if inclusion.index != self.number:
            raise Caught(f"The log has this commitment at {inclusion.index}, not at {self.number}.", statement, proof)
        if self._seen is not None and inclusion.note != self.checkpoint:
            self._seen.see("commits", self.trust.vkeys["commits"], inclusion.note)
        self.checkpoint = inclusion.note

    def _see_open(self, view: View) -> None:
        opened = self._read("open", view, Open.from_text)
        note, terms = self.notes["open"], self.terms
        try:
            ruleset = ruleset_of(view.view("ruleset").members)
        except RulesetError as fault:
            raise Caught(f"The service shows an invalid ruleset: {fault}", note) from None
        if opened.rules != terms.ruleset.hash():
            raise Caught("The service signed another ruleset than the one that was agreed on.", note)
        if ruleset != terms.ruleset:
            raise Caught("The service shows another ruleset than the one that it signed.", note)
        for name, agreed, signed in (
            ("hand", terms.hand, opened.hand),
            ("contributors", terms.contributors, opened.contributors),
            ("sealed", terms.sealed, opened.sealed),
            ("opener", terms.opener, opened.opener),
            ("sheet", None, opened.sheet),
        ):
            if agreed != signed:
                raise Caught(f"The agreed {name} is {agreed!r}, the service signed {signed!r}.", note)
        if not 0 < opened.expires - opened.opened <= self.trust.deadline:
            raise Caught(
                f"The deal expires {opened.expires - opened.opened} seconds after it was opened; "
                f"the service promises at most {self.trust.deadline}.",
                note,
            )
        if (view.integer("hand"), view.flag("sealed"), view.text("opener")) != (terms.hand, terms.sealed, terms.opener):
            raise Caught("The service shows other terms than those that it signed.", note)
        self.open = opened

    def _see_seals(self, view: View) -> None:
        seals = self._read("seals", view, Seals.from_text)
        opened, note = self.require_open(), self.notes["seals"]
        if not opened.sealed:
            raise Caught("The service signed seals for a deal that takes none.", self.notes["open"], note)
        if seals.open != opened.hash():
            raise Caught("The seals statement names another open statement.", self.notes["open"], note)
        by_seat = dict(seals.seals)
        if tuple(by_seat) != opened.contributors:
            raise Caught("The seals statement does not have one seal for each contributor.", note)
        if len(set(by_seat.values())) != len(by_seat):
            raise Caught("Two seals are equal: one contributor copied the other.", note)
        for seat in self.seats & set(by_seat):
            if by_seat[seat] != self.sent_seals.get(seat):
                raise Caught(f"The seals statement has a seal for seat {seat} that this seat did not send.", note)
        self.seals = seals

    def _read(self, kind: str, view: View, read: Callable[[str], S]) -> S:
        text = self._signed(kind, view)
        try:
            statement = read(text)
        except FairdealError as fault:
            raise Caught(f"The signed {kind} statement cannot be read: {fault}.", self.notes[kind]) from None
        if (statement.origin, statement.number) != (self.trust.origin, self.number):
            raise Caught(
                f"The {kind} statement is of {statement.origin}, number {statement.number}, "
                f"not of {self.trust.origin}, number {self.number}.",
                self.notes[kind],
            )
        return statement

    def _signed(self, kind: str, view: View) -> str:
        """The text of a signed statement; two different ones of one kind convict the operator."""
        if not view.has(kind):
            raise Caught(f"The service gives no signed {kind} statement.", *self.notes.values())
        part = view.view(kind)
        note = part.text("note")
        text = self._verified(kind, note)
        if part.text("statement") != text:
            raise Caught(
                f"The {kind} statement that is shown is not the one that is signed.", part.text("statement"), note
            )
        first = self.notes.setdefault(kind, note)
        if first != note and self._verified(kind, first) != text:
            raise Caught(f"The service signed two different {kind} statements for deal {self.number}.", first, note)
        return text

    def _verified(self, kind: str, note: str) -> str:
        try:
            return Verifier.from_vkey(self.trust.vkeys["statements"]).verify(note)
        except FairdealError as fault:
            raise Caught(
                f"The {kind} statement is not signed by the key of {self.trust.origin}: {fault}.", note
            ) from None
