"""The proof of a deal beside what a client saw of it: a bundle that is sound in itself may still tell another story."""

from __future__ import annotations

from collections.abc import Iterable

from fairdeal.engine import strict_json
from fairdeal.engine.errors import FairdealError
from fairdeal.engine.protocol import Commit, Record, Reveal, parse_outcome
from fairdeal.engine.tlog.note import Note
from fairdeal.service.client.errors import Caught, Unreachable
from fairdeal.service.client.seat import Seat
from fairdeal.service.client.view import View


def require_same_story(bundle: bytes, clients: Iterable[Seat], points: tuple[int, ...] | None) -> None:
    """The bundle has to hold the commitment, the statements, the hands and the record that these clients saw, and end in
    the points that they were told.

    Parts that cannot be read are left to the verification, which names the check that they fail.

    Raises:
        Caught: it tells another story; the notes of both are kept.
        Unreachable: it is no JSON object.
    """
    try:
        view = View(strict_json.loads(bundle), "the proof")
    except strict_json.NotStrict as fault:
        raise Unreachable(f"The proof cannot be read: {fault}") from None
    for client in clients:
        _require_commitment(view, client)
        _require_notes(view, client)
        _require_hand(view, client)
    _require_reveal(view)
    told = view.members.get("points")
    if points is not None and told != list(points):
        raise Caught(f"The points were {list(points)}; the proof says {told}.")


def _require_reveal(view: View) -> None:
    """A hand that was played out ends in a reveal; a void would deny it."""
    try:
        statement = view.view("outcome").text("statement")
        outcome = parse_outcome(statement)
    except (FairdealError, Unreachable):
        return
    if not isinstance(outcome, Reveal):
        raise Caught(f"The hand was played out; the proof says that the deal was voided: {outcome.reason}.", statement)


def _require_commitment(view: View, client: Seat) -> None:
    try:
        commit = Commit.from_text(view.view("commit").text("statement"))
    except (FairdealError, Unreachable):
        return
    seen = client.receipts.commitment
    if commit.commitment != seen:
        shown = "none" if seen is None else seen.hex()
        raise Caught(f"The commitment was {shown}; the proof says {commit.commitment.hex()}.", commit.text())


def _require_notes(view: View, client: Seat) -> None:
    for kind, note in client.receipts.notes.items():
        if not view.has(kind):
            raise Caught(f"The service signed the {kind} statement; the proof has none.", note)
        try:
            proved = view.view(kind).text("note")
            text = Note.from_text(proved).text
        except (FairdealError, Unreachable):
            continue
        if text != Note.from_text(note).text:
            raise Caught(
                f"The proof holds another {kind} statement than the one that the service signed before.", note, proved
            )


def _require_hand(view: View, client: Seat) -> None:
    try:
        record = Record.from_text(view.text("record"))
        hands = view.members["hands"]
        dealt = View({"hand": hands[client.seat]}, "the proof").cards("hand")
    except (FairdealError, Unreachable, LookupError, TypeError):
        return
    client.game.require_dealt(dealt)
    client.game.require_record(record.lines)
