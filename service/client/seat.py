"""The client of one seat: its token, its key, its nonce, and what it has seen of the deal."""

from __future__ import annotations

import hashlib
import random
import secrets

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.protocol import Move
from fairdeal.engine.protocol.seal import seal_of
from fairdeal.service.client.errors import Caught
from fairdeal.service.client.games import seat_of
from fairdeal.service.client.http import Api
from fairdeal.service.client.receipts import Receipts
from fairdeal.service.client.view import View


class Seat:
    """A seat of a deal. Its token, key and nonce go to the service alone (the key's private half to nobody), and into no `repr`."""

    def __init__(self, api: Api, receipts: Receipts, seat: int, token: str) -> None:
        """`token` is the seat's, or the invite that claims it."""
        self.seat = seat
        self.receipts = receipts
        self.game = seat_of(receipts.terms.ruleset, receipts.terms.hand, seat)
        self._api = api
        self._token = token
        self._key: Ed25519PrivateKey | None = None
        self._nonce = b""
        self._deal = f"/v1/deals/{receipts.number}"

    def look(self) -> View:
        """The seat's view of the deal, checked against everything that it has seen and done."""
        view = self._api.get(f"{self._deal}/hands/{self.seat}", self._token)
        self.receipts.see(view)
        if view.has("dealt"):
            self.receipts.require_table()
            self.game.see(view)
        return view

    def claim(self) -> None:
        """Claim the seat with a token and a signing key of its own; the invite is worthless afterwards."""
        self.receipts.see(self._api.get(self._deal))
        own, self._key = "fd_" + secrets.token_urlsafe(32), Ed25519PrivateKey.generate()
        public = self._key.public_key().public_bytes_raw()
        self.receipts.keys[self.seat] = public
        body: dict[str, object] = {"token_hash": hashlib.sha256(own.encode()).hexdigest(), "key": public.hex()}
        answer = self._api.put(f"{self._deal}/seats/{self.seat}", self._token, body)
        self._require_stored(answer, seat=self.seat, key=public.hex())
        self._token = own

    def seal(self) -> None:
        """Draw the nonce and send its seal. The commitment is in the log by then, so the service cannot choose after it."""
        self.receipts.require_logged()
        self._draw_nonce()
        sealed = seal_of(self.receipts.require_open().hash(), self.seat, self._nonce)
        self.receipts.sent_seals[self.seat] = sealed
        answer = self._api.put(f"{self._deal}/seals/{self.seat}", self._token, {"seal": sealed.hex()})
        self._require_stored(answer, seat=self.seat, seal=sealed.hex())

    def contribute(self) -> None:
        """Send the nonce; in a sealed deal only after the signed seals."""
        self.receipts.see(self._api.get(self._deal))
        self.receipts.require_logged()
        if not self._nonce:
            self._draw_nonce()
        self.receipts.require_seals()
        self.receipts.sent_nonces[self.seat] = self._nonce
        answer = self._api.put(f"{self._deal}/contributions/{self.seat}", self._token, {"nonce": self._nonce.hex()})
        self._require_stored(answer, seat=self.seat, nonce=self._nonce.hex())
        if answer.has("table"):
            self.receipts.see_table(answer)

    def move(self, rng: random.Random) -> None:
        """Make the next move, chosen at random among the legal ones; signed if the seat has a key."""
        self.look()
        move = self.game.choose(rng)
        body = dict(move.body)
        if self._key is not None:
            origin, table = self.receipts.trust.origin, self.receipts.require_table().hash()
            statement = Move.after_lines(origin, self.receipts.number, table, self.seat, move.line, move.known).text()
            body["signature"] = self._key.sign(statement.encode("ascii")).hex()
        answer = self._api.put(f"{self._deal}/{move.address}", self._token, body)
        self._require_stored(answer, **move.stored)

    def _draw_nonce(self) -> None:
        self._nonce = secrets.token_bytes(32)

    def _require_stored(self, answer: View, **expected: object) -> None:
        """The answer to a PUT says what was stored, which must be what was sent."""
        for name, value in expected.items():
            if answer.members.get(name) != value:
                raise Caught(f"Seat {self.seat} sent {name} {value}; the service stored {answer.members.get(name)}.")
