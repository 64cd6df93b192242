"""Reading a deal's current state: a deal past its expiry is ended before it is shown."""

from sqlalchemy import Connection

from fairdeal.service.context import Service
from fairdeal.service.deals.access import row_of
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.expiry import expire
from fairdeal.service.storage import deals as store


def current(service: Service, number: int) -> Deal:
    """The deal of a committed number, or 404."""
    deal = Deal(service, row_of(service, number))
    while deal.is_due:
        deal = Deal(service, _expired(service, number))
    return deal


def _expired(service: Service, number: int) -> store.DealRow:
    def expire_anew(conn: Connection) -> store.DealRow | None:
        row = store.fetch(conn, number)
        assert row is not None
        deal = Deal(service, row)
        if deal.is_due:
            expire(conn, deal)
        return store.fetch(conn, number)

    row = service.database.write(expire_anew)
    assert row is not None
    return row
