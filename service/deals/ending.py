"""How a deal ends: played out (reveal), or given up or out of time (void). Both publish the server seed.

Protocol section 6: exactly one outcome ends every number.
"""

from fairdeal.engine.protocol import Reveal, Void
from fairdeal.engine.protocol.record import By
from fairdeal.engine.protocol.void import Reason
from fairdeal.service.deals.deal import IN_PLAY, Deal


def reveal(deal: Deal, by: By) -> dict[str, object]:
    """The columns that end a deal whose hand is complete."""
    outcome = Reveal(deal.origin, deal.number, deal.seed, deal.table_hash, deal.record(by).hash())
    return {"state": "revealed", "outcome": outcome.text(), "ended_at": deal.service.clock()}


def void(deal: Deal, reason: Reason, seats: tuple[int, ...]) -> dict[str, object]:
    """The columns that end a deal that was not played out; ``seats`` are those that it was waiting for."""
    dealt = deal.table is not None
    outcome = Void(
        origin=deal.origin,
        number=deal.number,
        reason=reason,
        seats=seats,
        seed=deal.seed,
        open=deal.open.hash() if deal.was_opened else None,
        seals=None if deal.seals_statement is None else deal.seals_statement.hash(),
        table=deal.table_hash if dealt else None,
        record=deal.record().hash() if dealt else None,
    )
    return {"state": "voided", "outcome": outcome.text(), "ended_at": deal.service.clock()}


def waited_for(deal: Deal) -> tuple[int, ...]:
    """The seats that have to move before the deal can go on, ascending; none when it has ended."""
    state = deal.row.state
    if state == "sealing":
        return tuple(seat for seat in deal.open.contributors if seat not in deal.seals)
    if state == "contributing":
        return tuple(seat for seat in deal.open.contributors if seat not in deal.nonces)
    return deal.hand.to_act if state in IN_PLAY else ()
