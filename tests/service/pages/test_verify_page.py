"""``/verify``: a bundle is checked where it is read, and nobody is asked for anything."""

import json

import httpx
import pytest
from playwright.sync_api import expect

from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.verification import verify as engine_verify
from fairdeal.service.client.deal import play_deal
from fairdeal.service.client.http import Api
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust
from tests.service.pages.browsing import PHONE
from tests.service.pages.verifying import (
    PROVED,
    WHOLE_DEAL,
    final_bundle,
    headline,
    pin,
    shown,
    submit,
    verify,
    wait_until_checked,
)
from tests.service.static.corpus import ORIGIN, valid
from tests.service.static.tamperings import WHOLE, spoiled

BY_HAND = (
    "another number",
    "another log key",
    "another commit logged",
    "another commitment",
    "another seed",
    "an option changed",
    "another hand",
    "the open statement signed by another",
    "a seal changed",
    "a contribution changed",
    "another table signed",
    "two cards exchanged in the deck",
    "two hands exchanged",
    "a play changed",
    "the points changed",
    "a signature of another move",
    "another index",
    "another outcome logged",
)
"""The tamperings that go through the page's own form, at least one a check; the rest is put to the same page's verifier."""

VERIFY_ALL = """async ([texts, vkeys]) => {
  const reports = [];
  for (const text of texts) reports.push(await fairdeal.verify(text, { vkeys }));
  return reports;
}"""


@pytest.fixture(scope="module")
def real_deal(dealer):
    """A deal played by four seats that trust nobody, with what the players knew the service by: bundle, trust."""
    with Api(dealer.url) as api:
        trust = Trust.in_service(api)
        played = play_deal(api, trust, Terms.of_distrustful_seats(preset("standard"), 1))
        return final_bundle(api, played.number), trust


def test_a_real_deal_is_proved(visit, real_deal):
    """A deal as the service proves it passes every check but `unique`, and the page asked for nothing but itself."""
    bundle, trust = real_deal
    guest = visit(viewport=PHONE)
    page = guest.open("/verify")
    pin(page, trust.vkeys.values(), origin=trust.origin, number=str(json.loads(bundle)["number"]))
    assert verify(page, bundle) == PROVED
    assert headline(page) == "No check failed. Not proved: unique."
    assert page.locator("#proof .exit-code").inner_text() == "As a command, this check ends with exit code 0."
    assert [url for url in guest.requests if not url.startswith(("data:", "blob:"))] == [f"{guest.url}/verify"]
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert guest.axe() == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_each_spoiled_part_fails_its_check_in_the_form(visit):
    """Whatever part of a bundle is changed, the page names the check that fails for it."""
    page = visit().open("/verify")
    pin(page, ORIGIN.vkeys.values())
    for name, check, bundle in spoiled(WHOLE_DEAL, {name: WHOLE[name] for name in BY_HAND}):
        assert verify(page, bundle)[check] == "fail", name
        assert headline(page).startswith("A check failed: "), name
        assert check in headline(page), name
        assert "exit code 1" in page.locator("#proof .exit-code").inner_text(), name


def test_each_other_spoiled_part_fails_its_check_in_the_browser(visit):
    """The tamperings that no form has seen fail their checks in the same browser."""
    page = visit().open("/verify")
    cases = [case for case in spoiled(WHOLE_DEAL, WHOLE) if case[0] not in BY_HAND]
    texts = [json.dumps(bundle) for _, _, bundle in cases]
    reports = page.evaluate(VERIFY_ALL, [texts, list(ORIGIN.vkeys.values())])
    for (name, check, _), report in zip(cases, reports, strict=True):
        failed = [each["name"] for each in report["checks"] if each["result"] == "fail"]
        assert check in failed, name
        assert report["exit_code"] == 1, name


def test_the_browser_and_the_engine_agree(visit):
    """On valid bundles of several presets and ends, this browser comes to the engine's results, check by check."""
    page = visit().open("/verify")
    texts = [json.dumps(bundle) for bundle in valid(14)]
    reports = page.evaluate(VERIFY_ALL, [texts, list(ORIGIN.vkeys.values())])
    for text, report in zip(texts, reports, strict=True):
        engine = engine_verify(text.encode(), vkeys=ORIGIN.vkeys)
        expected = [(check.name, str(check.result)) for check in engine.checks]
        assert [(check["name"], check["result"]) for check in report["checks"]] == expected
        assert report["exit_code"] == engine.exit_code


def test_a_saved_page_works_without_a_network(visit, real_deal, dealer, tmp_path):
    """The page on a disk, opened with the network off, verifies a bundle from the same disk, and saves it again."""
    bundle, trust = real_deal
    page_file, bundle_file = tmp_path / "verify.html", tmp_path / "bundle.json"
    page_file.write_bytes(httpx.get(f"{dealer.url}/verify").content)
    bundle_file.write_text(bundle, encoding="utf-8")
    guest = visit(offline=True)
    page = guest.open(page_file.as_uri())
    expect(page.locator("#self-test")).to_contain_text("Self-test passed")
    pin(page, trust.vkeys.values())
    page.get_by_label("A bundle as a file").set_input_files(bundle_file)
    assert submit(page) == PROVED
    with page.expect_download() as begun:
        page.get_by_role("link", name="Save the bundle").click()
    assert begun.value.path().read_text(encoding="utf-8") == bundle
    assert [url for url in guest.requests if not url.startswith(("data:", "blob:"))] == [page_file.as_uri()]


def test_without_webcrypto_nothing_passes(visit):
    """A page over plain http from another machine has no WebCrypto: it says so when it opens, and no check passes."""
    guest = visit()
    guest.context.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined });")
    page = guest.open("/verify")
    expect(page.locator("#self-test")).to_contain_text("no WebCrypto")
    pin(page, ORIGIN.vkeys.values())
    assert set(verify(page, WHOLE_DEAL).values()) == {"not proved"}
    assert headline(page).startswith("Nothing was checked: this page has no WebCrypto")
    assert "exit code 2" in page.locator("#proof .exit-code").inner_text()
    assert page.locator("#table").inner_text() == ""


def test_what_cannot_be_read_is_told(visit):
    """What is no bundle is no success, nor is a key that is none: the page says what is wrong, and no check has a result."""
    page = visit().open("/verify")
    texts = {"": "the input is empty", "{": "not strict JSON", '{"protocol": "fairdeal/v2"}': "the protocol is"}
    for text, said in texts.items():
        assert set(verify(page, text).values()) == {"not computed yet"}
        assert headline(page).startswith("The input could not be read: ")
        assert said in headline(page)
        assert "exit code 2" in page.locator("#proof .exit-code").inner_text()
    pin(page, ["deals.example.com"])
    assert set(verify(page, WHOLE_DEAL).values()) == {"not computed yet"}
    assert "a pinned key" in headline(page)


def test_an_empty_bundle_shows_its_failed_checks(visit):
    """A bundle of which nothing can be drawn still shows what failed, and the page goes on working."""
    page = visit().open("/verify")
    results = verify(page, '{"protocol": "fairdeal/v1", "hands": 3, "contributions": [null], "vkeys": 7, "origin": []}')
    assert set(results.values()) == {"fail", "not proved"}
    pin(page, ORIGIN.vkeys.values())
    assert verify(page, WHOLE_DEAL) == PROVED


def test_the_table_is_drawn_from_the_bundle(visit):
    """The hand lies beside its proof, marked where a check failed; a bundle that cannot be drawn keeps its checks."""
    page = visit().open("/verify")
    page.evaluate(
        "fairdeal.drawings.drawingOf = () => ({ storyOfBundle: (bundle) => bundle.hands[0].join(' '),"
        " TableView: class { constructor(story) { this.node = fairdeal.dom.element('p', {}, story); } } }); null"
    )
    table = page.locator("#table")
    verify(page, WHOLE_DEAL)
    expect(table).to_have_text("The table" + " ".join(WHOLE_DEAL["hands"][0]))
    verify(page, WHOLE_DEAL | {"hands": WHOLE_DEAL["hands"][::-1]})
    expect(table).to_contain_text("A check failed: this is what the bundle says")
    assert verify(page, WHOLE_DEAL | {"hands": None})["deal"] == "fail"
    expect(table).to_contain_text("no hand that could be drawn")


def test_a_dropped_file_is_checked_at_once(visit):
    """A bundle dropped anywhere on the page takes the place of the text, and is checked as the bytes that it is."""
    page = visit().open("/verify")
    pin(page, ORIGIN.vkeys.values())
    page.get_by_label("… or its text").fill("something else")
    page.evaluate(
        """(text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], 'bundle.json', { type: 'application/json' }));
          for (const kind of ['dragover', 'drop']) {
            document.querySelector('h1').dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
          }
        }""",
        json.dumps(WHOLE_DEAL),
    )
    wait_until_checked(page)
    assert shown(page) == PROVED
    assert page.get_by_label("… or its text").input_value() == ""


def test_a_policy_asks_for_its_witnesses(visit):
    """With a witness policy in the form the quorum is asked for, and the reservation about it is gone."""
    page = visit().open("/verify")
    pin(page, ORIGIN.vkeys.values(), policy=ORIGIN.policy)
    assert verify(page, WHOLE_DEAL) == PROVED
    assert "no-witness" not in page.locator("#proof .reservations").inner_text()
    page.locator("#policy").fill(ORIGIN.policy.replace("quorum w1", "group g 1 w1\nquorum none"))
    verify(page, WHOLE_DEAL)
    assert "no-witness" in page.locator("#proof .reservations").inner_text()
