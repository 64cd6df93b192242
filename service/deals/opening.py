"""Opening: hands out the lowest committed number and fixes the terms, signed, before any nonce is shown."""

from typing import Protocol

from sqlalchemy import Connection

from fairdeal.engine.games import DEFAULT_PRESET, Ruleset
from fairdeal.engine.protocol import Open
from fairdeal.service.context import Service
from fairdeal.service.deals import tokens
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.public_view import as_opened
from fairdeal.service.deals.terms import Terms
from fairdeal.service.games.rulesets import ruleset_of_request
from fairdeal.service.numbers.issuing import issue
from fairdeal.service.problems import Problem, invalid_values
from fairdeal.service.storage import deals as store
from fairdeal.service.storage import idempotency
from fairdeal.service.storage.deals import DealRow
from fairdeal.service.storage.idempotency import Call


class SheetLink(Protocol):
    """The score sheet that a deal is opened for: its terms come from there."""

    def ruleset(self) -> Ruleset:
        """What the sheet's hands are played by; raises 422 if there is no such sheet, or the token is not its own."""

    def reserve(self, conn: Connection, terms: Terms) -> Terms:
        """The terms with the hand that comes next and the attempt at it; raises `game-over` and `deal-running` (409)."""

    def note_opened(self, conn: Connection, number: int, terms: Terms) -> None:
        """Note that deal `number` is being played on the terms that `reserve` gave."""


def open_deal(
    service: Service, request: dict[str, object], idempotency_key: str | None, link: SheetLink | None = None
) -> tuple[dict[str, object], bool]:
    """Open a deal on the terms of a request body (api: ``POST /v1/deals``).

    Answers the public view as it was at the opening, with the tokens, and whether this is a replay of an idempotent call.
    Raises ``no-numbers`` (503), ``idempotency-key-reused`` (422) and 422 with pointers for terms that cannot be;
    for a score sheet ``game-over`` and ``deal-running`` (409).
    """
    if link is None:
        ruleset = ruleset_of_request(request.get("ruleset", DEFAULT_PRESET))
    else:
        _require_no_terms_of_its_own(request)
        ruleset = link.ruleset()
    terms = Terms.of_request(service.settings, request, ruleset)
    call = Call.of("/v1/deals", idempotency_key, request)
    rules = service.rulesets.ensure(terms.ruleset)

    def attempt(conn: Connection) -> tuple[DealRow, bool]:
        now = service.clock()
        earlier = idempotency.replayed(conn, call, now)
        if earlier is not None:
            first = store.fetch(conn, int(earlier))
            assert first is not None, "rows are never deleted"
            return first, True
        if link is None:
            row = _open(service, conn, terms, rules)
        else:
            of_sheet = link.reserve(conn, terms)
            row = _open(service, conn, of_sheet, rules)
            link.note_opened(conn, row.number, of_sheet)
        idempotency.remember(conn, call, str(row.number), now, deal=row.number)
        return row, False

    row, replayed = service.database.write(attempt)
    deal = Deal(service, row)
    given = {"opener": deal.token(tokens.OPENER), "seats": [deal.token(seat) for seat in range(terms.ruleset.players)]}
    return {**as_opened(deal), "tokens": given}, replayed


def _require_no_terms_of_its_own(request: dict[str, object]) -> None:
    given = [name for name in ("ruleset", "hand") if name in request]
    if given:
        raise invalid_values(
            [(f"#/{name}", "Comes from the score sheet that the deal is opened for.") for name in given]
        )


def _open(service: Service, conn: Connection, terms: Terms, rules: bytes) -> DealRow:
    claimed = issue(service, conn)
    if claimed is None:
        raise Problem(
            "no-numbers",
            "Every committed number is handed out; more are being committed.",
            retry_after=1,
        )
    statement = Open(
        origin=service.settings.origin,
        number=claimed.number,
        rules=rules,
        hand=terms.hand,
        contributors=terms.contributors,
        sealed=terms.sealed,
        opener=terms.opener,
        opened=claimed.opened_at,
        expires=claimed.opened_at + terms.ttl,
        sheet=terms.sheet,
    )
    return store.hand_out(
        conn,
        claimed.number,
        state="sealing" if terms.sealed else "contributing",
        ruleset_hash=rules,
        sheet_id=None if terms.sheet is None else terms.sheet[0],
        attempt=None if terms.sheet is None else terms.sheet[1],
        open_note=service.keys.statement_signer.sign(statement.text()),
        opened_at=statement.opened,
        expires_at=statement.expires,
    )
