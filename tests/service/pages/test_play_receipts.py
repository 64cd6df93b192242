"""``/play`` gives nothing away, and plays no card, before it has checked what the service signed (protocol, section 3)."""

import base64
import json
import re
from collections.abc import Callable

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import Page, Route, expect

from fairdeal.engine.tlog.note import NoteSigner
from tests.running import Running
from tests.service.pages.browsing import Visit

OPENING = "**/v1/deals"
CONTRIBUTION = "**/contributions/0"
HAND = "**/hands/0"
PUBLIC = re.compile(r"/v1/deals/\d+$")


@pytest.fixture
def sign(dealer: Running) -> Callable[[str, str], str]:
    """Signs as the service itself does: a text, by the key of a name such as ``localhost/commits``."""
    keys = json.loads((dealer.folder / "data" / "keys.json").read_text())["signing"]
    return lambda name, text: signed(name, bytes.fromhex(keys[name]), text)


def signed(name: str, key: bytes, text: str) -> str:
    """A signed note."""
    return NoteSigner(name, Ed25519PrivateKey.from_private_bytes(key)).sign(text)


def spoil(page: Page, address: str | re.Pattern, change: Callable[[dict], None]) -> None:
    """Let the service answer something else at an address."""

    def answer(route: Route) -> None:
        response = route.fetch()
        value = response.json()
        change(value)
        route.fulfill(response=response, json=value)

    page.route(address, answer)


def expect_stop(guest: Visit, why: str) -> None:
    """The page says loudly what the service was caught at."""
    alert = guest.page.get_by_role("alert")
    expect(alert).to_contain_text("The play stops here")
    expect(alert).to_contain_text(re.compile(why))


def sent(guest: Visit, what: str) -> list[str]:
    """The addresses that were asked for, of one kind."""
    return [address for address in guest.requests if f"/{what}/" in address]


def begin(guest: Visit) -> None:
    """Go to the page, unless it is there already, and press *Deal*."""
    if guest.page.url == "about:blank":
        guest.open("/play")
    guest.page.get_by_role("button", name="Deal").click()


def test_an_open_statement_on_other_terms_is_refused(visit, sign):
    """Terms that were not asked for, though signed by the service: nothing is claimed, no nonce is sent, both texts are shown."""

    def change(view):
        text = view["open"]["statement"].replace("contributors 0\n", "contributors 1\n")
        view["open"] = {"statement": text, "note": sign("localhost", text)}

    guest = visit()
    spoil(guest.page, OPENING, change)
    begin(guest)
    expect_stop(guest, "contributors asked for is 0; the service signed 1")
    expect(guest.page.locator(".evidence")).to_contain_text("contributors 1")
    assert not sent(guest, "seats")
    assert not sent(guest, "contributions")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        pytest.param(
            lambda view: view["open"].update(note=signed("localhost", bytes(32), view["open"]["statement"])),
            "not signed by",
            id="another key",
        ),
        pytest.param(
            lambda view: view["open"].update(statement=view["open"]["statement"].replace("hand 1", "hand 2")),
            "not the one that is signed",
            id="another text",
        ),
        pytest.param(lambda view: view.update(commitment="ab" * 32), "does not hold this commitment", id="commitment"),
        pytest.param(lambda view: view["log"].update(proof=None), "does not show that its log", id="no proof"),
        pytest.param(lambda view: view["ruleset"].update(target=50), "another ruleset", id="ruleset"),
    ],
)
def test_a_changed_opening_is_refused(visit, change, why):
    """Signature, statement, commitment, its place in the log and the ruleset are all looked at before anything is sent."""
    guest = visit()
    spoil(guest.page, OPENING, change)
    begin(guest)
    expect_stop(guest, why)
    assert not sent(guest, "seats")
    assert not sent(guest, "contributions")


def test_a_fork_of_the_log_stops_the_play(visit, sign):
    """A checkpoint that this browser saw earlier and that is of no log with the one shown now: both notes stand on the page."""
    root = base64.b64encode(b"\1" * 32).decode()
    note = sign("localhost/commits", f"localhost/commits\n777\n{root}\n")
    guest = visit()
    key = httpx.get(f"{guest.url}/v1/info").json()["vkeys"]["commits"]
    guest.context.add_init_script(f"localStorage.setItem('fairdeal.seen.{key}', {json.dumps(note)})")
    begin(guest)
    expect_stop(guest, "forked: the checkpoint of 777 entries")
    expect(guest.page.locator(".evidence")).to_have_count(2)
    expect(guest.page.locator(".evidence").first).to_contain_text(root)
    assert not sent(guest, "contributions")


def test_a_table_with_another_nonce_is_refused(visit, sign):
    """A table, signed by the service, without the nonce that this browser drew: no card is passed or played."""

    def change(answer):
        text = re.sub("seat 0 [0-9a-f]{64}", f"seat 0 {'ab' * 32}", answer["table"]["statement"])
        answer["table"] = {"statement": text, "note": sign("localhost", text)}

    guest = visit()
    spoil(guest.page, CONTRIBUTION, change)
    begin(guest)
    expect_stop(guest, "nonce for seat 0 that this seat did not send")
    assert sent(guest, "contributions")
    assert not sent(guest, "passes")


def test_two_different_tables_are_refused(visit, sign):
    """The table that the hand comes with is not the one that the contribution was answered with: both are shown."""

    def change(view):
        text = re.sub("key 0 [0-9a-f]{64}", f"key 0 {'ab' * 32}", view["table"]["statement"])
        view["table"] = {"statement": text, "note": sign("localhost", text)}

    guest = visit()
    spoil(guest.page, HAND, change)
    begin(guest)
    expect_stop(guest, "two different table statements")
    expect(guest.page.locator(".evidence")).to_have_count(2)
    assert not sent(guest, "passes")


def test_seals_without_the_own_one_keep_the_nonces_back(visit, sign):
    """A seals statement with another seal for this seat, though signed: no seal is opened."""

    def change(view):
        if view["seals"] is not None:
            text = re.sub("seat 0 [0-9a-f]{64}", f"seat 0 {'ab' * 32}", view["seals"]["statement"])
            view["seals"] = {"statement": text, "note": sign("localhost", text)}

    guest = visit()
    spoil(guest.page, PUBLIC, change)
    guest.open("/play").get_by_label("Randomness").select_option("all")
    begin(guest)
    expect_stop(guest, "seal for seat 0 that this seat did not send")
    assert sent(guest, "seals")
    assert not sent(guest, "contributions")


def test_a_card_that_changes_under_its_eyes_stops_the_play(visit):
    """The hand shows another card than the one that was dealt, after the pass: no card is played."""

    def change(view):
        if view["received"]:
            view["dealt"][0], view["dealt"][1] = view["dealt"][1], view["dealt"][0]

    guest = visit(reduced_motion="reduce")
    spoil(guest.page, HAND, change)
    begin(guest)
    for at in range(3):
        guest.page.locator("button.own").nth(at).click()
    guest.page.get_by_role("button", name="Pass left").click()
    expect_stop(guest, "Seat 0 was dealt .*; now the service shows")
    assert not sent(guest, "plays")


def test_other_keys_than_at_the_first_visit_are_refused(visit):
    """Keys live as long as the origin: others are told, and only the player's own word makes it a new service."""
    guest = visit()
    page = guest.open("/play")
    page.get_by_role("button", name="Deal").wait_for()
    page.evaluate("localStorage.setItem('fairdeal.keys', localStorage.getItem('fairdeal.keys').replace('+', '+0'))")
    page.reload()
    expect_stop(guest, "other keys")
    expect(page.get_by_role("button", name="Deal")).to_have_count(0)
    page.get_by_role("button", name="Take it for a new service").click()
    expect(page.get_by_role("button", name="Deal")).to_be_visible()
