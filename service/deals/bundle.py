"""The audit bundle of a number: all that a stranger needs to check it (protocol section 8)."""

from fairdeal.engine.protocol import Commit, Move
from fairdeal.engine.protocol.bundle import assemble
from fairdeal.service.context import Service
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.reading import current
from fairdeal.service.problems import Problem


def proof(service: Service, number: int) -> dict[str, object]:
    """The bundle of a number that has its outcome; before that ``not-yet-revealed`` (409)."""
    deal = current(service, number)
    if not deal.has_ended:
        raise Problem(
            "not-yet-revealed",
            f"Deal {deal.number} is {deal.row.state}: its proof exists once it has an outcome.",
            state=deal.row.state,
        )
    return bundle_of(deal)


def bundle_of(deal: Deal) -> dict[str, object]:
    """The bundle of a deal that has ended."""
    outcome = deal.outcome
    assert outcome is not None and deal.row.outcome is not None
    commit = Commit(origin=deal.origin, number=deal.number, commitment=deal.row.commitment)
    dealt = deal.table is not None
    index, proof = deal.service.logs.place_of_outcome(deal.row.outcome_index)
    return assemble(
        origin=deal.origin,
        vkeys=deal.service.keys.vkeys,
        number=deal.number,
        commit=commit.text(),
        commit_proof=deal.service.logs.proof_of_commit(deal.number),
        ruleset=deal.ruleset.to_object() if deal.was_opened else None,
        hand=deal.open.hand if deal.was_opened else None,
        open_note=deal.row.open_note,
        seals_note=deal.row.seals_note,
        table_note=deal.row.table_note,
        contributions=_contributions(deal),
        deck=deal.deck if dealt else None,
        hands=deal.dealt if dealt else None,
        record=deal.record().text() if dealt else None,
        signed=_signed(deal) if dealt else None,
        points=deal.hand.final_points if dealt else None,
        outcome=deal.row.outcome,
        outcome_index=index,
        outcome_proof=proof,
    )


def _contributions(deal: Deal) -> tuple[tuple[int, bytes], ...] | None:
    """The nonces of a closed table, and of an open one those that published seals fix; else nothing is said of them."""
    if deal.table is not None:
        return deal.table.nonces
    return None if deal.seals_statement is None else tuple(sorted(deal.nonces.items()))


def _signed(deal: Deal) -> list[tuple[str, bytes]]:
    """Each recorded move of a keyed seat, statement and signature, in the record's order."""
    moves = deal.hand.seat_moves(deal.keys)
    return [
        (Move.after_lines(deal.origin, deal.number, deal.table_hash, *move).text(), signature)
        for move, signature in zip(moves, deal.live.signatures(), strict=True)
    ]
