"""What the first start fixed about a store, for good: its origin, its deadline, its public keys."""

from sqlalchemy import Connection, insert, select

from fairdeal.service.storage.schema import META


def fetch(conn: Connection) -> dict[str, str]:
    """All facts, by name; none in a new store."""
    return {row.name: row.value for row in conn.execute(select(META.c.name, META.c.value))}


def fix(conn: Connection, facts: dict[str, str]) -> None:
    """Store the facts of a new store."""
    conn.execute(insert(META), [{"name": name, "value": value} for name, value in facts.items()])
