"""``deal``: the deck and the hands follow from seed and table. Counts the loose deck and hands."""

from fairdeal.engine.cards import names_of
from fairdeal.engine.verification.evidence import Evidence, same
from fairdeal.engine.verification.report import Fault, Result


def deal(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    if not evidence.was_dealt:
        evidence.require_null("deck", "hands")
        return "not applicable", "no cards were dealt"
    deck, hands = evidence.cards
    if not same(evidence.member("deck"), names_of(deck)):
        raise Fault("«deck» is not what seed and table give")
    if not same(evidence.member("hands"), [names_of(hand) for hand in hands]):
        raise Fault("«hands» are not what seed and table give")
    return "pass", ""
