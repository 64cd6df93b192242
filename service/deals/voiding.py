"""Abandoning a deal: its opener ends it, and the seed is revealed nevertheless (no number is ever hidden)."""

from fairdeal.engine.protocol import Void
from fairdeal.service.context import Service
from fairdeal.service.deals import ending
from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.changing import Verdict, change, require_state, saving
from fairdeal.service.deals.deal import RUNNING, Deal
from fairdeal.service.problems import Problem


def abandon(service: Service, admission: Admission) -> dict[str, object]:
    """End the deal as ``void abandoned``.

    A blind opener can do so only before the seals are published or, in a deal without seals, before the cards are dealt.
    """

    def step(deal: Deal) -> Verdict:
        outcome = deal.outcome
        if isinstance(outcome, Void) and outcome.reason == "abandoned":
            return Verdict({"outcome": deal.row.outcome})
        require_state(deal, *sorted(RUNNING))
        if deal.is_blind and _is_fixed(deal):
            fixed_by = "seals are published" if deal.open.sealed else "cards are dealt"
            raise Problem(
                "wrong-state",
                f"The {fixed_by}: the opener of a blind deal can abandon it only before that.",
                state=deal.row.state,
            )
        ends = ending.void(deal, "abandoned", ())
        return Verdict({"outcome": ends["outcome"]}, saving(deal, **ends))

    return change(service, admission.deal, step)


def _is_fixed(deal: Deal) -> bool:
    """Whether a contributor may know the cards: from then on, an opener who abandons a deal could be choosing its cards."""
    return (deal.row.seals_note if deal.open.sealed else deal.row.table_note) is not None
