"""Changing a deal: judge the call on the deal as read, write by compare-and-set, and judge again if the deal changed meanwhile.

Slow work (parsing, deriving, the rules, signing) happens before the write, where it blocks no other call. A deal past its
expiry is ended first, so that no call can change it afterwards.
"""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection

from fairdeal.service.context import Service
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.reading import current
from fairdeal.service.problems import Problem
from fairdeal.service.storage import deals as store
from fairdeal.service.storage.database import MOST_RUNS, Busy

Write = Callable[[Connection], bool]
"""Stores what was judged, inside a transaction; ``False``, with nothing stored, if the deal is no longer as it was read."""


class Verdict(NamedTuple):
    """The result of a call: its answer, and what has to be stored first (``None``: it is stored already)."""

    answer: dict[str, object]
    write: Write | None = None


Step = Callable[[Deal], Verdict]
"""Judges one call on a deal: raises a ``Problem`` or returns the verdict. It has no side effects."""


def change(service: Service, deal: Deal, step: Step) -> dict[str, object]:
    """Judge a call by ``step`` on a deal that was just read, and store the result.

    Raises:
        AnchorError: the service has halted: nothing is signed any more.
        Busy: too many others changed the deal at once.
    """
    service.anchor.require_running()
    for _ in range(MOST_RUNS):
        if deal.is_due:
            deal = current(service, deal.number)
        answer, write = step(deal)
        if write is None or service.database.write(write):
            return answer
        deal = current(service, deal.number)
    raise Busy("The same deal is being changed by too many calls at once.")


def saving(deal: Deal, **changes: object) -> Write:
    """Writes columns of the deal's row."""
    return lambda conn: store.update(conn, deal.row, **changes)


def require_state(deal: Deal, *states: str) -> None:
    """Refuse a call in another state than those: ``deal-over`` or ``wrong-state`` (409)."""
    state = deal.row.state
    if state in states:
        return
    if deal.has_ended:
        raise Problem("deal-over", f"Deal {deal.number} is over: it was {state}.", state=state)
    wanted = " or ".join(states)
    raise Problem("wrong-state", f"Deal {deal.number} is {state}; this call needs it {wanted}.", state=state)
