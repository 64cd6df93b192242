"""Contributing: the clients' own randomness; the last contribution closes the table (protocol sections 3 and 4)."""

from dataclasses import replace

from fairdeal.engine.protocol import Table
from fairdeal.engine.protocol.seal import seal_of
from fairdeal.service.context import Service
from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.changing import Verdict, change, require_state, saving
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.statement_view import signed
from fairdeal.service.problems import Problem
from fairdeal.service.storage import columns


def contribute(service: Service, admission: Admission, nonce: bytes) -> dict[str, object]:
    """Take a contributor's nonce (32 bytes); the last one closes the table and is answered with it, signed."""
    seat = admission.seat
    assert seat is not None

    def step(deal: Deal) -> Verdict:
        if deal.nonces.get(seat) == nonce:
            closed_it = deal.table is not None and list(deal.nonces)[-1] == seat
            return Verdict(_answer(seat, nonce, deal.row.table_note if closed_it else None))
        require_state(deal, "contributing")
        if seat in deal.nonces:
            raise Problem(
                "wrong-state",
                f"Seat {seat} has contributed already; a contribution is final.",
                state="contributing",
            )
        if deal.open.sealed and seal_of(deal.open.hash(), seat, nonce) != deal.seals[seat]:
            raise Problem("seal-mismatch", f"This nonce does not open the seal that seat {seat} sent.")
        nonces = {**deal.nonces, seat: nonce}
        note = None
        changes: dict[str, object] = {"nonces": columns.hex_by_seat(nonces)}
        if len(nonces) == len(deal.open.contributors):
            note = _close(deal, nonces)
            dealt = Deal(deal.service, replace(deal.row, table_note=note))
            changes |= {"state": dealt.live.state, "table_note": note}
        return Verdict(_answer(seat, nonce, note), saving(deal, **changes))

    return change(service, admission.deal, step)


def _close(deal: Deal, nonces: dict[int, bytes]) -> str:
    statement = Table(
        origin=deal.origin,
        number=deal.number,
        open=deal.open.hash(),
        seals=None if deal.seals_statement is None else deal.seals_statement.hash(),
        nonces=tuple(sorted(nonces.items())),
        keys=tuple((seat, claim.key) for seat, claim in deal.claims.items() if claim.key is not None),
    )
    return deal.service.keys.statement_signer.sign(statement.text())


def _answer(seat: int, nonce: bytes, table_note: str | None) -> dict[str, object]:
    return {"seat": seat, "nonce": nonce.hex(), "table": signed(table_note)}
