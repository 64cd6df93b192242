"""``/docs``: the API's documentation by Swagger UI, to be tried out."""

import httpx
from playwright.sync_api import expect


def test_the_documentation_shows_every_operation_and_tries_them_out(visit, dealer):
    """All operations of the description are there; one that is tried out shows its answer; no serious accessibility fault."""
    described = httpx.get(f"{dealer.url}/openapi.json").json()
    guest = visit()
    page = guest.open("/docs")
    operations = page.locator(".opblock")
    expect(operations).to_have_count(sum(len(item.keys() - {"parameters"}) for item in described["paths"].values()))

    page.locator("#operations-info-getInfo .opblock-summary-control").press("Enter")
    expect(page).to_have_url(f"{dealer.url}/docs#/info/getInfo")
    opened = page.locator("#operations-info-getInfo")
    opened.get_by_role("button", name="Execute").click()
    answer = opened.locator(".live-responses-table")
    expect(answer.locator(".response-col_status").filter(has_text="200")).to_be_visible()
    expect(answer).to_contain_text("handed_out")
    assert guest.axe() == []


def test_an_operation_has_an_address_of_its_own(visit):
    """A link to an operation opens it, in the dark too, where Swagger UI follows the system's choice."""
    guest = visit(color_scheme="dark")
    page = guest.open("/docs#/proofs/getNotation")
    expect(page.get_by_label("notation", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.className") == "dark-mode"
    assert guest.axe() == []
