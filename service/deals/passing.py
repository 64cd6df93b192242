"""Passing: each seat picks its cards before anyone sees what comes (rules: pass count, pass cycle)."""

import json

from fairdeal.engine.cards import DECK_RANK, NAMES, Card
from fairdeal.engine.errors import IllegalMove
from fairdeal.engine.protocol import Move
from fairdeal.service.context import Service
from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.changing import Verdict, change, require_state, saving
from fairdeal.service.deals.deal import Deal, Pass
from fairdeal.service.deals.moves import check_signature, refusal
from fairdeal.service.problems import Problem


def pass_cards(service: Service, admission: Admission, cards: list[Card], signature: bytes | None) -> dict[str, object]:
    """Take a seat's pass. Once given it is final; nobody sees what comes before all have passed.

    Raises ``illegal-pass`` with the rule, ``bad-signature``, ``wrong-state``, ``deal-over``.
    """
    seat = admission.seat
    assert seat is not None
    wanted = Pass(tuple(sorted(cards, key=DECK_RANK.__getitem__)), signature)

    def step(deal: Deal) -> Verdict:
        answer: dict[str, object] = {"seat": seat, "cards": [NAMES[card] for card in wanted.cards]}
        standing = deal.passes.get(seat)
        if standing == wanted:
            return Verdict(answer)
        if standing is not None and standing.cards != wanted.cards:
            raise Problem(
                "illegal-pass",
                f"Seat {seat} has passed already; a pass is final.",
                rule="already-passed",
                seat=seat,
                card=None,
                ply=None,
                allowed=[],
            )
        require_state(deal, "passing")
        hand = deal.hand
        try:
            hand.give(seat, wanted.cards)
        except IllegalMove as illegal:
            raise refusal(illegal, "illegal-pass") from None
        check_signature(deal, Move.of_pass(deal.origin, deal.number, deal.table_hash, seat, wanted.cards), signature)
        passes = {**deal.passes, seat: wanted}
        stored = {
            str(at): [" ".join(NAMES[card] for card in given.cards), given.signature and given.signature.hex()]
            for at, given in passes.items()
        }
        state = {"state": "playing"} if hand.phase == "playing" else {}
        return Verdict(answer, saving(deal, passes=json.dumps(stored), **state))

    return change(service, admission.deal, step)
