"""``/fairness``: how often each card went to each seat, over all ended deals with a table, and how surprising that is."""

import json
import random
import re
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from fairdeal.engine.cards import DECK_ORDER, NAMES
from tests.running import Running
from tests.service.pages.browsing import PHONE
from tests.service.pages.dealing import give_up

LOOKS_AGAIN_MS = 30_000
Deck = dict[str, Any]


@pytest.fixture(scope="module")
def ended(dealer: Running) -> str:
    """The address of a service on which deals were given up: at four seats six after their cards were dealt and one before;
    at six seats one.
    """
    for _ in range(6):
        give_up(dealer.url, "standard")
    give_up(dealer.url, "standard", is_dealt=False)
    give_up(dealer.url, {"preset": "three-to-six", "players": 6})
    return dealer.url


def dealt(draw: random.Random, count: int, *, unfair: bool = False) -> Deck:
    """The counts of so many deals at four seats; unfair ones give the last seat the ace of spades each time."""
    counts = {NAMES[card]: [0] * 4 for card in DECK_ORDER[:52]}
    for _ in range(count):
        names = draw.sample(list(counts), len(counts))
        if unfair:
            names.remove("AS")
            names.append("AS")
        for place, name in enumerate(names):
            counts[name][place // 13] += 1
    return {"players": 4, "removed": [], "jokers": 0, "deals": count, "cards": counts}


class Counted:
    """Lets a page see other counts than the service's, and hears which blocks it asks for."""

    def __init__(self, page: Page, handed_out: int, blocks: Sequence[dict[str, Any]] = ()) -> None:
        self.handed_out = handed_out
        self.blocks = list(blocks)
        self.asked: list[int] = []
        page.route("**/v1/info", lambda route: route.fulfill(json={"handed_out": self.handed_out}))
        page.route("**/v1/counts/*", self._answer)

    def _answer(self, route: Route) -> None:
        block = int(route.request.url.rpartition("/")[2])
        self.asked.append(block)
        route.fulfill(body=json.dumps(self.blocks[block]), content_type="application/json")


def block(number: int, ended: int, *decks: Deck) -> dict[str, Any]:
    """An answer of ``/v1/counts``."""
    return {
        "block": number,
        "first": max(1, 1000 * number),
        "last": 1000 * number + 999,
        "ended": ended,
        "decks": decks,
    }


def test_the_chart_shows_the_counts_of_the_service(visit, ended):
    """The commonest deck comes first, each count stands in the chart and in the table, given up deals among them; no serious fault."""
    guest = visit(viewport=PHONE)
    page = guest.open("/fairness")
    expect(page.locator("#verdict")).to_contain_text("If the shuffle is fair")
    decks = sorted(httpx.get(f"{ended}/v1/counts/0").json()["decks"], key=lambda deck: -deck["deals"])
    commonest = decks[0]
    assert commonest["deals"] >= 6
    expect(page.locator("#figures dd").first).to_have_text(str(commonest["deals"]))
    expect(page.get_by_label("Kind of deck").locator("option")).to_have_count(len(decks))
    assert page.locator("#chart .cell").count() == 52 * 4
    for card, name in (("QS", "queen of spades"), ("TH", "10 of hearts")):
        cells = page.locator(f"#chart .cell[title^='{name} to seat']")
        assert cells.all_inner_texts() == [str(count) for count in commonest["cards"][card]]
    page.get_by_text("All counts as a table").click()
    row = page.get_by_role("row", name="queen of spades").get_by_role("cell")
    assert [int(text.split()[0]) for text in row.all_inner_texts()] == commonest["cards"]["QS"]
    assert guest.axe() == []


@pytest.mark.usefixtures("ended")
def test_each_kind_of_deck_has_its_own_chart(visit):
    """Choosing another deck, by keyboard, shows its cards, jokers included, and its seats."""
    page = visit().open("/fairness")
    kind = page.get_by_label("Kind of deck")
    expect(kind).to_be_visible()
    kind.focus()
    page.keyboard.type("6 players")
    expect(page.locator("#chart-title")).to_have_text("Cards by seat: 6 players, 54 cards (with both jokers)")
    assert page.locator("#chart .cell").count() == 54 * 6
    expect(page.locator("#chart .cell[title^='joker of clubs to seat']")).to_have_count(6)
    expect(kind).to_be_focused()


def test_without_deals_the_page_says_so(visit):
    """A service that has dealt nothing gets a sentence instead of a chart."""
    page = visit().page
    Counted(page, 0)
    page.goto("/fairness")
    expect(page.locator("#empty")).to_be_visible()
    expect(page.locator("#counts")).to_be_hidden()


@pytest.mark.parametrize("unfair", [False, True])
def test_the_verdict_tells_chance_from_foul_play(visit, unfair):
    """Counts of a fair shuffle are within chance; where one seat always gets the ace of spades, that is rare, and it is named."""
    page = visit().page
    Counted(page, 300, [block(0, 300, dealt(random.Random(5), 300, unfair=unfair))])
    page.goto("/fairness")
    expect(page.locator("#verdict")).to_contain_text(
        "That is rare" if unfair else re.compile(r"come up in \d+(\.\d)?%")
    )
    if unfair:
        expect(page.locator("#figures")).to_contain_text("A♠ to seat 3")
        expect(page.locator(".cell[title^='ace of spades to seat 3']")).to_have_class("cell more-3")


def test_blocks_add_up_and_only_what_may_change_is_asked_again(visit, draw):
    """Every half a minute the incomplete blocks are asked for again, and none while nobody looks at the page."""
    page = visit().page
    first, second = dealt(draw, 999), dealt(draw, 20)
    counted = Counted(page, 1020, [block(0, 999, first), block(1, 20, second)])
    page.clock.install()
    page.goto("/fairness")
    total = page.locator("#figures dd").first
    expect(total).to_have_text("1,019")
    ace = [one + other for one, other in zip(first["cards"]["AS"], second["cards"]["AS"], strict=True)]
    assert page.locator(".cell[title^='ace of spades to seat']").all_inner_texts() == [str(count) for count in ace]
    assert sorted(counted.asked) == [0, 1]

    counted.blocks[1] = block(1, 21, dealt(draw, 21))
    page.clock.fast_forward(LOOKS_AGAIN_MS)
    expect(total).to_have_text("1,020")
    assert sorted(counted.asked) == [0, 1, 1]

    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    counted.blocks[1] = block(1, 22, dealt(draw, 22))
    page.clock.fast_forward(4 * LOOKS_AGAIN_MS)
    # What the page would have asked for by now is answered before these are.
    page.evaluate("(async () => { for (let time = 0; time < 4; time += 1) await fetch('/v1/info'); })()")
    assert len(counted.asked) == 3
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    expect(total).to_have_text("1,021")
    assert sorted(counted.asked) == [0, 1, 1, 1]
