"""``deal``: the deck and the hands follow from seed and table. Covers the loose deck and hands."""

from fairdeal.engine.cards import names_of
from fairdeal.engine.verification.evidence import Evidence
from fairdeal.engine.verification.report import Fault, Result


def deal(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    if not evidence.was_dealt:
        evidence.require_null("deck", "hands")
        return "not applicable", "no cards were dealt"
    hands = evidence.game.dealt(evidence.ruleset, evidence.deck)
    # A list of texts equals nothing but a list of the same texts.
    if evidence.member("deck") != names_of(evidence.deck):
        raise Fault("`deck` does not match the deal derived from seed and table")
    if evidence.member("hands") != [names_of(hand) for hand in hands]:
        raise Fault("`hands` does not match the deal derived from seed and table")
    return "pass", ""
