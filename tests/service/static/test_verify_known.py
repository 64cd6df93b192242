"""verify.js against known answers: whole deals, voids, shuffles, sequences, presets and trees."""

import json
from pathlib import Path

import pytest

from tests.service.static.asking import ask, results, verify
from tests.service.static.bundle_maker import Origin, bundle, commit_statement, of_vector
from tests.service.static.self_test_bundle import SMALL

VECTORS = Path(__file__).parents[2] / "vectors"
ORIGIN = Origin("deals.example.com")
DEALS = json.loads((VECTORS / "deals.json").read_text(encoding="utf-8"))
SEQUENCES = json.loads((VECTORS / "sequences.json").read_text(encoding="utf-8"))["sequences"]
PRESETS = json.loads((VECTORS / "presets.json").read_text(encoding="utf-8"))
ED25519 = json.loads((VECTORS / "ed25519.json").read_text(encoding="utf-8"))
TREES = json.loads((VECTORS / "rfc6962.json").read_text(encoding="utf-8"))

PROVED = {
    "commit-logged": "pass",
    "commitment-opens": "pass",
    "terms": "pass",
    "contributions": "pass",
    "table": "pass",
    "deal": "pass",
    "play": "pass",
    "signatures": "not proved",
    "outcome-logged": "pass",
    "unique": "not proved",
}


def test_every_known_deal_verifies():
    """All known deals pass every check; where the known answers hold some of a deal's signed moves, `signatures` says so."""
    reports = verify(map(of_vector, DEALS["deals"]), vkeys=ORIGIN.vkeys, policy=ORIGIN.policy)
    for case, report in zip(DEALS["deals"], reports, strict=True):
        expected = PROVED | {"signatures": "fail"} if case["moves"] else PROVED
        assert results(report) == expected, (case["name"], report)


def test_known_moves_are_those_of_the_record():
    """Each known move, its hash of what the seat knew included, is what verify.js expects its seat to have signed."""
    keyed = [case for case in DEALS["deals"] if case["moves"]]
    tables = [case["outcome"].splitlines()[4].removeprefix("table ") for case in keyed]
    answers = ask(
        {"ask": "moves", "record": case["record"], "ruleset": case["ruleset"], "table": table}
        for case, table in zip(keyed, tables, strict=True)
    )
    assert len(keyed) == 44
    for case, texts in zip(keyed, answers, strict=True):
        known = [move["statement"] for move in case["moves"]]
        assert [text for text in texts if text in known] == known, case["name"]


def test_known_signatures_are_good():
    """Each known signed move is good by the key of its seat in the table."""
    requests = []
    for case in DEALS["deals"]:
        keys = dict(line.split()[1:] for line in case["table"].splitlines() if line.startswith("key "))
        for move in case["moves"]:
            seat = move["statement"].splitlines()[4].removeprefix("seat ")
            requests.append(
                {
                    "ask": "signature",
                    "key": keys[seat],
                    "signature": move["signature"],
                    "message": move["statement"],
                }
            )
    assert requests
    assert set(ask(requests)) == {True}


@pytest.mark.parametrize("case", ED25519["cases"], ids=lambda case: case["name"])
def test_signatures_on_which_libraries_differ(case):
    """S < L, canonical points of no small order, no cofactor: whatever the WebCrypto underneath says."""
    request = {"ask": "signature", "message": ED25519["message"]} | {name: case[name] for name in ("key", "signature")}
    assert ask([request]) == [case["good"]]


# The known answers lack the nonce of seat 0 in "withheld by seat 2", so nobody but seat 2 could have been waited for.
VOID_RESULTS = {
    "unclaimed": {
        "terms": "not applicable",
        "contributions": "not applicable",
        "table": "not applicable",
        "deal": "not applicable",
        "play": "not applicable",
        "signatures": "not applicable",
    },
    "expired while sealing": {
        "terms": "pass",
        "contributions": "not applicable",
        "table": "not applicable",
        "deal": "not applicable",
        "play": "not applicable",
        "signatures": "not applicable",
    },
    "withheld by seat 2": {
        "terms": "pass",
        "contributions": "fail",
        "table": "not applicable",
        "deal": "not applicable",
        "play": "not applicable",
        "signatures": "not applicable",
    },
    "abandoned in a hold hand before the first trick": {},
    "failed after the table, blind": {},
}


def test_every_known_void_is_judged():
    """None of the known voids is left out."""
    assert VOID_RESULTS.keys() == {void["name"] for void in DEALS["voids"]}


@pytest.mark.parametrize("name", VOID_RESULTS)
def test_known_voids(name):
    """A known void passes what it has, and the checks of the parts that it lacks are not applicable."""
    case = next(void for void in DEALS["voids"] if void["name"] == name)
    standard = next(preset["ruleset"] for preset in PRESETS if preset["preset"] == "standard")
    parts = {}
    if "open" in case:
        lines = case["open"].splitlines()
        parts |= {"open_": case["open"], "ruleset": standard, "hand": int(lines[4].removeprefix("hand "))}
    if "seals" in case:
        parts |= {"seals": case["seals"], "contributions": {}}
    if "table" in case:
        known = ask([{"ask": "dealt", "ruleset": standard, "seed": case["server_seed"], "table": case["table"]}])[0]
        nonces = dict(line.split()[1:] for line in case["table"].splitlines() if line.startswith("seat "))
        parts |= {
            "table": case["table"],
            "contributions": {int(seat): nonce for seat, nonce in nonces.items()},
            "record": case["record"],
            "signed": [],
            **known,
        }
    commit = commit_statement(case["origin"], case["number"], bytes.fromhex(case["server_seed"]))
    void = bundle(ORIGIN, case["number"], commit, case["outcome"], **parts)
    (report,) = verify([void], vkeys=ORIGIN.vkeys)
    assert results(report) == PROVED | VOID_RESULTS[name], report
    assert report["exit_code"] == (1 if "fail" in results(report).values() else 0)
    assert {"name": "void-reason"}.items() <= report["reservations"][-1].items()


@pytest.mark.parametrize("case", DEALS["fisher_yates"], ids=lambda case: case["name"])
def test_known_shuffles(case):
    """The shuffle passes over the words that would favour some cards, and uses exactly the words that it should."""
    clubs_first = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    (answer,) = ask([{"ask": "shuffle", "deck": clubs_first, "words": case["words"]}])
    assert answer == {"deck": case["deck"].split(), "used": len(case["words"])}


def test_known_sequences():
    """Each known sequence of plays stops where the rules stop it, with the cards that would have been legal, and scores so."""
    answers = ask(
        {
            "ask": "sequence",
            "ruleset": case["ruleset"],
            "hand": case["hand"],
            "hands": [hand.split() for hand in case["hands"]],
            "passes": case["passes"] and [cards.split() for cards in case["passes"]],
            "plays": case["plays"].split(),
        }
        for case in SEQUENCES
    )
    assert len(answers) == 112
    for case, answer in zip(SEQUENCES, answers, strict=True):
        assert answer["violation"] == case["violation"], case["name"]
        assert answer.get("points") == case["points"], case["name"]
        if case["violation"] is None:
            assert answer.get("next") == case["next"], case["name"]


def test_every_preset_has_its_canonical_form():
    """Every shipped preset is read with all options written out and without the defaults, and has one canonical form."""
    whole = ask({"ask": "ruleset", "object": preset["ruleset"]} for preset in PRESETS)
    short = ask({"ask": "ruleset", "object": json.loads(preset["canonical"])} for preset in PRESETS)
    assert whole == short
    for preset, answer in zip(PRESETS, whole, strict=True):
        assert answer["canonical"] == preset["canonical"]
        assert preset["ruleset"].items() <= answer["options"].items()


def test_defaults_are_compared_by_type_and_value():
    """0 is not false, 1 not true, and null is a value; the order of an object's names says nothing; an option is replaced whole."""
    objects = [
        {"game": "hearts", "players": 4, "card_points": {"JD": -10, "QS": 13}},
        {"card_points": {"QS": 13, "JD": -10}, "players": 4, "game": "hearts", "jokers": 0},
        {"game": "hearts", "players": 4, "card_points": {"JD": -10}},
        {"game": "hearts", "players": 4, "card_points": {}},
    ]
    forms = [answer["canonical"] for answer in ask({"ask": "ruleset", "object": each} for each in objects)]
    assert forms[0] == forms[1] == '{"card_points":{"JD":-10,"QS":13},"game":"hearts","players":4}'
    assert forms[2:] == [
        '{"card_points":{"JD":-10},"game":"hearts","players":4}',
        '{"card_points":{},"game":"hearts","players":4}',
    ]
    wrong = [{"jokers": False}, {"hearts_must_be_broken": 1}, {"removed": None}, {"target": None}, {"jokers": "0"}]
    for answer in ask({"ask": "ruleset", "object": {"game": "hearts", "players": 4} | each} for each in wrong):
        assert "expected" in answer["why"]


BAD_RULES = {
    "two players": {"players": 2},
    "seven players": {"players": 7},
    "players as text": {"players": "4"},
    "a removed heart": {"removed": ["2H", "3H", "4H", "5H"]},
    "the queen removed": {"removed": ["JS", "QS", "KS", "AS"]},
    "a removed joker": {"removed": ["XC"], "jokers": 1},
    "a card twice": {"removed": ["2C", "2C", "3C", "4C"]},
    "out of deck order": {"removed": ["2D", "2C", "3D", "4D"]},
    "no multiple of the players": {"removed": ["2C"]},
    "three jokers": {"jokers": 3},
    "jokers that leave no multiple": {"jokers": 2},
    "no card passed": {"pass_count": 0},
    "the whole hand passed": {"pass_count": 13},
    "an empty cycle": {"pass_cycle": []},
    "a cycle of 13": {"pass_cycle": [0] * 13},
    "an offset beyond half": {"pass_cycle": [3]},
    "minus half": {"pass_cycle": [-2]},
    "an opening that is no name": {"opening": 0},
    "a first trick that is no name": {"first_trick_points": None},
    "a switch as a number": {"queen_breaks_hearts": 0},
    "a switch missing": {"hearts_must_be_broken": None},
    "points for another card": {"card_points": {"QS": 13, "2C": 1}},
    "points for a removed card": {"removed": ["JD", "2C", "3C", "4C"], "card_points": {"QS": 13, "JD": -10}},
    "no points": {"card_points": {"QS": 0}},
    "too many points": {"card_points": {"QS": 1001}},
    "no club to lead": {"removed": [rank + "C" for rank in "23456789TJQKA"] + ["2D", "3D", "4D"]},
    "no target": {"target": 0},
    "too high a target": {"target": 10001},
    "a reset to the target": {"exact_target_resets_to": 100},
    "a reset below 0": {"exact_target_resets_to": -1},
    "no game": {"game": None},
}


@pytest.mark.parametrize("change", BAD_RULES.values(), ids=BAD_RULES.keys())
def test_a_ruleset_out_of_bounds_is_refused(change):
    """One option out of its bounds spoils a ruleset."""
    standard = next(preset["ruleset"] for preset in PRESETS if preset["preset"] == "standard")
    (answer,) = ask([{"ask": "ruleset", "object": standard | change}])
    assert "the ruleset" in answer["why"]
    assert "known here" not in answer["why"]


def test_game_and_players_are_required():
    """Every option but these has a default."""
    for missing in ("game", "players"):
        (answer,) = ask([{"ask": "ruleset", "object": {"game": "hearts", "players": 4} | {missing: None}}])
        assert missing in answer["why"]
        whole = {"game": "hearts", "players": 4}
        del whole[missing]
        (answer,) = ask([{"ask": "ruleset", "object": whole}])
        assert missing in answer["why"]


def test_known_inclusion_proofs():
    """RFC 6962's example tree: each known proof leads to its root, and at no other index, size or with a hash too few."""
    requests = []
    for proof in TREES["inclusion"]:
        good = {
            "ask": "included",
            "leaf": TREES["leaves_hex"][proof["index"]],
            "index": proof["index"],
            "size": proof["size"],
            "path": proof["proof"],
            "root": TREES["roots_by_size"][proof["size"]],
        }
        requests += [
            good,
            good | {"index": proof["index"] + 1},
            good | {"size": proof["size"] * 2 + 1},
            good | {"path": proof["proof"][:-1]},
            good | {"path": [*proof["proof"], proof["proof"][0]]},
            good | {"leaf": "ff"},
            good | {"index": proof["size"]},
        ]
    assert ask(requests) == [True, False, False, False, False, False, False] * len(TREES["inclusion"])


def test_the_known_note_and_its_cosignature():
    """A checkpoint that peers in Go, Rust and Python accept is accepted, with its witness, and not with a byte changed."""
    lines = (VECTORS / "signed-note.txt").read_text(encoding="utf-8").splitlines()
    log, witness = lines[2], lines[3]
    first, last = (i for i, line in enumerate(lines) if line == "--------")
    note = "".join(line + "\n" for line in lines[first + 1 : last])
    policy = f"witness one {witness}\ngroup all all one\nquorum all\n"
    stranger = f"witness one {Origin('elsewhere').witness.vkey}\nquorum one\n"
    good, alone, unsigned, unwitnessed, changed = ask(
        [
            {"ask": "checkpoint", "note": note, "vkey": log, "policy": policy},
            {"ask": "checkpoint", "note": note, "vkey": log, "policy": None},
            {"ask": "checkpoint", "note": note, "vkey": ORIGIN.statements.vkey, "policy": None},
            {"ask": "checkpoint", "note": note, "vkey": log, "policy": stranger},
            {"ask": "checkpoint", "note": note.replace("70000", "70001"), "vkey": log, "policy": policy},
        ]
    )
    assert good["size"] == 70000
    assert good == alone
    assert "is of" in unsigned["why"]
    assert "quorum" in unwitnessed["why"]
    assert "signature" in changed["why"]


def test_a_forced_heart_lead_breaks_hearts_only_where_any_heart_does():
    """A hand of hearts leads one: that breaks hearts where any heart played does, not where one must be discarded."""
    small = SMALL | {"opening": "seat-0", "pass_cycle": [0]}
    hands = ["3H 4H 5H 6H 7H", "KH AH QH 2C QS", "2H 8H 9H TH JH"]
    played, discarded = ask(
        {
            "ask": "sequence",
            "ruleset": small | {"hearts_broken_by": broken_by},
            "hand": 1,
            "hands": [cards.split() for cards in hands],
            "passes": None,
            "plays": ["3H", "AH", "2H", "KH"],
        }
        for broken_by in ("heart-played", "heart-discarded")
    )
    assert played["violation"] is None
    assert discarded["violation"] == {"ply": 3, "seat": 1, "card": "KH", "allowed": ["2C", "QS"]}
