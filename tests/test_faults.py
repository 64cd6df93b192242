"""What holds under load and when the service is killed: no number lost or given twice, nothing acknowledged forgotten."""

import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from fairdeal.engine.protocol import Void, parse_outcome
from fairdeal.engine.protocol.commitment import commitment
from fairdeal.engine.verification import verify
from tests.ledger import Deal, Player
from tests.running import Running

pytestmark = pytest.mark.faults

OPENS = 400
PLAYERS = 6


@pytest.fixture
def running(tmp_path: Path, database_url: str) -> Iterator[Running]:
    """A service with four workers, on each kind of database."""
    url = database_url if database_url.startswith("postgresql") else ""
    with Running(tmp_path, database_url=url, workers=4, ahead=1024) as service:
        yield service


def fresh_connections(running: Running) -> httpx.Client:
    """A client that connects anew for each call: a connection that is kept leads to the same worker again."""
    return httpx.Client(base_url=running.url, timeout=60, headers={"Connection": "close"})


def test_opens_at_once_get_consecutive_numbers(running: Running) -> None:
    """400 opens at once, by four workers: 400 distinct numbers, none skipped (known bug 37)."""
    with fresh_connections(running) as client, ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(lambda _: client.post("/v1/deals", json={}), range(OPENS)))
    assert {answer.status_code for answer in answers} == {201}
    assert sorted(answer.json()["number"] for answer in answers) == list(range(1, OPENS + 1))


def test_one_key_opens_one_deal_however_many_ask(running: Running) -> None:
    """The same idempotent opening from 16 clients at once, at four workers: one deal, and one set of tokens."""
    deal = Deal({})
    headers = {"Idempotency-Key": deal.key}

    with fresh_connections(running) as client, ThreadPoolExecutor(16) as pool:

        def ask(_: int) -> httpx.Response:
            answer = client.post("/v1/deals", json={}, headers=headers)
            while answer.status_code == 409:
                answer = client.post("/v1/deals", json={}, headers=headers)
            return answer

        answers = list(pool.map(ask, range(48)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert httpx.get(f"{running.url}/v1/info").json()["handed_out"] == 1


def test_a_killed_service_forgets_nothing(running: Running, fault_rounds: int) -> None:
    """Killed at random moments under load: all that was acknowledged is there, no number is lost, running deals go on."""
    draw = random.Random(1)
    deals: list[Deal] = []
    for round_ in range(fault_rounds):
        stop = threading.Event()
        players = [Player(running.url, stop, PLAYERS * round_ + at) for at in range(PLAYERS)]
        for player in players:
            player.start()
        time.sleep(draw.uniform(0.2, 1.5))
        running.kill()
        stop.set()
        for player in players:
            player.join()
            assert player.fault is None, repr(player.fault)
        recent = [deal for player in players for deal in player.deals]
        running.start()
        with httpx.Client(base_url=running.url, timeout=60) as client:
            for deal in (*deals, *recent):
                if deal.opened is not None:
                    deal.require_kept(client)
            for deal in recent:
                # Whether a lost call opened a deal, its key tells; if not, it opens one now.
                deal.open(client)
                deal.require_replayed(client)
                deal.go_on(client)
                deal.require_kept(client)
        deals += recent
    _require_whole(running, deals)


def _require_whole(running: Running, deals: list[Deal]) -> None:
    """Every number up to the highest has one outcome, whose seed opens its commitment: played, or retired by a start."""
    numbers = {deal.number for deal in deals}
    assert len(numbers) == len(deals), "a number was given twice"
    with httpx.Client(base_url=running.url, timeout=60) as client:
        vkeys = client.get("/v1/info").json()["vkeys"]
        for number in range(1, max(numbers) + 1):
            view = client.get(f"/v1/deals/{number}").json()
            assert view["outcome"] is not None, f"number {number} is lost: {view['state']}"
            outcome = parse_outcome(view["outcome"]["statement"])
            assert commitment("localhost", number, outcome.seed).hex() == view["commitment"]
            if number in numbers:
                bundle = client.get(f"/v1/deals/{number}/proof").content
                assert verify(bundle, origin="localhost", number=number, vkeys=vkeys).failed == ()
            else:
                assert isinstance(outcome, Void) and outcome.reason == "unclaimed"
