"""The form of ``/verify`` as a reader fills it in, and what the page then shows."""

import json
import time
from collections.abc import Iterable

from playwright.sync_api import Page, expect

from fairdeal.service.client.http import Api
from tests.service.static.bundle_maker import played
from tests.service.static.corpus import STANDARD

WHOLE_DEAL = played(STANDARD, label="whole", contributors=(0, 2), sealed=True, opener="blind", keyed=(0, 1, 3))
"""A bundle with everything in it, by `ORIGIN` of the corpus."""

PROVED = {
    "commit-logged": "pass",
    "commitment-opens": "pass",
    "terms": "pass",
    "contributions": "pass",
    "table": "pass",
    "deal": "pass",
    "play": "pass",
    "signatures": "pass",
    "outcome-logged": "pass",
    "unique": "not proved",
}
"""The best that one bundle can come to."""


def wait_until_checked(page: Page) -> None:
    """Wait until each check has a result."""
    expect(page.locator("#proof .exit-code")).to_contain_text("exit code")


def final_bundle(api: Api, number: int) -> str:
    """The bundle of an ended deal, once the log has its outcome; gives up after a minute."""
    deadline = time.monotonic() + 60
    while True:
        bundle = api.get_raw(f"/v1/deals/{number}/proof").decode()
        if json.loads(bundle)["outcome"]["proof"] is not None:
            return bundle
        assert time.monotonic() < deadline, "the outcome is not logged"
        time.sleep(0.05)


def pin(page: Page, vkeys: Iterable[str], **fields: str) -> None:
    """Write down the keys, and what else is pinned: ``origin``, ``number``, ``policy``."""
    page.locator("summary", has_text="What to hold it against").click()
    page.get_by_label("Keys (vkeys), one a line").fill("\n".join(vkeys))
    for name, value in fields.items():
        page.locator(f"#{name}").fill(value)


def verify(page: Page, bundle: dict | str) -> dict[str, str]:
    """Paste a bundle and press the button; the results as they are shown, when the last is."""
    text = bundle if isinstance(bundle, str) else json.dumps(bundle)
    page.get_by_label("… or its text").fill(text)
    return submit(page)


def submit(page: Page) -> dict[str, str]:
    """Press the button; the results as they are shown, when the last is."""
    # What an earlier bundle came to must not be taken for this one's.
    page.evaluate("document.querySelector('#proof').replaceChildren()")
    page.get_by_role("button", name="Verify", exact=True).click()
    wait_until_checked(page)
    return shown(page)


def shown(page: Page) -> dict[str, str]:
    """The results on the page by check."""
    return page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('#proof .checks li')]"
        ".map((row) => [row.querySelector('strong').textContent, row.querySelector('.result').textContent]))"
    )


def headline(page: Page) -> str:
    """What is read aloud when all is computed."""
    return page.locator("#proof .headline").inner_text()
