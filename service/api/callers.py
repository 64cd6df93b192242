"""Who calls: the bearer token, judged before the body is looked at (api: the order of judgement)."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, cast

from flask import current_app, g, request

from fairdeal.service.api.bodies import refuse_query
from fairdeal.service.context import Service
from fairdeal.service.deals import access
from fairdeal.service.deals.access import Admission, Role
from fairdeal.service.problems import Problem

_SCHEME: Final = "bearer "

View = Callable[..., Any]


def service() -> Service:
    """The service that this app serves."""
    return cast("Service", current_app.extensions["fairdeal"])


def admission() -> Admission:
    """What :func:`requires_role` found out."""
    return cast("Admission", g.admission)


def requires_role(role: Role) -> Callable[[View], View]:
    """Let only callers with that role through, before anything else of the request is judged.

    The view's ``number`` and, if the address has one, ``seat`` say which deal and seat it is about.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def judged(**address: Any) -> Any:  # noqa: ANN401 - whatever the view takes and gives
            g.admission = access.admit(service(), address["number"], bearer(), role=role, seat=address.get("seat"))
            refuse_query()
            return view(**address)

        judged.__dict__["reads_query"] = True
        judged.__dict__.setdefault("_apidoc", {}).setdefault("manual_doc", {})["security"] = [{"token": []}]
        return judged

    return decorate


def bearer() -> str | None:
    """The token of the Authorization header; ``None`` when there is no such header, or none of this scheme (RFC 6750)."""
    header = request.headers.get("Authorization", "")
    if header[: len(_SCHEME)].lower() != _SCHEME:
        return None
    return header[len(_SCHEME) :].strip(" ")


def unauthorized(detail: str) -> Problem:
    """401, with the challenge that it has to carry."""
    return Problem("unauthorized", detail)
