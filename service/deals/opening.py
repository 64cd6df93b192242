"""Opening: hands out the lowest committed number and fixes the terms, signed, before any nonce is shown."""

import hashlib
import json
from typing import cast

from sqlalchemy import Connection

from engine.errors import RulesetError
from engine.presets import resolve
from engine.ruleset import Ruleset
from engine.statements import Open
from service.context import Service
from service.deals import tokens
from service.deals.deal import Deal
from service.deals.terms import Terms
from service.deals.public_view import as_opened
from service.problems import Problem
from service.storage import deals as store
from service.storage import idempotency, numbers, rulesets


def open_deal(
    service: Service, request: dict[str, object], idempotency_key: str | None
) -> tuple[dict[str, object], bool]:
    """Open a deal on the terms of a request body (api: ``POST /v1/deals``).

    Answers the public view as it was at the opening, with the tokens, and whether this is a replay of an idempotent call.
    Raises ``no-numbers`` (503), ``idempotency-key-reused`` (422) and 422 with pointers for terms that cannot be.
    """
    terms = Terms.of_request(service, request)
    body_hash = hashlib.sha256(json.dumps(request, sort_keys=True).encode()).digest()

    def attempt(conn: Connection) -> tuple[int, bool]:
        if idempotency_key is not None:
            known = idempotency.find(conn, idempotency_key)
            if known is not None:
                if known.body_hash != body_hash:
                    raise _reused()
                return known.number, True
        number = _open(service, conn, terms)
        if idempotency_key is not None:
            idempotency.remember(conn, idempotency_key, body_hash, number, service.clock())
        return number, False

    number, replayed = service.database.write(attempt)
    row = service.database.read(lambda conn: store.fetch(conn, number))
    assert row is not None
    return _answer(Deal(service, row)), replayed
