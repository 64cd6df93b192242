"""Who calls about a score sheet, and which version of it the call is about."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from flask import request

from fairdeal.service.api import callers
from fairdeal.service.api.bodies import refuse_query
from fairdeal.service.api.callers import View
from fairdeal.service.api.rendering import dumps, etag_of
from fairdeal.service.problems import Problem
from fairdeal.service.sheets import access
from fairdeal.service.sheets.writing import Precondition

MATCH_PARAMETER: Final[dict[str, Any]] = {
    "in": "header",
    "name": "If-Match",
    "description": "The ETag of the sheet that is to be changed; needed unless the call repeats what is stored.",
    "schema": {"type": "string"},
}


def holding_the_token(*, of_row: bool = False) -> Callable[[View], View]:
    """Let only the holder of the sheet's token through, before anything else of the request is judged.

    The view's ``sheet`` says which sheet; ``of_row``: its ``hand`` is a row that has to be there.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def judged(**address: Any) -> Any:  # noqa: ANN401 - whatever the view takes and gives
            hand = address["hand"] if of_row else None
            access.admit(callers.service(), address["sheet"], callers.bearer(), hand=hand)
            refuse_query()
            return view(**address)

        judged.__dict__["reads_query"] = True
        judged.__dict__.setdefault("_apidoc", {}).setdefault("manual_doc", {})["security"] = [{"token": []}]
        return judged

    return decorate


def if_match() -> Precondition:
    """What the request's ``If-Match`` asks of the sheet (RFC 9110, section 13.1.1): 428 without one, 412 if it differs."""
    # Read here: the judging happens in another thread, which knows of no request.
    header, wanted = "If-Match" in request.headers, request.if_match

    def judge(sheet: dict[str, object]) -> None:
        if not header:
            raise Problem("precondition-required", "Send If-Match with the ETag of the sheet that you mean to change.")
        if not wanted.contains(etag_of(dumps(sheet))):
            raise Problem("precondition-failed", "The sheet is not the one of If-Match: read it again, then decide.")

    return judge
