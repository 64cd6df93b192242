import os
import re
from dataclasses import fields

import pytest
from sqlalchemy.exc import CompileError

from fairdeal.service.storage import deals, numbers
from fairdeal.service.storage.deals import DealRow
from fairdeal.service.storage.schema import DEALS


def fetch(database, number):
    return database.read(lambda conn: deals.fetch(conn, number))


def change(database, row, **changes):
    return database.write(lambda conn: deals.update(conn, row, **changes))


def hand_out(database, count):
    database.write(lambda conn: [numbers.claim(conn, 1) for _ in range(count)])


def test_the_row_has_every_column():
    """No column of the table is left out of what a reader gets."""
    assert {field.name for field in fields(DealRow)} == set(DEALS.c.keys())


def test_a_committed_number_has_its_row(database):
    """A committed number is there with its commitment and its secret and nothing else; one that is not committed is not."""
    row = fetch(database, 1)
    assert row is not None
    assert (row.number, row.state, row.revision, row.moves, row.by_opener) == (1, "committed", 0, b"", False)
    assert (len(row.commitment), len(row.secret)) == (32, deals.SEED_BYTES + deals.TOKEN_SECRET_BYTES + 28)
    assert row.open_note is None
    assert fetch(database, 129) is None


def test_every_value_comes_back_as_it_went_in(database):
    """Each column gives back what was stored, with its type, on both databases."""
    stored = {
        "state": "playing",
        "ruleset_hash": bytes(range(32)),
        "open_note": "open — note\n",
        "seals_note": "seals\n",
        "table_note": "table\n",
        "opened_at": 1_800_000_000,
        "expires_at": 2**53 - 1,
        "ended_at": 0,
        "claims": '{"0": null}',
        "seals": "{}",
        "nonces": "{}",
        "moves": bytes([0, 53, 255]) + os.urandom(64),
        "by_opener": True,
        "outcome": "void\n",
        "outcome_index": 2**53 - 1,
        "sheet_id": "ab" * 16,
        "attempt": 2,
    }
    assert change(database, fetch(database, 1), **stored)
    row = fetch(database, 1)
    assert {name: getattr(row, name) for name in stored} == stored
    assert row.by_opener is True
    assert row.revision == 1


def test_only_the_first_of_two_changes_is_stored(database):
    """Of two changes of one reading the second is refused, whatever columns they set."""
    row = fetch(database, 1)
    assert change(database, row, state="sealing")
    assert not change(database, row, claims="{}")
    stored = fetch(database, 1)
    assert (stored.state, stored.claims, stored.revision) == ("sealing", None, 1)


def test_a_column_that_is_not_there_is_an_error(database):
    """A misspelt column does not pass for a change."""
    with pytest.raises(CompileError, match="stat"):
        change(database, fetch(database, 1), stat="sealing")


def listed(database, function, edge, limit, states):
    return [row.number for row in database.read(lambda conn: function(conn, edge, limit, states))]


def test_lists_go_both_ways(database):
    """Ascending above a number, descending below one, up to a limit, all states unless some are named."""
    assert listed(database, deals.list_after, 0, 3, None) == [1, 2, 3]
    assert listed(database, deals.list_after, 126, 3, None) == [127, 128]
    assert listed(database, deals.list_before, 4, 2, None) == [3, 2]
    assert listed(database, deals.list_before, 1, 2, None) == []


def test_lists_keep_to_the_states_asked_for(database):
    """One state or several; numbers that wait to be handed out are listed when they are asked for, and only then."""
    hand_out(database, 5)
    for number, state in ((1, "revealed"), (2, "voided"), (3, "revealed"), (4, "playing"), (5, "sealing")):
        assert change(database, fetch(database, number), state=state)
    assert listed(database, deals.list_after, 0, 10, ("revealed",)) == [1, 3]
    assert listed(database, deals.list_after, 1, 10, ("revealed", "voided")) == [2, 3]
    assert listed(database, deals.list_before, 5, 2, ("revealed", "voided", "playing")) == [4, 3]
    assert listed(database, deals.list_after, 0, 2, ("committed",)) == [6, 7]
    assert listed(database, deals.list_after, 0, 4, ("sealing", "committed")) == [5, 6, 7, 8]


def test_due_are_running_deals_past_their_time(database):
    """The longest overdue first; not those that have ended, still have time, or were never handed out."""
    for number, expires, ended in ((1, 50, None), (2, 40, None), (3, 60, None), (4, 10, 20), (5, 51, None)):
        assert change(database, fetch(database, number), expires_at=expires, ended_at=ended)
    assert [row.number for row in database.read(lambda conn: deals.due(conn, 50, 10))] == [2, 1]
    assert [row.number for row in database.read(lambda conn: deals.due(conn, 50, 1))] == [2]
    assert database.read(lambda conn: deals.count_due(conn, 51)) == 3


def test_a_claimed_token_is_known_everywhere(database):
    """The digest of a client's own token is recognised, another is not."""
    database.write(lambda conn: deals.remember_claim(conn, 1, 2, b"t" * 32))
    assert database.read(lambda conn: deals.is_claimed_elsewhere(conn, b"t" * 32))
    assert not database.read(lambda conn: deals.is_claimed_elsewhere(conn, b"u" * 32))


def test_a_row_does_not_show_what_it_holds(database):
    """Neither the secret, nor the moves, nor the claims are in a repr."""
    assert change(database, fetch(database, 1), claims="CLAIMS", moves=b"MOVES", nonces="NONCES")
    row = fetch(database, 1)
    assert repr(row) == "<DealRow 1 committed revision 1>"


@pytest.mark.parametrize(
    "condition",
    [
        "number = 1",
        "state = 'sealing' AND number > 5 ORDER BY number",
        "ended_at IS NULL AND expires_at IS NOT NULL AND expires_at <= 5",
    ],
)
def test_no_hot_query_reads_the_whole_table(database, database_kind, condition):
    """Looking for a deal, for one state and for those that are due, costs the same however many deals there are."""

    def plan(conn):
        if database_kind == "sqlite":
            return str(conn.exec_driver_sql(f"EXPLAIN QUERY PLAN SELECT * FROM deals WHERE {condition}").all())
        # With so few rows reading them all is cheaper; the question is whether there is another way at all.
        conn.exec_driver_sql("SET LOCAL enable_seqscan = off")
        return str(conn.exec_driver_sql(f"EXPLAIN SELECT * FROM deals WHERE {condition}").all())

    assert not re.search("SCAN deals|Seq Scan on deals", database.write(plan))
