"""The quick verifier: whether bundles are, byte for byte, what played-out deals without keys have to look like."""

from __future__ import annotations

from binascii import Error, a2b_base64, b2a_base64
from collections.abc import Mapping, Sequence
from typing import Final

from fairdeal.engine.bulk.claim import BundleInput, Signed, SignedTerms, Unverified
from fairdeal.engine.bulk.decks import decks
from fairdeal.engine.bulk.game import Game
from fairdeal.engine.bulk.plays import Hand, Plays
from fairdeal.engine.bulk.proofs import LogProofs
from fairdeal.engine.bulk.reader import Reader
from fairdeal.engine.tlog.note import ED25519, is_signature, key_id
from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.verification.verify import pinned_keys

_KEY_ID: Final = 4


class QuickVerifier:
    """Verifies the bundles of one origin against its pinned keys.

    Raises:
        MalformedError: what is pinned is no origin, or not its keys.
    """

    def __init__(self, origin: str, vkeys: Mapping[str, str], policy: Policy | None) -> None:
        keys = pinned_keys(vkeys, origin)
        self._claim = Reader(origin, vkeys).claim
        self._commits = LogProofs(keys["commits"], policy)
        self._outcomes = LogProofs(keys["outcomes"], policy)
        self._key = keys["statements"].key
        self._key_id = key_id(origin, ED25519, self._key)

    def verify(self, cases: Sequence[BundleInput]) -> list[SignedTerms | None]:
        """What was agreed, for each case in which the full verification would find no fault, nor anything but what the logs hold.

        One stage after the other is gone through with all of them, which is quicker than one case after the other: the
        processor finds the code of a stage where it was.
        """
        found: list[SignedTerms | None] = [None] * len(cases)
        claims = {place: claim for place, claim in enumerate(map(self._claim, cases)) if claim is not None}
        claims = _played(claims, _dealt(claims))
        hold_commit, hold_outcome = self._commits.hold, self._outcomes.hold
        for place, claim in claims.items():
            _, number, commit, leaf, outcome = claim.case
            if (
                hold_commit(claim.commit_proof, commit, number)
                and hold_outcome(claim.outcome_proof, outcome, leaf)
                and self._are_signed(claim.signed)
            ):
                found[place] = claim.agreed
        return found

    def _are_signed(self, signed: Sequence[Signed]) -> bool:
        """Whether these are signatures of our key, in their only form."""
        for statement, signature in signed:
            try:
                raw = a2b_base64(signature)
            except Error:
                return False
            if (
                raw[:_KEY_ID] != self._key_id
                # A reader of base64 may skip what is none, and take bits that stand for nothing.
                or b2a_base64(raw, newline=False) != signature
                or not is_signature(self._key, raw[_KEY_ID:], statement)
            ):
                return False
        return True


Claims = dict[int, Unverified]
"""By the place among the cases."""


def _dealt(claims: Claims) -> dict[int, bytes]:
    """The cards of all seats as seeds and tables give them, for claims whose documents tell of these: decks of one ruleset at once."""
    alike: dict[Game, list[int]] = {}
    for place, claim in claims.items():
        alike.setdefault(claim.game, []).append(place)
    held = {}
    for game, places in alike.items():
        shuffled = decks(game.ruleset, [(claims[place].seed, claims[place].table_hash) for place in places])
        for place, (dealt, text) in zip(places, game.deal(shuffled), strict=True):
            if claims[place].case.document.startswith(text, claims[place].cards_at):
                held[place] = dealt
    return held


def _played(claims: Claims, dealt: Mapping[int, bytes]) -> Claims:
    """The claims whose hands are whole, legal, and end in the points that they tell: all of one kind judged at once."""
    alike: dict[Plays, dict[int, Hand]] = {}
    for place, cards in dealt.items():
        claim = claims[place]
        hand = claim.plays.cut(claim.case.document, claim.plays_at, claim.record_end, claim.agreed.hand, cards)
        alike.setdefault(claim.plays, {})[place] = hand
    return {
        place: claims[place]
        for plays, hands in alike.items()
        for place, points in zip(hands, plays.points(list(hands.values())), strict=True)
        if points is not None
    }
