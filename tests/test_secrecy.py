"""Before the outcome nothing that leaves the process tells the server seed, a foreign hand or a foreign pass.

Whole deals of a blind opener are played over sockets that are tapped: every byte of every response is searched afterwards, when
the secrets are known. The log of the service, which holds all that it writes to its standard streams, and its metrics are
searched for those, and for tokens and keys.
"""

import base64
import json
import random
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from fairdeal.engine.cards import NAMES
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.service.client.errors import Unreachable
from fairdeal.service.client.http import Api
from fairdeal.service.client.receipts import Receipts
from fairdeal.service.client.seat import Seat
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust
from fairdeal.service.client.view import View
from tests.leaks import cards_in, secrets_in, spellings, words_in
from tests.running import Running
from tests.tap import Tap

PLAYERS = range(4)
STRANGER = -1


@dataclass(frozen=True)
class Heard:
    """What one client got, and when: before how many of the plays, and whether all had passed."""

    who: int
    about: str
    ply: int
    passed: bool
    sent: frozenset[str]
    """Cards that its own request named: an error may repeat them."""
    text: bytes = field(repr=False)


class Listening(httpx.BaseTransport):
    """A client's connection through a tap of its own, with a note of where the deal stands at each response."""

    def __init__(self, tap: Tap, who: int, table: "Table") -> None:
        self._inner, self._tap, self._who, self._table = httpx.HTTPTransport(), tap, who, table

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        named = frozenset(cards_in(request.content))
        # A connection that the service closes when it is idle would be found closed only when it is used again.
        request.headers["Connection"] = "close"
        response = self._inner.handle_request(request)
        response.read()
        table = self._table
        about = f"{request.method} {request.url.path}"
        table.heard.append(Heard(self._who, about, table.ply, table.passed, named, self._tap.take()))
        return response

    def close(self) -> None:
        self._inner.close()


@dataclass
class Table:
    """A deal of a blind opener, what each of its clients heard, and where it stands."""

    heard: list[Heard] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)
    ply: int = 0
    passed: bool = False


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A service with two workers, and no deal yet: the cards of deals that ended are no secret."""
    with Running(tmp_path, workers=2, ahead=64) as service:
        yield service


def connected(stack: ExitStack, running: Running, who: int, table: Table) -> Api:
    """A client that is listened to."""
    tap = stack.enter_context(Tap(running.address))
    return stack.enter_context(Api(tap.url, transport=Listening(tap, who, table)))


def play(running: Running, hand: int, draw: random.Random) -> tuple[Table, dict[str, Any], bytes]:
    """A whole deal with prying between the moves: what was heard, the bundle, and the log until just before the end."""
    table = Table()
    with ExitStack() as stack:
        stranger = connected(stack, running, STRANGER, table)
        trust, terms = Trust.in_service(stranger), Terms.of_distrustful_seats(preset("standard"), hand)
        opened = stranger.post("/v1/deals", terms.to_body())
        number = opened.integer("number")
        seats = _seats(stack, running, table, trust, terms, opened)
        everyone = {seat.seat: (seat, connected(stack, running, seat.seat, table)) for seat in seats}
        for seat in seats:
            seat.claim()
            table.tokens[f"the token of seat {seat.seat}"] = seat._token
        for step in (Seat.seal, Seat.contribute):
            for seat in seats:
                step(seat)
                pry(stranger, number, table.tokens["the opener's token"], everyone, draw)
        for seat in seats if preset("standard").pass_offset(hand) else ():
            seat.move(draw)
            table.passed = seat is seats[-1]
            pry(stranger, number, table.tokens["the opener's token"], everyone, draw)
        table.passed = True
        log = b""
        while table.ply < len(terms.ruleset.deck):
            log = running.log.read_bytes()
            seats[stranger.get(f"/v1/deals/{number}").integers("to_act")[0]].move(draw)
            table.ply += 1
            if table.ply % 10 == 1:
                pry(stranger, number, table.tokens["the opener's token"], everyone, draw)
    with Api(running.url) as api:
        bundle: dict[str, Any] = json.loads(api.get_raw(f"/v1/deals/{number}/proof"))
    return table, bundle, log


def _seats(stack: ExitStack, running: Running, table: Table, trust: Trust, terms: Terms, opened: View) -> list[Seat]:
    invites = opened.view("tokens").texts("seats")
    table.tokens["the opener's token"] = opened.view("tokens").text("opener")
    seats = []
    for at, invite in enumerate(invites):
        table.tokens[f"the invite of seat {at}"] = invite
        receipts = Receipts(trust, opened.integer("number"), terms, frozenset({at}))
        receipts.see(opened)
        seats.append(Seat(connected(stack, running, at, table), receipts, at, invite))
    return seats


def pry(stranger: Api, number: int, opener: str, seats: dict[int, tuple[Seat, Api]], draw: random.Random) -> None:
    """Ask for everything that somebody who pries would ask for; nearly all of it is refused, and every answer is heard."""
    deal = f"/v1/deals/{number}"
    public = (
        "",
        "/proof",
        "/hands",
        "/hands/0",
        "/notation/pbn",
        "/notation/openspiel",
        "/commit",
        "/seed",
    )
    others = (
        "/v1/info",
        "/v1/deals?limit=100",
        "/v1/deals?state=playing",
        f"/v1/proofs?numbers={number}",
        f"/v1/proofs?after={number - 1}",
        "/v1/counts/0",
        "/metrics",
        "/readyz",
        "/log/commits/checkpoint",
        "/log/outcomes/checkpoint",
        "/log/commits/tile/entries/000.p/1",
        "/",
        f"/deals/{number}",
    )
    for path in (*(deal + more for more in public), *others):
        _ask(stranger, "GET", path)
    for who, token in ((stranger, opener), (stranger, "fd_" + secrets.token_urlsafe(32))):
        for path in ("/hands", "/hands/1", ""):
            _ask(who, "GET", deal + path, token)
        _ask(who, "PUT", f"{deal}/plays/0", token, {"card": draw.choice(NAMES)})
        _ask(who, "PUT", f"{deal}/record", token, {"passes": None, "plays": ["2C"]})
    _ask(
        stranger,
        "POST",
        "/v1/validations",
        None,
        {"ruleset": "standard", "deal": number, "passes": None, "plays": ["2C"]},
    )
    for at, (seat, api) in seats.items():
        token = seat._token
        for path in ("/hands", f"/hands/{(at + 1) % 4}", f"/hands/{at}", ""):
            _ask(api, "GET", deal + path, token)
        # Cards at random: most are not held, some are out of turn or against the rules; none of these is accepted.
        _ask(api, "PUT", f"{deal}/plays/53", token, {"card": draw.choice(NAMES)})
        _ask(api, "PUT", f"{deal}/passes/{at}", token, {"cards": draw.sample(NAMES, 4)})
        _ask(api, "PUT", f"{deal}/passes/{(at + 1) % 4}", token, {"cards": draw.sample(NAMES, 3)})
        _ask(api, "PUT", f"{deal}/passes/{at}", token, {"cards": "oops"})
        _ask(api, "PUT", f"{deal}/contributions/{at}", token, {"nonce": "00"})


def _ask(api: Api, method: str, path: str, token: str | None = None, body: dict[str, object] | None = None) -> None:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    answer = api._http.request(method, path, json=body, headers=headers)
    assert answer.status_code < 500, (path, answer.text)


def known(who: int, at: Heard, bundle: dict[str, Any]) -> set[str]:
    """The cards that this client could know by then: its own, what it got for its pass, and what was played."""
    passes, plays = told(bundle["record"])
    cards = {*at.sent, *plays[: at.ply + 1]}
    if who == STRANGER:
        return cards
    cards |= set(bundle["hands"][who])
    if at.passed:
        cards |= {card for _, to, given in passes if to == who for card in given}
    return cards


def told(record: str) -> tuple[list[tuple[int, int, list[str]]], list[str]]:
    """Passes and plays of a record."""
    passes: list[tuple[int, int, list[str]]] = []
    plays: list[str] = []
    for line in record.splitlines():
        kind, *fields = line.split(" ")
        if kind == "pass":
            passes.append((int(fields[0]), int(fields[1]), fields[2:]))
        elif kind == "trick":
            plays += fields[1:]
    return passes, plays


def seed_of(bundle: dict[str, Any]) -> bytes:
    [line] = [line for line in bundle["outcome"]["statement"].splitlines() if line.startswith("seed ")]
    return bytes.fromhex(line.removeprefix("seed "))


def keys_of(running: Running) -> dict[str, bytes]:
    """Every private key of the service, from its key file."""
    document = json.loads((running.folder / "data" / "keys.json").read_text())
    keys: dict[str, bytes] = {}

    def walk(value: object, where: str) -> None:
        if isinstance(value, dict):
            for name, item in value.items():
                walk(item, f"{where}/{name}")
        elif isinstance(value, str):
            for decode in (bytes.fromhex, base64.b64decode):
                try:
                    raw = decode(value)
                except ValueError:
                    continue
                if len(raw) == 32:
                    keys[f"the key {where}"] = raw

    walk(document, "")
    assert len(keys) == 4, "three keys that sign and one that encrypts"
    return keys


def leaks(heard: list[Heard], bundle: dict[str, Any], tokens: dict[str, str], keys: dict[str, bytes]) -> list[str]:
    """Everything that a client heard too early, or should never have heard."""
    found = []
    nonces = {f"the nonce of seat {one['seat']}": bytes.fromhex(one["nonce"]) for one in bundle["contributions"]}
    for one in heard:
        wrong = secrets_in(one.text, {"the server seed": seed_of(bundle), **keys})
        wrong += sorted(cards_in(one.text, known(one.who, one, bundle)))
        if one.about != "POST /v1/deals":
            wrong += words_in(one.text, tokens)
        if '"table":{' not in one.text.decode("latin-1"):
            own = f"the nonce of seat {one.who}"
            wrong += secrets_in(one.text, {name: nonce for name, nonce in nonces.items() if name != own})
        found += [f"client {one.who} heard {what} after {one.ply} plays: {one.about}" for what in wrong]
    return found


@pytest.mark.parametrize("hand", [1, 2, 3, 4])
def test_nothing_leaves_the_process_before_the_outcome(running: Running, hand: int) -> None:
    """Not in a response, a header, an error, a metric or a log line; pass to the left, right, across, and hold."""
    table, bundle, log = play(running, hand, random.Random(hand))
    keys = keys_of(running)
    assert len(table.heard) > 500
    assert leaks(table.heard, bundle, table.tokens, keys) == []
    assert secrets_in(log, {"the server seed": seed_of(bundle), **keys}) == []
    after = running.log.read_bytes()
    assert secrets_in(after, {"the server seed": seed_of(bundle), **keys}) == []
    assert words_in(after, table.tokens) == []
    assert cards_in(after) == set()


def test_everybody_heard_what_is_theirs(running: Running) -> None:
    """The search is no blind one: each seat's own hand and the plays are found in what it heard, and the commitment by all."""
    table, bundle, _ = play(running, 1, random.Random(9))
    plays = told(bundle["record"])[1]
    for who in (STRANGER, *PLAYERS):
        everything = b"".join(one.text for one in table.heard if one.who == who)
        assert bundle["commit"]["statement"].splitlines()[3].encode() in everything
        seen = cards_in(everything)
        assert set(plays[:40]) <= seen
        if who != STRANGER:
            assert set(bundle["hands"][who]) <= seen


# -- the search itself ----------------------------------------------------------------------------------------------

BUNDLE = {
    "outcome": {"statement": f"seed {bytes(range(32)).hex()}\n"},
    "record": "pass 0 1 2C 3C 4C\npass 1 0 2D 3D 4D\ntrick 1 5D 5C\n",
    "hands": [["2C", "3C", "4C", "5C"], ["2D", "3D", "4D", "5D"]],
    "contributions": [{"seat": 0, "nonce": bytes(range(32, 64)).hex()}],
}


def hears(text: bytes, who: int = STRANGER, *, ply: int = 0, passed: bool = False, about: str = "GET /") -> list[str]:
    """What the search finds in one response of the deal above."""
    one = Heard(who, about, ply, passed, frozenset(), text)
    return leaks([one], BUNDLE, {"a token": "fd_secret"}, {"a key": bytes(range(64, 96))})


@pytest.mark.parametrize("how", spellings(bytes(32)))
@pytest.mark.parametrize("secret", [bytes(range(32)), bytes(range(64, 96)), bytes(range(32, 64))])
def test_a_secret_is_found_however_it_is_spelled(secret: bytes, how: str) -> None:
    """The seed, a key and a foreign nonce, in each of the spellings, in the middle of something else."""
    assert hears(b'HTTP/1.1 200 OK\r\n\r\n{"debug":"' + spellings(secret)[how] + b'"}')


def test_a_secret_inside_other_base64_is_found() -> None:
    """A seed that was encoded together with other bytes is found too."""
    for before in range(6):
        assert hears(base64.b64encode(bytes(before) + bytes(range(32)) + b"more"))


def test_a_token_is_found_except_where_it_is_given() -> None:
    """No response but that of the opening holds a token."""
    assert hears(b'{"token":"fd_secret"}')
    assert not hears(b'{"token":"fd_secret"}', about="POST /v1/deals")


@pytest.mark.parametrize(
    "text", [b'"cards":["5C"]', b"pass 0 1 2C 3C 4C\\n", b"holds 5C, not", b"X-Debug: 5C\r\n", b">5C<"]
)
def test_a_foreign_card_is_found_wherever_it_stands(text: bytes) -> None:
    """In JSON, in a statement, in a sentence, in a header, in a page: for a stranger and for another seat."""
    assert hears(text)
    assert hears(text, 1)


def test_own_cards_and_what_was_played_are_no_leak() -> None:
    """A seat knows its hand, after the pass what it got, and everybody what was played; no earlier."""
    assert not hears(b'["2D","5D"]', 1)
    assert hears(b'["2C"]', 1)
    assert not hears(b'["2C"]', 1, passed=True)
    assert hears(b'["5C"]', 1, passed=True)
    assert not hears(b'["5C"]', 1, passed=True, ply=1)
    assert not hears(b'{"card_points":{"QS":13}}')


def test_a_service_that_is_not_there_is_no_success() -> None:
    """A tap to nowhere hears nothing, and says so by failing."""
    with Tap("127.0.0.1:9") as tap, Api(tap.url, sleep=lambda _: None) as api, pytest.raises(Unreachable):
        api.get("/v1/info")
