"""``contributions``: the contributors are those of the open statement, and each nonce matches its seal where there are seals."""

from fairdeal.engine.protocol import Seals, Void
from fairdeal.engine.protocol.grammar import MAX_PLAYERS, read_hex
from fairdeal.engine.protocol.seal import seal_of
from fairdeal.engine.verification.evidence import Evidence, required
from fairdeal.engine.verification.report import Fault, Result


def contributions(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    if not evidence.was_opened:
        evidence.require_null("seals", "contributions")
        return "not applicable", "the number was never handed out"
    opened, outcome = evidence.terms, evidence.outcome
    published = opened.sealed and (evidence.was_dealt or (isinstance(outcome, Void) and outcome.seals is not None))
    if not published:
        evidence.require_null("seals")
        if isinstance(outcome, Void) and outcome.seals is not None:
            raise Fault("the outcome names a seals statement, but the deal is not sealed")
    if published and isinstance(outcome, Void) and outcome.reason == "abandoned" and opened.opener == "blind":
        raise Fault("a blind opener cannot give up a deal whose seals are published")
    if isinstance(outcome, Void) and not evidence.was_dealt:
        _check_waited(evidence, outcome, published=published)
    if not published and not evidence.was_dealt:
        evidence.require_null("contributions")
        return "not applicable", "no table closed, and no published seals fix a contribution"
    nonces = _nonces(evidence)
    if evidence.was_dealt:
        _check_table(evidence, nonces)
    if not published:
        return "pass", ""
    _check_seals(evidence, required(evidence.seals, "the seals statement"), nonces)
    return evidence.signed_result()


def _nonces(evidence: Evidence) -> dict[int, bytes]:
    """The loose contributions, which list each seat once, ascending."""
    listed = evidence.member("contributions")
    if not isinstance(listed, list):
        raise Fault("`contributions` has to be a list")
    if len(listed) > MAX_PLAYERS:
        raise Fault(f"`contributions` lists {len(listed)} nonces; no game has more than {MAX_PLAYERS} seats")
    nonces: dict[int, bytes] = {}
    highest = -1
    for one in listed:
        if not isinstance(one, dict) or set(one) != {"seat", "nonce"} or type(one["seat"]) is not int:
            raise Fault("each of `contributions` has to be an object with seat and nonce")
        if not isinstance(one["nonce"], str) or one["seat"] <= highest:
            raise Fault("`contributions` has to list nonces by seat, ascending")
        highest = one["seat"]
        nonces[highest] = read_hex(one["nonce"], 32)
    return nonces


def _check_waited(evidence: Evidence, outcome: Void, *, published: bool) -> None:
    """Whom the service said that it waited for, as far as the statements tell."""
    if not set(outcome.seats) <= set(evidence.terms.contributors):
        raise Fault(f"the outcome waited for {list(outcome.seats)}, not all of them contributors")
    if not published:
        return
    missing = tuple(seat for seat in evidence.terms.contributors if seat not in _nonces(evidence))
    if outcome.reason == "expired" or (outcome.reason == "withheld" and outcome.seats != missing):
        raise Fault(f"all seals were in, and the contributions of {list(missing)} were missing: they were withheld")


def _check_table(evidence: Evidence, nonces: dict[int, bytes]) -> None:
    table = evidence.closed
    if table.nonces != tuple(nonces.items()):
        raise Fault("`contributions` are not those of the table statement")
    if tuple(nonces) != evidence.terms.contributors:
        raise Fault(f"seats {list(nonces)} contributed; the open statement names {list(evidence.terms.contributors)}")
    if not evidence.terms.sealed and table.seals is not None:
        raise Fault("the table names a seals statement, but the deal is not sealed")


def _check_seals(evidence: Evidence, seals: Seals, nonces: dict[int, bytes]) -> None:
    opened = evidence.terms
    if seals.open != evidence.open_hash:
        raise Fault("the seals statement names another open statement")
    outcome = evidence.outcome
    named = evidence.closed.seals if evidence.was_dealt else None
    if evidence.was_dealt and named != evidence.seals_hash:
        raise Fault("the table names another seals statement, or none")
    if isinstance(outcome, Void) and outcome.seals != evidence.seals_hash:
        raise Fault("the outcome names another seals statement, or none")
    by_seat = dict(seals.seals)
    if tuple(by_seat) != opened.contributors:
        raise Fault(f"seats {list(by_seat)} sealed; the open statement names {list(opened.contributors)}")
    if len(set(by_seat.values())) != len(by_seat):
        raise Fault("two seals are equal")
    for seat, nonce in nonces.items():
        if seat not in by_seat or seal_of(evidence.open_hash, seat, nonce) != by_seat[seat]:
            raise Fault(f"the nonce of seat {seat} does not open its seal")
