"""What holds under load and when the service is killed: no number lost or given twice, nothing acknowledged forgotten."""

import hashlib
import random
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.commitment import commitment
from engine.statements import Void, parse_outcome
from tests.running import Running

pytestmark = pytest.mark.faults

OPENS = 400


@pytest.fixture
def running(tmp_path: Path, database_url: str) -> Any:
    """A service with four workers, on each kind of database."""
    url = database_url if database_url.startswith("postgresql") else ""
    with Running(tmp_path, database_url=url, workers=4, ahead=1024) as service:
        yield service


def test_opens_at_once_get_consecutive_numbers(running: Running) -> None:
    """400 opens at once, by four workers: 400 distinct numbers, none skipped (known bug 37)."""
    with ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(lambda _: httpx.post(f"{running.url}/v1/deals", json={}, timeout=60), range(OPENS)))
    assert {answer.status_code for answer in answers} == {201}
    assert sorted(answer.json()["number"] for answer in answers) == list(range(1, OPENS + 1))


class Player(threading.Thread):
    """Opens deals and plays them, and writes down everything that the service acknowledged."""

    def __init__(self, url: str, stop: threading.Event, seed: int) -> None:
        super().__init__(daemon=True)
        self.url, self.stop, self.draw = url, stop, random.Random(seed)
        self.deals: list[dict[str, Any]] = []
        self.faults: list[str] = []

    def run(self) -> None:
        with httpx.Client(base_url=self.url, timeout=10) as client:
            while not self.stop.is_set():
                try:
                    self._play(client)
                except httpx.TransportError:
                    return
                except AssertionError as fault:
                    self.faults.append(str(fault))
                    return

    def _play(self, client: httpx.Client) -> None:
        sealed = self.draw.random() < 0.5
        terms: dict[str, object] = {"contributors": [0, 2], "sealed": True, "opener": "sighted"} if sealed else {}
        opened = client.post("/v1/deals", json=terms)
        assert opened.status_code == 201, opened.text
        deal: dict[str, Any] = {"view": opened.json(), "acknowledged": {}}
        self.deals.append(deal)
        go_on(client, deal, self.stop)


def go_on(client: httpx.Client, deal: dict[str, Any], stop: threading.Event | None = None) -> None:
    """Bring a deal from where it stands to its end, noting each address that was acknowledged, with its answer."""
    number, tokens = deal["view"]["number"], deal["view"]["tokens"]["seats"]

    def put(address: str, seat: int, body: dict[str, object]) -> None:
        answer = client.put(
            f"/v1/deals/{number}/{address}", json=body, headers={"Authorization": f"Bearer {tokens[seat]}"}
        )
        assert answer.status_code == 200, answer.text
        deal["acknowledged"][address] = (seat, body, answer.json())

    nonces = deal.setdefault("nonces", {})
    open_hash = hashlib.sha256(deal["view"]["open"]["statement"].encode()).digest()
    while stop is None or not stop.is_set():
        view = client.get(f"/v1/deals/{number}").json()
        if view["state"] in ("revealed", "voided"):
            return
        seat = view["to_act"][0]
        if view["state"] == "sealing":
            nonce = nonces.setdefault(seat, secrets.token_bytes(32))
            seal = hashlib.sha256(b"fairdeal/v1 seal\n" + open_hash + f"{seat}\n".encode() + nonce).hexdigest()
            put(f"seals/{seat}", seat, {"seal": seal})
        elif view["state"] == "contributing":
            put(f"contributions/{seat}", seat, {"nonce": nonces.setdefault(seat, secrets.token_bytes(32)).hex()})
        else:
            own = client.get(
                f"/v1/deals/{number}/hands/{seat}", headers={"Authorization": f"Bearer {tokens[seat]}"}
            ).json()
            if view["state"] == "passing":
                put(f"passes/{seat}", seat, {"cards": own["cards"][:3]})
            else:
                card = next(one["card"] for one in own["playable"] if one["ok"])
                put(f"plays/{own['ply']}", seat, {"card": card})


def test_a_killed_service_forgets_nothing(running: Running, fault_rounds: int) -> None:
    """Killed at random moments under load: all that was acknowledged is there, no number is lost, running deals go on."""
    draw = random.Random(1)
    deals: list[dict[str, Any]] = []
    for round_ in range(fault_rounds):
        stop = threading.Event()
        players = [Player(running.url, stop, 100 * round_ + at) for at in range(6)]
        for player in players:
            player.start()
        time.sleep(draw.uniform(0.2, 1.5))
        running.kill()
        stop.set()
        for player in players:
            player.join()
            assert player.faults == []
            deals += player.deals
        running.start()
        with httpx.Client(base_url=running.url, timeout=30) as client:
            for deal in deals:
                _require_acknowledged(client, deal)
            for deal in deals:
                go_on(client, deal)
    _require_whole(running, deals)


def _require_acknowledged(client: httpx.Client, deal: dict[str, Any]) -> None:
    """Every call that was acknowledged, repeated: it is a replay, and gets the very answer of the first time."""
    number, tokens = deal["view"]["number"], deal["view"]["tokens"]["seats"]
    for address, (seat, body, first) in deal["acknowledged"].items():
        again = client.put(
            f"/v1/deals/{number}/{address}", json=body, headers={"Authorization": f"Bearer {tokens[seat]}"}
        )
        assert (again.status_code, again.json()) == (200, first), (number, address)


def _require_whole(running: Running, deals: list[dict[str, Any]]) -> None:
    """Every number up to the highest has one outcome whose seed opens the commitment; those that nobody got are retired."""
    numbers = [deal["view"]["number"] for deal in deals]
    assert len(set(numbers)) == len(numbers)
    with httpx.Client(base_url=running.url, timeout=30) as client:
        for number in range(1, max(numbers) + 1):
            view = client.get(f"/v1/deals/{number}").json()
            if view["outcome"] is None:
                # It was opened, but the answer never reached anybody: it waits for its time to run out.
                assert number not in numbers and view["state"] in ("sealing", "contributing"), view
                continue
            outcome = parse_outcome(view["outcome"]["statement"])
            assert commitment("localhost", number, outcome.seed).hex() == view["commitment"]
            if number in numbers:
                assert view["state"] == "revealed"
            else:
                assert isinstance(outcome, Void) and outcome.reason == "unclaimed"
