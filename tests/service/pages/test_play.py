"""``/play``: a hand against simple bots, by clicks and by keys, to the proof at its end."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.service.pages.browsing import PHONE, Visit

PLAYABLE = ".own-hand.turn button.own:not([aria-disabled])"


def has_no_horizontal_scroll(page: Page) -> bool:
    """Whether everything fits the width of the window."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def expect_dimmed_cards_to_have_reasons(page: Page) -> int:
    """Each card that cannot be played says why; how many there are."""
    dimmed = page.locator(".own-hand.turn button.own[aria-disabled=true]")
    count = dimmed.count()
    if count:
        assert float(dimmed.locator(".card").first.evaluate("card => getComputedStyle(card).opacity")) < 0.6
        expect(dimmed.first).to_have_accessible_description(re.compile(r"\w{3,}.*\."))
        reasons = dimmed.evaluate_all(
            "cards => cards.map(card => document.getElementById(card.getAttribute('aria-describedby')).textContent)"
        )
        assert all(reason.endswith(".") for reason in reasons)
    return count


def lose_answers(page: Page, address: str) -> list[str]:
    """Let the service do what it is told at these addresses, but lose its first answer; the addresses that this happened at."""
    lost: list[str] = []

    def lose(route):
        if lost:
            route.continue_()
            return
        route.fetch()
        lost.append(route.request.url)
        route.abort()

    page.route(re.compile(address), lose)
    return lost


def forgive_lost_answers(guest: Visit) -> None:
    """The browser tells of a lost answer on its console; that is what the test made it do."""
    guest.faults[:] = [fault for fault in guest.faults if "net::ERR_FAILED" not in fault]


@pytest.mark.browser_game
def test_a_hand_is_played_by_clicks_and_its_proof_holds(visit):
    """From the pass to the last card by clicks alone; dimmed cards say why; in the end no check of the proof fails.

    The result goes to the score sheet, and nothing of it has a serious accessibility fault.
    """
    guest = visit(reduced_motion="reduce")
    page = guest.open("/play")
    page.get_by_role("button", name="Deal").click()
    to_pass = page.get_by_role("button", name="Pass left to Seat 1")
    expect(to_pass).to_be_disabled()
    cards = page.locator(".own-hand button.own")
    expect(cards).to_have_count(13)
    for at in (0, 5, 12):
        cards.nth(at).click()
        expect(cards.nth(at)).to_have_attribute("aria-pressed", "true")
    to_pass.click()
    expect(page.get_by_role("log")).to_contain_text("Seat 3 passed you")
    dimmed = 0
    for left in range(13, 0, -1):
        page.locator(PLAYABLE).first.wait_for()
        expect(cards).to_have_count(left)
        dimmed += expect_dimmed_cards_to_have_reasons(page)
        if left == 8:
            assert guest.axe() == []
        page.locator(PLAYABLE).first.click()
    assert dimmed
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("The hand is played out")
    expect(result).to_contain_text("none failed", timeout=20_000)
    expect(page.locator("#play-proof")).to_contain_text("No check failed")
    expect(page.locator("#play-checked")).to_contain_text("your 14 moves with your signatures")
    expect(page.get_by_role("list", name="Ranking").get_by_role("listitem")).to_have_count(4)
    assert guest.axe() == []
    page.get_by_role("button", name="Next hand").click()
    expect(page.get_by_role("button", name="Pass right to Seat 3")).to_be_visible()


def test_a_hand_is_played_by_keys_on_a_phone(visit):
    """Arrows go from card to card, Enter plays one, and nothing is wider than a phone; every seat has sealed its nonce first."""
    guest = visit(reduced_motion="reduce", viewport=PHONE)
    page = guest.open("/play")
    page.get_by_label("Players").wait_for()
    page.get_by_label("Ruleset").select_option("three-to-six")
    page.get_by_label("Players").select_option("6")
    page.get_by_label("Hand").select_option("6")
    page.get_by_label("Randomness").select_option("all")
    assert has_no_horizontal_scroll(page)
    page.get_by_role("button", name="Deal").press("Enter")
    cards = page.locator(".own-hand button.own")
    for left in (9, 8):
        page.locator(PLAYABLE).first.wait_for()
        expect(cards).to_have_count(left)
        assert has_no_horizontal_scroll(page)
        page.locator(".own-hand button.own[tabindex='0']").focus()
        page.keyboard.press("Home")
        expect(cards.first).to_be_focused()
        for _ in range(left):
            if page.locator("button.own:focus:not([aria-disabled])").count():
                break
            expect(page.locator(".why")).not_to_be_empty()
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    expect(page.locator("#play-checked")).to_contain_text("fixed it by a seal")
    expect(cards).to_have_count(7)
    assert guest.axe() == []


def test_a_lost_answer_can_be_asked_for_again(visit):
    """Answers to the claim, the contribution and a card are lost after the service did what it was told: trying again goes on."""
    guest = visit(reduced_motion="reduce")
    page = guest.open("/play")
    lost = [lose_answers(page, address) for address in (r"/seats/0$", r"/contributions/0$", r"/plays/\d+$")]
    page.get_by_label("Ruleset").select_option("no-pass")
    page.get_by_role("button", name="Deal").click()
    for at in range(3):
        page.get_by_role("button", name="Try again").click()
        assert lost[at]
        if at == 1:
            # It may be another seat that opens the first trick, and loses its answer.
            page.locator(PLAYABLE).or_(page.get_by_role("button", name="Try again")).first.wait_for()
            if page.locator(PLAYABLE).count():
                page.locator(PLAYABLE).first.click()
    page.locator(PLAYABLE).first.wait_for()
    forgive_lost_answers(guest)
