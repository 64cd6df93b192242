"""Who may see and change a score sheet: whoever holds its token. 404 before 401 before 403, as for deals."""

import hmac

from fairdeal.service.context import Service
from fairdeal.service.deals import tokens
from fairdeal.service.deals.deal import Deal
from fairdeal.service.problems import Problem
from fairdeal.service.sheets.score_sheet import ScoreSheet
from fairdeal.service.storage import deals, sheets


def admit(service: Service, sheet_id: str, bearer: str | None, *, hand: int | None = None) -> None:
    """Let the caller in, or say why not: 404, 401, 403, in that order.

    ``hand`` is the number of a row that has to be there (404). That is told to the sheet's own people alone: an id is not
    secret, for it stands in the open statement of each deal of the sheet.
    """
    sheet = service.database.read(lambda conn: ScoreSheet.fetch(service, conn, sheet_id))
    if bearer is None:
        raise _unauthorized("This address needs the sheet's token: Authorization: Bearer fd_…")
    if not is_token(sheet, bearer):
        if _is_known(service, bearer):
            raise Problem("forbidden", "The token belongs to another sheet, or to a deal.")
        raise _unauthorized("Unknown token.")
    if hand is not None:
        require_row(sheet, hand)


def is_token(sheet: ScoreSheet, bearer: str) -> bool:
    """Whether this is the sheet's token, compared in constant time."""
    return hmac.compare_digest(sheet.row.token_hash, tokens.digest(bearer))


def require_row(sheet: ScoreSheet, hand: int) -> None:
    """Refuse the number of a hand that the sheet has no row for (404)."""
    if not 1 <= hand <= len(sheet.rows):
        raise Problem("not-found", f"The sheet has no row for hand {hand}; it has {len(sheet.rows)}.")


def _is_known(service: Service, bearer: str) -> bool:
    digest, where = tokens.digest(bearer), tokens.address(bearer)
    if service.database.read(lambda conn: sheets.is_token(conn, digest)):
        return True
    if where is not None:
        row = service.database.read(lambda conn: deals.fetch(conn, where.number))
        if row is not None and row.open_note is not None and Deal(service, row).is_token(bearer, where.role):
            return True
    return service.database.read(lambda conn: deals.is_claimed_elsewhere(conn, digest))


def _unauthorized(detail: str) -> Problem:
    return Problem("unauthorized", detail)
