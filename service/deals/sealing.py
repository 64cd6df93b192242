"""Sealing: every contributor fixes its contribution before any contribution is shown (protocol section 3)."""

from fairdeal.engine.protocol import Seals
from fairdeal.service.context import Service
from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.changing import Verdict, change, require_state, saving
from fairdeal.service.deals.deal import Deal
from fairdeal.service.problems import Problem
from fairdeal.service.storage import columns


def seal(service: Service, admission: Admission, seal: bytes) -> dict[str, object]:
    """Take a contributor's seal (32 bytes); the last one publishes the signed seals statement."""
    seat = admission.seat
    assert seat is not None

    def step(deal: Deal) -> Verdict:
        answer: dict[str, object] = {"seat": seat, "seal": seal.hex()}
        if deal.seals.get(seat) == seal:
            return Verdict(answer)
        require_state(deal, "sealing")
        if seat in deal.seals:
            raise Problem("wrong-state", f"Seat {seat} has sealed already; a seal is final.", state="sealing")
        if seal in deal.seals.values():
            raise Problem("seal-repeated", "Another seat sent this very seal; draw a nonce of your own.")
        seals = {**deal.seals, seat: seal}
        changes: dict[str, object] = {"seals": columns.hex_by_seat(seals)}
        if len(seals) == len(deal.open.contributors):
            changes |= {"state": "contributing", "seals_note": _publish(deal, seals)}
        return Verdict(answer, saving(deal, **changes))

    return change(service, admission.deal, step)


def _publish(deal: Deal, seals: dict[int, bytes]) -> str:
    statement = Seals(origin=deal.origin, number=deal.number, open=deal.open.hash(), seals=tuple(sorted(seals.items())))
    return deal.service.keys.statement_signer.sign(statement.text())
