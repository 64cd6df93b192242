"""Ending the deals whose time ran out while nobody was looking."""

from sqlalchemy import Connection

from service.context import Service
from service.deals import ending
from service.deals.deal import Deal
from service.storage import deals as store


def expire_due(service: Service, limit: int = 100) -> int:
    """End up to ``limit`` running deals that are past their time; says how many."""

    def expire(conn: Connection) -> int:
        due = [Deal(service, row) for row in store.due(conn, service.clock(), limit)]
        return sum(ending.expire(conn, deal) for deal in due)

    return service.database.write(expire)
