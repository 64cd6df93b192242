"""What an operator can try who holds every key, every row and the code: twelve ways to cheat, and what catches each.

Who catches it is said by each test: a check of `verify` or of `audit`, by its name, or a client before it plays. The operator
signs whatever it likes with the service's own keys; only what it cannot do (break a hash, sign for a seat, take back what
somebody saw) is left to stop it.
"""

import json
import secrets
from dataclasses import replace

import pytest

from fairdeal.engine.cards import NAMES, SUIT_OF
from fairdeal.engine.games.hearts.record_lines import Moves
from fairdeal.engine.protocol import Open, Record, Reveal, Seals, parse_outcome
from fairdeal.engine.protocol import Table as TableStatement
from fairdeal.engine.protocol.commitment import commitment
from fairdeal.engine.tlog.tiles import unpack
from fairdeal.engine.verification import verify
from fairdeal.service.client.checkpoint_store import CheckpointStore
from fairdeal.service.client.errors import Caught
from fairdeal.service.context import Service
from fairdeal.service.log import published as shown
from fairdeal.service.log.publishing import publish
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.runtime.housekeeping import Housekeeper
from tests.service.client.auditing import Auditor, api_of, grow, log_more, outcome_of, resign, rewrite
from tests.service.client.cheating import OTHER, caught, is_view
from tests.service.players import Table

BEFORE_THE_CARDS = ("contributions", "passes", "plays")


@pytest.fixture
def bundle(operator):
    """The proof of a deal that four distrustful seats played, with keys and seals; its outcome is not in the log yet."""
    return json.loads(operator.play().bundle)


@pytest.fixture
def failing(service):
    """The checks that fail when `verify` is given a bundle and the keys that were pinned."""

    def names(bundle):
        report = verify(bundle, origin=service.settings.origin, number=bundle["number"], vkeys=service.keys.vkeys)
        return [check.name for check in report.failed]

    return names


def recorded(operator, change):
    """A tampering with every view, and the list of the calls that the clients made meanwhile."""
    calls = []

    def tamper(request, document):
        calls.append(request.url.path)
        if is_view(document):
            change(document)

    return tamper, calls


def gave_nothing_to(calls, *kinds):
    return not any(f"/{kind}/" in path for kind in kinds for path in calls)


# -- the commitment ---------------------------------------------------------------------------------------------


def test_a_swapped_commitment(service, auditor, played, failing):
    """Another seed, drawn after the number was seen, with a commitment to match: `commit-logged`, of `verify` and `audit`."""

    def swapped(bundle):
        seed = secrets.token_bytes(32)
        other = commitment(service.settings.origin, 2, seed).hex()
        old = bundle["commit"]["statement"].splitlines()[3]
        bundle["commit"]["statement"] = bundle["commit"]["statement"].replace(old, other)
        outcome = bundle["outcome"]["statement"]
        bundle["outcome"]["statement"] = outcome.replace(outcome_of(service, 2).seed.hex(), seed.hex())
        return bundle

    def tamper(path, content):
        if path != "/v1/proofs":
            return content
        lines = [json.loads(line) for line in content.splitlines()]
        lines = [swapped(line) if line.get("number") == 2 else line for line in lines]
        return b"".join(json.dumps(line).encode() + b"\n" for line in lines)

    failed = auditor.audit(service, last=3, tamper=tamper)
    assert set(failed) == {2}
    assert {"commit-logged", "outcome-logged"} <= set(failed[2])
    with api_of(service) as api:
        honest = json.loads(api.get_raw("/v1/deals/2/proof"))
    assert failing(honest) == []
    assert failing(swapped(honest)) == ["commit-logged", "outcome-logged"]


def test_a_second_commitment(service, auditor, played):
    """The log's shape gives each number one place; a commitment to number 2 at any other: `commit-logged`, of `audit`."""
    log_more(service.logs.commits, f"fairdeal/v1 commit\n{service.settings.origin}\n2\n{'ab' * 32}\n")
    failed = auditor.audit(service)
    assert set(failed) == {129}
    assert "commits to deals.example.com, 2" in failed[129]["commit-logged"]


# -- the signed statements --------------------------------------------------------------------------------------


def test_terms_changed_after_the_open(operator, bundle, failing):
    """Signed anew: the client that saw the first convicts with both before a card is dealt; `table`, of `verify`."""
    shown_before = []

    def change(view):
        shown_before.append(view)
        if len(shown_before) > 4:
            operator.restate(view, "open", sealed=False)

    tamper, calls = recorded(operator, change)
    error = caught(operator, tamper)
    assert "The service signed two different open statements" in str(error)
    assert len({Open.from_text(note.partition("\n\n")[0] + "\n").sealed for note in error.notes}) == 2
    assert gave_nothing_to(calls, *BEFORE_THE_CARDS)
    operator.restate(bundle, "open", hand=2)
    assert "table" in failing(bundle)


def test_stripped_seals(operator, bundle, failing):
    """Contributions asked for without the signed seals: no client opens its own; `contributions`, of `verify`."""
    tamper, calls = recorded(operator, lambda view: view.update(seals=None))
    assert "without signing the seals first" in str(caught(operator, tamper))
    assert gave_nothing_to(calls, *BEFORE_THE_CARDS)

    def later(view):
        if view["table"]:
            view["seals"] = None

    tamper, calls = recorded(operator, later)
    error = caught(operator, tamper)
    assert "no longer shows the seals statement" in str(error)
    assert "fairdeal/v1 seals" in error.notes[0]
    assert gave_nothing_to(calls, "passes", "plays")
    bundle["seals"] = None
    assert failing(bundle) == ["contributions"]


def test_two_seals_statements(operator, bundle, failing):
    """The second, in whatever it differs, convicts with the first before a move is made; `contributions`, of `verify`."""
    seen = []

    def change(view):
        if view["seals"]:
            seen.append(view)
            # Each of the four has seen the first.
            if len(seen) > 4:
                others = Seals.from_text(view["seals"]["statement"]).seals[:3]
                operator.restate(view, "seals", seals=(*others, (3, OTHER)))

    tamper, calls = recorded(operator, change)
    error = caught(operator, tamper)
    assert "The service signed two different seals statements" in str(error)
    assert len({Seals.from_text(note.partition("\n\n")[0] + "\n") for note in error.notes}) == 2
    assert gave_nothing_to(calls, "passes", "plays")
    operator.restate(bundle, "seals", seals=((0, OTHER), *Seals.from_text(bundle["seals"]["statement"]).seals[1:]))
    assert failing(bundle) == ["contributions"]


def test_a_changed_table(operator, bundle, failing):
    """Other nonces than a seat got its receipt for convict before it moves; `table` and `deal`, of `verify`."""
    seen = []

    def change(view):
        if view["table"]:
            seen.append(view)
            if len(seen) > 3:
                others = TableStatement.from_text(view["table"]["statement"]).nonces[:3]
                operator.restate(view, "table", nonces=(*others, (3, OTHER)))

    tamper, calls = recorded(operator, change)
    error = caught(operator, tamper)
    assert "The service signed two different table statements" in str(error)
    assert len({TableStatement.from_text(note.partition("\n\n")[0] + "\n") for note in error.notes}) == 2
    assert gave_nothing_to(calls, "passes", "plays")
    nonces = TableStatement.from_text(bundle["table"]["statement"]).nonces
    operator.restate(bundle, "table", nonces=((0, OTHER), *nonces[1:]))
    assert {"table", "deal", "contributions"} <= set(failing(bundle))


# -- the moves --------------------------------------------------------------------------------------------------


def equal_cards(moves):
    """Two plays of one seat that the rules cannot tell apart: of one suit, with no rank between them, and worth the same."""
    plays = {}
    for leader, cards in moves.tricks:
        for at, card in enumerate(cards):
            plays.setdefault((leader + at) % 4, []).append(card)
    for cards in plays.values():
        for card in cards:
            # Neighbours have neighbouring numbers. The opening card must be led, and among the spades is the queen.
            if (
                card + 1 in cards
                and SUIT_OF[card] == SUIT_OF[card + 1]
                and NAMES[card] != "2C"
                and NAMES[card][1] != "S"
            ):
                return card, card + 1
    raise AssertionError("no seat held two neighbours")


def test_a_forged_move_of_a_keyed_seat(bundle, failing, service):
    """A legal card instead of another, with record and outcome to match: only the seat cannot be made to sign it: `signatures`."""
    record = Record.from_text(bundle["record"])
    one, other = equal_cards(Moves.from_lines(record.lines))
    swap = {NAMES[one]: NAMES[other], NAMES[other]: NAMES[one]}
    lines = (line.split(" ") for line in record.lines)
    forged = replace(
        record,
        lines=tuple(
            " ".join(swap.get(word, word) if words[0] == "trick" else word for word in words) for words in lines
        ),
    )
    assert failing(bundle) == []
    bundle["record"] = forged.text()
    outcome = parse_outcome(bundle["outcome"]["statement"])
    assert isinstance(outcome, Reveal)
    bundle["outcome"]["statement"] = replace(outcome, record=forged.hash()).text()
    assert failing(bundle) == ["signatures"]


# -- the outcome ------------------------------------------------------------------------------------------------


def test_a_second_outcome(service, auditor, played):
    """Also when the number had passed before: `unique`, of `audit`."""
    assert auditor.audit(service, last=3) == {}
    log_more(service.logs.outcomes, replace(outcome_of(service, 2), reason="expired", seats=(0,)).text())
    failed = auditor.audit(service, last=3)
    assert set(failed) == {2}
    assert "at 1, 3" in failed[2]["unique"]


def test_a_dropped_outcome(service, auditor, played, clock):
    """A deal that is never ended is not proved at first, and an hour after it expired overdue: `outcome-logged`, of `audit`."""
    opened = clock()
    assert auditor.audit(service, last=4) == {}
    clock.advance(86_400 + 3600)
    assert auditor.audit(service, last=4) == {}
    failed = auditor.audit(service, last=4, now=opened + 86_400 + 3601)
    assert set(failed) == {4}
    assert "has no outcome in the log" in failed[4]["outcome-logged"]
    assert auditor.results[4] == "overdue"


def test_a_hidden_redeal(service, auditor, client, monkeypatch):
    """Attempts 1 and 3 of a sheet's hand, the second dealt and hidden: `attempts`, of `audit`."""
    sheet = client.post("/v1/sheets", json={"ruleset": "standard", "players": ["a", "b", "c", "d"]}).json
    link = {"sheet": {"id": sheet["id"], "token": sheet["token"]}}
    for _ in range(3):
        table = Table.open(client, **link)
        table.done("void", table.opener, {})
    Housekeeper(service).run_once()
    assert auditor.audit(service, last=3) == {}

    # The operator numbers the attempts of a later sheet as if one had not happened.
    original = Open.text
    monkeypatch.setattr(
        Open,
        "text",
        lambda self: original(replace(self, sheet=(self.sheet[0], 2 * self.sheet[1] - 1)) if self.sheet else self),
    )
    other = client.post("/v1/sheets", json={"ruleset": "standard", "players": ["a", "b", "c", "d"]}).json
    for _ in range(2):
        table = Table.open(client, sheet={"id": other["id"], "token": other["token"]})
        table.done("void", table.opener, {})
    monkeypatch.undo()
    Housekeeper(service).run_once()
    failed = auditor.audit(service, last=5)
    assert set(failed) == {5}
    assert "it is attempt 3 at hand 1" in failed[5]["attempts"]


# -- the logs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("here", "there"), [(1, 1), (1, 3), (3, 1)])
def test_a_forked_checkpoint(service, fork, auditor, clock, here, there):
    """Smaller, larger or of the same size, no continuation of what was seen: `audit` keeps both notes and convicts."""
    grow(service, here)
    clock.advance(1)
    grow(fork, there)
    auditor.audit(service)
    with pytest.raises(Caught, match="was forked") as caught_by:
        auditor.audit(fork)
    assert len(caught_by.value.notes) == 2
    kept = (auditor.folder / "outcomes" / "fork.txt").read_text()
    assert all(note in kept for note in caught_by.value.notes)
    # And the same again: the first view stays the one that others are held against.
    with pytest.raises(Caught, match="was forked"):
        auditor.audit(fork)
    assert auditor.audit(service) == {}


def test_a_forked_checkpoint_before_the_play(operator, service, fork, nobody, tmp_path):
    """A client that saw another log of the same keys convicts with both notes, and gives no seal and no nonce."""
    for one in (service, fork):
        commit_ahead(one.logs.commits, one.keys, 300)
        publish(one.logs.commits, nobody)
    with api_of(fork) as api:
        CheckpointStore(api, tmp_path / "seen").see(
            "commits", fork.keys.vkeys["commits"], shown.checkpoint(fork.logs.commits)
        )
    calls = []
    with pytest.raises(Caught, match="was forked") as caught_by:
        operator.play(lambda request, _: calls.append(request.url.path), memory=tmp_path / "seen")
    assert len(set(caught_by.value.notes)) == 2
    assert gave_nothing_to(calls, "seats", "seals", *BEFORE_THE_CARDS)


def test_a_resigned_history(service, settings, auditor, played, failing, clock, tmp_path):
    """The outcome of an old deal changed, its log built anew and signed: alone it is sound; `audit` and `verify` remember."""
    with api_of(service) as api:
        auditor.audit(service, last=3)
        seen = CheckpointStore(api, tmp_path / "seen")
        seen.see("outcomes", service.keys.vkeys["outcomes"], shown.checkpoint(service.logs.outcomes))
        entries = [entry.decode() for entry in unpack(api.get_raw("/log/outcomes/tile/entries/000.p/3"))]
    old = outcome_of(service, 2).text()
    new = replace(outcome_of(service, 2), reason="failed").text()
    rewrite(service, "UPDATE deals SET outcome = :new WHERE number = 2", new=new)
    resign(service.logs.outcomes, [new if entry == old else entry for entry in entries])
    # Another process, which remembers nothing, serves it.
    resumed = Service.start(settings, clock=clock)
    try:
        with api_of(resumed) as api:
            changed = json.loads(api.get_raw("/v1/deals/2/proof"))
            with pytest.raises(Caught, match="was forked"):
                CheckpointStore(api, tmp_path / "seen").see(
                    "outcomes", service.keys.vkeys["outcomes"], shown.checkpoint(resumed.logs.outcomes)
                )
        assert "reason failed" in changed["outcome"]["statement"]
        assert failing(changed) == []
        assert Auditor(service, tmp_path / "newcomer").audit(resumed, last=3) == {}
        with pytest.raises(Caught, match="was forked") as caught_by:
            auditor.audit(resumed, last=3)
    finally:
        resumed.close()
    assert len(caught_by.value.notes) == 2
