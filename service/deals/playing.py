"""Playing a card: one ply, judged by the rules, appended by compare-and-set on the count of plays."""

from sqlalchemy import Connection

from fairdeal.engine.cards import NAMES, Card
from fairdeal.engine.errors import IllegalMove
from fairdeal.engine.protocol import Move
from fairdeal.service.context import Service
from fairdeal.service.deals import ending
from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.changing import Verdict, change, require_state
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.moves import check_signature, refusal
from fairdeal.service.problems import Problem
from fairdeal.service.sheets.linking import enter_points
from fairdeal.service.storage import deals as store


def play(service: Service, admission: Admission, ply: int, card: Card, signature: bytes | None) -> dict[str, object]:
    """Play ``card`` as ply ``ply`` (from 0). The last one ends the deal.

    Raises ``wrong-ply`` with the ply that is next, ``illegal-play`` with the rule, ``bad-signature``, ``wrong-state``,
    ``deal-over``; a refused play changes nothing.
    """
    seat = admission.seat
    assert seat is not None

    def step(deal: Deal) -> Verdict:
        answer: dict[str, object] = {"ply": ply, "seat": seat, "card": NAMES[card]}
        if _stands(deal, ply, seat, card, signature):
            return Verdict(answer)
        require_state(deal, "playing")
        if ply != deal.row.ply:
            raise Problem("wrong-ply", f"The next ply is {deal.row.ply}, not {ply}.", ply=deal.row.ply)
        hand = deal.hand
        known = deal.record().known_to(seat) if seat in deal.keys else None
        try:
            hand.play(card, seat)
        except IllegalMove as illegal:
            raise refusal(illegal, "illegal-play") from None
        after = None if known is None else known.hash()
        check_signature(
            deal,
            Move.of_play(deal.origin, deal.number, deal.table_hash, seat, ply, card, after or bytes(32)),
            signature,
        )
        ends = ending.reveal(deal, hand, by="seats") if hand.phase == "complete" else {}

        def write(conn: Connection) -> bool:
            if not store.append_play(conn, deal.row, card, signature, **ends):
                return False
            if ends:
                enter_points(conn, deal, hand)
            return True

        return Verdict(answer, write)

    return change(service, admission.deal, step)


def _stands(deal: Deal, ply: int, seat: int, card: Card, signature: bytes | None) -> bool:
    """Whether this very play by this very seat was accepted before."""
    if ply >= deal.row.ply or deal.row.plays[ply] != card or deal.row.by_opener:
        return False
    return deal.seats_of_plays[ply] == seat and deal.signatures[ply] == signature
