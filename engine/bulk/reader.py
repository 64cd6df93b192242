"""Reads the text of bundles: cuts out the values that are free, and derives all other text from them, but for cards and points."""

from __future__ import annotations

import re
import struct
from binascii import b2a_hex
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from fairdeal.engine.bulk.claim import BundleInput, Signed, SignedTerms, Unverified
from fairdeal.engine.bulk.form import HEX, SIGNATURE, Kind, escaped, head, kind_of, open_form
from fairdeal.engine.bulk.game import Game
from fairdeal.engine.bulk.plays import unescaped_plays
from fairdeal.engine.protocol.grammar import PROTOCOL

_MOST_GAMES: Final = 256
"""Rulesets that are kept."""
_NO_DIGITS: Final = b"0123456789abcdef"
_RULES: Final = b'"},"ruleset":'
_HAND: Final = b',"hand":'
_TABLE: Final = b',"table":{"statement":"'
_NOTE: Final = b'","note":"'
_DECK: Final = b'],"deck":['
_RULES_LENGTH, _HAND_LENGTH, _TABLE_LENGTH, _NOTE_LENGTH = map(len, (_RULES, _HAND, _TABLE, _NOTE))
_SIGNED: Final = b'","signed":[],"points":['
_END: Final = b'"}}'
_END_LENGTH: Final = len(_END)
_POINTS: Final = len("points ")
_NEWLINE: Final = len("\\n")
_NO_SEALS: Final = SIGNATURE + len('\\n"},"seals":null')
"""Characters from an open statement's signature to the table, without seals."""
_SEALED_LINE: Final = HEX + len("\\n")
_UNSEALED_LINE: Final = len("-\\n")
_SEALS_END: Final = len('\\n"}')


class Reader:
    """Reads the bundles of one origin that has these keys."""

    def __init__(self, origin: str, vkeys: Mapping[str, str]) -> None:
        self._origin = origin
        self._head = head(origin, vkeys)
        self._signer = f"\\n— {origin} ".encode()
        self._commit, self._seals, self._table, self._record, self._reveal = (
            f"{PROTOCOL} {kind}\n{origin}\n".encode("ascii")
            for kind in ("commit", "seals", "table", "record", "reveal")
        )
        self._seed_line = f"{PROTOCOL} seed\n{origin}\n".encode("ascii")
        self._seal_line = f"{PROTOCOL} seal\n".encode("ascii")
        # Escaped, up to the seals' hash or "-"; without the number.
        self._table_start = len(escaped(self._table)) + len("\\nopen ") + HEX + len("\\nseals ")
        self._seed_start = len(self._reveal) + len("\nseed ")
        self._record_text = escaped(self._record)
        self._record_start = len(self._record_text) + len("\\nby ")
        self._games: dict[bytes, tuple[Game, re.Pattern[bytes]]] = {}
        """By the text of a ruleset and the name of the member behind it."""
        self._latest = b"\n"
        """The key that was asked for last, if any was."""

    def claim(self, case: BundleInput) -> Unverified | None:
        """What a document claims, if it is as it has to be wherever that follows from nothing but text and hashes.

        Left to hold are the cards (and that they are where they have to be), the hand that was played, signatures and proofs.
        """
        document, number, commit, leaf, outcome = case
        about = b"%d" % number
        begin = b'%b%b,"commit":{"statement":"%b","proof":"' % (self._head, about, commit.replace(b"\n", b"\\n"))
        proof_end = document.find(_RULES, len(begin))
        rules_at = proof_end + _RULES_LENGTH
        if proof_end < 0 or not document.startswith(begin):
            return None
        rules = self._latest
        if not document.startswith(rules, rules_at):
            rules = document[rules_at : document.find(_HAND, rules_at) + _HAND_LENGTH]
        known = self._games.get(rules) or self._game(rules)
        if known is None:
            return None
        self._latest = rules
        game, form = known
        terms = form.match(document, rules_at + len(rules) - _HAND_LENGTH)
        if terms is None:
            return None
        hand, open_text, its_number, lines, opened, expires, game_id, attempt = terms.groups()
        kind = kind_of(lines)
        agreed = SignedTerms(
            int(opened), int(expires), int(hand), None if game_id is None else (game_id.decode("ascii"), int(attempt))
        )
        if kind is None or its_number != about or kind.seats[-1] > game.last_seat or agreed.opened >= agreed.expires:
            return None

        inputs = self._inputs(document, terms.end(), about, open_text, kind)
        if inputs is None:
            return None
        signed, table_hash, cards_at = inputs

        plays = game.plays(agreed.hand)
        record_at = cards_at + game.cards_length
        by_at = record_at + self._record_start + len(about)
        by = b"opener" if kind.is_sighted and document.startswith(b"opener", by_at) else b"seats"
        plays_at = by_at + len(by) + _NEWLINE
        if not document.startswith(b"%b%b\\nby %b\\n" % (self._record_text, about, by), record_at):
            return None
        points_at = plays_at + plays.length
        record_end = document.find(_SIGNED, points_at)
        points = document[points_at + _POINTS : record_end - _NEWLINE]
        last = b'points %b\\n%b%b],"outcome":{"statement":"%b","index":%d,"proof":"' % (
            points, _SIGNED, points.replace(b" ", b","), outcome.replace(b"\n", b"\\n"), leaf,
        )  # fmt: skip
        if not document.startswith(last, points_at) or not document.endswith(_END):
            return None
        record = b"%b%b\nby %b\n%bpoints %b\n" % (
            self._record, about, by, unescaped_plays(document[plays_at:points_at]), points,
        )  # fmt: skip

        seed_at = self._seed_start + len(about)
        seed_hex = outcome[seed_at : seed_at + HEX]
        if len(seed_hex) != HEX or seed_hex.translate(None, _NO_DIGITS):
            return None
        seed = bytes.fromhex(seed_hex.decode("ascii"))
        if commit != b"%b%b\n%b\n" % (
            self._commit, about, b2a_hex(sha256(b"%b%b\n%b" % (self._seed_line, about, seed)).digest()),
        ) or outcome != b"%b%b\nseed %b\ntable %b\nrecord %b\n" % (
            self._reveal, about, seed_hex, b2a_hex(table_hash), b2a_hex(sha256(record).digest()),
        ):  # fmt: skip
            return None
        return Unverified(
            case, agreed, game, seed, table_hash, cards_at, plays, plays_at, record_end, signed,
            document[len(begin) : proof_end], document[points_at + len(last) : -_END_LENGTH],
        )  # fmt: skip

    def _inputs(
        self, document: bytes, at: int, about: bytes, open_text: bytes, kind: Kind
    ) -> tuple[list[Signed], bytes, int] | None:
        """The signed statements, the hash of the table, and where the deck's cards begin, given where the open note begins.

        From there to the cards, the text is held against what it has to be.
        """
        signer = self._signer
        opened = open_text.replace(b"\\n", b"\n")
        open_hash = sha256(opened).digest()
        open_line = b"%b\nopen %b\n" % (about, b2a_hex(open_hash))
        open_sign_at = at + len(open_text) + len(signer)
        table_member = document.find(_TABLE, open_sign_at) if kind.is_sealed else open_sign_at + _NO_SEALS
        table_at = table_member + _TABLE_LENGTH
        nonces_at = table_at + self._table_start + len(about) + (_SEALED_LINE if kind.is_sealed else _UNSEALED_LINE)
        try:
            texts = kind.nonces.unpack_from(document, nonces_at)
        except struct.error:
            return None
        joined = b"".join(texts)
        if joined.translate(None, _NO_DIGITS):
            return None
        open_sign = document[open_sign_at : open_sign_at + SIGNATURE]
        signed = [(opened, open_sign)]
        seals_text, seals_hash = b"null", b"-"
        if kind.is_sealed:
            nonces = kind.values.unpack(bytes.fromhex(joined.decode("ascii")))
            start = self._seal_line + open_hash
            # As long as each other by construction.
            values = tuple([
                b2a_hex(sha256(start + line + nonce).digest())
                for line, nonce in zip(kind.seat_lines, nonces)  # noqa: B905
            ])  # fmt: skip
            seals = self._seals + open_line + kind.lines % values
            seals_hash = b2a_hex(sha256(seals).digest())
            sign = document[table_member - _SEALS_END - SIGNATURE : table_member - _SEALS_END]
            text = seals.replace(b"\n", b"\\n")
            seals_text = b'{"statement":"%b","note":"%b%b%b\\n"}' % (text, text, signer, sign)
            signed.append((seals, sign))
        table = b"%b%bseals %b\n%b" % (self._table, open_line, seals_hash, kind.lines % texts)
        text = table.replace(b"\n", b"\\n")
        table_sign_at = table_at + 2 * len(text) + _NOTE_LENGTH + len(signer)
        sign = document[table_sign_at : table_sign_at + SIGNATURE]
        signed.append((table, sign))
        expected = b'%b%b%b\\n"},"seals":%b%b%b%b%b%b%b\\n"},"contributions":[%b%b' % (
            open_text, signer, open_sign, seals_text, _TABLE, text, _NOTE, text, signer, sign, kind.contributions % texts, _DECK,
        )  # fmt: skip
        if not document.startswith(expected, at):
            return None
        return signed, sha256(table).digest(), at + len(expected)

    def _game(self, rules: bytes) -> tuple[Game, re.Pattern[bytes]] | None:
        """The ruleset of a text that `_HAND` ends, and the form of what stands behind it."""
        game = Game.from_json(rules[:-_HAND_LENGTH])
        if game is None or b"\n" in rules or not rules.endswith(_HAND):
            return None
        if len(self._games) >= _MOST_GAMES:
            self._games.clear()
        self._games[rules] = known = game, open_form(self._origin, game.rules)
        return known
