"""Somebody who audits a service, and an operator who rewrites what it stores."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Connection, delete, text, update

from fairdeal.engine.protocol import Void
from fairdeal.engine.tlog.merkle import EMPTY_ROOT
from fairdeal.service.api.app import create_app
from fairdeal.service.client.audit import Audit
from fairdeal.service.client.audited import Pinned
from fairdeal.service.client.http import Api
from fairdeal.service.context import Service
from fairdeal.service.keys.anchor import Anchored
from fairdeal.service.log.appending import append, lock
from fairdeal.service.log.log import Log
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.runtime.housekeeping import Housekeeper
from fairdeal.service.storage import log as store
from fairdeal.service.storage.schema import LOG_CHECKPOINTS, LOG_ENTRIES, LOG_HEADS, LOG_TILES
from tests.service.players import Table

Alter = Callable[[str, bytes], bytes | None]
"""Gives the content of an answer, by its path and its content; ``None`` takes it away."""


def _honest(_path: str, content: bytes) -> bytes:
    return content


def api_of(service: Service, tamper: Alter = _honest) -> Api:
    """A connection to a service whose operator alters what it answers."""
    inner = httpx.WSGITransport(app=create_app(service))

    class Network(httpx.BaseTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            response = inner.handle_request(request)
            content = tamper(request.url.path, response.read())
            if content is None:
                return httpx.Response(404, headers={"Content-Type": "application/problem+json"}, content=b"{}")
            kind = response.headers["Content-Type"]
            return httpx.Response(response.status_code, headers={"Content-Type": kind}, content=content)

    return Api("http://service", transport=Network(), sleep=lambda _: None)


class Auditor:
    """Somebody with a folder, who pinned the keys at the beginning."""

    def __init__(self, service: Service, folder: Path) -> None:
        self.pinned = Pinned(service.settings.origin, dict(service.keys.vkeys), None)
        self.folder = folder
        self.results: dict[int, str] = {}
        """Of the last audit, by number."""
        folder.mkdir()

    def audit(
        self,
        service: Service,
        *,
        first: int | None = None,
        last: int | None = None,
        now: int | None = None,
        jobs: int = 1,
        tamper: Alter = _honest,
    ) -> dict[int, dict[str, str]]:
        """What failed or is overdue, by number: the names of the checks, and why."""
        with api_of(service, tamper) as api:
            one = Audit(api, self.pinned, self.folder, now=now or service.clock(), jobs=jobs)
            found = list(one.run(first, last, lambda _done, _total: None))
        self.results = {finding.number: finding.result for finding in found}
        assert [finding.number for finding in found if finding.number] == sorted(self.results.keys() - {0})
        return {finding.number: finding.failed for finding in found if finding.result in ("fail", "overdue")}


def rewrite(service: Service, statement: str, **values: Any) -> None:
    """Change any row."""
    service.database.write(lambda conn: conn.execute(text(statement), values))


def log_more(log: Log, *entries: str) -> None:
    """Append whatever the operator likes, and publish it."""
    log.write(lambda conn: append(conn, log, lock(conn, log), [entry.encode() for entry in entries]))
    publish(log, Witnesses(None))


def resign(log: Log, entries: Iterable[str]) -> None:
    """Give a log another history: these entries from the first on, signed anew by its own key, and published."""

    def step(conn: Connection) -> None:
        for table in (LOG_ENTRIES, LOG_TILES, LOG_CHECKPOINTS):
            conn.execute(delete(table).where(table.c.log == log.name))
        nothing = {"size": 0, "root": EMPTY_ROOT, "note": log.sign(0, EMPTY_ROOT)}
        shown = {"published_size": 0, "published_note": None}
        conn.execute(update(LOG_HEADS).where(LOG_HEADS.c.log == log.name).values(**nothing, **shown))
        append(conn, log, store.fetch(conn, log.name), [entry.encode() for entry in entries])

    log.database.write(step)
    head = log.head()
    assert log.anchor.update_head(log.name, log.anchor.heads()[log.name], Anchored(head.size, head.root))
    publish(log, Witnesses(None))


def outcome_of(service: Service, number: int) -> Void:
    """The void that ended a deal."""
    with api_of(service) as api:
        return Void.from_text(api.get(f"/v1/deals/{number}").view("outcome").text("statement"))


def grow(service: Service, deals: int) -> None:
    """So many deals that end at once, each with a checkpoint of its own."""
    for _ in range(deals):
        table = Table.open(create_app(service).test_client())
        table.done("void", table.opener, {})
        Housekeeper(service).run_once()
        service.database.write(lambda conn: conn.execute(text("DELETE FROM leases")))
