"""``fairdeal play``: what it prints and exits with."""

import json
import re
from dataclasses import replace

import httpx
import pytest

from fairdeal.engine.protocol import Open, Record, Table, Void, parse_outcome
from fairdeal.engine.verification import verify

# What the command does is the same whatever the service stores in.
pytestmark = pytest.mark.parametrize("database_kind", ["sqlite"])

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
"""Control characters but the newline."""


def test_a_played_deal_ends_with_no_check_failed(run):
    """The default: one program opens, plays and verifies; the report is a table and the exit code 0."""
    done = run("play")
    assert done.exit_code == 0, done.output
    for line in ("Opened deal 1", "The table is closed", "The hand is complete; points by seat: "):
        assert line in done.output
    assert "commitment-opens" in done.output
    assert "No check failed; " in done.output
    assert "sighted-opener:" in done.output
    assert "as the service gave them" in done.output


def test_seats_play_with_keys_of_their_own(run):
    """`--seats`: each seat claims, seals and signs; none of the reservations against one program is left."""
    done = run("play", "--seats", "--hand", "4", "--json")
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    results = {check["name"]: check["result"] for check in report["checks"]}
    assert results["signatures"] == results["contributions"] == "pass"
    assert "keyless-seats" not in {one["name"] for one in report["reservations"]}
    assert report["number"] == 1
    assert len(report["points"]) == 4
    assert "All contributions are sealed" in done.stderr
    assert "The hand is complete; points by seat: " in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ruleset", "points-counter", "--players", "3"),
        ("--ruleset", '{"game": "hearts", "players": 3, "removed": ["2C"], "pass_cycle": [1, -1, 0]}'),
        ("--ruleset", '{"preset": "points-counter"}', "--players", "3"),
    ],
)
def test_another_ruleset_is_played(run, arguments):
    """`--ruleset` is a preset, which `--players` may complete, or a whole ruleset; the deal is of that ruleset."""
    done = run("play", *arguments, "--json")
    assert done.exit_code == 0, done.output
    assert len(json.loads(done.stdout)["points"]) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--ruleset", "whist"), "there is no preset of that name; there are standard"),
        (("--players", "7"), "for 4 players"),
        (("--ruleset", "{"), "The ruleset cannot be read"),
        (("--ruleset", '{"game": "hearts", "players": 4, "moon": "blue"}'), "moon"),
        (("--ruleset", '{"game": "whist", "players": 4}'), "whist"),
        (("--hand", "0"), "0 is not in the range"),
        (("--vkey", "oops"), "A pinned key cannot be read"),
    ],
)
def test_what_cannot_be_played_is_a_usage_error(run, arguments, said):
    """Options that cannot be are named before anything is opened; the exit code is 2."""
    done = run("play", *arguments)
    assert done.exit_code == 2
    assert said in done.output


def test_the_bundle_can_be_saved(run, vkeys, tmp_path):
    """`--save` writes the proof, which verifies offline with the keys pinned."""
    assert run("play", "--seats", "--save", str(tmp_path / "saved.json")).exit_code == 0
    done = run("verify", str(tmp_path / "saved.json"), "--vkeys", str(vkeys))
    assert done.exit_code == 0, done.output
    assert "terms            │ pass" in done.output


def test_a_cheat_is_told_with_the_notes_that_show_it(run, operator):
    """A caught operator is exit code 1; both statements are printed, in JSON too."""
    seen = []

    def tamper(_request, document):
        if "commitment" in document and document["table"]:
            seen.append(document)
            if len(seen) > 3:
                operator.restate(document, "table", nonces=((0, bytes(32)),))

    done = run("play", "--json", tamper=tamper)
    assert done.exit_code == 1
    assert "the service was caught. The service signed two different table statements" in done.stderr
    assert done.stderr.count("fairdeal/v1 table\n") == 2
    told = json.loads(done.stdout)
    assert len(set(told["notes"])) == 2
    assert "two different table statements" in told["caught"]


def as_void(document, reason, seats):
    """Make a sound void of the proof of a hand that was played out: the record ends before the last trick."""
    outcome = parse_outcome(document["outcome"]["statement"])
    record = Record.from_text(document["record"])
    record = replace(record, lines=record.lines[:-2])
    opened, table = Open.from_text(document["open"]["statement"]), Table.from_text(document["table"]["statement"])
    leader = int(document["record"].splitlines()[-2].split(" ")[1])
    void = Void(
        *(outcome.origin, outcome.number, reason, (leader,) if seats else (), outcome.seed),
        *(opened.hash(), table.seals, table.hash(), record.hash()),
    )
    document["record"], document["points"] = record.text(), None
    document["signed"] = document["signed"][:-4] if document["signed"] else document["signed"]
    document["outcome"] = {"statement": void.text(), "index": None, "proof": None}


def as_unclaimed(document):
    """Make the proof that of a number that was never handed out."""
    seed = parse_outcome(document["outcome"]["statement"]).seed
    origin, number = document["origin"], document["number"]
    document["outcome"] = {
        "statement": Void(origin, number, "unclaimed", (), seed).text(),
        "index": None,
        "proof": None,
    }
    for member in ("ruleset", "hand", "open", "seals", "table", "contributions", "deck", "hands", "record", "signed"):
        document[member] = None
    document["points"] = None


VOIDS = {
    "unclaimed": as_unclaimed,
    "expired": lambda document: as_void(document, "expired", seats=True),
    "abandoned": lambda document: as_void(document, "abandoned", seats=False),
    "failed": lambda document: as_void(document, "failed", seats=False),
}


@pytest.mark.parametrize("reason", VOIDS)
def test_a_void_after_a_hand_that_was_played_out_is_caught(run, reason, tmp_path):
    """A proof that is a void, sound in itself, denies the hand: exit code 1, and every signed statement is the evidence."""
    sound = []

    def tamper(request, document):
        if request.url.path.endswith("/proof"):
            VOIDS[reason](document)
            sound.append(json.dumps(document))

    done = run("play", "--json", tamper=tamper)
    assert verify(sound[0]).failed == ()
    assert done.exit_code == 1
    assert f"the deal was voided: {reason}" in done.stderr
    notes = json.loads(done.stdout)["notes"]
    assert {note.splitlines()[0] for note in notes} == {"fairdeal/v1 void", "fairdeal/v1 open", "fairdeal/v1 table"}


def test_text_of_the_service_never_controls_the_terminal(run):
    """What a problem says, or a statement that is not signed as it should be, is printed with its control characters escaped."""

    def refuse(request, document):
        if request.method == "POST":
            document["state"] = "\x1b[2J\x07"
            document["open"]["note"] = "\x1b[31mred\u202e\n\n\x9b"

    done = run("play", tamper=refuse)
    assert done.exit_code == 1
    assert not CONTROL.search(done.output)
    assert r"\x1b[31mred\u202e" in done.stderr


def test_a_file_that_cannot_be_written_is_no_verdict(run, tmp_path):
    """A proof that cannot be saved ends with a sentence and an exit code that is neither success nor a failed check."""
    done = run("play", "--save", "/dev/full")
    assert done.exit_code == 74
    assert "No space left on device" in done.stderr


def test_a_failed_check_is_exit_code_1(run):
    """A proof that does not hold is shown, and its failed check named."""

    def tamper(request, document):
        if request.url.path.endswith("/proof"):
            document["deck"].reverse()

    done = run("play", tamper=tamper)
    assert done.exit_code == 1
    assert "1 failed: deal" in done.output


def test_a_refusal_is_exit_code_2_in_the_services_words(run, client):
    """What the service refuses is printed with its own detail: here that no committed number is left."""
    assert {client.post("/v1/deals", json={}).status_code for _ in range(200)} == {201, 503}
    done = run("play")
    assert done.exit_code == 2
    assert "Every committed number is handed out" in done.stderr


def test_another_protocol_is_exit_code_2(run):
    """A service that is none of this protocol is said to be none; nothing is opened there."""
    done = run("play", tamper=lambda _request, document: document.pop("protocol", None))
    assert done.exit_code == 2
    assert "`protocol` in the answer to GET /v1/info is missing" in done.stderr


def test_an_answer_that_stores_nothing_is_no_receipt(run):
    """A play that is answered without what was stored is a cheat, not a success."""

    def tamper(request, document):
        if "/plays/" in request.url.path:
            document.clear()

    done = run("play", tamper=tamper)
    assert done.exit_code == 1
    assert "the service stored None" in done.stderr


def test_an_unreachable_service_is_exit_code_2(run):
    """A server that cannot be had is named in one line; there is no traceback."""

    def tamper(_request, _document):
        raise httpx.ConnectError("refused")

    done = run("play", tamper=tamper)
    assert done.exit_code == 2
    assert "GET /v1/info was tried" in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_pinned_keys_are_kept_to(run, vkeys):
    """With pins the service has to be the pinned one; the output says that they were."""
    done = run("play", "--vkeys", str(vkeys))
    assert done.exit_code == 0, done.output
    assert "Trusted: deals.example.com with its keys, pinned." in done.output
    done = run("play", "--origin", "other.example.com")
    assert done.exit_code == 1
    assert "'other.example.com' is pinned" in done.stderr
    assert run("play", FAIRDEAL_ORIGIN="other.example.com").exit_code == 1
