"""Who calls: the bearer token, judged before the body is looked at (api: the order of judgement)."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from flask import current_app, g, request

from service.context import Service
from service.deals import access
from service.deals.access import Admission, Role
from service.problems import Problem

_SCHEME: Final = "bearer "


def service() -> Service:
    """The service that this app serves."""
    found: Service = current_app.extensions["fairdeal"]
    return found


def admission() -> Admission:
    """What :func:`admitted` found out."""
    found: Admission = g.admission
    return found


def admitted(role: Role) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let only callers with that role through, before anything else of the request is judged.

    The view's ``number`` and, if the address has one, ``seat`` say which deal and seat it is about.
    """

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def judged(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - whatever the view takes and gives
            g.admission = access.admit(service(), kwargs["number"], bearer(), role=role, seat=kwargs.get("seat"))
            return view(*args, **kwargs)

        judged.__dict__.setdefault("_apidoc", {}).setdefault("manual_doc", {})["security"] = [{"token": []}]
        return judged

    return decorate


def bearer() -> str | None:
    """The token of the Authorization header; ``None`` when there is no such header."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    if not header.lower().startswith(_SCHEME):
        raise Problem(
            401,
            "unauthorized",
            "Expected Authorization: Bearer fd_….",
            headers={"WWW-Authenticate": 'Bearer realm="fairdeal"'},
        )
    return header[len(_SCHEME) :].strip()
