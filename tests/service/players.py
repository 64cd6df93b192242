"""A client of the API for tests: opens deals, moves for their seats with the first legal card, over HTTP alone."""

import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Json = dict[str, Any]


def content(answer: TestResponse) -> Any:
    """The JSON of an answer."""
    assert answer.json is not None, answer.text
    return answer.json


@dataclass
class Table:
    """A deal as its opener and its players see it; what it sends is well-formed, and answered with 200."""

    client: FlaskClient
    view: Json
    tokens: list[str] = field(repr=False)
    """By seat: what each seat authenticates with now."""
    opener: str = field(repr=False)
    keys: dict[int, Ed25519PrivateKey] = field(default_factory=dict, repr=False)
    """By seat, of those that sign their moves."""

    @classmethod
    def open(cls, client: FlaskClient, **terms: Any) -> "Table":
        """Open a deal on these terms."""
        answer = client.post("/v1/deals", json=terms)
        assert answer.status_code == 201, answer.text
        view = content(answer)
        tokens = view.pop("tokens")
        return cls(client, view, tokens["seats"], tokens["opener"])

    @property
    def number(self) -> int:
        """The deal's number."""
        number: int = self.view["number"]
        return number

    @property
    def players(self) -> int:
        """How many seats it has."""
        return len(self.tokens)

    def call(self, method: str, address: str, token: str | None = None, **options: Any) -> TestResponse:
        """Call an address below the deal's own: ``call("PUT", "plays/0", token, json={"card": "2C"})``."""
        headers = {**options.pop("headers", {}), **({"Authorization": f"Bearer {token}"} if token else {})}
        path = f"/v1/deals/{self.number}" + (f"/{address}" if address else "")
        return self.client.open(path, method=method, headers=headers, **options)

    def put(self, address: str, token: str | None, body: object) -> TestResponse:
        """PUT a JSON body below the deal's own address."""
        return self.call("PUT", address, token, json=body)

    def done(self, address: str, token: str, body: object) -> Json:
        """The same, and it has to succeed."""
        answer = self.put(address, token, body)
        assert answer.status_code == 200, answer.text
        found: Json = content(answer)
        return found

    def look(self) -> Json:
        """The public view as it is now."""
        answer = self.call("GET", "")
        assert answer.status_code == 200, answer.text
        found: Json = content(answer)
        return found

    def hand(self, seat: int) -> Json:
        """What a seat sees."""
        answer = self.call("GET", f"hands/{seat}", self.tokens[seat])
        assert answer.status_code == 200, answer.text
        found: Json = content(answer)
        return found

    def claim(self, seat: int, key: str | None = None) -> str:
        """Claim a seat with a token of its own, and use that from now on."""
        token = "fd_" + secrets.token_urlsafe(32)
        body = {"token_hash": hashlib.sha256(token.encode()).hexdigest(), **({"key": key} if key else {})}
        self.done(f"seats/{seat}", self.tokens[seat], body)
        self.tokens[seat] = token
        return token

    def claim_with_key(self, seat: int) -> Ed25519PrivateKey:
        """Claim a seat with a signing key, and sign its moves from now on."""
        self.keys[seat] = Ed25519PrivateKey.generate()
        self.claim(seat, self.keys[seat].public_key().public_bytes_raw().hex())
        return self.keys[seat]

    def move(self, address: str, seat: int, body: Json) -> Json:
        """Make a move, signed over the statement that the service asks for if the seat has a key; it has to succeed."""
        if seat in self.keys:
            refused = self.put(address, self.tokens[seat], {**body, "signature": "00" * 64})
            statement = problem(refused, 422, "bad-signature")["statement"]
            body = {**body, "signature": self.keys[seat].sign(statement.encode()).hex()}
        return self.done(address, self.tokens[seat], body)

    def close(self) -> "Table":
        """Contribute for every contributor, sealing first where the deal is sealed; blind seats are claimed before."""
        if self.view["opener"] == "blind":
            for seat in set(range(self.players)) - set(self.keys):
                self.claim(seat)
        contributors = self.view["to_act"]
        nonces = {seat: secrets.token_bytes(32) for seat in contributors}
        if self.view["sealed"]:
            open_hash = hashlib.sha256(self.view["open"]["statement"].encode()).digest()
            for seat, nonce in nonces.items():
                seal = hashlib.sha256(b"fairdeal/v1 seal\n" + open_hash + f"{seat}\n".encode() + nonce).hexdigest()
                self.done(f"seals/{seat}", self.tokens[seat], {"seal": seal})
        for seat, nonce in nonces.items():
            self.done(f"contributions/{seat}", self.tokens[seat], {"nonce": nonce.hex()})
        return self

    def pass_all(self) -> "Table":
        """Let every seat pass the first cards of its hand, if the hand passes."""
        for seat in self.look()["to_act"] if self.look()["state"] == "passing" else ():
            count = self.view["ruleset"]["pass_count"]
            self.move(f"passes/{seat}", seat, {"cards": self.hand(seat)["cards"][:count]})
        return self

    def next_play(self) -> tuple[int, int, str]:
        """The next ply, whose turn it is, and a card that may be played."""
        view = self.look()
        (seat,) = view["to_act"]
        card = next(card["card"] for card in self.hand(seat)["playable"] if card["ok"])
        return view["ply"], seat, card

    def play(self, count: int = 54) -> "Table":
        """Play so many cards, or all that are left."""
        for _ in range(count):
            if self.look()["state"] != "playing":
                break
            ply, seat, card = self.next_play()
            self.move(f"plays/{ply}", seat, {"card": card})
        return self

    def finish(self) -> "Table":
        """Play the deal from its opening to its outcome."""
        return self.close().pass_all().play()


def problem(answer: TestResponse, status: int, slug: str) -> Json:
    """The problem document of an answer, which has to be one of that status and kind (RFC 9457)."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    assert answer.content_type == "application/problem+json"
    document: Json = content(answer)
    assert document["status"] == status
    assert document["type"] == f"/problems/{slug}", document
    assert document["title"]
    assert document["detail"]
    assert document["instance"] == f"urn:uuid:{answer.headers['X-Request-ID']}"
    return document
