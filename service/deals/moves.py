"""A move of a seat: judged by the rules of its game, then by its signature, and stored behind the moves before it."""

from collections.abc import Callable

from sqlalchemy import Connection

from fairdeal.engine.games import SeatMove
from fairdeal.engine.protocol import Move as Statement
from fairdeal.engine.tlog.ed25519 import is_signature
from fairdeal.service.context import Service
from fairdeal.service.deals import ending
from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.changing import Verdict, change, require_state
from fairdeal.service.deals.deal import Deal
from fairdeal.service.games import Move
from fairdeal.service.problems import Problem
from fairdeal.service.storage import deals as store


def make_move(service: Service, admission: Admission, move: Move) -> dict[str, object]:
    """Make a move. The last one of a hand ends the deal; a refused one changes nothing.

    Raises:
        Problem: 404 for a move of another game; `deal-over`, `wrong-state`; what the game refuses; `bad-signature`.
    """

    def step(deal: Deal) -> Verdict:
        require_game(deal, move.game)
        if deal.table is not None and not deal.row.by_opener:
            answer = move.repeated(deal.live)
            if answer is not None:
                return Verdict(answer)
        require_state(deal, *move.states)
        made = move.make(deal.live)
        if move.seat is not None:
            check_signature(deal, move.seat, move.signature, made.signs)
        changes: dict[str, object] = {"moves": made.stored}
        ends = deal.hand.is_complete
        if ends:
            changes |= ending.reveal(deal, "seats")
        elif deal.live.state != deal.row.state:
            changes["state"] = deal.live.state

        def write(conn: Connection) -> bool:
            if not store.update(conn, deal.row, **changes):
                return False
            if ends:
                service.on_reveal(conn, deal)
            return True

        return Verdict(made.answer, write)

    return change(service, admission.deal, step)


def require_game(deal: Deal, game: str) -> None:
    """Refuse a move that the deal's game does not know (404)."""
    if deal.ruleset.game != game:
        raise Problem("not-found", f"Deal {deal.number} is of the game {deal.ruleset.game}, which has no such moves.")


def check_signature(deal: Deal, seat: int, signature: bytes | None, signs: Callable[[], SeatMove]) -> None:
    """Refuse a move that its seat did not sign, or signed without having a key (`bad-signature`, 422)."""
    key = deal.keys.get(seat)
    if key is None:
        if signature is not None:
            raise Problem("bad-signature", f"Seat {seat} has no key, so its moves take no signature.")
        return
    if signature is None:
        raise Problem("bad-signature", f"Seat {seat} has a key: its moves need a signature.")
    statement = Statement.after_lines(deal.origin, deal.number, deal.table_hash, *signs()).text()
    if not is_signature(key, signature, statement.encode()):
        raise Problem(
            "bad-signature",
            f"The signature is not seat {seat}'s over this move; the statement that it has to sign is in the member"
            " `statement`.",
            statement=statement,
        )
