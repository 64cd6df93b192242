"""A service's worth of finished deals, made without a database: both logs, their checkpoints, and the bundles as lines.

Hands are of random legal play, by the standard rules with every direction of the pass in turn; half of them have one
contributor, half four that sealed. Deals end about in the order in which they began. No seat has a key.
"""

import hashlib
import random
from typing import Final

import orjson
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.cards import cards_of
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.protocol import Commit, Genesis, Open, Record, Reveal, Seals, Table
from fairdeal.engine.protocol.bundle import assemble
from fairdeal.engine.protocol.commitment import commitment
from fairdeal.engine.protocol.seal import seal_of
from fairdeal.engine.protocol.shuffle import deal_out, shuffled
from fairdeal.engine.tlog import merkle, tiles
from fairdeal.engine.tlog.checkpoint import Checkpoint
from fairdeal.engine.tlog.merkle import leaf_hash
from fairdeal.engine.tlog.note import NoteSigner
from fairdeal.engine.tlog.proof import TlogProof
from fairdeal.engine.tlog.tiles import WIDTH, Resource
from fairdeal.service.client.audited import Logged
from fairdeal.service.client.view import View

ORIGIN: Final = "deals.example.com"
PUBLISHED: Final = {"commits": 256, "outcomes": 64}
"""How many entries each log grows by from one checkpoint to the next."""
OPENED: Final = 1_800_000_000


class FinishedDeals:
    """What `fairdeal.service.client.audit` asks a service for, answered from memory: it stands where an `Api` would."""

    def __init__(self, count: int) -> None:
        self._chance = random.Random(1)
        self.signers = {
            role: NoteSigner(ORIGIN + suffix, Ed25519PrivateKey.from_private_bytes(_bytes("key", role)))
            for role, suffix in (("statements", ""), ("commits", "/commits"), ("outcomes", "/outcomes"))
        }
        self.now = OPENED + count + 1
        """When the audit is made, in Unix seconds."""
        self.vkeys = {role: signer.vkey for role, signer in self.signers.items()}
        genesis = Genesis(ORIGIN, self.vkeys["outcomes"], self.vkeys["statements"], 86_400)
        deals = [self._deal(number) for number in range(1, count + 1)]
        # Who began later ends later, but not strictly so.
        ended = sorted(range(count), key=lambda at: at + self._chance.randrange(32))
        self._entries = {
            "commits": [genesis.text(), *(one["commit"] for one in deals)],
            "outcomes": [deals[at]["outcome"] for at in ended],
        }
        self._node = {
            role: merkle.nodes_of([leaf_hash(entry.encode()) for entry in entries])
            for role, entries in self._entries.items()
        }
        self._notes: dict[tuple[str, int], str] = {}
        self._place = {at: index for index, at in enumerate(ended)}
        self.lines = []
        """By number less one: the bundle, as `GET /v1/proofs` has it."""
        for at, one in enumerate(deals):
            bundle = assemble(
                origin=ORIGIN,
                vkeys=self.vkeys,
                commit_proof=self._proof("commits", at + 1),
                outcome_index=self._place[at],
                outcome_proof=self._proof("outcomes", self._place[at]),
                **one,
            )
            self.lines.append(orjson.dumps(bundle))

    def logged(self) -> list[Logged]:
        """By number less one: what the logs say of it."""
        return [
            Logged(at + 1, self._entries["commits"][at + 1], ((index, self._entries["outcomes"][index]),))
            for at, index in sorted(self._place.items())
        ]

    def get_raw(self, path: str) -> bytes:
        """What the service would answer to a GET of a log's file, or of bundles."""
        if path.startswith("/v1/proofs?"):
            fields = dict(pair.split("=") for pair in path.partition("?")[2].split("&"))
            after = int(fields["after"])
            return b"\n".join(self.lines[after : after + int(fields["limit"])])
        _, _, role, address = path.split("/", 3)
        if address == "checkpoint":
            return self._note(role, len(self._entries[role])).encode()
        resource = Resource.from_path(address.removeprefix("tile/"))
        start = resource.index * WIDTH
        return tiles.pack(entry.encode() for entry in self._entries[role][start : start + resource.width])

    def get(self, path: str) -> View:
        """What it says of itself."""
        assert path == "/v1/info", path
        return View({"handed_out": 0}, "the information")

    def _deal(self, number: int) -> dict[str, object]:
        ruleset, seed = preset("standard"), _bytes("seed", number)
        sealed = number % 2 == 0
        seats = (0, 1, 2, 3) if sealed else (0,)
        opened = Open(
            ORIGIN, number, ruleset.hash(), number % 4 + 1, seats, sealed, "blind" if sealed else "sighted",
            OPENED + number, OPENED + number + 86_400,
        )  # fmt: skip
        nonces = tuple((seat, _bytes("nonce", number, seat)) for seat in seats)
        seals = None
        if sealed:
            shut = tuple((seat, seal_of(opened.hash(), seat, nonce)) for seat, nonce in nonces)
            seals = Seals(ORIGIN, number, opened.hash(), shut)
        table = Table(ORIGIN, number, opened.hash(), None if seals is None else seals.hash(), nonces)
        deck = shuffled(ruleset.deck, seed, table.hash())
        hand = self._played(Hand(ruleset, opened.hand, deal_out(deck, ruleset.players)))
        record = Record(ORIGIN, number, "seats", hand.record_lines())
        sign = self.signers["statements"].sign
        return {
            "number": number,
            "commit": Commit(ORIGIN, number, commitment(ORIGIN, number, seed)).text(),
            "ruleset": ruleset.to_object(),
            "hand": opened.hand,
            "open_note": sign(opened.text()),
            "seals_note": None if seals is None else sign(seals.text()),
            "table_note": sign(table.text()),
            "contributions": nonces,
            "deck": deck,
            "hands": hand.dealt,
            "record": record.text(),
            "signed": [],
            "points": hand.points(),
            "outcome": Reveal(ORIGIN, number, seed, table.hash(), record.hash()).text(),
        }

    def _played(self, hand: Hand) -> Hand:
        for seat in hand.to_act if hand.phase == "passing" else ():
            hand.give(seat, self._chance.sample(hand.dealt[seat], hand.ruleset.pass_count))
        while hand.turn is not None:
            hand.play(self._chance.choice(cards_of(hand.legal(hand.turn))))
        return hand

    def _proof(self, role: str, index: int) -> str:
        """Against the first checkpoint that covers the entry, as the service gives it."""
        step = PUBLISHED[role]
        size = min((index // step + 1) * step, len(self._entries[role]))
        path = merkle.inclusion_proof(index, size, self._node[role])
        return TlogProof(index, tuple(path), self._note(role, size)).text()

    def _note(self, role: str, size: int) -> str:
        note = self._notes.get((role, size))
        if note is None:
            signer = self.signers[role]
            note = signer.sign(Checkpoint(signer.name, size, merkle.root(size, self._node[role])).text())
            self._notes[role, size] = note
        return note


def _bytes(*what: object) -> bytes:
    return hashlib.sha256(repr(what).encode()).digest()
