"""Moves of seats: their signatures, and what a refused one says (protocol section 6, api: problems)."""

from typing import Literal

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from fairdeal.engine.cards import NAMES, names_of
from fairdeal.engine.errors import IllegalMove
from fairdeal.engine.protocol import Move
from fairdeal.service.deals.deal import Deal
from fairdeal.service.problems import Problem


def check_signature(deal: Deal, move: Move, signature: bytes | None) -> None:
    """Refuse a move that its seat did not sign, or signed without having a key (``bad-signature``, 422)."""
    key = deal.keys.get(move.seat)
    if key is None:
        if signature is not None:
            raise Problem("bad-signature", f"Seat {move.seat} has no key, so its moves take no signature.")
        return
    if signature is None:
        raise Problem("bad-signature", f"Seat {move.seat} has a key: its moves need a signature.")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, move.text().encode())
    except InvalidSignature:
        raise Problem(
            "bad-signature",
            f"The signature is not seat {move.seat}'s over this move; the statement that it has to sign is in the"
            " member «statement».",
            statement=move.text(),
        ) from None


def refusal(illegal: IllegalMove, kind: Literal["illegal-pass", "illegal-play"]) -> Problem:
    """A move against the rules as a 409. The cards that could be played are those of the seat that asked, no other's."""
    return Problem(
        kind,
        illegal.detail,
        rule=illegal.rule,
        seat=illegal.seat,
        ply=illegal.ply,
        card=None if illegal.card is None else NAMES[illegal.card],
        allowed=names_of(illegal.allowed),
    )
