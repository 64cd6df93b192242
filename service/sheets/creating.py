"""A new score sheet, and its token.

The token is 32 bytes of HMAC-SHA-256 over the sheet's id, keyed by 32 random bytes that are stored and the caller's
idempotency key, which is a secret and is not: so a repeated call gets the token again, and the store alone gives it to
nobody. Without an idempotency key, random bytes that are not stored take its place.
"""

import base64
import hmac
import secrets

from sqlalchemy import Connection

from fairdeal.engine.errors import EntryError
from fairdeal.engine.games import Ruleset
from fairdeal.service.context import Service
from fairdeal.service.deals import tokens
from fairdeal.service.games.rulesets import ruleset_of_request
from fairdeal.service.problems import invalid
from fairdeal.service.sheets.score_sheet import ScoreSheet, rules_of
from fairdeal.service.sheets.sheet_view import sheet_view
from fairdeal.service.storage import columns, idempotency
from fairdeal.service.storage import sheets as store
from fairdeal.service.storage.idempotency import Call
from fairdeal.service.storage.sheets import SheetRow


def create(service: Service, request: dict[str, object], idempotency_key: str | None) -> dict[str, object]:
    """Begin a sheet (api: ``POST /v1/sheets``); answers it as it was at the beginning, with its token.

    Raises ``idempotency-key-reused`` (422) and 422 with pointers.
    """
    ruleset = ruleset_of_request(request["ruleset"])
    keeping = rules_of(ruleset)
    players = request["players"]
    assert isinstance(players, list)
    try:
        keeping.sheet(ruleset, players)
    except EntryError as error:
        raise invalid(f"#{error.pointer}", error.detail) from None
    rules = service.rulesets.ensure(ruleset)
    secret = secrets.token_bytes(32) if idempotency_key is None else idempotency_key.encode()
    call = Call.of("/v1/sheets", idempotency_key, request)

    def attempt(conn: Connection) -> SheetRow:
        now = service.clock()
        earlier = idempotency.replayed(conn, call, now)
        if earlier is not None:
            first = store.fetch(conn, earlier)
            assert first is not None, "rows are never deleted"
            return first
        sheet_id, salt = secrets.token_hex(16), secrets.token_bytes(32)
        row = SheetRow(
            id=sheet_id,
            revision=0,
            token_hash=tokens.digest(_token(salt, secret, sheet_id)),
            salt=salt,
            ruleset_hash=rules,
            players=columns.to_json(players),
            rows="[]",
            deal=None,
            attempts="{}",
            created_at=now,
        )
        store.create(conn, row)
        idempotency.remember(conn, call, sheet_id, now)
        return row

    row = service.database.write(attempt)
    return _as_created(service, row, ruleset, _token(row.salt, secret, row.id))


def _as_created(service: Service, row: SheetRow, ruleset: Ruleset, token: str) -> dict[str, object]:
    sheet = ScoreSheet(service, row)
    return {"id": row.id, "token": token, **sheet_view(sheet, sheet.rules.sheet(ruleset, sheet.players), running=None)}


def _token(salt: bytes, secret: bytes, sheet_id: str) -> str:
    mac = hmac.digest(salt, b"fairdeal sheet token\n" + sheet_id.encode() + b"\n" + secret, "sha256")
    return tokens.PREFIX + base64.urlsafe_b64encode(mac).rstrip(b"=").decode()
