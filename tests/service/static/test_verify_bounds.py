"""The bounds that every reader keeps (protocol, section 7): what is larger, or of another form, fails by name."""

import base64
import json

import pytest

from tests.service.static.asking import ask, results, verify
from tests.service.static.bundle_maker import Origin, played, sha256
from tests.service.static.corpus import ORIGIN, STANDARD
from tests.service.static.tamperings import restate, spoiled

DEAL = played(STANDARD, label="bounds")
NOTE = DEAL["open"]["note"]
PINS = {"vkeys": ORIGIN.vkeys, "policy": ORIGIN.policy}


def with_proof(**how) -> dict:
    """The deal with its commit logged in another way."""
    statement = DEAL["commit"]["statement"]
    proof = ORIGIN.proof(ORIGIN.commits, statement, DEAL["number"], **how)
    return DEAL | {"commit": {"statement": statement, "proof": proof}}


def with_line(line: str) -> dict:
    """The deal with a further signature line under the checkpoint of its commit."""
    return DEAL | {"commit": DEAL["commit"] | {"proof": DEAL["commit"]["proof"] + line}}


LOGGED = {
    "a size of 2^53 - 1": (with_proof(size=2**53 - 1), "pass"),
    "a size of 2^53": (with_proof(size=2**53), "fail"),
    "a size of 2^63 and 63 hashes": (with_proof(size=2**63), "fail"),
    "a cosignature at 2^53 - 1": (with_proof(cosigned=2**53 - 1), "pass"),
    "a cosignature at 2^53": (with_proof(cosigned=2**53), "fail"),
    "a cosignature at 2^63": (with_proof(cosigned=2**63), "fail"),
    "an unknown line of 8 KiB": (with_line(f"— x {base64.b64encode(bytes(6138)).decode()}\n"), "pass"),
    "an unknown line beyond 8 KiB": (with_line(f"— x {base64.b64encode(bytes(6141)).decode()}\n"), "fail"),
    "an unknown line of 300 kB": (with_line(f"— x {base64.b64encode(bytes(225_000)).decode()}\n"), "fail"),
    "100 signature lines": (with_line("— x AAAAAAA=\n" * 98), "pass"),
    "101 signature lines": (with_line("— x AAAAAAA=\n" * 99), "fail"),
    "U+0085 in a name": (with_line("— a\u0085b AAAAAAA=\n"), "fail"),
    "U+3000 in a name": (with_line("— a\u3000b AAAAAAA=\n"), "fail"),
    "U+FEFF in a name": (with_line("— a\ufeffb AAAAAAA=\n"), "pass"),
    "U+001C in a name": (with_line("— a\u001cb AAAAAAA=\n"), "fail"),
    "no signature in a line": (with_line("— x AAAAAA==\n"), "fail"),
    "64 hashes": (
        DEAL
        | {
            "commit": DEAL["commit"]
            | {"proof": DEAL["commit"]["proof"].replace("\n\n", "\n" + ("A" * 43 + "=\n") * 60 + "\n", 1)}
        },
        "fail",
    ),
}


@pytest.mark.parametrize(("bundle", "expected"), LOGGED.values(), ids=LOGGED.keys())
def test_bounds_of_proofs_and_notes(bundle, expected):
    """Sizes, times, lines, signatures, names and paths within their bounds pass, and beyond them fail."""
    (report,) = verify([bundle], **PINS)
    assert results(report)["commit-logged"] == expected, report["checks"][0]


def test_bounds_of_statements():
    """A time of 2^40 and a statement of 16 KiB can be read; one more of either is malformed."""
    late = played(STANDARD, label="late", times=(2**40 - 1, 2**40))
    later = played(STANDARD, label="late", times=(2**40 - 1, 2**40 + 1))
    many = next(
        spoiled(
            DEAL,
            {"it": ("terms", restate("open", "contributors 0", f"contributors {' '.join(map(str, range(5000)))}"))},
        )
    )[2]
    reports = verify([late, later, many], vkeys=ORIGIN.vkeys)
    assert results(reports[0])["terms"] == "pass"
    assert "2^40" in reports[1]["checks"][2]["detail"] or "1099511627776" in reports[1]["checks"][2]["detail"]
    assert "longer than 16384 bytes" in reports[2]["checks"][2]["detail"]


def test_depth_and_size_of_a_bundle():
    """16 levels and a mebibyte can be read, and are judged; one more of either is unreadable."""
    text = json.dumps(DEAL)
    nested = [text.replace('"hand": 1', f'"hand": {"[" * depth}{"]" * depth}') for depth in (15, 16)]
    padded = [text + " " * (2**20 - len(text) + more) for more in (0, 1)]
    codes = [report["exit_code"] for report in verify([*nested, *padded], vkeys=ORIGIN.vkeys)]
    assert codes == [1, 2, 0, 2]


def test_size_is_counted_in_bytes():
    """A text of fewer characters than bytes is measured in UTF-8, however it comes."""
    text = json.dumps(DEAL | {"stray": "é" * 2**19}, ensure_ascii=False)
    assert len(text) < 2**20
    assert [report["exit_code"] for report in verify([text, text.encode()])] == [2, 2]


def test_large_bundles_are_judged_in_short_sentences():
    """A pair of equal names at the end of many, 10,000 contributions, 40,000 options: read in one go, and told briefly."""
    names = json.dumps({f"k{i}": 0 for i in range(60_000)})[:-1] + ', "k59999": 1}'
    contributions = DEAL | {"contributions": [{"seat": seat, "nonce": "0" * 64} for seat in range(10_000)]}
    stray = DEAL | {"ruleset": STANDARD | {f"option {i}": 0 for i in range(40_000)}}
    reports = verify([names, contributions, stray], vkeys=ORIGIN.vkeys)
    assert [report["exit_code"] for report in reports] == [2, 1, 2]
    assert max(len(check["detail"]) for report in reports for check in report["checks"]) < 1000


BAD_POLICIES = {
    "a carriage return in a comment": "# x\r\nquorum none\n",
    "a NUL in a comment": "# x\0\nquorum none\n",
    "DEL in a comment": "# \x7f\nquorum none\n",
}


@pytest.mark.parametrize("policy", BAD_POLICIES.values(), ids=BAD_POLICIES.keys())
def test_policies_hold_no_control_characters(policy):
    """A policy is lines that end with a newline: other control characters make it unreadable, wherever they are."""
    (report,) = verify([DEAL], vkeys=ORIGIN.vkeys, policy=policy)
    assert (report["exit_code"], report["checks"]) == (2, [])


def test_a_policy_that_lists_other_logs_fails():
    """A policy that lists logs speaks of those alone; one that lists this origin's logs is content."""
    ours = f"log {ORIGIN.commits.vkey}\nlog {ORIGIN.outcomes.vkey}\nquorum none\n"
    other = f"log {Origin('other.example.com').commits.vkey}\nquorum none\n"
    half = f"log {ORIGIN.commits.vkey}\nquorum none\n"
    found = [
        results(verify([DEAL], vkeys=ORIGIN.vkeys, policy=policy)[0])[check]
        for policy in (ours, other, half)
        for check in ("commit-logged", "outcome-logged")
    ]
    assert found == ["pass", "pass", "fail", "fail", "pass", "fail"]


def test_a_key_with_a_byte_order_mark_is_told_so():
    """A keys file saved with a byte order mark is the commonest reason for a key that cannot be read: the error names the mark."""
    (report,) = verify([DEAL], vkeys=["\ufeff" + ORIGIN.statements.vkey])
    assert report["exit_code"] == 2
    assert "byte order mark" in report["error"]


def test_a_key_that_may_not_sign_is_refused():
    """A pinned key of small order, or that is no point, signs nothing: any signature would be good, or none."""
    for key in ("01" + "00" * 31, "02" + "00" * 31, "ff" * 32):
        signer = Origin("deals.example.com").statements
        typed = b"\1" + bytes.fromhex(key)
        name = signer.name
        key_id = sha256(name.encode(), b"\n", typed)[:4].hex()
        vkey = f"{name}+{key_id}+{base64.b64encode(typed).decode()}"
        (report,) = ask([{"ask": "note", "note": NOTE, "vkey": vkey}])
        assert "may sign" in report["why"]
