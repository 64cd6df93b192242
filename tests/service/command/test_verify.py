"""``fairdeal verify``: what it trusts, prints and exits with."""

import json
import re
import socket

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.tlog.note import NoteSigner

# What the command does is the same whatever the service stores in.
pytestmark = pytest.mark.parametrize("database_kind", ["sqlite"])


def results(done):
    return {check["name"]: check["result"] for check in json.loads(done.stdout)["checks"]}


def change(bundle, member, value):
    document = json.loads(bundle.read_text())
    document[member] = value
    bundle.write_text(json.dumps(document))


def test_a_saved_bundle_is_checked_offline(run, bundle, monkeypatch):
    """A file needs no network; what pins would prove is told as not proved, and the exit code is 0."""
    monkeypatch.setattr(socket, "socket", lambda *_: pytest.fail("a saved bundle was checked with a network"))
    done = run("verify", str(bundle))
    assert done.exit_code == 0, done.output
    assert "No keys are pinned" in done.output
    assert "terms            │ not proved" in done.output
    assert "deal             │ pass" in done.output
    assert "no-witness:" in done.output
    assert "No check failed; " in done.output


def test_the_report_is_json_on_request(run, bundle, vkeys):
    """`--json` prints every check, every reservation, and what was pinned."""
    done = run("verify", str(bundle), "--json", "--vkeys", str(vkeys))
    told = json.loads(done.stdout)
    assert [check["name"] for check in told["checks"]] == [
        "commit-logged",
        "commitment-opens",
        "terms",
        "contributions",
        "table",
        "deal",
        "play",
        "signatures",
        "outcome-logged",
        "unique",
    ]
    assert told["pinned"]["origin"] == "deals.example.com"
    assert set(told["pinned"]["vkeys"].values()) <= set(vkeys.read_text().splitlines())
    assert "no-witness" in {one["name"] for one in told["reservations"]}
    assert results(done)["terms"] == results(done)["table"] == "pass"


def test_a_number_is_checked_at_a_server(run, bundle):
    """With `--server` the bundle is fetched, and nothing else is asked for: the checks are this machine's."""
    asked = []
    done = run("verify", "1", "--server", "http://service", tamper=lambda request, _: asked.append(request.url.path))
    assert done.exit_code == 0, done.output
    assert asked == ["/v1/deals/1/proof"]
    assert "No keys are pinned" in done.output


def test_a_server_cannot_give_another_deal(run, operator):
    """The bundle has to be about the number that was asked for."""
    operator.play(seats=False)
    other = operator.play(seats=False).bundle

    def tamper(_request, document):
        document.clear()
        document.update(json.loads(other))

    done = run("verify", "1", "--server", "http://service", tamper=tamper)
    assert done.exit_code == 1
    assert "failed: commit-logged" in done.output
    assert "is about number 2, not 1" in " ".join(done.output.split())


def test_pinned_keys_make_signatures_count(run, bundle, vkeys):
    """Pinned from a file, or one by one, the right keys prove the signatures, and others fail them."""
    keys = [line for line in vkeys.read_text().splitlines() if "+" in line]
    done = run("verify", str(bundle), "--json", *(word for key in keys for word in ("--vkey", key)))
    assert results(done)["terms"] == "pass"
    other = NoteSigner("deals.example.com", Ed25519PrivateKey.generate()).vkey
    vkeys.write_text("\n".join([other, *(key for key in keys if not key.startswith("deals.example.com+"))]))
    done = run("verify", str(bundle), "--json", "--vkeys", str(vkeys))
    assert done.exit_code == 1
    assert results(done)["terms"] == results(done)["table"] == results(done)["commit-logged"] == "fail"


def test_the_trusted_keys_are_printed(run, bundle, vkeys):
    """Whoever reads the table sees by whose word it holds."""
    done = run("verify", str(bundle), "--vkeys", str(vkeys))
    assert "Trusted: deals.example.com, by the pinned keys" in done.output
    assert all(line in done.output for line in vkeys.read_text().splitlines() if "+" in line)


def test_a_pinned_origin_has_to_be_the_bundles(run, bundle):
    """The origin can be pinned alone, as an option or in the environment; another one fails."""
    assert run("verify", str(bundle), "--origin", "deals.example.com").exit_code == 0
    done = run("verify", str(bundle), "--origin", "other.example.com")
    assert done.exit_code == 1
    assert "failed: commit-logged" in done.output
    assert run("verify", str(bundle), FAIRDEAL_ORIGIN="other.example.com").exit_code == 1


@pytest.mark.parametrize("member", ["deck", "hands", "record", "points", "signed", "outcome", "contributions"])
def test_a_tampered_bundle_is_exit_code_1_and_names_the_check(run, bundle, member):
    """Every failed check is counted and named below the table."""
    change(bundle, member, None)
    done = run("verify", str(bundle))
    assert done.exit_code == 1
    assert " failed: " in done.output
    assert "No check failed" not in done.output


@pytest.mark.parametrize("ruleset", [{"game": "whist", "players": 4}, {"game": "hearts", "players": 4, "bids": True}])
def test_rules_that_are_not_known_here_are_not_judged(run, bundle, ruleset):
    """A game or option that this version does not know is no failure: what depends on it is not judged, and the exit is 2."""
    change(bundle, "ruleset", ruleset)
    done = run("verify", str(bundle))
    assert done.exit_code == 2
    assert "4 not judged (rules that this version does not know)" in done.output
    assert run("verify", str(bundle), "--json").exit_code == 2
    change(bundle, "contributions", None)
    assert run("verify", str(bundle)).exit_code == 1


def test_a_bundle_never_controls_the_terminal(run, bundle):
    """A member that is named with control characters or markup is printed escaped (case V12)."""
    change(bundle, "\x1b[31mmember\x07[bold]", 1)
    done = run("verify", str(bundle), COLUMNS="500")
    assert done.exit_code == 1
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", done.output)
    assert r"\x1b[31mmember\x07[bold]" in done.output
    bundle.write_text('{"protocol": "\\u001b[31mfairdeal/v2"}')
    done = run("verify", str(bundle))
    assert done.exit_code == 2
    assert "\x1b" not in done.output


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "oops", '{"protocol": "fairdeal/v2"}', "\x00", "[" * 100_000])
def test_what_is_no_bundle_is_exit_code_2(run, tmp_path, text):
    """An empty file, another protocol, or no JSON at all can prove nothing: an error, never a success."""
    path = tmp_path / "bundle.json"
    path.write_text(text)
    done = run("verify", str(path))
    assert done.exit_code == 2
    assert done.stderr.startswith("fairdeal verify: ")
    assert done.stdout == ""


def test_what_cannot_be_read_is_exit_code_2(run, tmp_path):
    """A file that is not there, and a folder, are named with what the system says of them."""
    done = run("verify", str(tmp_path / "nowhere.json"))
    assert (done.exit_code, "nowhere.json cannot be read: No such file" in done.stderr) == (2, True)
    assert run("verify", str(tmp_path)).exit_code == 2
    assert "name a --server" in run("verify", "17").stderr


def test_what_the_server_refuses_is_exit_code_2_in_its_words(run, operator):
    """A deal without its outcome has no proof yet, an unknown one never will: the problem's detail is printed."""
    api = operator.api()
    api.post("/v1/deals", {})
    done = run("verify", "1", "--server", "http://service")
    assert done.exit_code == 2
    assert "Deal 1 is contributing" in done.stderr
    assert run("verify", "999999", "--server", "http://service").exit_code == 2


@pytest.mark.parametrize("what", ["007", "-1", "one", "1.0", "9" * 16, "bundle.json"])
def test_with_a_server_a_deal_is_told_by_its_number(run, what):
    """Whatever is no number is a usage error, and asks no server for anything."""
    asked = []
    done = run("verify", "--server", "http://service", "--", what, tamper=lambda *call: asked.append(call))
    assert (done.exit_code, asked) == (2, [])
    assert "name a deal by its number" in done.stderr


PINS = {
    "one of three": (lambda keys: keys[:1], "Expected the keys of"),
    "none": (lambda _: [], "has no verifier key"),
    "no key": (lambda keys: [*keys[:2], "oops"], "A pinned key cannot be read"),
    "two for one role": (
        lambda keys: [*keys, NoteSigner("deals.example.com", Ed25519PrivateKey.generate()).vkey],
        "Two different keys are pinned for deals.example.com",
    ),
    "another's": (
        lambda keys: [*keys[:2], NoteSigner("deals.example.com/votes", Ed25519PrivateKey.generate()).vkey],
        "deals.example.com/outcomes",
    ),
}


@pytest.mark.parametrize("case", PINS)
def test_pins_that_cannot_be_are_a_usage_error(run, bundle, vkeys, case):
    """Keys that are missing, malformed or contradict each other are named; nothing is verified by half of them."""
    change_keys, said = PINS[case]
    keys = [line for line in vkeys.read_text().splitlines() if "+" in line]
    vkeys.write_text("\n".join(change_keys(keys)))
    done = run("verify", str(bundle), "--vkeys", str(vkeys))
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())


def test_a_byte_order_mark_in_a_pin_file_is_named(run, bundle, vkeys):
    """A file that an editor saved with a byte order mark is refused for that, not for a key that looks right (case P6)."""
    vkeys.write_bytes(b"\xef\xbb\xbf" + vkeys.read_bytes())
    done = run("verify", str(bundle), "--vkeys", str(vkeys))
    assert done.exit_code == 2
    assert "begins with a byte order mark" in " ".join(done.stderr.split())


def test_a_policy_with_carriage_returns_is_refused(run, bundle, tmp_path):
    """A policy is read byte for byte: a carriage return in it is not turned into a newline."""
    path = tmp_path / "policy"
    path.write_bytes(b"# none\r\nquorum none\r\n")
    done = run("verify", str(bundle), "--policy", str(path))
    assert done.exit_code == 2
    assert "the policy" in done.stderr


def test_a_pin_file_that_is_no_text_is_a_usage_error(run, bundle, vkeys):
    """Bytes that are no UTF-8 are said to be none."""
    vkeys.write_bytes(b"\xff\xfe")
    done = run("verify", str(bundle), "--vkeys", str(vkeys))
    assert done.exit_code == 2
    assert "cannot be read" in done.stderr
