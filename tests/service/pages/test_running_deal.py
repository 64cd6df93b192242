"""``/deals/{n}`` while the deal goes on, and when there is little or nothing to show."""

import httpx
from playwright.sync_api import Page, expect

from tests.service.pages.browsing import PHONE
from tests.service.pages.remote import open_table


def _said(page: Page):
    return page.locator(".hand .said")


def test_a_running_deal_updates_by_itself(visit, dealer):
    """Who looks at the newest card sees the next one come; who looks back stays there; with the end come the hands."""
    table = open_table(dealer.url).close().pass_all().play(5)
    guest = visit(viewport=PHONE)
    page = guest.open(f"/deals/{table.number}")
    expect(_said(page)).to_contain_text("Trick 2, card 1 of 4")
    expect(page.locator(".fan")).to_have_count(0)
    expect(page.locator("#proof")).to_contain_text("The table, signed")
    table.play(1)
    expect(_said(page)).to_contain_text("Trick 2, card 2 of 4")

    page.locator(".hand").press("Home")
    expect(_said(page)).to_have_text("Before the first card.")
    (seat,) = table.play(1).look()["to_act"]
    expect(page.locator("#standing")).to_contain_text(f"seat {seat} is to act")
    expect(_said(page)).to_have_text("Before the first card.")
    assert guest.axe() == []

    table.done("void", table.opener, {})
    expect(page.locator("#standing")).to_have_text("Void: the deal was given up by its opener.")
    expect(page.locator(".fan")).to_have_count(4)
    expect(page.locator("#proof .checks")).to_contain_text("outcome-logged")
    page.locator(".hand").press("End")
    expect(_said(page)).to_contain_text("Trick 2, card 3 of 4")
    expect(_said(page)).to_contain_text("Here the deal ended: it is void.")


def test_a_network_that_fails_is_told_and_asked_again(visit, dealer):
    """While the service does not answer the page says so and keeps what it shows; when it answers again, it goes on."""
    table = open_table(dealer.url).close().pass_all()
    guest = visit()
    page = guest.open(f"/deals/{table.number}")
    expect(_said(page)).to_contain_text("Before the first card.")
    page.route("**/v1/deals/*", lambda route: route.abort())
    expect(page.locator("#trouble")).to_contain_text("The service does not answer.")
    expect(_said(page)).to_contain_text("Before the first card.")
    page.unroute("**/v1/deals/*")
    table.play(1)
    expect(_said(page)).to_contain_text("Trick 1, card 1 of 4")
    expect(page.locator("#trouble")).to_be_hidden()
    # The browser says each call that failed on its console.
    assert guest.faults
    assert all("net::ERR_FAILED" in fault for fault in guest.faults), guest.faults
    guest.faults.clear()


def test_a_page_that_nobody_sees_asks_nothing(visit, dealer):
    """Polling waits while the page is hidden, however long, and goes on at once when it is seen again."""
    table = open_table(dealer.url).close().pass_all()
    guest = visit()
    guest.page.clock.install()
    page = guest.open(f"/deals/{table.number}")
    expect(_said(page)).to_contain_text("Before the first card.")
    hide = """(hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    page.evaluate(hide, arg=True)
    address = f"{dealer.url}/v1/deals/{table.number}"
    asked = guest.requests.count(address)
    page.clock.fast_forward(600_000)
    page.evaluate("fetch('/livez').then(() => null)")  # whatever was asked before is known after it
    assert guest.requests.count(address) == asked
    with page.expect_response(address):
        page.evaluate(hide, arg=False)
    assert guest.requests.count(address) == asked + 1


def test_a_deal_given_up_before_the_cards_has_none(visit, dealer):
    """A void without a table says why it is void, and that no cards were dealt."""
    table = open_table(dealer.url)
    table.done("void", table.opener, {})
    page = visit().open(f"/deals/{table.number}")
    expect(page.locator("#standing")).to_have_text("Void: the deal was given up by its opener.")
    expect(_said(page)).to_have_text("No cards were dealt.")
    expect(page.locator("#about")).to_contain_text("none of seat 0")


def test_a_number_that_nobody_has_opened_is_no_deal_yet(visit, dealer):
    """A committed number shows its commitment; one that is not committed is said not to be there."""
    committed = httpx.get(f"{dealer.url}/v1/info").json()["logs"]["commits"] - 1
    guest = visit()
    page = guest.open(f"/deals/{committed}")
    expect(page.locator("#standing")).to_contain_text("committed, but not handed out yet")
    commitment = httpx.get(f"{dealer.url}/v1/deals/{committed}").json()["commitment"]
    expect(page.locator("#about .hash")).to_have_text(commitment)
    assert guest.axe() == []

    page = guest.open("/deals/1000000000000")
    expect(page.locator("#standing")).to_have_text("There is no deal 1000000000000: its number is not committed yet.")
    assert len(guest.faults) == 1
    assert "404" in guest.faults.pop()
