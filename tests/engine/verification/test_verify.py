"""Valid bundles pass; a bundle that was tampered with fails, and the failed check is named."""

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from fairdeal.engine.games.hearts.options import DEFAULTS
from fairdeal.engine.verification import CHECK_NAMES, UnreadableBundle, verify
from tests.engine.known_deals import ORIGIN, VKEYS, bundle_of, known, logged, signer, void_bundle

CASES = {f"{case['name']} {case['number']}": case for case in known()["deals"]}


def results(bundle: Any, **pins: Any) -> dict[str, str]:
    return {check.name: check.result for check in verify(bundle, **{"origin": ORIGIN, "vkeys": VKEYS, **pins}).checks}


@pytest.mark.parametrize("name", CASES)
def test_every_known_deal_verifies(name: str) -> None:
    """The bundle of each known deal, of every ruleset, passes all that can be checked without a log."""
    bundle = bundle_of(CASES[name])
    found = results(json.dumps(bundle), number=bundle["number"])
    assert tuple(found) == CHECK_NAMES
    unproved = {"commit-logged", "outcome-logged", "unique"} | (set() if bundle["signed"] else {"signatures"})
    assert {check for check, result in found.items() if result == "not proved"} == unproved
    assert {result for check, result in found.items() if check not in unproved} == {"pass"}


@pytest.mark.parametrize("case", known()["voids"], ids=lambda case: case["name"])
def test_every_known_void_verifies(case: dict[str, Any]) -> None:
    """A void has no failed check, and what it lacks is not applicable."""
    report = verify(void_bundle(case), origin=ORIGIN, vkeys=VKEYS)
    found = {check.name: check.result for check in report.checks}
    assert report.failed == ()
    assert found["commitment-opens"] == "pass"
    assert found["play"] == ("pass" if "table" in case else "not applicable")
    assert any(one.name == "void-reason" for one in report.reservations)


def test_without_pinned_keys_signatures_prove_nothing() -> None:
    """The bundle's own keys are tried: what they signed is not proved, what they did not sign fails."""
    bundle = bundle_of(CASES["standard 4 players, sealed 1"])
    found = results(bundle, origin=None, vkeys=None)
    assert {found[name] for name in ("terms", "contributions", "table")} == {"not proved"}
    bundle["table"]["note"] = signer("/commits").sign(bundle["table"]["statement"])
    assert results(bundle, origin=None, vkeys=None)["table"] == "fail"


TAMPERED = [
    "standard 4 players, keyed 1",
    "windows 4 players, sealed 1",
    "three-to-six 6 players, sealed 1234067",
    "black-maria 3 players, open 1",
]
VOIDS = {case["name"]: case for case in known()["voids"]}


def changed(value: Any) -> Any:
    """Another well-formed value of the same kind; for a text, of the same form."""
    if value is None:
        return "another"
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[::-1] if value != value[::-1] else [*value, *value, 1]
    if re.fullmatch("[0-9a-f]+", value):
        return ("1" if value[0] == "0" else "0") + value[1:]
    if re.fullmatch("[2-9TJQKAX][CDHS]", value):
        return "2C" if value != "2C" else "3D"
    return value[:-2] + ("x" if value[-2] != "x" else "y") + value[-1:]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document, but for the protocol's name; of the many signed moves the first, one inside and the last."""
    if path == ("protocol",):
        return
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    if isinstance(value, list):
        chosen = {0, len(value) // 2, len(value) - 1} if path == ("signed",) else range(len(value))
        for at in sorted(chosen) if value else ():
            yield from places(value[at], (*path, at))


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        document = document[step]
    return document


def assert_every_field_counts(good: dict[str, Any], how: str) -> None:
    assert verify(good, origin=ORIGIN, vkeys=VKEYS).failed == ()
    for path in places(good):
        bundle = copy.deepcopy(good)
        holder, last = at(bundle, path[:-1]), path[-1]
        if how == "removed":
            del holder[last]
        elif how == "malformed":
            holder[last] = {"not": ["of", "this", "form"]}
        else:
            value = at(good, path)
            if isinstance(value, dict) or value == []:
                continue
            holder[last] = changed(value)
        assert bundle != good, path
        failed = verify(bundle, origin=ORIGIN, vkeys=VKEYS).failed
        if how == "removed" and path[0] == "ruleset" and last in DEFAULTS and at(good, path) == DEFAULTS[last]:
            # An absent option means its default: the ruleset is the same one.
            assert not failed, path
            continue
        if verify(bundle, origin=ORIGIN, vkeys=VKEYS).exit_code == 2:
            # A game, or a named value, that is not known: no verdict, and no success.
            assert path[0] == "ruleset"
            continue
        assert failed, (how, path)
        assert all(check.name in CHECK_NAMES and check.detail for check in failed)


@pytest.mark.parametrize("name", TAMPERED)
@pytest.mark.parametrize("how", ["changed", "removed", "malformed"])
def test_every_field_counts(name: str, how: str) -> None:
    """Each field in turn, changed to another well-formed value, removed or made malformed: a named check fails."""
    assert_every_field_counts(bundle_of(CASES[name]), how)


@pytest.mark.parametrize("name", ["three-to-six 6 players, sealed 1234067", "black-maria 3 players, open 1"])
@pytest.mark.parametrize("how", ["changed", "removed", "malformed"])
def test_every_field_of_a_logged_deal_counts(name: str, how: str) -> None:
    """The same of deals whose commit and outcome are proved in the logs, the proofs included."""
    assert_every_field_counts(logged(bundle_of(CASES[name])), how)


@pytest.mark.parametrize("name", VOIDS)
@pytest.mark.parametrize("how", ["changed", "removed", "malformed"])
def test_every_field_of_a_void_counts(name: str, how: str) -> None:
    """The same of voids: what they lack has to be null, and is never left out."""
    assert_every_field_counts(logged(void_bundle(VOIDS[name])), how)


@pytest.mark.parametrize("name", TAMPERED)
def test_every_word_of_a_statement_counts(name: str) -> None:
    """Each word of each statement in turn, changed: signed ones also when the operator signs the change."""
    good = bundle_of(CASES[name])
    spots = [("commit", "statement"), ("record",), ("outcome", "statement")]
    spots += [(kind, "statement") for kind in ("open", "seals", "table") if good[kind] is not None]
    for path in spots:
        text: str = at(good, path)
        for match in re.finditer(r"[^ \n]+", text):
            word = changed(match[0]) if len(match[0]) > 1 else ("1" if match[0] != "1" else "2")
            if word == match[0]:
                continue
            bundle = copy.deepcopy(good)
            spoilt = text[: match.start()] + word + text[match.end() :]
            at(bundle, path[:-1])[path[-1]] = spoilt
            if path[0] in ("open", "seals", "table"):
                bundle[path[0]]["note"] = signer().sign(spoilt)
            report = verify(bundle, origin=ORIGIN, vkeys=VKEYS)
            assert report.exit_code == 1, (path, match[0], word)


@pytest.mark.parametrize(
    ("field", "check"),
    [
        ("origin", "commit-logged"),
        ("vkeys", "commit-logged"),
        ("number", "commit-logged"),
        ("commit", "commit-logged"),
        ("ruleset", "terms"),
        ("hand", "terms"),
        ("open", "terms"),
        ("seals", "contributions"),
        ("contributions", "contributions"),
        ("table", "table"),
        ("deck", "deal"),
        ("hands", "deal"),
        ("record", "play"),
        ("points", "play"),
        ("signed", "signatures"),
        ("outcome", "outcome-logged"),
    ],
)
def test_a_field_counts_under_its_check(field: str, check: str) -> None:
    """Each loose field that is missing fails the check that the protocol counts it under."""
    bundle = bundle_of(CASES["standard 4 players, keyed 1"])
    del bundle[field]
    assert results(bundle)[check] == "fail"


def test_a_pasted_commitment_is_named() -> None:
    """The commonest human error, the commitment where the seed belongs, is recognised."""
    bundle = bundle_of(CASES["standard 4 players, open 1"])
    commitment = CASES["standard 4 players, open 1"]["commitment"]
    text = bundle["outcome"]["statement"]
    bundle["outcome"]["statement"] = re.sub("seed [0-9a-f]+", f"seed {commitment}", text)
    detail = {check.name: check.detail for check in verify(bundle, origin=ORIGIN, vkeys=VKEYS).checks}
    assert "pasted" in detail["commitment-opens"]


@pytest.mark.parametrize("other", [{"origin": "other.example.com", "vkeys": None}, {"number": 2}])
def test_what_was_asked_for_counts(other: dict[str, Any]) -> None:
    """A valid bundle of another origin, or about another number than the one asked for, fails."""
    found = results(bundle_of(CASES["standard 4 players, open 1"]), **other)
    assert found["commit-logged"] == found["terms"] == found["table"] == "fail"


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b" ",
        b"{}",
        b"[]",
        b"null",
        b"\xff",
        b'{"protocol": "fairdeal/v2"}',
        b'{"protocol": 1}',
        b'{"protocol": "fairdeal/v1", "protocol": "fairdeal/v1"}',
    ],
)
def test_what_is_no_bundle_is_never_a_success(document: bytes) -> None:
    """An empty file, an empty object, another protocol: there is nothing to check, and that is said (known bug 35)."""
    with pytest.raises(UnreadableBundle):
        verify(document)


def test_a_bundle_of_the_protocol_alone_fails() -> None:
    """The protocol's name and nothing else fails every check but the scan that was not made."""
    found = results({"protocol": "fairdeal/v1"})
    assert {check for check, result in found.items() if result != "fail"} == {"unique"}
