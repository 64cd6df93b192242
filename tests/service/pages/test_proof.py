"""The proof in a page: its checks, the keys that it is held against, its parts, and how to check it elsewhere."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.service.pages.verifying import PROVED, WHOLE_DEAL, headline, pin, shown, verify, wait_until_checked
from tests.service.static.asking import script as joined
from tests.service.static.bundle_maker import Origin, played, without_table
from tests.service.static.corpus import ORIGIN, STANDARD
from tests.service.static.tamperings import WHOLE, spoiled

ROOT = Path(__file__).parents[3]
BY_OTHERS = played(STANDARD, label="others", origin=Origin(ORIGIN.name, "two"))
"""A whole deal of the same origin, signed by keys that are not its own."""
BY_ANOTHER = played(STANDARD, label="another", origin=Origin("other.example.com"))
"""A whole deal of another service."""
SIGNED = {"commit-logged", "terms", "contributions", "table", "outcome-logged"}


def show(page: Page, bundle: dict, **options: object) -> dict[str, str]:
    """The results of a bundle that a page shows by itself, as the page of a deal does."""
    page.evaluate(
        "([text, options]) => { fairdeal.dom.byId('deal').hidden = false;"
        " return fairdeal.proof.show(fairdeal.dom.byId('proof'), text, options).then(() => null); }",
        [json.dumps(bundle), options],
    )
    return shown(page)


def results(found: dict[str, str], result: str) -> set[str]:
    """The checks with this result."""
    return {name for name, each in found.items() if each == result}


def press(page: Page, name: str) -> None:
    """Press a button that checks once more, and wait for what comes of it."""
    page.evaluate("document.querySelector('#proof .exit-code').textContent = ''")
    page.get_by_role("button", name=name).click()
    wait_until_checked(page)


@pytest.fixture
def page(visit) -> Page:
    """The page of the verifier, in which everything of a proof is at hand."""
    return visit().open("/verify")


def test_each_part_is_shown_and_can_be_copied(visit):
    """Every statement, note, proof, nonce, hand and the rest stands there whole, and its button copies just that."""
    guest = visit()
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = guest.open("/verify")
    verify(page, WHOLE_DEAL)
    parts = {
        "Keys of the service": "\n".join(WHOLE_DEAL["vkeys"].values()) + "\n",
        "Commit statement": WHOLE_DEAL["commit"]["statement"],
        "Proof of the commit": WHOLE_DEAL["commit"]["proof"],
        "Open statement": WHOLE_DEAL["open"]["statement"],
        "Note of the open statement": WHOLE_DEAL["open"]["note"],
        "Seals statement": WHOLE_DEAL["seals"]["statement"],
        "Note of the seals statement": WHOLE_DEAL["seals"]["note"],
        "Nonce of seat 0": WHOLE_DEAL["contributions"][0]["nonce"],
        "Nonce of seat 2": WHOLE_DEAL["contributions"][1]["nonce"],
        "Table statement": WHOLE_DEAL["table"]["statement"],
        "Note of the table statement": WHOLE_DEAL["table"]["note"],
        "Server seed": WHOLE_DEAL["outcome"]["statement"].split("seed ")[1].split("\n")[0],
        "Deck": " ".join(WHOLE_DEAL["deck"]),
        **{f"Hand of seat {seat}": " ".join(hand) for seat, hand in enumerate(WHOLE_DEAL["hands"])},
        "Record": WHOLE_DEAL["record"],
        "Outcome statement": WHOLE_DEAL["outcome"]["statement"],
        "Proof of the outcome": WHOLE_DEAL["outcome"]["proof"],
    }
    page.evaluate("document.querySelectorAll('.input').forEach((each) => { each.open = true; })")
    for name, text in parts.items():
        assert page.get_by_role("textbox", name=name, exact=True).input_value() == text, name
    for name, value in (("Ruleset", WHOLE_DEAL["ruleset"]), ("Signed moves", WHOLE_DEAL["signed"])):
        assert json.loads(page.get_by_role("textbox", name=name, exact=True).input_value()) == value
    assert page.locator(".input").count() == len(parts) + 2
    page.get_by_role("button", name="Copy server seed").click()
    expect(page.get_by_role("button", name="Copy server seed")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == parts["Server seed"]


def test_what_a_bundle_lacks_is_named(page):
    """Of a number that was never opened there is little to show; the rest is said to be missing, not shown empty."""
    unclaimed = without_table(STANDARD, label="unclaimed", opened=False, reason="unclaimed")
    found = verify(page, unclaimed)
    assert results(found, "not applicable") == {"terms", "contributions", "table", "deal", "play", "signatures"}
    lacking = page.locator(".inputs > p").inner_text()
    assert "open statement" in lacking
    assert "deck" in lacking
    assert "server seed" not in lacking
    assert "void-reason" in page.locator("#proof .reservations").inner_text()


def test_checks_wait_and_only_their_sum_is_read_aloud(page):
    """Before a check has a result its line says so; a screen reader is told of the headline alone."""
    before = page.evaluate(
        "() => { const view = new fairdeal.checks.ChecksView(); fairdeal.dom.byId('main').append(view.node);"
        " view.add({ name: 'terms', result: 'pass', detail: 'as agreed' });"
        " return [...view.node.querySelectorAll('li')].map((row) => [row.dataset.check, row.dataset.result]); }"
    )
    names = list(PROVED)
    assert before == [[name, "pass" if name == "terms" else "not computed yet"] for name in names]
    assert page.locator("#main li[data-check=terms]").inner_text().endswith("as agreed")
    live = page.locator(".checks-view").locator("[role=status], [role=alert], [aria-live]")
    assert live.all_inner_texts() == ["Checking …"]


def test_without_known_keys_nothing_signed_is_proved(page):
    """The bundle's own keys prove nothing: the page says so in words, and which checks are open for it."""
    found = verify(page, WHOLE_DEAL)
    assert results(found, "not proved") == SIGNED | {"unique"}
    assert headline(page).startswith("No check failed. Not proved: commit-logged, terms, ")
    assert "No keys are known here" in page.locator("#proof .trust").first.inner_text()


def test_remembered_keys_prove_and_betray(page):
    """Once remembered, keys prove the next bundle; one by other keys of the same name fails loudly, until they are forgotten."""
    verify(page, WHOLE_DEAL)
    press(page, "Remember these keys")
    assert shown(page) == PROVED
    page.reload()
    assert verify(page, WHOLE_DEAL) == PROVED
    assert results(verify(page, BY_OTHERS), "fail") >= SIGNED
    expect(page.get_by_role("alert").filter(has_text="other keys than those remembered")).to_be_visible()
    press(page, "Forget these keys")
    assert results(shown(page), "fail") == set()


def test_a_spoiled_bundle_s_keys_are_not_offered(page):
    """Of a bundle that failed a check no keys can be remembered."""
    ((_, _, bundle),) = spoiled(WHOLE_DEAL, {"it": WHOLE["two hands exchanged"]})
    verify(page, bundle)
    assert page.get_by_role("button", name="Remember these keys").count() == 0
    verify(page, WHOLE_DEAL)
    assert page.get_by_role("button", name="Remember these keys").count() == 1


def test_a_known_service_cannot_take_another_name(page):
    """On a service's own pages its remembered keys are asked for whatever name its bundle bears; elsewhere it is a stranger."""
    show(page, WHOLE_DEAL, number=17)
    press(page, "Remember these keys")
    assert shown(page) == PROVED
    assert results(show(page, BY_ANOTHER, number=17), "fail") >= SIGNED
    assert results(show(page, WHOLE_DEAL, number=18), "fail") >= {"commit-logged"}
    assert results(verify(page, BY_ANOTHER), "fail") == set()
    assert "Keys are remembered here of deals.example.com" in page.locator("#proof").inner_text()


def test_a_page_without_storage_verifies_all_the_same(visit):
    """Where a page may store nothing it says so, and checks as ever."""
    guest = visit()
    guest.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });"
    )
    page = guest.open("/verify")
    assert results(verify(page, WHOLE_DEAL), "fail") == set()
    assert page.get_by_role("button", name="Remember these keys").count() == 0
    assert "lets this page remember nothing" in page.locator("#proof").inner_text()
    pin(page, ORIGIN.vkeys.values())
    assert verify(page, WHOLE_DEAL) == PROVED


def test_the_saved_bundle_and_the_shown_commands_agree(page, tmp_path):
    """The link saves the bundle byte for byte, and both command lines, pasted as they stand, end with the code that is shown."""
    text = json.dumps(WHOLE_DEAL, indent=1)
    pin(page, ORIGIN.vkeys.values(), origin=ORIGIN.name, number="17", policy=ORIGIN.policy)
    assert verify(page, text) == PROVED
    with page.expect_download() as begun:
        page.get_by_role("link", name="Save the bundle").click()
    assert begun.value.suggested_filename == "deal-17.json"
    begun.value.save_as(tmp_path / "deal-17.json")
    assert (tmp_path / "deal-17.json").read_text(encoding="utf-8") == text
    (tmp_path / "policy.txt").write_text(ORIGIN.policy, encoding="utf-8")
    engine = shlex.split(page.get_by_role("textbox", name="Command of fairdeal").input_value())
    script = shlex.split(page.get_by_role("textbox", name="Command of Node.js").input_value())
    assert engine[0] == "fairdeal"
    assert script[:2] == ["node", "verify.js"]
    python = [
        sys.executable,
        "-c",
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from fairdeal.service.command import main; main()",
    ]
    for command in ([*python, *engine[1:]], ["node", joined("verify.js"), *script[2:]]):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "outcome-logged" in done.stdout
