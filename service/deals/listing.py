"""Lists of deals by number: public views, and bundles for auditors who check many at once."""

from collections.abc import Iterator, Sequence
from typing import Final

from sqlalchemy import Connection

from fairdeal.service.context import Service
from fairdeal.service.deals.bundle import bundle_of
from fairdeal.service.deals.deal import ENDED, RUNNING, Deal
from fairdeal.service.deals.public_view import public_view
from fairdeal.service.deals.reading import current
from fairdeal.service.storage import deals as store

HANDED_OUT: Final = (*sorted(RUNNING), *sorted(ENDED))
"""States that a list shows when it is asked for none: all but the numbers that wait to be handed out."""


def listing(
    service: Service, *, after: int | None, before: int | None, limit: int, state: str | None
) -> dict[str, object]:
    """Up to ``limit`` public views: ascending behind ``after``, or descending below ``before``; ``next`` goes on there."""
    states = HANDED_OUT if state is None else (state,)

    def page(conn: Connection) -> Sequence[store.DealRow]:
        if before is not None:
            return store.list_before(conn, before, limit + 1, states)
        return store.list_after(conn, after or 0, limit + 1, states)

    rows = service.database.read(page)
    more = len(rows) > limit
    rows = rows[:limit]
    deals = [_as_it_stands(service, row) for row in rows]
    # One that was past its expiry has ended meanwhile: it is in another state than the one asked for.
    items = [public_view(deal) for deal in deals if deal.row.state in states]
    return {"items": items, "next": rows[-1].number if more else None}


def bundles(
    service: Service, *, after: int | None, limit: int, numbers: Sequence[int] | None
) -> Iterator[dict[str, object]]:
    """A bundle a number, or ``{number, state}`` before its outcome; the last item is ``{end, next}``.

    Raises 404 for a listed number that is not committed.
    """
    if numbers is not None:
        for number in numbers:
            yield _line(current(service, number))
        yield {"end": True, "next": None}
        return
    rows = service.database.read(lambda conn: store.list_after(conn, after or 0, limit + 1, None))
    for row in rows[:limit]:
        yield _line(_as_it_stands(service, row))
    yield {"end": True, "next": rows[limit - 1].number if len(rows) > limit else None}


def _as_it_stands(service: Service, row: store.DealRow) -> Deal:
    deal = Deal(service, row)
    return current(service, row.number) if deal.is_due else deal


def _line(deal: Deal) -> dict[str, object]:
    return bundle_of(deal) if deal.has_ended else {"number": deal.number, "state": deal.row.state}
