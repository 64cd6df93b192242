"""The quick verifier: whether a bundle is, byte for byte, what a played-out deal without keys has to look like."""

from __future__ import annotations

from binascii import Error, a2b_base64, b2a_base64
from collections.abc import Mapping
from hashlib import sha256
from itertools import combinations
from typing import Final, NamedTuple

from engine.bulk.form import FORM, OPEN, escaped, head, unescaped
from engine.bulk.game import Game
from engine.bulk.proofs import LogProofs
from engine.commitment import commitment
from engine.note import ED25519, is_signature, key_id
from engine.policy import Policy
from engine.seal import seal_of
from engine.shuffle import deal
from engine.statements.grammar import PROTOCOL
from engine.verification.verify import pinned_keys

_SEATS: Final = {
    " ".join(map(str, seats)).encode("ascii"): seats for count in range(1, 7) for seats in combinations(range(6), count)
}
"""Every list of seats, ascending, by its text."""
_MOST_GAMES: Final = 256
"""Rulesets that are kept."""
_HEX: Final = 64
"""Characters of 32 bytes."""
_SEAT_LINE: Final = len("seat 0 ") + _HEX + len("\n")
_SIGNATURE: Final = 92
"""Characters of a signature in base64: a key ID of 4 bytes, and 64 bytes."""


class Agreed(NamedTuple):
    """What the open statement of a bundle that passed says to other numbers."""

    opened: int
    expires: int
    hand: int
    game: tuple[str, int] | None


class _Terms(NamedTuple):
    game: Game
    seats: tuple[int, ...]
    is_sealed: bool
    is_sighted: bool
    agreed: Agreed


class QuickVerifier:
    """Verifies the bundles of one origin against its pinned keys, one after the other.

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
        self._starts = {
            kind: f"{PROTOCOL} {kind}\n{origin}\n".encode("ascii")
            for kind in ("commit", "open", "seals", "table", "record", "reveal")
        }
        self._games: dict[bytes, Game] = {}

    def verify(self, document: bytes, number: int, commit: str, index: int, outcome: str) -> Agreed | None:
        """What was agreed, if the full verification would find no fault and the logs hold these very statements.

        ``commit`` is entry ``number`` of the log of commitments, ``outcome`` entry ``index`` of that of outcomes, the only
        one about the number.
        """
        try:
            return self._verify(document, number, commit.encode("ascii"), index, outcome.encode("ascii"))
        except (Error, UnicodeEncodeError):
            return None

    def _verify(self, document: bytes, number: int, commit: bytes, index: int, outcome: bytes) -> Agreed | None:
        begin = self._head + b'%d,"commit":{"statement":"%b","proof":"' % (number, escaped(commit))
        form = FORM.fullmatch(document, len(begin)) if document.startswith(begin) else None
        if form is None or b"\n" in document:
            return None
        (
            commit_proof, rules, hand, opened_text, opened_note, seals_text, seals_note, table_text, table_note,
            contributions, deck, hands, record_text, points, outcome_text, index_text, outcome_proof,
        ) = form.groups()  # fmt: skip
        if outcome_text != escaped(outcome) or index_text != b"%d" % index:
            return None
        about = b"%d\n" % number
        start = self._starts["reveal"] + about
        seed = _bytes_of(outcome[len(start) + len("seed ") :][:_HEX])
        if (
            seed is None
            or commit != self._starts["commit"] + about + _hex(commitment(self._origin, number, seed)) + b"\n"
        ):
            return None

        opened = unescaped(opened_text)
        terms = self._terms(opened, about, rules, hand)
        nonces = None if terms is None else _nonces(table_text, terms.seats)
        if terms is None or nonces is None or not self._is_signed(opened, opened_text, opened_note):
            return None
        open_hash = sha256(opened).digest()
        seals_hash = b"-"
        if terms.is_sealed:
            seals = self._seals(about, open_hash, nonces)
            if seals_text != escaped(seals) or not self._is_signed(seals, seals_text, seals_note):
                return None
            seals_hash = _hex(sha256(seals).digest())
        elif seals_text is not None:
            return None
        table = b"%b%bopen %b\nseals %b\n%b" % (
            self._starts["table"], about, _hex(open_hash), seals_hash, _seat_lines(nonces),
        )  # fmt: skip
        if table_text != escaped(table) or contributions != _listed(nonces):
            return None
        if not self._is_signed(table, table_text, table_note):
            return None

        game, table_hash = terms.game, sha256(table).digest()
        shuffled, dealt = deal(game.ruleset, seed, table_hash)
        if deck != game.deck(shuffled) or hands != game.hands(dealt):
            return None
        record = unescaped(record_text)
        played_from = self._played_from(record, about, is_sighted=terms.is_sighted)
        if not played_from:
            return None
        scored = game.plays(terms.agreed.hand).points(record, played_from, terms.agreed.hand, dealt)
        if scored is None or points != scored.replace(b" ", b","):
            return None
        found = b"%bseed %b\ntable %b\nrecord %b\n" % (
            start,
            _hex(seed),
            _hex(table_hash),
            _hex(sha256(record).digest()),
        )
        if (
            outcome != found
            or not self._commits.hold(commit_proof, commit, number)
            or not self._outcomes.hold(outcome_proof, outcome, index)
        ):
            return None
        return terms.agreed

    def _terms(self, opened: bytes, about: bytes, rules: bytes, hand: bytes) -> _Terms | None:
        game = self._games.get(rules) or self._game(rules)
        if game is None:
            return None
        start = b"%b%brules %b\nhand %b\n" % (self._starts["open"], about, game.rules, hand)
        form = OPEN.fullmatch(opened, len(start)) if opened.startswith(start) else None
        if form is None:
            return None
        listed, sealed, opener, opened_at, expires, game_id, attempt = form.groups()
        seats = _SEATS.get(listed)
        agreed = Agreed(
            int(opened_at),
            int(expires),
            int(hand),
            None if game_id is None else (game_id.decode("ascii"), int(attempt)),
        )
        if seats is None or seats[-1] >= game.ruleset.players or agreed.opened >= agreed.expires:
            return None
        return _Terms(game, seats, sealed == b"yes", opener == b"sighted", agreed)

    def _game(self, rules: bytes) -> Game | None:
        game = Game.from_json(rules)
        if game is not None:
            if len(self._games) >= _MOST_GAMES:
                self._games.clear()
            self._games[rules] = game
        return game

    def _is_signed(self, statement: bytes, text: bytes, note: bytes) -> bool:
        """Whether the note (as in the bundle) is the statement, whose text in the bundle is given too, with our one signature."""
        start = text + self._signer
        value = note[len(start) : len(start) + _SIGNATURE]
        raw = a2b_base64(value)
        return (
            note == start + value + b"\\n"
            and b2a_base64(raw, newline=False) == value
            and raw[:4] == self._key_id
            and is_signature(self._key, raw[4:], statement)
        )

    def _seals(self, about: bytes, open_hash: bytes, nonces: Mapping[int, bytes]) -> bytes:
        seals = {seat: seal_of(open_hash, seat, nonce) for seat, nonce in nonces.items()}
        return b"%b%bopen %b\n%b" % (self._starts["seals"], about, _hex(open_hash), _seat_lines(seals))

    def _played_from(self, record: bytes, about: bytes, *, is_sighted: bool) -> int:
        """Where the first line of a pass or a trick begins; 0 if the record is not of one who may have submitted it."""
        start = self._starts["record"] + about
        at = len(start)
        if not record.startswith(start):
            return 0
        if record.startswith(b"by seats\n", at):
            return at + len(b"by seats\n")
        return at + len(b"by opener\n") if is_sighted and record.startswith(b"by opener\n", at) else 0


def _hex(data: bytes) -> bytes:
    return data.hex().encode("ascii")


def _bytes_of(text: bytes) -> bytes | None:
    """32 bytes in lowercase hexadecimal; None for any other text."""
    try:
        data = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        return None
    return data if len(text) == _HEX and _hex(data) == text else None


def _nonces(table: bytes, seats: tuple[int, ...]) -> dict[int, bytes] | None:
    """By seat, what the last lines of a table statement say, one for each of the seats."""
    lines = unescaped(table)[-len(seats) * _SEAT_LINE :]
    nonces = {}
    for place, seat in enumerate(seats):
        nonce = _bytes_of(lines[place * _SEAT_LINE + len("seat 0 ") :][:_HEX])
        if nonce is None:
            return None
        nonces[seat] = nonce
    return nonces


def _seat_lines(values: Mapping[int, bytes]) -> bytes:
    return b"".join([b"seat %d %b\n" % (seat, _hex(value)) for seat, value in values.items()])


def _listed(nonces: Mapping[int, bytes]) -> bytes:
    """The contributions as they stand between the brackets of a JSON list."""
    return b",".join([b'{"seat":%d,"nonce":"%b"}' % (seat, _hex(nonce)) for seat, nonce in nonces.items()])
