"""Who calls about a score sheet, and which version of it the call is about."""

from collections.abc import Mapping
from typing import Any, Final

from flask import request

from fairdeal.service.http import callers
from fairdeal.service.http.callers import Guard
from fairdeal.service.http.rendering import dumps, etag_of
from fairdeal.service.problems import Problem
from fairdeal.service.sheets import access
from fairdeal.service.sheets.writing import Precondition

MATCH_PARAMETER: Final[dict[str, Any]] = {
    "in": "header",
    "name": "If-Match",
    "description": "The ETag of the sheet that is to be changed; needed unless the call repeats what is stored.",
    "schema": {"type": "string"},
}


def holds_token(*, of_row: bool = False) -> Guard:
    """Only the holder of the sheet's token; `of_row`: for a row that has to be there."""

    def admit(address: Mapping[str, Any]) -> None:
        hand = address["hand"] if of_row else None
        access.admit(callers.service(), address["sheet"], callers.bearer(), hand=hand)

    return admit


def if_match() -> Precondition:
    """What the request's If-Match asks of the sheet (RFC 9110, section 13.1.1): 428 without one, 412 if it differs."""
    # Read here: the judging happens in another thread, which knows of no request.
    is_given, wanted = "If-Match" in request.headers, request.if_match

    def judge(sheet: dict[str, object]) -> None:
        if not is_given:
            raise Problem("precondition-required", "Send If-Match with the ETag of the sheet that you mean to change.")
        if not wanted.contains(etag_of(dumps(sheet))):
            raise Problem("precondition-failed", "The sheet has changed since: read it again, then decide.")

    return judge
