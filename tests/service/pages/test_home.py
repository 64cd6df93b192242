"""``/``: find a deal, and see the latest."""

import re

import pytest
from playwright.sync_api import expect

from fairdeal.engine.games.hearts.presets import preset
from fairdeal.service.client.deal import play_deal
from fairdeal.service.client.http import Api
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust
from tests.service.pages.browsing import PHONE
from tests.service.pages.dealing import give_up


def test_a_deal_is_found_by_its_number(visit):
    """Typing a number and pressing Enter leads to the page of that deal."""
    page = visit().open("/")
    field = page.get_by_label("Deal number")
    field.fill("12")
    field.press("Enter")
    page.wait_for_url("**/deals/12")


def test_what_is_no_number_is_told(visit):
    """A number with a zero in front is nobody's: the page says so, and stays."""
    page = visit().open("/")
    page.locator("#number").evaluate("(field) => field.removeAttribute('pattern')")
    page.get_by_label("Deal number").fill("012")
    page.get_by_role("button", name="Show the deal").click()
    expect(page.get_by_role("alert")).to_contain_text("digits only")
    assert page.url.endswith("/")


def test_the_home_page_says_where_the_service_stands(visit):
    """How many deals there are and how many are overdue stand on the page, without a serious accessibility fault."""
    guest = visit()
    page = guest.open("/")
    expect(page.locator("#standing")).to_contain_text("Overdue")
    assert guest.axe() == []


def test_overdue_deals_are_a_mark_against_the_service(visit):
    """A service that owes the ends of deals has it written on its first page."""
    page = visit().page
    told = {"handed_out": 1200, "overdue": 3, "logs": {"commits": 5297, "outcomes": 1190}}
    page.route("**/v1/info", lambda route: route.fulfill(json=told))
    page.goto("/")
    expect(page.locator("#standing .bad")).to_have_text(re.compile("^Overdue3.*past their deadline"))
    expect(page.locator("#standing")).to_contain_text("4,096")


@pytest.fixture(scope="module")
def latest(dealer):
    """The number of a deal that was played out after another was given up, and its points."""
    give_up(dealer.url, "standard")
    with Api(dealer.url) as api:
        played = play_deal(api, Trust.in_service(api), Terms.of_one_program(preset("standard")))
    return played.number, played.points


def test_the_latest_deals_say_what_became_of_them(visit, latest):
    """Newest first: a link to each, its state in words, and the points of what was played out; on a phone too."""
    number, points = latest
    page = visit(viewport=PHONE).open("/")
    first, second = (page.locator("#latest tbody tr").nth(place) for place in (0, 1))
    expect(first.get_by_role("link")).to_have_attribute("href", f"/deals/{number}")
    expect(first).to_contain_text("played out")
    expect(first).to_contain_text(", ".join(map(str, points)))
    expect(second.locator("td").first).to_have_text("given up")
    expect(second.locator("td").nth(1)).to_be_empty()
