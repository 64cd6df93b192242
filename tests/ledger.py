"""Deals under load: players who go on until the service dies, and write down all that it acknowledged."""

import hashlib
import random
import secrets
import threading
from dataclasses import dataclass, field
from typing import Any

import httpx

Json = dict[str, Any]

_TERMS: tuple[Json, ...] = (
    {},
    {"contributors": [0, 2], "sealed": True, "opener": "sighted"},
    {"contributors": [0, 1, 2, 3]},
)
"""One contributor; two of a sighted opener, sealed; four who claim their seats from a blind opener, sealed."""


@dataclass
class Deal:
    """A deal, from a call that may or may not have opened it, and what was acknowledged of it."""

    terms: Json
    key: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    """The idempotency key: after a crash it tells whether the lost call opened a deal."""
    opened: Json | None = field(default=None, repr=False)
    tokens: list[str] = field(default_factory=list, repr=False)
    own_tokens: dict[int, str] = field(default_factory=dict, repr=False)
    """Tokens that this side drew for its claims, whether or not their claims arrived."""
    nonces: dict[int, bytes] = field(default_factory=dict, repr=False)
    acknowledged: dict[str, tuple[str, Json, Json]] = field(default_factory=dict, repr=False)
    """By address: the token, the body and the answer of each call that was answered with 200."""

    @property
    def number(self) -> int:
        """The deal's number."""
        assert self.opened is not None
        number: int = self.opened["number"]
        return number

    def open(self, client: httpx.Client) -> None:
        """Open it, or hear what opening it was answered with the first time."""
        answer = client.post("/v1/deals", json=self.terms, headers={"Idempotency-Key": self.key})
        assert answer.status_code == 201, answer.text
        assert self.opened in (None, answer.json()), "opening it again has another answer"
        if self.opened is None:
            self.opened = answer.json()
            self.tokens = list(answer.json()["tokens"]["seats"])

    def look(self, client: httpx.Client) -> Json:
        """The public view."""
        answer = client.get(f"/v1/deals/{self.number}")
        assert answer.status_code == 200, (self.number, answer.text)
        view: Json = answer.json()
        return view

    def go_on(self, client: httpx.Client, stop: threading.Event | None = None) -> None:
        """Bring it from where it stands to its end, unless told to stop."""
        while stop is None or not stop.is_set():
            view = self.look(client)
            if view["state"] == "revealed":
                return
            assert view["state"] != "voided", view
            self._step(client, view)

    def _step(self, client: httpx.Client, view: Json) -> None:
        unclaimed = [seat for seat in range(4) if f"seats/{seat}" not in self.acknowledged]
        if view["opener"] == "blind" and unclaimed:
            self._claim(client, unclaimed[0])
            return
        seat, state = view["to_act"][0], view["state"]
        nonce = self.nonces.setdefault(seat, secrets.token_bytes(32))
        if state == "sealing":
            named = hashlib.sha256(view["open"]["statement"].encode()).digest() + f"{seat}\n".encode() + nonce
            self._put(
                client, f"seals/{seat}", seat, {"seal": hashlib.sha256(b"fairdeal/v1 seal\n" + named).hexdigest()}
            )
        elif state == "contributing":
            self._put(client, f"contributions/{seat}", seat, {"nonce": nonce.hex()})
        else:
            own = client.get(f"/v1/deals/{self.number}/hands/{seat}", headers=_bearer(self.tokens[seat])).json()
            if state == "passing":
                self._put(client, f"passes/{seat}", seat, {"cards": own["cards"][:3]})
            else:
                card = next(one["card"] for one in own["playable"] if one["ok"])
                self._put(client, f"plays/{own['ply']}", seat, {"card": card})

    def _claim(self, client: httpx.Client, seat: int) -> None:
        own = self.own_tokens.setdefault(seat, "fd_" + secrets.token_urlsafe(32))
        self._put(client, f"seats/{seat}", seat, {"token_hash": hashlib.sha256(own.encode()).hexdigest()})
        self.tokens[seat] = own

    def _put(self, client: httpx.Client, address: str, seat: int, body: Json) -> None:
        token = self.tokens[seat]
        answer = client.put(f"/v1/deals/{self.number}/{address}", json=body, headers=_bearer(token))
        assert answer.status_code == 200, (self.number, address, answer.text)
        self.acknowledged[address] = (token, body, answer.json())

    def require_kept(self, client: httpx.Client) -> None:
        """Everything that was acknowledged is there: seen first, since a repeated call would put back what was lost."""
        view = self.look(client)
        plays = [card for trick in view["tricks"] for card in trick["cards"]]
        lists = {"seats": "claimed", "seals": "sealed_by", "contributions": "contributed", "passes": "passed"}
        for address, (_, body, _) in self.acknowledged.items():
            kind, _, at = address.partition("/")
            if kind == "plays":
                assert plays[int(at) : int(at) + 1] == [body["card"]], (self.number, address, plays)
            else:
                assert int(at) in view[lists[kind]], (self.number, address, view)
        if view["table"] is not None:
            for line in view["table"]["statement"].splitlines():
                if line.startswith("seat "):
                    _, seat, nonce = line.split(" ")
                    assert nonce == self.nonces[int(seat)].hex()

    def require_replayed(self, client: httpx.Client) -> None:
        """Every acknowledged call, repeated, has no second effect and gets the very answer of the first time."""
        before = self.look(client)
        for address, (token, body, first) in self.acknowledged.items():
            again = client.put(f"/v1/deals/{self.number}/{address}", json=body, headers=_bearer(token))
            assert (again.status_code, again.json()) == (200, first), (self.number, address, again.text)
        self.open(client)
        after = self.look(client)
        for changing in ("log", "poll_after", "outcome"):
            # A log that grows in the background proves more than before.
            before.pop(changing), after.pop(changing)
        assert after == before


class Player(threading.Thread):
    """Opens deals and plays them to their ends, one after the other, until the service is gone."""

    def __init__(self, url: str, stop: threading.Event, seed: int) -> None:
        super().__init__(daemon=True)
        self._url, self._stop_asked, self._draw = url, stop, random.Random(seed)
        self.deals: list[Deal] = []
        """Every deal that was asked for, also those of which no answer came."""
        self.fault: BaseException | None = None
        """What should not have happened, a lost connection excepted."""

    def run(self) -> None:
        try:
            with httpx.Client(base_url=self._url, timeout=30) as client:
                while not self._stop_asked.is_set():
                    deal = Deal(self._draw.choice(_TERMS))
                    self.deals.append(deal)
                    deal.open(client)
                    deal.go_on(client, self._stop_asked)
        except httpx.TransportError:
            return
        except BaseException as fault:
            self.fault = fault


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
