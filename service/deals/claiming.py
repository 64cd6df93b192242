"""Claiming a seat: the client's own token replaces the copy that the opener gave it, and may bring a signing key."""

import hmac

from sqlalchemy import Connection

from fairdeal.engine.tlog.ed25519 import is_good_key
from fairdeal.service.context import Service
from fairdeal.service.deals import tokens
from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.changing import Verdict, change, require_state, saving
from fairdeal.service.deals.deal import RUNNING, Claim, Deal
from fairdeal.service.problems import Problem, invalid
from fairdeal.service.storage import columns
from fairdeal.service.storage import deals as store


def claim(service: Service, admission: Admission, token_hash: bytes, key: bytes | None) -> dict[str, object]:
    """Claim a seat for good. ``token_hash``: SHA-256 of the client's own token (32 bytes); ``key``: Ed25519, raw (32 bytes).

    Raises ``seat-taken`` for another claim than the first, ``wrong-state`` for a key that comes after the table closed, and 422 for
    a key that is no good point of the curve, or is another seat's.
    """
    seat = admission.seat
    assert seat is not None
    wanted = Claim(token_hash, key)
    if key is not None and not is_good_key(key):
        raise invalid("#/key", "Not a usable Ed25519 public key: not a point of the curve, or a point of small order.")

    def step(deal: Deal) -> Verdict:
        answer: dict[str, object] = {"seat": seat, "key": _hex(key)}
        standing = deal.claims.get(seat)
        if standing == wanted:
            return Verdict(answer)
        if standing is not None:
            raise Problem("seat-taken", f"Seat {seat} was claimed already, with another token or key.")
        require_state(deal, *sorted(RUNNING))
        if key is not None:
            _require_open_table(deal)
            _require_own_key(deal, key)
        _require_own_token(deal, token_hash)
        claims = {**deal.claims, seat: wanted}
        stored = columns.to_json({str(at): [held.token.hex(), _hex(held.key)] for at, held in claims.items()})
        save = saving(deal, claims=stored)

        def write(conn: Connection) -> bool:
            if not save(conn):
                return False
            store.remember_claim(conn, deal.number, seat, token_hash)
            return True

        return Verdict(answer, write)

    return change(service, admission.deal, step)


def _require_open_table(deal: Deal) -> None:
    if deal.table is not None:
        raise Problem(
            "wrong-state",
            f"The table of deal {deal.number} has closed; a seat can be claimed without a key only.",
            state=deal.row.state,
        )


def _require_own_key(deal: Deal, key: bytes) -> None:
    """One key serves one seat of a deal; otherwise a signature would not tell which seat moved (protocol section 6)."""
    holder = next((seat for seat, held in deal.claims.items() if held.key == key), None)
    if holder is not None:
        raise invalid("#/key", f"Seat {holder} of this deal uses this key; generate one for each seat.")


def _require_own_token(deal: Deal, token_hash: bytes) -> None:
    """Refuse a token that others know: the deal's own, and the one of another seat."""
    given = [tokens.digest(deal.token(role)) for role in (*range(deal.ruleset.players), tokens.OPENER)]
    held = [claim.token for claim in deal.claims.values()]
    if any(hmac.compare_digest(token_hash, known) for known in given):
        raise invalid("#/token_hash", "This is the hash of a token that the opener knows; draw a token of your own.")
    if any(hmac.compare_digest(token_hash, known) for known in held):
        raise invalid("#/token_hash", "This token holds another seat of the deal; draw one for each seat.")


def _hex(key: bytes | None) -> str | None:
    return None if key is None else key.hex()
