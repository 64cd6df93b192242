"""Changing a deal: read the row, judge, write by compare-and-set; again when somebody else was faster.

A deal whose time has run out is ended first, by whoever comes across it, so that nobody can move in it afterwards.
"""

from collections.abc import Callable

from sqlalchemy import Connection

from service.context import Service
from service.deals import ending
from service.deals.deal import Deal
from service.problems import Problem
from service.storage import deals as store
from service.storage.database import Again

Step = Callable[[Connection, Deal], dict[str, object]]
"""Judges one call on the deal as it stands inside the transaction: raises a ``Problem``, or saves and answers."""


def change(service: Service, number: int, step: Step) -> dict[str, object]:
    """Run ``step`` in a write transaction, on the row as it is there; anew if another change of the deal came first.

    Raises:
        AnchorError: the service has halted: nothing is signed any more.
    """

    def attempt(conn: Connection) -> dict[str, object] | None:
        row = store.fetch(conn, number)
        assert row is not None, "rows are never deleted"
        deal = Deal(service, row)
        if deal.is_due:
            ending.expire(conn, deal)
            return None
        return step(conn, deal)

    service.anchor.require_running()
    while True:
        answer = service.database.write(attempt)
        if answer is not None:
            return answer


def save(conn: Connection, deal: Deal, **changes: object) -> None:
    """Write columns of the deal's row, if nobody changed it since it was read."""
    if not store.update(conn, deal.row, **changes):
        raise Again


def require_state(deal: Deal, *states: str) -> None:
    """Refuse a call in another state than those: ``deal-over`` or ``wrong-state`` (409)."""
    state = deal.row.state
    if state in states:
        return
    if deal.has_ended:
        raise Problem(409, "deal-over", f"Deal {deal.number} is over: it was {state}.", state=state)
    wanted = " or ".join(states)
    raise Problem(409, "wrong-state", f"Deal {deal.number} is {state}; this call needs it {wanted}.", state=state)
