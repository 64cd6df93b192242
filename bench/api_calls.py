"""Requests against the app's empty route (``/livez``): a real service, durable (SQLite), side by side in one run.

    python -m bench.api_calls [--rounds 5] [--clients 8] [--seconds 1] [--deals 3]

Clients are processes with a connection each, on the same machine. A rate is that of all clients together; ``open +
contribute`` counts two requests, ``plays`` whole hands of deals that are ready. The hand to validate is written out once, and its bytes
are sent again and again: what a client spends is not the service's. Rounds are interleaved and medians compared.
"""

import argparse
import json
import multiprocessing
import random
import secrets
import statistics
import tempfile
import time
from pathlib import Path

from bench._caller import Caller
from fairdeal.engine.cards import NAMES, card_of, cards_of, names_of
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.presets import preset
from tests.running import Running

Puts = list[tuple[str, bytes, str]]

TARGETS = {
    "open + contribute": (0.25, 0.40),
    "plays": (0.25, 0.40),
    "GET deal (finished)": (0.55, 0.75),
    "GET proof": (0.45, 0.70),
    "POST validations (one hand)": (0.45, 0.60),
}


def contributed(call: Caller) -> tuple[int, list[str]]:
    """A deal, opened and contributed to: its number and its seats' tokens."""
    opened = json.loads(call("POST", "/v1/deals", b'{"ruleset": "no-pass"}'))
    number, tokens = opened["number"], opened["tokens"]["seats"]
    call("PUT", f"/v1/deals/{number}/contributions/0", b'{"nonce": "%s"}' % secrets.token_hex(32).encode(), tokens[0])
    return number, tokens


def ready_to_play(address: str, deals: int) -> list[Puts]:
    """Deals that are opened and contributed to, each as the PUTs that play it out: path, body, token."""
    call = Caller(address)
    return [_plays(call, *contributed(call)) for _ in range(deals)]


def _plays(call: Caller, number: int, tokens: list[str]) -> Puts:
    dealt = []
    for seat, token in enumerate(tokens):
        view = json.loads(call("GET", f"/v1/deals/{number}/hands/{seat}", token=token))
        dealt.append([card_of(name) for name in view["dealt"]])
    hand, puts = Hand(preset("no-pass"), 1, dealt), []
    while hand.turn is not None:
        seat, card = hand.turn, cards_of(hand.legal(hand.turn))[0]
        path = f"/v1/deals/{number}/plays/{hand.ply}"
        puts.append((path, b'{"card": "%s"}' % NAMES[card].encode(), tokens[seat]))
        hand.play(card)
    return puts


def play(address: str, deals: list[Puts]) -> tuple[int, float]:
    """How many cards one client plays in these deals, and the seconds that it took."""
    call = Caller(address)
    began = time.perf_counter()
    for puts in deals:
        for path, body, token in puts:
            call("PUT", path, body, token)
    return sum(map(len, deals)), time.perf_counter() - began


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
    parser.add_argument("--deals", type=int, default=3, help="that each client plays out a round")
    options = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    with (
        tempfile.TemporaryDirectory() as folder,
        context.Pool(options.clients) as pool,
        Running(Path(folder), workers=0, ahead=20_000) as service,
    ):
        [ended] = ready_to_play(service.address, 1)
        play(service.address, [ended])
        finished = int(ended[0][0].split("/")[3])
        rates: dict[str, list[float]] = {name: [] for name in ("empty", *TARGETS)}
        for at in range(options.rounds + 1):
            for kind, seen in rates.items():
                if kind == "plays":
                    ready = pool.starmap(ready_to_play, [(service.address, options.deals)] * options.clients)
                    done = pool.starmap(play, [(service.address, deals) for deals in ready], 1)
                else:
                    work = [(service.address, kind, finished, options.seconds)] * options.clients
                    done = pool.starmap(load, work, 1)
                rate = sum(count / spent for count, spent in done)
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
