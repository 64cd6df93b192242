"""Giving a deal up: its opener ends it, and the seed is revealed all the same (no number is ever hidden)."""

from fairdeal.engine.protocol import Void
from fairdeal.service.context import Service
from fairdeal.service.deals import ending
from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.changing import Verdict, change, require_state, saving
from fairdeal.service.deals.deal import RUNNING, Deal
from fairdeal.service.problems import Problem


def abandon(service: Service, admission: Admission) -> dict[str, object]:
    """End the deal as ``void abandoned``; a blind opener can do so only before its seals are published (unsealed: before cards are
    dealt).
    """

    def step(deal: Deal) -> Verdict:
        outcome = deal.outcome
        if isinstance(outcome, Void) and outcome.reason == "abandoned":
            return Verdict({"outcome": deal.row.outcome})
        require_state(deal, *sorted(RUNNING))
        if deal.is_blind and _is_fixed(deal):
            done = "seals of deal {} are published" if deal.open.sealed else "cards of deal {} are dealt"
            raise Problem(
                "wrong-state",
                f"The {done.format(deal.number)}: a blind opener can give it up only before that.",
                state=deal.row.state,
            )
        ends = ending.void(deal, "abandoned", ())
        return Verdict({"outcome": ends["outcome"]}, saving(deal, **ends))

    return change(service, admission.deal, step)


def _is_fixed(deal: Deal) -> bool:
    """Whether the outcome of the shuffle may be known to somebody: from there on giving a deal up would be choosing."""
    return (deal.row.seals_note if deal.open.sealed else deal.row.table_note) is not None
