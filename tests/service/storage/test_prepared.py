"""Prepared statements say the same as those that SQLAlchemy runs itself."""

from sqlalchemy import Column, Integer, MetaData, String, Table, bindparam, select, update

from fairdeal.service.storage.prepared import Prepared

ROWS = Table("prepared_rows", MetaData(), Column("id", Integer, primary_key=True), Column("name", String))
BY_ID = select(ROWS.c.id, ROWS.c.name).where(ROWS.c.id == bindparam("wanted"))
RENAME = update(ROWS).where(ROWS.c.name == bindparam("old")).values(name=bindparam("new"))


def test_it_says_what_the_statement_says(database):
    """A row or none, and how many rows were changed; a value that stands in the statement itself is kept."""
    database.write(ROWS.create)
    database.write(lambda conn: conn.execute(ROWS.insert(), [{"id": 1, "name": "a"}, {"id": 2, "name": "a"}]))
    one = Prepared(BY_ID)
    assert [database.read(lambda conn, at=at: one.first(conn, {"wanted": at})) for at in (1, 3)] == [(1, "a"), None]
    assert database.write(lambda conn: Prepared(RENAME).count(conn, {"old": "a", "new": "b%s ?"})) == 2
    next_id = Prepared(update(ROWS).where(ROWS.c.id == 2).values(id=ROWS.c.id + 5).returning(ROWS.c.id, ROWS.c.name))
    assert database.write(lambda conn: next_id.first(conn, {})) == (7, "b%s ?")
    assert database.read(lambda conn: one.first(conn, {"wanted": 7})) == (7, "b%s ?")
