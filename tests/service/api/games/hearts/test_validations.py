"""Judging sequences without a deal, and past deals as text."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from fairdeal.service.api.games.hearts import validations
from tests.service.players import Json, Table, content, problem

VECTORS = json.loads((Path(__file__).parents[4] / "vectors" / "sequences.json").read_text())["sequences"]
HANDS = [
    ["KC", "9C", "6C", "6D", "2C", "TS", "6S", "KD", "3H", "5C", "6H", "AH", "3S"],
    ["8H", "5D", "8C", "2D", "5H", "4S", "7S", "2H", "3D", "QD", "QC", "KS", "JH"],
    ["AC", "AS", "AD", "TC", "QS", "9S", "2S", "TH", "8S", "9D", "3C", "4D", "JC"],
    ["4H", "8D", "QH", "4C", "5S", "KH", "JD", "TD", "7D", "7C", "7H", "JS", "9H"],
]


@pytest.fixture
def database_kind() -> str:
    """SQLite alone: what is tested here stores nothing, or is stored by calls that other tests make on both."""
    return "sqlite"


def judged(client: FlaskClient, body: object) -> Json:
    """What the service says of a body that it can read."""
    answer = client.post("/v1/validations", json=body)
    assert answer.status_code == 200, answer.text
    found: Json = content(answer)
    return found


def asked(case: Json) -> Json:
    """A case of the vectors as a request."""
    return {
        "ruleset": case["ruleset"],
        "hand": case["hand"],
        "hands": [hand.split() for hand in case["hands"]],
        "passes": None if case["passes"] is None else [passed.split() for passed in case["passes"]],
        "plays": case["plays"].split(),
    }


def agrees(said: Json, case: Json) -> None:
    """The answer says what the vector says."""
    assert said["legal"] == (case["violation"] is None)
    assert said["complete"] == case["complete"]
    assert said["points"] == case["points"]
    assert said["next"] == case["next"]
    if case["violation"] is not None:
        assert {name: said["violation"][name] for name in case["violation"]} == case["violation"]
        assert said["violation"]["phase"] == "play"
        assert said["accepted"] == case["violation"]["ply"]


def test_known_sequences_are_judged_as_the_vectors_say(client: FlaskClient):
    """A second, naive reading of the rules and the service agree on every known sequence."""
    assert len(VECTORS) > 100
    for case in VECTORS:
        agrees(judged(client, asked(case)), case)


def test_many_are_judged_in_order_in_one_request(client: FlaskClient):
    """All known sequences at once are answered as one by one."""
    said = judged(client, {"items": [asked(case) for case in VECTORS]})["items"]
    assert len(said) == len(VECTORS)
    for answer, case in zip(said, VECTORS, strict=True):
        agrees(answer, case)


def test_a_bad_one_among_many_is_answered_in_its_place(client: FlaskClient):
    """One that cannot be is a problem with pointers into the whole body; the others are judged all the same."""
    good = asked(VECTORS[0])
    said = judged(
        client, {"items": [good, {"hands": [["2C", "xx"]]}, 7, {**good, "hands": HANDS[:3]}, {"deal": 999}, good]}
    )["items"]
    assert said[0] == said[5] == judged(client, good)
    assert said[1]["problem"]["errors"] == [
        {"detail": "Expected a card such as QS, 10C or Q♠, got 'xx'.", "pointer": "#/items/1/hands/0/1"}
    ]
    assert [error["pointer"] for error in said[2]["problem"]["errors"]] == ["#/items/2"]
    assert [error["pointer"] for error in said[3]["problem"]["errors"]] == ["#/items/3/hands"]
    assert said[4]["problem"]["status"] == 404


@pytest.mark.parametrize("count", [0, 1001])
def test_the_number_of_sequences_is_bounded(client: FlaskClient, count: int):
    """One to a thousand sequences a request."""
    problem(client.post("/v1/validations", json={"items": [{}] * count}), 422, "invalid-request")


def test_a_thousand_hands_fit_into_one_request(client: FlaskClient):
    """The largest number of sequences is not too large a body, with every card named."""
    case = asked(VECTORS[0])
    sequence = {"hands": case["hands"], "plays": case["plays"]}
    items = json.dumps({"items": [sequence] * 1000}, separators=(",", ":"))
    answer = client.post("/v1/validations", data=items, content_type="application/json")
    assert answer.status_code == 200, answer.text
    assert len(content(answer)["items"]) == 1000


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"hands": HANDS[:3]}, "#/hands"),
        ({"hands": [*HANDS[:3], HANDS[0]]}, "#/hands/3/0"),
        ({"hands": [HANDS[0][:12], *HANDS[1:]]}, "#/hands/0"),
        ({"hands": [[*HANDS[0][:12], "XC"], *HANDS[1:]]}, "#/hands/0/12"),
        ({"hands": [[*HANDS[0][:12], "1C"], *HANDS[1:]]}, "#/hands/0/12"),
        ({"hands": [*HANDS[:3], 7]}, "#/hands/3"),
        ({"hands": None}, "#/hands"),
        ({"passes": [["2C", "6C", "KC"]]}, "#/passes"),
        ({"passes": [["2C", "6C", "??"], None, None, None]}, "#/passes/0/2"),
        ({"plays": ["2C", "zz"]}, "#/plays/1"),
        ({"plays": [{"seat": 0, "card": "zz"}]}, "#/plays/0/card"),
        ({"plays": [{"seat": 4, "card": "2C"}]}, "#/plays/0/seat"),
        ({"plays": [{"seat": True, "card": "2C"}]}, "#/plays/0/seat"),
        ({"plays": [{"seat": 0}]}, "#/plays/0/card"),
        ({"plays": [{"seat": 0, "card": "2C", "at": 1}]}, "#/plays/0/at"),
        ({"plays": ["2C", {"seat": 9, "card": "5C"}]}, "#/plays/1/seat"),
        ({"hand": 0}, "#/hand"),
        ({"ruleset": {"preset": "standard", "moon": "maybe"}}, "#/ruleset/moon"),
        ({"deal": 1}, "#"),
        ({"pbn": "0:"}, "#"),
    ],
)
def test_hands_that_cannot_be_are_422_and_pointed_at(client: FlaskClient, change: Json, pointer: str):
    """A card twice, missing or of no deck, unequal hands, cards that are none: each is pointed at."""
    answer = client.post("/v1/validations", json={"hands": HANDS, "passes": None, "plays": [], **change})
    errors = problem(answer, 422, "invalid-request")["errors"]
    assert [error["pointer"] for error in errors] == [pointer]


def test_the_first_violation_is_told_with_what_would_be_legal(client: FlaskClient):
    """Where a sequence goes wrong: phase, ply, seat, card, rule, a sentence, and the legal cards."""
    said = judged(client, {"hands": HANDS, "passes": None, "plays": ["2C", "QD"]})
    assert (said["legal"], said["accepted"], said["next"]) == (False, 1, None)
    violation = said["violation"]
    assert violation["detail"]
    assert {name: violation[name] for name in ("phase", "ply", "seat", "card", "rule", "allowed")} == {
        "phase": "play",
        "ply": 1,
        "seat": 1,
        "card": "QD",
        "rule": "must-follow-suit",
        "allowed": ["8C", "QC"],
    }


def test_who_plays_may_be_said(client: FlaskClient):
    """A seat that is named is held to its turn."""
    said = judged(client, {"hands": HANDS, "passes": None, "plays": ["2C", {"seat": 2, "card": "3C"}]})
    assert said["violation"]["rule"] == "not-your-turn"
    said = judged(client, {"hands": HANDS, "passes": None, "plays": [{"card": "2C"}, {"seat": 1, "card": "8c"}]})
    assert said["legal"]
    assert said["next"] == {"seat": 2, "allowed": ["3C", "TC", "JC", "AC"]}


def test_phases_are_codes_here(client: FlaskClient):
    """What would be a wrong state of a deal is a violation of a sequence."""
    passes = [hand[:3] for hand in HANDS]
    assert judged(client, {"hands": HANDS, "hand": 4, "passes": passes})["violation"]["rule"] == "not-passing"
    assert judged(client, {"hands": HANDS, "passes": [*passes[:3], None], "plays": ["2C"]})["violation"]["rule"] == (
        "not-playing"
    )
    case = asked(VECTORS[0])
    more = {**case, "plays": [*case["plays"], "2C"]}
    assert judged(client, more)["violation"]["rule"] == "hand-complete"


def test_a_running_deal_is_no_oracle(client: FlaskClient):
    """The cards of a deal are judged only after its outcome, and never if it had none."""
    table = Table.open(client).close().pass_all()
    body = {"deal": table.number, "passes": None, "plays": ["2C"]}
    found = problem(client.post("/v1/validations", json=body), 409, "not-yet-revealed")
    assert set(found) == {"type", "title", "status", "detail", "instance", "state"}
    early = Table.open(client)
    early.done("void", early.opener, {})
    problem(client.post("/v1/validations", json={"deal": early.number}), 409, "no-cards")
    problem(client.post("/v1/validations", json={"deal": 999}), 404, "not-found")
    table.play()
    assert judged(client, body)["accepted"] == 1


@pytest.mark.parametrize("hand", [1, 4])
def test_a_past_deal_is_judged_as_it_was_played(client: FlaskClient, hand: int):
    """Its own record is legal and gives its points; its pass may be left out."""
    table = Table.open(client, hand=hand).finish()
    bundle = content(table.call("GET", "proof"))
    record = [line.split() for line in bundle["record"].splitlines()]
    passes = [words[3:] for words in record if words[0] == "pass"] or None
    plays = [card for words in record if words[0] == "trick" for card in words[2:]]
    for body in ({"passes": passes, "plays": plays}, {"passes": None, "plays": plays}, {"plays": plays}):
        said = judged(client, {"deal": table.number, **body})
        assert said["complete"]
        assert said["points"] == bundle["points"]
        assert said["tricks"] == table.look()["tricks"]


@pytest.mark.parametrize(
    ("ruleset", "hand"), [("standard", 1), ("no-pass", 1), ({"preset": "three-to-six", "players": 6}, 2)]
)
def test_a_deal_can_be_taken_away_as_text_and_sent_back(client: FlaskClient, ruleset: object, hand: int):
    """What the notations of a past deal say is judged as the deal was played."""
    table = Table.open(client, ruleset=ruleset, hand=hand).finish()
    view = table.look()
    answer = table.call("GET", "notation/pbn")
    assert answer.content_type == "text/plain; charset=utf-8"
    said = judged(client, {"ruleset": ruleset, "hand": hand, "pbn": answer.text})
    assert (said["complete"], said["points"], said["tricks"]) == (True, view["points"], view["tricks"])
    answer = table.call("GET", "notation/openspiel")
    if view["players"] != 4:
        problem(answer, 404, "not-found")
        return
    actions = answer.text
    for form in (actions, [int(word) for word in actions.split()]):
        said = judged(client, {"ruleset": ruleset, "hand": hand, "openspiel": form})
        assert (said["complete"], said["points"]) == (True, view["points"])


def test_a_running_deal_is_not_written_down(client: FlaskClient):
    """Neither notation exists before the outcome, and there are no others."""
    table = Table.open(client).close()
    for notation in ("pbn", "openspiel"):
        problem(table.call("GET", f"notation/{notation}"), 409, "not-yet-revealed")
    problem(table.call("GET", "notation/lin"), 404, "not-found")


@pytest.mark.parametrize(
    "body",
    [
        {"pbn": "0:AKQ"},
        {"pbn": 7},
        {"pbn": "x" * 1001},
        {"openspiel": [0, 1]},
        {"openspiel": [0.0] * 53},
        {"openspiel": "0 1 x"},
        {"openspiel": "0  1"},
        {"openspiel": [True] * 53},
        {"pbn": "0:", "plays": ["2C"]},
        {"openspiel": [], "passes": None},
        {},
        {"plays": ["2C"]},
    ],
)
def test_texts_that_cannot_be_read_are_422(client: FlaskClient, body: Json):
    """A notation is read strictly, and stands for hands, passes and plays at once."""
    problem(client.post("/v1/validations", json=body), 422, "invalid-request")


def test_the_published_line_is_a_hand(client: FlaskClient):
    """The example of a hand as a line can be sent as it is."""
    said = judged(client, validations.EXAMPLES["line"]["value"])
    assert (said["legal"], said["accepted"]) == (True, 1)
