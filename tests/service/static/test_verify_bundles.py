"""verify.js on bundles made for it: valid ones pass, spoiled ones fail by name, and what is not proved says so."""

import json

from tests.service.static.asking import ask, results, verify
from tests.service.static.bundle_maker import Origin, played, without_table
from tests.service.static.corpus import ORIGIN, STANDARD, valid
from tests.service.static.tamperings import WHOLE, put, restate, spoiled, text

DEAL = played(STANDARD, label="whole", contributors=(0, 2), sealed=True, opener="blind", keyed=(0, 1, 3))


def test_valid_bundles_of_all_presets_have_no_failed_check():
    """Bundles over all presets, ends and openers: no check fails, and each check passes where its parts are there."""
    bundles = list(valid(200))
    for bundle, report in zip(bundles, verify(bundles, vkeys=ORIGIN.vkeys, policy=ORIGIN.policy), strict=True):
        found = results(report)
        assert report["exit_code"] == 0, report
        logged = bundle["outcome"]["proof"] is not None
        assert found["commit-logged"] == found["outcome-logged"] == ("pass" if logged else "not proved")
        assert found["commitment-opens"] == "pass"
        assert found["terms"] == ("pass" if bundle["open"] else "not applicable")
        assert found["contributions"] == ("pass" if bundle["contributions"] is not None else "not applicable")
        for check in ("table", "deal", "play"):
            assert found[check] == ("pass" if bundle["table"] else "not applicable"), report
        if not bundle["table"]:
            assert found["signatures"] == "not applicable"
        else:
            keyed = "\nkey " in bundle["table"]["statement"]
            assert found["signatures"] == ("pass" if keyed else "not proved")


def test_each_spoiled_part_fails_the_check_that_it_counts_under():
    """Whatever is changed in a whole deal's bundle, the check that its part counts under fails, and the exit code is 1."""
    cases = list(spoiled(DEAL, WHOLE))
    reports = verify((bundle for _, _, bundle in cases), vkeys=ORIGIN.vkeys, policy=ORIGIN.policy)
    for (name, check, _), report in zip(cases, reports, strict=True):
        assert results(report)[check] == "fail", (name, report)
        assert report["exit_code"] == 1, name


def test_each_check_is_computed_alone():
    """A loose part that is wrong fails its own check, and no check that does not read it."""
    alone = [
        "another key",
        "another hand",
        "seals signed by another",
        "a contribution changed",
        "two cards exchanged in the deck",
        "two hands exchanged",
        "the points changed",
        "a signed move missing",
        "another index",
    ]
    cases = list(spoiled(DEAL, {name: WHOLE[name] for name in alone}))
    for (name, check, _), report in zip(
        cases, verify((bundle for _, _, bundle in cases), vkeys=ORIGIN.vkeys), strict=True
    ):
        assert [each for each, result in results(report).items() if result == "fail"] == [check], name


def test_the_commonest_human_error_is_named():
    """A commitment where the seed belongs is recognised and called so."""
    ((_, _, bundle),) = spoiled(DEAL, {"it": WHOLE["the commitment as the seed"]})
    (report,) = verify([bundle])
    detail = next(check["detail"] for check in report["checks"] if check["name"] == "commitment-opens")
    assert detail == "the outcome's seed is the commitment: a commitment was pasted where the seed belongs"


WITHHELD = without_table(STANDARD, label="withheld", seals_in=True, contributed=(0,), reason="withheld", waiting="2")
UNCLAIMED = without_table(STANDARD, label="unclaimed", opened=False, reason="unclaimed")

VOIDS = {
    "a ruleset of a number never opened": (UNCLAIMED, "terms", put("ruleset", value=STANDARD)),
    "a hand of a number never opened": (UNCLAIMED, "terms", put("hand", value=1)),
    "an open statement of a number never opened": (UNCLAIMED, "terms", put("open", value=WITHHELD["open"])),
    "seals of a number never opened": (UNCLAIMED, "contributions", put("seals", value=WITHHELD["seals"])),
    "contributions of a number never opened": (UNCLAIMED, "contributions", put("contributions", value=[])),
    "a table of a number never opened": (UNCLAIMED, "table", put("table", value=DEAL["table"])),
    "a deck never dealt": (UNCLAIMED, "deal", put("deck", value=DEAL["deck"])),
    "hands never dealt": (UNCLAIMED, "deal", put("hands", value=[])),
    "a record of nothing": (UNCLAIMED, "play", put("record", value=DEAL["record"])),
    "points of nothing": (UNCLAIMED, "play", put("points", value=[0, 0, 0, 0])),
    "signed moves of nothing": (UNCLAIMED, "signatures", put("signed", value=[])),
    "another open statement": (WITHHELD, "terms", restate("open", "1796086400", "1796086401")),
    "a nonce that does not match its seal": (
        WITHHELD,
        "contributions",
        put("contributions", 0, "nonce", value="0" * 64),
    ),
    "a nonce of no contributor": (WITHHELD, "contributions", put("contributions", 0, "seat", value=1)),
    "no contributions where seals fix them": (WITHHELD, "contributions", put("contributions", value=None)),
    "no seals": (WITHHELD, "contributions", put("seals", value=None)),
    "seals of another deal": (WITHHELD, "contributions", put("seals", value=DEAL["seals"])),
    "a reason that is none": (WITHHELD, "outcome-logged", text("outcome", "statement", old="withheld", new="refused")),
}


def test_each_spoiled_part_of_a_void_fails_its_check():
    """What a void lacks must be null, and what it has must be right."""
    cases = [
        (name, check, next(spoiled(bundle, {name: (check, spoil)}))[2])
        for name, (bundle, check, spoil) in VOIDS.items()
    ]
    for (name, check, _), report in zip(
        cases, verify((bundle for _, _, bundle in cases), vkeys=ORIGIN.vkeys), strict=True
    ):
        assert results(report)[check] == "fail", (name, report)


def test_a_void_names_its_reason_and_who_was_waited_for():
    """The reservation `void-reason` says why there was no hand, and whom the service waited for."""
    (report,) = verify([WITHHELD])
    assert {"name": "void-reason", "detail": "withheld; the service was waiting for 2"} in report["reservations"]


def test_without_pinned_keys_nothing_signed_is_proved():
    """No pinned keys: the bundle's own are tried, so good signatures are `not proved`, and a bad one still fails."""
    ((_, _, bad),) = spoiled(DEAL, {"it": WHOLE["a signature of the open statement broken"]})
    good_report, bad_report = verify([DEAL, bad])
    signed = {"commit-logged", "terms", "contributions", "table", "outcome-logged"}
    found = results(good_report)
    assert {name for name, result in found.items() if result == "not proved"} == {*signed, "unique"}
    assert results(bad_report)["terms"] == "fail"
    assert results(bad_report)["commit-logged"] == "not proved"


def test_a_pinned_key_of_another_service_fails():
    """Pinned keys that are not the bundle's fail whatever they should have signed."""
    (report,) = verify([DEAL], vkeys=Origin("deals.example.com", "two").vkeys)
    failed = {name for name, result in results(report).items() if result == "fail"}
    assert failed >= {"commit-logged", "terms", "contributions", "table", "outcome-logged"}
    assert results(report)["commitment-opens"] == "pass"


def test_a_pinned_origin_fails_the_bundle_of_another():
    """A bundle of another origin than the pinned one fails, however consistent it is."""
    (report,) = verify([DEAL], origin="other.example.com")
    assert results(report)["commit-logged"] == "fail"
    assert results(report)["commitment-opens"] == "fail"


def test_a_pinned_number_fails_the_bundle_of_another():
    """Who asked for deal 18 is not content with deal 17."""
    right, wrong = verify([DEAL], number=17) + verify([DEAL], number=18)
    assert right["exit_code"] == 0
    assert results(wrong)["commit-logged"] == "fail"


def test_a_policy_asks_for_its_quorum():
    """With a witness policy that nobody satisfied the log checks fail; with one that holds there is no `no-witness`."""
    stranger = Origin("elsewhere", "two").witness.vkey
    mine = ORIGIN.witness.vkey
    policies = {
        f"witness a {mine}\nquorum a\n": "pass",
        f"witness a {mine}\nwitness b {stranger}\ngroup g any a b\nquorum g\n": "pass",
        f"witness a {mine}\nwitness b {stranger}\ngroup g 2 a b\nquorum g\n": "fail",
        f"witness b {stranger}\nquorum b\n": "fail",
        "quorum none\n": "pass",
    }
    for policy, expected in policies.items():
        (report,) = verify([DEAL], vkeys=ORIGIN.vkeys, policy=policy)
        assert results(report)["commit-logged"] == expected, policy
        assert results(report)["outcome-logged"] == expected, policy
        names = [reservation["name"] for reservation in report["reservations"]]
        assert ("no-witness" in names) == (policy == "quorum none\n")


def test_a_forged_cosignature_fails():
    """A cosignature line that claims a known witness and is not its own spoils the checkpoint."""
    proof = DEAL["commit"]["proof"]
    forged = DEAL | {
        "commit": DEAL["commit"] | {"proof": proof[:-30] + ("A" if proof[-30] != "A" else "B") + proof[-29:]}
    }
    (report,) = verify([forged], vkeys=ORIGIN.vkeys, policy=ORIGIN.policy)
    assert results(report)["commit-logged"] == "fail"


def test_reservations_stand_beside_the_checks():
    """Each weakness of a deal is named, and none is where there is none."""
    weak = played(STANDARD, label="weak", by="opener")
    open_ = played(STANDARD, label="open", contributors=(0, 1, 2, 3), opener="blind", keyed=(0, 1, 2, 3))
    strong = played(
        STANDARD, label="strong", contributors=(0, 1, 2, 3), sealed=True, opener="blind", keyed=(0, 1, 2, 3)
    )
    reports = verify([weak, open_, strong], vkeys=ORIGIN.vkeys, policy=ORIGIN.policy)
    names = [[reservation["name"] for reservation in report["reservations"]] for report in reports]
    assert names == [
        ["single-contributor", "silent-seats", "sighted-opener", "keyless-seats", "by-opener"],
        ["unsealed"],
        [],
    ]


UNREADABLE = {
    "nothing": "",
    "white space": " \n",
    "no JSON": "fairdeal/v1",
    "a list": "[]",
    "null": "null",
    "another protocol": json.dumps(DEAL).replace("fairdeal/v1", "fairdeal/v10"),
    "no protocol": json.dumps({"number": 17}),
    "an integer of 2^53": json.dumps(DEAL).replace('"number": 17', '"number": 9007199254740992'),
    "a fraction": json.dumps(DEAL).replace('"number": 17', '"number": 17.0'),
    "an exponent": json.dumps(DEAL).replace('"number": 17', '"number": 17e0'),
    "a number beyond doubles": json.dumps(DEAL).replace('"number": 17', '"number": 1e400'),
    "minus nothing": json.dumps(DEAL).replace('"points": [', '"points": [-0, '),
    "17 levels": json.dumps(DEAL).replace('"hand": 1', '"hand": ' + "[" * 16 + "]" * 16),
    "more than a mebibyte": json.dumps(DEAL) + " " * 2**20,
    "a far too long integer": json.dumps(DEAL).replace('"number": 17', '"number": ' + "1" * 20),
    "a key twice": json.dumps(DEAL)[:-1] + ', "number": 17}',
    "a key twice, deeper": json.dumps(DEAL).replace('"target": 100', '"target": 50, "target": 100'),
    "a key twice, escaped": json.dumps(DEAL)[:-1] + ', "n\\u0075mber": 17}',
    "a lone surrogate": json.dumps(DEAL)
    .replace('"by seats', '"\\ud800by seats')
    .replace('"record": "', '"record": "\\ud800'),
    "not a number": json.dumps(DEAL).replace('"number": 17', '"number": NaN'),
    "a leading zero": json.dumps(DEAL).replace('"number": 17', '"number": 017'),
    "a comment": json.dumps(DEAL) + "//",
    "a comma too many": json.dumps(DEAL)[:-1] + ",}",
    "two bundles": json.dumps(DEAL) * 2,
    "a newline in a string": json.dumps(DEAL).replace("\\n", "\n", 1),
    "deep nesting": json.dumps(DEAL).replace('"hand": 1', '"hand": ' + "[" * 100000 + "]" * 100000),
    "half of it": json.dumps(DEAL)[:3000],
    "a byte order mark": b"\xef\xbb\xbf" + json.dumps(DEAL).encode(),
    "no UTF-8": json.dumps(DEAL).encode().replace(b"fairdeal", b"fairdea\xff", 1),
}


def test_unreadable_input_is_no_success():
    """What is no bundle of this protocol is refused with exit code 2 and a reason, and no check passes."""
    for name, report in zip(UNREADABLE, verify(UNREADABLE.values(), vkeys=ORIGIN.vkeys), strict=True):
        assert report["exit_code"] == 2, name
        assert report["error"], name
        assert report["checks"] == [], name


def test_the_loose_protocol_excuses_nothing():
    """A bundle of fairdeal/v1 statements that calls itself another protocol, or none, fails its commit."""
    without = {name: value for name, value in DEAL.items() if name != "protocol"}
    for report in verify([DEAL | {"protocol": "fairdeal/v2"}, DEAL | {"protocol": None}, without], vkeys=ORIGIN.vkeys):
        assert results(report)["commit-logged"] == "fail"
        assert report["exit_code"] == 1


def test_an_empty_bundle_fails():
    """A bundle that names the protocol and nothing else fails its checks."""
    (report,) = verify(['{"protocol": "fairdeal/v1"}'])
    assert report["exit_code"] == 1
    assert set(results(report).values()) == {"fail", "not proved"}
    assert [name for name, result in results(report).items() if result == "not proved"] == ["unique"]


def test_bytes_and_text_give_the_same_report():
    """A bundle may come as text or as the bytes of a file."""
    assert verify([json.dumps(DEAL)]) == verify([json.dumps(DEAL).encode()])


BAD_PINS = {
    "an origin that is none": {"origin": "Deals.Example"},
    "a key that is none": {"vkeys": ["deals.example.com"]},
    "a key with another ID": {"vkeys": [ORIGIN.statements.vkey.replace("+", "+0", 1)]},
    "a key of another origin": {"origin": "other.example.com", "vkeys": [ORIGIN.statements.vkey]},
    "a key of no log": {"vkeys": [Origin("deals.example.com/games").statements.vkey]},
    "two keys of one name": {"vkeys": [ORIGIN.statements.vkey, Origin("deals.example.com", "two").statements.vkey]},
    "a cosigner's key": {"vkeys": [ORIGIN.witness.vkey]},
    "one key of three": {"vkeys": [ORIGIN.statements.vkey]},
    "a number that is none": {"number": 0},
    "a policy without a quorum": {"policy": f"witness a {ORIGIN.witness.vkey}\n"},
    "a policy with an unknown quorum": {"policy": "quorum everyone\n"},
    "a policy with a witness twice": {"policy": f"witness a {ORIGIN.witness.vkey}\n" * 2 + "quorum a\n"},
    "a policy that asks for more than there are": {
        "policy": f"witness a {ORIGIN.witness.vkey}\ngroup g 2 a\nquorum g\n"
    },
    "a policy in another language": {"policy": "trust everyone\n"},
}


def test_pins_that_are_none_are_refused():
    """A pinned origin, key or policy that cannot be read is an error: nothing is checked against a guess."""
    answers = ask({"ask": "verify", "text": json.dumps(DEAL), "options": options} for options in BAD_PINS.values())
    for name, report in zip(BAD_PINS, answers, strict=True):
        assert (report["exit_code"], report["checks"]) == (2, []), (name, report)


def test_notes_are_checked_for_clients():
    """A page can check a signed note by itself: the text comes back only from the right key over the right text."""
    note = DEAL["open"]["note"]
    good, changed, other = ask(
        [
            {"ask": "note", "note": note, "vkey": ORIGIN.statements.vkey},
            {"ask": "note", "note": note.replace("hand 1", "hand 2"), "vkey": ORIGIN.statements.vkey},
            {"ask": "note", "note": note, "vkey": ORIGIN.commits.vkey},
        ]
    )
    assert good == {"text": DEAL["open"]["statement"]}
    assert "why" in changed
    assert "why" in other
