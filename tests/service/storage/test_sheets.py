from dataclasses import replace

import pytest

from fairdeal.service.storage import sheets
from fairdeal.service.storage.database import Again

ROW = sheets.SheetRow(
    id="0" * 31 + "1",
    revision=0,
    token_hash=b"t" * 32,
    salt=b"s" * 32,
    ruleset_hash=b"r" * 32,
    players='["Ann"]',
    rows="[]",
    deal=None,
    attempts="{}",
    created_at=1_000,
)


def test_a_change_of_what_was_changed_meanwhile_is_judged_again(database):
    """Every change is a compare-and-set: on an old version it is turned away, and the newer one stays."""
    database.write(lambda conn: sheets.create(conn, ROW))
    database.write(lambda conn: sheets.change(conn, ROW, rows="[1]", deal=7, attempts='{"1": 1}'))

    def late(conn):
        with pytest.raises(Again):
            sheets.change(conn, ROW, rows="[2]", deal=None, attempts="{}")

    database.write(late)
    stored = database.read(lambda conn: sheets.fetch(conn, ROW.id))
    assert stored == replace(ROW, revision=1, rows="[1]", deal=7, attempts='{"1": 1}')


def test_a_row_shows_no_secret():
    """What may get into a log names the sheet alone."""
    assert repr(ROW) == f"<SheetRow {ROW.id} revision 0>"
