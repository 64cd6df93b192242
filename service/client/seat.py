"""One seat as its own client: its token, its key, its nonce, and what it has seen of the hand."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.cards import NAMES, Card, card_of
from engine.seal import seal_of
from engine.statements import Move, Record
from service.client.http import Api
from service.client.receipts import Caught, Receipts


@dataclass
class Seat:
    """A seat of a deal. Token, key and nonce stay out of its ``repr``."""

    api: Api
    receipts: Receipts
    seat: int
    token: str = field(repr=False)
    key: Ed25519PrivateKey | None = field(default=None, repr=False)
    nonce: bytes | None = field(default=None, repr=False)

    @property
    def _deal(self) -> str:
        return f"/v1/deals/{self.receipts.number}"

    @property
    def public_key(self) -> bytes | None:
        """The key that signs this seat's moves (32 bytes)."""
        return None if self.key is None else self.key.public_key().public_bytes_raw()

    def claim(self) -> None:
        """Take the seat with a token and a signing key of its own: the invite is worth nothing afterwards."""
        own = "fd_" + secrets.token_urlsafe(32)
        self.key = Ed25519PrivateKey.generate()
        public = self.public_key
        assert public is not None
        body: dict[str, object] = {"token_hash": hashlib.sha256(own.encode()).hexdigest(), "key": public.hex()}
        self.api.put(f"{self._deal}/seats/{self.seat}", self.token, body)
        self.token = own

    def draw_nonce(self) -> None:
        """Draw this seat's contribution. The commitment is public by now, so the service cannot choose after it."""
        self.nonce = secrets.token_bytes(32)

    def seal(self) -> bytes:
        """Send the seal of the nonce; what was sent."""
        assert self.receipts.open is not None and self.nonce is not None
        seal = seal_of(self.receipts.open.hash(), self.seat, self.nonce)
        self.api.put(f"{self._deal}/seals/{self.seat}", self.token, {"seal": seal.hex()})
        return seal

    def contribute(self) -> dict[str, Any]:
        """Send the nonce."""
        assert self.nonce is not None
        return self.api.put(f"{self._deal}/contributions/{self.seat}", self.token, {"nonce": self.nonce.hex()})

    def look(self) -> dict[str, Any]:
        """The seat's view."""
        return self.api.get(f"{self._deal}/hands/{self.seat}", self.token)

    def give(self, cards: Sequence[Card]) -> None:
        """Pass cards, signed if the seat has a key."""
        body: dict[str, object] = {"cards": [NAMES[card] for card in cards]}
        if self.key is not None:
            move = Move.of_pass(*self._named(), self.seat, tuple(cards))
            body["signature"] = self.key.sign(move.text().encode()).hex()
        self.api.put(f"{self._deal}/passes/{self.seat}", self.token, body)

    def play(self, ply: int, card: Card, view: dict[str, Any]) -> None:
        """Play a card after what the view shows, signed if the seat has a key."""
        body: dict[str, object] = {"card": NAMES[card]}
        if self.key is not None:
            move = Move.of_play(*self._named(), self.seat, ply, card, self._record(view).hash())
            body["signature"] = self.key.sign(move.text().encode()).hex()
        answer = self.api.put(f"{self._deal}/plays/{ply}", self.token, body)
        if (answer.get("ply"), answer.get("seat"), answer.get("card")) != (ply, self.seat, NAMES[card]):
            raise Caught(f"Seat {self.seat} played {NAMES[card]} as ply {ply}; the service stored {answer}.")

    def _named(self) -> tuple[str, int, bytes]:
        assert self.receipts.table is not None
        return self.receipts.origin, self.receipts.number, self.receipts.table.hash()

    def _record(self, view: dict[str, Any]) -> Record:
        """The record as this seat knows it: of the passes its own and what came, and the tricks on the table."""
        passes = []
        offset, players = view["pass"]["offset"], view["players"]
        if offset:
            giver = (self.seat - offset) % players
            passes = [
                (self.seat, (self.seat + offset) % players, _cards(view["passed_cards"])),
                (giver, self.seat, _cards(view["received"])),
            ]
        tricks = tuple((trick["leader"], _cards(trick["cards"])) for trick in view["tricks"])
        return Record(self.receipts.origin, self.receipts.number, "seats", tuple(sorted(passes)), tricks)


def _cards(names: list[str]) -> tuple[Card, ...]:
    return tuple(card_of(name) for name in names)
