"""Requests against the app's empty route (``/livez``): a real service, durable (SQLite), side by side in one run.

    python -m bench.api_calls [--rounds 5] [--clients 8] [--seconds 1]

Clients are processes with a connection each, on the same machine. A rate is that of all clients together; ``open +
contribute`` counts two requests, ``plays`` the PUTs alone. The hand to validate is written out once, and its bytes
are sent again and again: what a client spends on JSON of its own is not the service's. Rounds are interleaved and medians
compared.
"""

import argparse
import http.client
import json
import multiprocessing
import random
import secrets
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.cards import cards_of, names_of
from engine.hand import Hand
from engine.presets import preset
from tests.running import Running

Call = Callable[[str, str, object, str | None], Any]
TARGETS = {
    "open + contribute": (0.25, 0.40),
    "plays": (0.25, 0.40),
    "GET deal (finished)": (0.55, 0.75),
    "GET proof": (0.45, 0.70),
    "POST validations (one hand)": (0.45, 0.60),
}


class Caller:
    """One connection that is kept open, as a game client keeps it; the least work on this side."""

    def __init__(self, address: str) -> None:
        host, _, port = address.partition(":")
        self._http = http.client.HTTPConnection(host, int(port), timeout=60)

    def __call__(self, method: str, path: str, body: object = None, token: str | None = None) -> dict[str, Any]:
        """What the service answers, as JSON; a body of bytes is sent as it is."""
        raw = body if body is None or isinstance(body, bytes) else json.dumps(body)
        headers = {"Content-Type": "application/json"} if raw else {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        self._http.request(method, path, raw, headers)
        response = self._http.getresponse()
        answer = response.read()
        assert response.status < 300, (method, path, response.status, answer)
        value: dict[str, Any] = json.loads(answer)
        return value


def contributed(call: Call) -> tuple[int, list[str]]:
    """A deal, opened and contributed to: its number and its seats' tokens."""
    opened = call("POST", "/v1/deals", {"ruleset": "no-pass"}, None)
    number, tokens = opened["number"], opened["tokens"]["seats"]
    call("PUT", f"/v1/deals/{number}/contributions/0", {"nonce": secrets.token_hex(32)}, tokens[0])
    return number, tokens


def play_out(call: Call, number: int, tokens: list[str]) -> float:
    """Play all 52 cards; the seconds that the PUTs took."""
    spent = 0.0
    for ply in range(52):
        seat = call("GET", f"/v1/deals/{number}", None, None)["to_act"][0]
        hand = call("GET", f"/v1/deals/{number}/hands/{seat}", None, tokens[seat])
        card = next(one["card"] for one in hand["playable"] if one["ok"])
        began = time.perf_counter()
        call("PUT", f"/v1/deals/{number}/plays/{ply}", {"card": card}, tokens[seat])
        spent += time.perf_counter() - began
    return spent


def whole_hand(seed: int) -> bytes:
    """A complete hand of the standard game, its passes and 52 plays drawn at random, as a body for ``POST /v1/validations``."""
    draw, ruleset = random.Random(seed), preset("standard")
    deck = draw.sample(ruleset.deck, len(ruleset.deck))
    hand = Hand(ruleset, 1, [deck[seat :: ruleset.players] for seat in range(ruleset.players)])
    passes = [draw.sample(cards, ruleset.pass_count) for cards in hand.dealt]
    for seat, cards in enumerate(passes):
        hand.give(seat, cards)
    while hand.turn is not None:
        hand.play(draw.choice(cards_of(hand.legal(hand.turn))))
    return json.dumps(
        {
            "ruleset": "standard",
            "hands": [names_of(cards) for cards in hand.dealt],
            "passes": [names_of(cards) for cards in passes],
            "plays": names_of(hand.plays),
        }
    ).encode()


def load(address: str, kind: str, deal: int, seconds: float) -> tuple[int, float]:
    """How many requests of a kind one client makes in about that time, and the seconds they took."""
    call = Caller(address)
    sequence = whole_hand(deal)
    count, spent = 0, 0.0
    while spent < seconds:
        began = time.perf_counter()
        if kind == "empty":
            call("GET", "/livez")
            count += 1
        elif kind == "open + contribute":
            contributed(call)
            count += 2
        elif kind == "plays":
            spent += play_out(call, *contributed(call))
            count += 52
            continue
        elif kind == "POST validations (one hand)":
            call("POST", "/v1/validations", sequence)
            count += 1
        else:
            call("GET", f"/v1/deals/{deal}" + ("/proof" if kind == "GET proof" else ""))
            count += 1
        spent += time.perf_counter() - began
    return count, spent


def main() -> None:
    """Print each ratio with its target."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    with (
        tempfile.TemporaryDirectory() as folder,
        context.Pool(options.clients) as pool,
        Running(Path(folder), workers=0, ahead=20_000) as service,
    ):
        call = Caller(service.address)
        finished, tokens = contributed(call)
        play_out(call, finished, tokens)
        rates: dict[str, list[float]] = {name: [] for name in ("empty", *TARGETS)}
        for at in range(options.rounds + 1):
            for kind, seen in rates.items():
                work = [(service.address, kind, finished, options.seconds)] * options.clients
                rate = sum(count / spent for count, spent in pool.starmap(load, work))
                # The first round warms caches and pools up.
                if at:
                    seen.append(rate)
    print(f"{'requests a second':<28}{'rate':>8}{'over empty':>12}{'must':>8}{'goal':>8}")
    print(f"{'empty route':<28}{statistics.median(rates['empty']):>8.0f}")
    for name, (must, goal) in TARGETS.items():
        ratio = statistics.median(rate / empty for rate, empty in zip(rates[name], rates["empty"], strict=True))
        print(f"{name:<28}{statistics.median(rates[name]):>8.0f}{ratio:>12.2f}{must:>8.2f}{goal:>8.2f}")


if __name__ == "__main__":
    main()
