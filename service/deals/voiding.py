"""Giving a deal up: its opener ends it, and the seed is revealed all the same (no number is ever hidden)."""

from engine.statements import Void
from service.context import Service
from service.deals import ending
from service.deals.access import Admission
from service.deals.changing import Verdict, change, require_state, saving
from service.deals.deal import RUNNING, Deal
from service.problems import Problem


def abandon(service: Service, admission: Admission) -> dict[str, object]:
    """End the deal as ``void abandoned``; a blind opener can do so only before cards are dealt."""

    def step(deal: Deal) -> Verdict:
        outcome = deal.outcome
        if isinstance(outcome, Void) and outcome.reason == "abandoned":
            return Verdict({"outcome": deal.row.outcome})
        require_state(deal, *sorted(RUNNING))
        if deal.is_blind and deal.table is not None:
            raise Problem(
                409,
                "wrong-state",
                f"The cards of deal {deal.number} are dealt: a blind opener can give it up only before that.",
                state=deal.row.state,
            )
        ends = ending.void(deal, "abandoned", ())
        return Verdict({"outcome": ends["outcome"]}, saving(deal, **ends))

    return change(service, admission.deal, step)
