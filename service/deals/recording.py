"""The whole record at once, from a sighted opener whose client played the hand by itself."""

from sqlalchemy import Connection

from fairdeal.service.context import Service
from fairdeal.service.deals import ending
from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.changing import Verdict, change, require_state
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.moves import require_game
from fairdeal.service.games import WholeRecord
from fairdeal.service.problems import Problem
from fairdeal.service.storage import deals as store


def record(service: Service, admission: Admission, whole: WholeRecord) -> dict[str, object]:
    """Take all moves of a hand: all legal and complete, or nothing is stored.

    Raises:
        Problem: 404 for moves of another game; `deal-over`, `wrong-state`, `bad-signature`; what the game refuses.
    """

    def step(deal: Deal) -> Verdict:
        require_game(deal, whole.game)
        if deal.row.by_opener and whole.repeats(deal.live):
            return Verdict({"outcome": deal.row.outcome})
        require_state(deal, *deal.game.states)
        if deal.row.moves:
            raise Problem(
                "wrong-state",
                "The hand has begun: a whole record is taken only before the first move.",
                state=deal.row.state,
            )
        if deal.keys:
            raise Problem("bad-signature", "A seat has a key: its moves have to come one by one, signed.")
        whole.play_out(deal.live)
        ends = ending.reveal(deal, "opener")

        def write(conn: Connection) -> bool:
            if not store.update(conn, deal.row, by_opener=True, moves=whole.stored, **ends):
                return False
            service.on_reveal(conn, deal)
            return True

        return Verdict({"outcome": ends["outcome"]}, write)

    return change(service, admission.deal, step)
