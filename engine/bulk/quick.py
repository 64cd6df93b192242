"""The quick verifier: whether bundles are, byte for byte, what played-out deals without keys have to look like."""

from __future__ import annotations

from binascii import Error, a2b_base64, b2a_base64
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from engine.bulk.claim import HEX, SEATS, Agreed, Case, Claim, Parts, bytes_of, hex_of, nonces_in
from engine.bulk.form import OPEN, cut, escaped, head, noted, unescaped
from engine.bulk.game import Game
from engine.bulk.plays import Plays
from engine.bulk.proofs import LogProofs
from engine.commitment import commitment
from engine.note import ED25519, is_signature, key_id
from engine.policy import Policy
from engine.seal import seal_of
from engine.shuffle import shuffled
from engine.statements.grammar import PROTOCOL
from engine.verification.verify import pinned_keys

_MOST_GAMES: Final = 256
"""Rulesets that are kept."""
_SIGNATURE: Final = 92
"""Characters of a signature in base64: a key ID of 4 bytes, and 64 bytes."""


class QuickVerifier:
    """Verifies the bundles of one origin against its pinned keys.

    Raises:
        MalformedError: what is pinned is no origin, or not its keys.
    """

    def __init__(self, origin: str, vkeys: Mapping[str, str], policy: Policy | None) -> None:
        keys = pinned_keys(vkeys, origin)
        self._origin = origin
        self._head = head(origin, vkeys)
        self._commits = LogProofs(keys["commits"], policy)
        self._outcomes = LogProofs(keys["outcomes"], policy)
        self._key = keys["statements"].key
        self._key_id = key_id(origin, ED25519, self._key)
        self._signer = f"\\n— {origin} ".encode()
        self._commit, self._open, self._seals, self._table, self._record, self._reveal = (
            f"{PROTOCOL} {kind}\n{origin}\n".encode("ascii")
            for kind in ("commit", "open", "seals", "table", "record", "reveal")
        )
        self._games: dict[bytes, Game] = {}

    def verify(self, cases: Sequence[Case]) -> list[Agreed | None]:
        """What was agreed, for each case in which the full verification would find no fault, nor anything but what the logs hold.

        One stage after the other is gone through with all of them, which is quicker than one case after the other: the
        processor finds the code of a stage where it was.
        """
        claims = [self._claim(case) for case in cases]
        for stage in (self._read_terms, self._hold_inputs, self._hold_deal, self._read_record):
            claims = [claim if claim is not None and stage(claim) else None for claim in claims]
        claims = self._played(claims)
        for stage in (self._hold_commit, self._hold_outcome, self._hold_signatures):
            claims = [claim if claim is not None and stage(claim) else None for claim in claims]
        return [None if claim is None else claim.agreed for claim in claims]

    # -- the stages -------------------------------------------------------------------------------------------------

    def _claim(self, case: Case) -> Claim | None:
        """The document cut into its parts; the logs' statements in it, and the commitment, are held."""
        document, number, commit, leaf, outcome = case
        begin = self._head + b'%d,"commit":{"statement":"%b","proof":"' % (number, escaped(commit))
        found = cut(document, len(begin)) if document.startswith(begin) else None
        if found is None or b"\n" in document:
            return None
        parts = Parts._make(found)
        last = b'{"statement":"%b","index":%d,"proof":"' % (escaped(outcome), leaf)
        if not parts.outcome.startswith(last) or not parts.outcome.endswith(b'"}}'):
            return None
        about = b"%d\n" % number
        seed_at = len(self._reveal) + len(about) + len("seed ")
        seed_hex = outcome[seed_at : seed_at + HEX]
        seed = bytes_of(seed_hex)
        if seed is None or commit != b"%b%b%b\n" % (
            self._commit, about, hex_of(commitment(self._origin, number, seed)),
        ):  # fmt: skip
            return None
        return Claim(case, parts, about, seed, seed_hex, parts.outcome[len(last) : -len('"}}')])

    def _read_terms(self, claim: Claim) -> bool:
        parts = claim.parts
        game = self._games.get(parts.rules) or self._game(parts.rules)
        if game is None:
            return False
        claim.game, claim.opened = game, unescaped(parts.open)
        start = b"%b%brules %b\n" % (self._open, claim.about, game.rules)
        form = OPEN.fullmatch(claim.opened, len(start)) if claim.opened.startswith(start) else None
        if form is None:
            return False
        hand, listed, sealed, opener, opened_at, expires, game_id, attempt = form.groups()
        seats = SEATS.get(listed)
        of_game = None if game_id is None else (game_id.decode("ascii"), int(attempt))
        claim.agreed = agreed = Agreed(int(opened_at), int(expires), int(hand), of_game)
        if hand != parts.hand or seats is None or seats[-1] >= game.ruleset.players or agreed.opened >= agreed.expires:
            return False
        claim.seats, claim.is_sealed, claim.is_sighted = seats, sealed == b"yes", opener == b"sighted"
        return True

    def _hold_inputs(self, claim: Claim) -> bool:
        """Contributions, seals, and the table over them."""
        parts, about = claim.parts, claim.about
        nonces = nonces_in(parts.table, claim.seats)
        if nonces is None:
            return False
        open_hash = sha256(claim.opened).digest()
        open_line = b"open %b\n" % hex_of(open_hash)
        seals_hash = b"-"
        if claim.is_sealed:
            lines = [b"seat %d %b\n" % (seat, hex_of(seal_of(open_hash, seat, nonce))) for seat, nonce, _ in nonces]
            claim.seals = b"%b%b%b%b" % (self._seals, about, open_line, b"".join(lines))
            seals_hash = hex_of(sha256(claim.seals).digest())
        elif parts.seals != b"null":
            return False
        lines = [b"seat %d %b\n" % (seat, text) for seat, _, text in nonces]
        claim.table = b"%b%b%bseals %b\n%b" % (self._table, about, open_line, seals_hash, b"".join(lines))
        claim.table_hash = sha256(claim.table).digest()
        listed = b",".join([b'{"seat":%d,"nonce":"%b"}' % (seat, text) for seat, _, text in nonces])
        return parts.table == escaped(claim.table) and parts.contributions == listed

    def _hold_deal(self, claim: Claim) -> bool:
        game, parts = claim.game, claim.parts
        deck = bytes(shuffled(game.ruleset.deck, claim.seed, claim.table_hash))
        claim.dealt = game.dealt(deck)
        return parts.deck == game.deck(deck) and parts.hands == game.hands(claim.dealt)

    def _read_record(self, claim: Claim) -> bool:
        """Who submitted the record, and the outcome that names it."""
        record, start = unescaped(claim.parts.record), self._record + claim.about
        at = len(start)
        if not record.startswith(start):
            return False
        if record.startswith(b"by seats\n", at):
            at += len(b"by seats\n")
        elif claim.is_sighted and record.startswith(b"by opener\n", at):
            at += len(b"by opener\n")
        else:
            return False
        hand = claim.agreed.hand
        claim.played = claim.game.plays(hand).cut(record, at, hand, claim.dealt)
        return claim.case.outcome == b"%b%bseed %b\ntable %b\nrecord %b\n" % (
            self._reveal, claim.about, claim.seed_hex, hex_of(claim.table_hash), hex_of(sha256(record).digest()),
        )  # fmt: skip

    def _played(self, claims: list[Claim | None]) -> list[Claim | None]:
        """Those whose hands are whole, legal, and end in the points that they tell: all of one kind judged at once."""
        alike: dict[Plays, list[int]] = {}
        for place, claim in enumerate(claims):
            if claim is not None:
                alike.setdefault(claim.game.plays(claim.agreed.hand), []).append(place)
        held: list[Claim | None] = [None] * len(claims)
        for plays, places in alike.items():
            of_kind = [claim for place in places if (claim := claims[place]) is not None]
            for place, claim, points in zip(
                places, of_kind, plays.points([one.played for one in of_kind]), strict=True
            ):
                if points is not None and claim.parts.points == points.replace(b" ", b","):
                    held[place] = claim
        return held

    def _hold_commit(self, claim: Claim) -> bool:
        return self._commits.hold(claim.parts.commit_proof, claim.case.commit, claim.case.number)

    def _hold_outcome(self, claim: Claim) -> bool:
        return self._outcomes.hold(claim.outcome_proof, claim.case.outcome, claim.case.leaf)

    def _hold_signatures(self, claim: Claim) -> bool:
        parts = claim.parts
        return (
            self._is_signed(claim.opened, parts.open, parts.open_note)
            and (not claim.is_sealed or self._seals_are_signed(claim))
            and self._is_signed(claim.table, parts.table, parts.table_note)
        )

    # -- what they ask ----------------------------------------------------------------------------------------------

    def _game(self, rules: bytes) -> Game | None:
        game = Game.from_json(rules)
        if game is not None:
            if len(self._games) >= _MOST_GAMES:
                self._games.clear()
            self._games[rules] = game
        return game

    def _seals_are_signed(self, claim: Claim) -> bool:
        text, member = escaped(claim.seals), claim.parts.seals
        note = member[len(noted(text, b"")) - len('"}') : -len('"}')]
        return member == noted(text, note) and self._is_signed(claim.seals, text, note)

    def _is_signed(self, statement: bytes, text: bytes, note: bytes) -> bool:
        """Whether the note is the statement with our one signature; note and text are as they stand in the bundle."""
        start = text + self._signer
        value = note[len(start) : len(start) + _SIGNATURE]
        if note != start + value + b"\\n":
            return False
        try:
            raw = a2b_base64(value)
        except Error:
            return False
        return (
            raw[:4] == self._key_id
            # A reader of base64 may skip what is none, and take bits that stand for nothing.
            and b2a_base64(raw, newline=False) == value
            and is_signature(self._key, raw[4:], statement)
        )
