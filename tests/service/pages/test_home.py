"""``/``: find a deal, and see the latest."""

from playwright.sync_api import expect


def test_a_deal_is_found_by_its_number(visit):
    """Typing a number and pressing Enter leads to the page of that deal; what is no number is told, and nothing is asked."""
    page = visit().open("/")
    field = page.get_by_label("Deal number")
    field.fill("12")
    field.press("Enter")
    page.wait_for_url("**/deals/12")


def test_the_home_page_says_where_the_service_stands(visit):
    """How many deals there are and how many are overdue stand on the page, without a serious accessibility fault."""
    guest = visit()
    page = guest.open("/")
    expect(page.locator("#standing")).to_contain_text("Overdue")
    assert guest.axe() == []
