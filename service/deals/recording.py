"""The whole record at once, from a sighted opener whose client played the hand by itself."""

import json

from sqlalchemy import Connection

from fairdeal.engine.cards import DECK_RANK, NAMES, Card
from fairdeal.engine.errors import IllegalMove
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.service.context import Service
from fairdeal.service.deals import ending
from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.changing import Verdict, change, require_state, saving
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.moves import refusal
from fairdeal.service.problems import Problem, invalid
from fairdeal.service.sheets.linking import enter_points


def record(
    service: Service, admission: Admission, passes: list[list[Card]] | None, plays: list[Card]
) -> dict[str, object]:
    """Take passes by seat (``None`` on a hold hand) and all plays: all legal and complete, or nothing is stored.

    Raises ``illegal-pass``, ``illegal-play``, ``incomplete``, ``bad-signature``, ``wrong-state``, ``deal-over``.
    """

    def step(deal: Deal) -> Verdict:
        if deal.row.by_opener and _stands(deal, passes, plays):
            return Verdict({"outcome": deal.row.outcome})
        require_state(deal, "passing", "playing")
        if deal.passes or deal.row.ply:
            raise Problem(
                "wrong-state",
                "The hand has begun: a whole record is taken only before any pass or play.",
                state=deal.row.state,
            )
        if deal.keys:
            raise Problem("bad-signature", "A seat has a key: its moves have to come one by one, signed.")
        hand = _played(deal, passes, plays)
        ends = ending.reveal(deal, hand, by="opener")
        save = saving(deal, by_opener=True, passes=_stored(hand), plays=bytes(plays), ply=len(plays), **ends)

        def write(conn: Connection) -> bool:
            if not save(conn):
                return False
            enter_points(conn, deal, hand)
            return True

        return Verdict({"outcome": ends["outcome"]}, write)

    return change(service, admission.deal, step)


def _played(deal: Deal, passes: list[list[Card]] | None, plays: list[Card]) -> Hand:
    """The hand after all of it, or the problem that says where it went wrong."""
    hand = Hand(deal.ruleset, deal.open.hand, deal.dealt)
    if hand.phase != "passing" and passes is not None:
        raise invalid("#/passes", f"Hand {deal.open.hand} is a hold hand: passes has to be null.")
    if hand.phase == "passing" and (passes is None or len(passes) != deal.ruleset.players):
        raise invalid("#/passes", f"Each of the {deal.ruleset.players} seats passes in this hand.")
    try:
        for seat, cards in enumerate(passes or ()):
            hand.give(seat, cards)
    except IllegalMove as illegal:
        raise refusal(illegal, "illegal-pass") from None
    try:
        for card in plays:
            hand.play(card)
    except IllegalMove as illegal:
        raise refusal(illegal, "illegal-play") from None
    if hand.phase != "complete":
        missing = len(deal.ruleset.deck) - len(plays)
        raise Problem(
            "incomplete", f"The hand is not played out: {missing} plays are missing after ply {len(plays) - 1}."
        )
    return hand


def _stored(hand: Hand) -> str | None:
    passes = [given for given in hand.passes if given is not None]
    if not passes:
        return None
    return json.dumps({str(seat): [" ".join(NAMES[card] for card in given), None] for seat, given in enumerate(passes)})


def _stands(deal: Deal, passes: list[list[Card]] | None, plays: list[Card]) -> bool:
    given = [tuple(sorted(cards, key=DECK_RANK.__getitem__)) for cards in passes or ()]
    return given == [stood.cards for stood in deal.passes.values()] and bytes(plays) == deal.row.plays
