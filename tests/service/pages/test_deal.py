"""``/deals/{n}``: the table, as far as it is public, and the facts about the deal."""

import json

import pytest
from playwright.sync_api import Page, expect

from fairdeal.engine.cards import names_of
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.service.client.deal import Played, play_deal
from fairdeal.service.client.http import Api
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust
from tests.service.pages.browsing import PHONE


@pytest.fixture(scope="module")
def standard(dealer, draw) -> Played:
    """A deal of the standard game, played out."""
    return _played(dealer, draw, Terms.of_one_program(preset("standard"), 1))


@pytest.fixture(scope="module")
def sixfold(dealer, draw) -> Played:
    """The same of the game for six, with jokers, passed two seats to the left."""
    return _played(dealer, draw, Terms.of_one_program(preset("three-to-six", 6), 3))


def _played(dealer, draw, terms: Terms) -> Played:
    with Api(dealer.url) as api:
        return play_deal(api, Trust.in_service(api), terms, rng=draw)


def _said(page: Page):
    return page.locator(".hand .said")


def test_an_ended_deal_is_stepped_through(visit, standard):
    """Buttons and keys go card by card and trick by trick, from the cards as dealt to the points that the service tells."""
    guest = visit()
    page = guest.open(f"/deals/{standard.number}")
    expect(page.locator("#standing")).to_have_text("Played out. Its seed is public, and anyone can check it.")
    expect(page.locator("#summary")).to_have_text("Standard, 4 players. Hand 1, passing left.")
    expect(_said(page)).to_contain_text("Each seat passes 3 cards left")
    expect(page.get_by_role("region", name="Seat 0", exact=True)).to_contain_text("Passes 3 cards left to seat 1:")

    page.get_by_role("button", name="Next card").click()
    expect(_said(page)).to_have_text("The cards are passed left.")
    page.get_by_role("button", name="Next card").click()
    expect(_said(page)).to_contain_text("Trick 1, card 1 of 4")
    expect(_said(page)).to_contain_text("leads the 2 of clubs.")
    expect(page.locator(".fan .held.gone")).to_have_count(1)
    table = page.get_by_role("group", name="The hand, card by card")
    for key, shown in (
        ("ArrowRight", "Trick 1, card 2 of 4"),
        ("ArrowDown", "Trick 1, card 4 of 4"),
        ("ArrowDown", "Trick 2, card 4 of 4"),
        ("ArrowLeft", "Trick 2, card 3 of 4"),
        ("ArrowUp", "Trick 1, card 4 of 4"),
        ("End", "Trick 13, card 4 of 4"),
    ):
        table.press(key)
        expect(_said(page)).to_contain_text(shown)
    expect(_said(page)).to_contain_text("The hand is played out.")
    for seat, points in enumerate(standard.points):
        told = f"{points} point{'' if points == 1 else 's'}"
        expect(page.get_by_role("region", name=f"Seat {seat}", exact=True).locator(".points")).to_have_text(told)
    page.get_by_text("All tricks").click()
    page.get_by_role("button", name="Go to trick 5").click()
    expect(_said(page)).to_contain_text("Trick 5, card 4 of 4")
    assert guest.axe() == []


def test_every_card_stands_where_the_rules_put_it(visit, standard):
    """The hands drawn are those of the bundle; after the pass each seat holds what it will play, and in the end all is taken."""
    guest = visit()
    page = guest.open(f"/deals/{standard.number}")
    bundle = json.loads(standard.bundle)
    expect(page.locator(".fan")).to_have_count(4)
    drawn = page.locator(".fan").evaluate_all(
        "fans => fans.map(fan => [...fan.querySelectorAll('[data-card]')].map(card => card.dataset.card))"
    )
    assert [sorted(hand) for hand in drawn] == [sorted(hand) for hand in bundle["hands"]]

    frames = page.evaluate("bundle => fairdeal.hand.framesOf(fairdeal.hand.storyOfBundle(bundle))", bundle)
    assert len(frames) == 54
    played = [[], [], [], []]
    for line in bundle["record"].splitlines():
        if line.startswith("trick "):
            _, leader, *cards = line.split()
            for order, card in enumerate(cards):
                played[(int(leader) + order) % 4].append(card)
    for frame in frames[1:]:
        assert [sorted(hand) for hand in frame["hands"]] == [sorted(cards) for cards in played]
    assert sorted(card for taken in frames[-1]["taken"] for card in taken) == sorted(names_of(preset("standard").deck))
    assert tuple(frames[-1]["points"]) == standard.points


def test_six_seats_have_a_place(visit, sixfold):
    """The game for six shows six hands of nine, the jokers by their name, and which way the cards went."""
    page = visit().open(f"/deals/{sixfold.number}")
    expect(page.locator(".fan")).to_have_count(6)
    expect(page.locator(".fan [data-card]")).to_have_count(54)
    expect(page.get_by_label("joker of clubs")).to_have_count(1)
    expect(page.get_by_role("region", name="Seat 5", exact=True)).to_contain_text(
        "Passes 3 cards 2 seats left to seat 1:"
    )
    page.locator(".hand").press("End")
    expect(_said(page)).to_contain_text("Trick 9, card 6 of 6")
    page.get_by_text("its rules").click()
    expect(page.locator("#about")).to_contain_text(
        "6 players, 9 cards each, with 2 jokers (below the 2, worth nothing)."
    )


def test_a_phone_in_the_dark_needs_no_sideways_scrolling(visit, sixfold):
    """At a phone's width the page is as wide as the phone, all details open, and axe finds nothing serious in the dark."""
    guest = visit(viewport=PHONE, color_scheme="dark")
    page = guest.open(f"/deals/{sixfold.number}")
    page.locator(".hand").press("End")
    page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert guest.axe() == []


def test_a_moon_is_told(visit, standard):
    """Who takes every point card shot the moon, and a sentence says so; what a bundle lacks or spoils is told, not drawn."""
    deck = names_of(preset("standard").deck)
    hands = [[card for card in deck if card[1] == suit] for suit in "CDHS"]
    plays = [" ".join(cards) for cards in zip(*hands, strict=True)]
    record = ["fairdeal/v1 record", "x", "1", "by seats", *(f"trick 0 {cards}" for cards in plays), "points 0 26 26 26"]
    bundle = {"ruleset": preset("standard").to_object(), "hand": 4, "hands": hands, "record": "\n".join(record) + "\n"}
    page = visit().open(f"/deals/{standard.number}")
    frames = page.evaluate("bundle => fairdeal.hand.framesOf(fairdeal.hand.storyOfBundle(bundle))", bundle)
    assert frames[0]["text"] == "The cards as dealt. Nothing is passed in this hand."
    assert frames[-2]["points"] == [25, 0, 0, 0]
    assert frames[-1]["points"] == [0, 26, 26, 26]
    assert frames[-1]["moon"] == 0
    assert "Seat 0 shot the moon: each other seat gets 26 points." in frames[-1]["text"]

    bundle["hands"][1][0] = "2C"
    assert "2C is there twice" in page.evaluate("bundle => fairdeal.hand.storyOfBundle(bundle).fault", bundle)
    assert "no deal was opened" in page.evaluate("fairdeal.drawings.nothingToDraw(null).innerText")
