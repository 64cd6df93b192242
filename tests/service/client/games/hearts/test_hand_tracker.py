"""Hands and tricks that contradict the rules, themselves, or what a seat did."""

import json
import random
import re

import pytest

from fairdeal.engine.games.hearts.presets import preset
from fairdeal.service.client.errors import Caught, Unreachable
from fairdeal.service.client.games.hearts.hand_tracker import HandTracker
from fairdeal.service.client.receipts import Receipts
from fairdeal.service.client.seat import Seat
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust
from fairdeal.service.client.view import View
from tests.service.client.cheating import caught

HANDS = {
    "a card dealt is swapped later": (
        lambda view: view["ply"] > 9 and view["dealt"].reverse(),
        "was dealt .* now the service shows",
    ),
    "a card is dealt twice": (
        lambda view: view["dealt"].__setitem__(0, view["dealt"][1]),
        "cannot be the cards dealt",
    ),
    "a card is missing": (lambda view: view["dealt"].pop(), "was dealt 12 cards, not 13"),
    "the deck has another card": (lambda view: view["dealt"].__setitem__(0, "XC"), "cannot be the cards dealt"),
    "the hand is another seat's": (lambda view: view.update(seat=(view["seat"] + 1) % 4), "asked for its cards"),
    "a card vanishes": (lambda view: view["cards"] and view["state"] == "playing" and view["cards"].pop(), "holds"),
    "a pass changes": (lambda view: view["passed_cards"] and view["passed_cards"].pop(), "passed .* the service shows"),
    "what was received changes": (
        lambda view: view["ply"] > 9 and view["received"].reverse(),
        "received .* now the service shows",
    ),
    "what was received was dealt": (
        lambda view: view["received"] and view.update(received=view["dealt"][:3]),
        "cannot have received",
    ),
    "a card may be played that may not": (
        lambda view: [one.update(ok=True, rule=None) for one in view["playable"]],
        "By the rules seat . may play",
    ),
    "a card may not be played that may": (
        lambda view: [one.update(ok=False, rule="must-follow-suit") for one in view["playable"]],
        "By the rules seat . may play",
    ),
    "a reason is wrong": (
        lambda view: [one.update(rule="must-follow-suit") for one in view["playable"] if not one["ok"]],
        "gives other reasons",
    ),
    "an old play changes": (
        lambda view: view["ply"] > 9 and view["tricks"][0]["cards"].reverse(),
        "The plays were",
    ),
    "a card is played twice": (
        lambda view: view["ply"] == 5 and view["tricks"][1]["cards"].__setitem__(0, view["tricks"][0]["cards"][0]),
        "The plays were|cannot be the cards played",
    ),
    "a trick goes to another": (
        lambda view: view["ply"] == 4 and view["tricks"][0].update(winner=(view["tricks"][0]["winner"] + 1) % 4),
        "says that seat . won",
    ),
    "another seat leads": (
        lambda view: view["ply"] == 5 and view["tricks"][1].update(leader=(view["tricks"][1]["leader"] + 1) % 4),
        "that leads to",
    ),
    "a trick is short": (
        lambda view: view["ply"] == 5 and view["tricks"][0]["cards"].pop(),
        "The plays were|each seat",
    ),
    "the opening card is not led": (
        lambda view: view["ply"] == 1 and view["tricks"][0]["cards"].__setitem__(0, "3C"),
        "opened with 3C, not with 2C",
    ),
    "hearts break too early": (lambda view: view["ply"] == 1 and view.update(hearts_broken=True), "hearts are broken"),
    "nobody leads": (
        lambda view: view["state"] == "playing" and view["ply"] == 0 and view.update(to_act=[]),
        "says that seat -1 leads the first trick",
    ),
    "the count of plays is wrong": (lambda view: view["ply"] == 2 and view.update(ply=3), "says otherwise"),
    "another seat is to play": (
        lambda view: view["ply"] == 2 and view.update(to_act=[(view["to_act"][0] + 1) % 4]),
        "says otherwise",
    ),
}


@pytest.mark.parametrize("case", HANDS)
def test_a_hand_that_contradicts_itself_or_the_rules_is_seen(operator, case):
    """What a seat is shown of the hand goes on from what it saw, from what it did, and keeps the rules."""
    change, said = HANDS[case]

    def tamper(request, document):
        if re.fullmatch(r"/v1/deals/1/hands/\d", request.url.path) and document["dealt"]:
            change(document)

    assert re.search(said, str(caught(operator, tamper)))


def test_the_holder_of_the_opening_card_leads(operator):
    """A service that lets another seat open is caught by the first seat that it asks: it holds the card, or does not."""

    def tamper(_request, document):
        if "commitment" in document and document["state"] == "playing" and document["ply"] == 0:
            document["to_act"] = [(document["to_act"][0] + 1) % 4]

    assert "The holder of 2C leads the first trick" in str(caught(operator, tamper))


def test_a_play_that_the_seat_did_not_make_is_seen(operator):
    """A service that plays for a seat is caught when the seat looks, and finds its turn gone."""

    def tamper(request, document):
        if "/hands/" in request.url.path and document["ply"] == 2:
            card = next(one["card"] for one in document["playable"] if one["ok"])
            document["tricks"][0]["cards"].append(card)
            document.update(ply=3, to_act=[(document["to_act"][0] + 1) % 4])

    assert re.search(r"Seat \d played no card; the service shows \S\S\.", str(caught(operator, tamper)))


def test_a_card_of_the_own_hand_is_played_by_nobody_else(operator):
    """A foreign play of a card that this seat holds is seen: one card is not in two hands."""

    def tamper(request, document):
        if "/hands/" in request.url.path and document["ply"] == 2:
            document["tricks"][0]["cards"][1] = next(card for card in document["cards"] if card[1] != "H")

    assert re.search(r"Seat \d cannot have played", str(caught(operator, tamper)))


def test_a_card_that_was_passed_is_played_by_its_receiver_alone(operator):
    """A foreign play of a card that this seat passed to somebody else is seen."""

    def tamper(request, document):
        if "/hands/" in request.url.path and document["ply"] == 2 and document["seat"] == document["to_act"][0]:
            # The second card was played by the seat before this one, which gets nothing from it in a pass to the left.
            card = next(card for card in document["passed_cards"] if card not in document["tricks"][0]["cards"])
            document["tricks"][0]["cards"][1] = card
            document["hearts_broken"] = card[1] == "H"

    assert re.search(r"Seat \d cannot have played", str(caught(operator, tamper)))


JUNK: tuple[object, ...] = (None, [], {}, "x", -1, True, [None], [{}], "\u0000", 10**18)


def broken(document, path=()):
    """Every member of a document in turn, replaced by something else or taken away."""
    members = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in members:
        yield from ((*path, key, junk) for junk in JUNK)
        if isinstance(value, dict | list):
            yield from broken(value, (*path, key))


def test_no_view_crashes_a_client(operator):
    """Whatever stands in a view, a client accepts it, catches the operator or says that it is no view; it never crashes."""
    api = operator.api()
    trust, terms = Trust.in_service(api), Terms.of_one_program(preset("standard"))
    opened = api.post("/v1/deals", terms.to_body())
    receipts = Receipts(trust, 1, terms, frozenset(range(4)))
    receipts.see(opened)
    seats = [Seat(api, receipts, seat, token) for seat, token in enumerate(opened.view("tokens").texts("seats"))]
    seats[0].contribute()
    rng = random.Random(3)
    for seat in seats:
        seat.move(rng)
    for _ in range(9):
        turn = api.get("/v1/deals/1").integers("to_act")[0]
        seats[turn].move(rng)
    view = dict(seats[0].look().members)
    outcomes = set()
    for *way, last, junk in broken(view):
        copy = json.loads(json.dumps(view))
        place = copy
        for step in way:
            place = place[step]
        place[last] = junk
        tracker = HandTracker(terms.ruleset, 1, 0)
        tracker.passed, tracker.played = seats[0].game.tracker.passed, list(seats[0].game.tracker.played)
        try:
            receipts.see(View(copy, "the view"))
            tracker.see(View(copy, "the view"))
            outcomes.add("accepted")
        except (Caught, Unreachable) as error:
            outcomes.add(type(error).__name__)
    assert outcomes == {"accepted", "Caught", "Unreachable"}
