"""The proof of a deal against what its clients saw: a bundle that is sound in itself may still tell of another deal."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.engine import strict_json
from fairdeal.engine.errors import FairdealError
from fairdeal.engine.protocol import Commit, Record, Void, parse_outcome
from fairdeal.engine.tlog.note import Note
from fairdeal.service.client.errors import Caught, Unreachable
from fairdeal.service.client.seat import Seat
from fairdeal.service.client.view import View


def require_same_story(bundle: bytes, clients: Sequence[Seat], points: tuple[int, ...] | None) -> None:
    """Check the proof of a hand that these clients played out: it ends in a reveal, and has what they saw.

    That is the commitment, every signed statement, the hands and the record. Parts that cannot be read are left to the
    verification, which names the check that they fail.

    Args:
        bundle: The proof, as the service sent it.
        clients: Every seat that this program plays.
        points: What the service said of the result; None if it said nothing.

    Raises:
        Caught: it tells of another deal; the error carries the statements of both.
        Unreachable: it is no JSON object.
    """
    try:
        view = View(strict_json.loads(bundle), "the proof")
    except strict_json.NotStrict as fault:
        raise Unreachable(f"The proof cannot be read: {fault}") from None
    _require_reveal(view, clients)
    for client in clients:
        _require_commitment(view, client)
        _require_notes(view, client)
        _require_hand(view, client)
    proved = view.members.get("points")
    if points is not None and proved != list(points):
        raise Caught(f"The points were {list(points)}; the proof says {proved}.")


def _require_reveal(view: View, clients: Sequence[Seat]) -> None:
    """A hand that was played out ends in a reveal: a void denies it, and the signed statements convict."""
    try:
        statement = view.view("outcome").text("statement")
        outcome = parse_outcome(statement)
    except (FairdealError, Unreachable):
        return
    if isinstance(outcome, Void):
        notes = dict.fromkeys(note for client in clients for note in client.receipts.notes.values())
        raise Caught(
            f"The hand was played out; the proof says that the deal was voided: {outcome.reason}.", statement, *notes
        )


def _require_commitment(view: View, client: Seat) -> None:
    try:
        commit = Commit.from_text(view.view("commit").text("statement"))
    except (FairdealError, Unreachable):
        return
    seen = client.receipts.commitment
    if commit.commitment != seen:
        before = "none" if seen is None else seen.hex()
        raise Caught(f"The commitment was {before}; the proof says {commit.commitment.hex()}.", commit.text())


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
                f"The proof has another {kind} statement than the one that the service signed before.", note, proved
            )


def _require_hand(view: View, client: Seat) -> None:
    try:
        record = Record.from_text(view.text("record"))
        hands = view.members["hands"]
        dealt = View({"hand": hands[client.seat]}, "the proof").cards("hand")
    except (FairdealError, Unreachable, LookupError, TypeError):
        return
    if record.by != "seats":
        raise Caught(
            f"Seat {client.seat} made its moves itself; the record in the proof is by the opener.", record.text()
        )
    client.game.require_dealt(dealt)
    client.game.require_record(record.lines)
