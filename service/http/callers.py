"""Who calls: the bearer token, judged before the body is looked at (api: the order of judgement)."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from flask import current_app, request

from fairdeal.service.context import Service
from fairdeal.service.deals import access
from fairdeal.service.deals.access import Admission, Role

_SCHEME: Final = "bearer "

Guard = Callable[[Mapping[str, Any]], object]
"""Lets a caller through to an address, given its parts, and tells who it is; raises 404, 401, 403, in this order."""


def service() -> Service:
    """The service that this app serves."""
    return cast("Service", current_app.extensions["fairdeal"])


def holds(role: Role) -> Guard:
    """Only callers with that role in the deal, and in the seat if the address names one; views get an `Admission`."""

    def admit(address: Mapping[str, Any]) -> Admission:
        return access.admit(service(), address["number"], bearer(), role=role, seat=address.get("seat"))

    return admit


def require_committed(number: int) -> None:
    """Refuse the number of a deal that is not committed yet (404)."""
    access.row_of(service(), number)


def bearer() -> str | None:
    """The token of the Authorization header; None when there is no such header, or none of this scheme (RFC 6750)."""
    header = request.headers.get("Authorization", "")
    if header[: len(_SCHEME)].lower() != _SCHEME:
        return None
    return header[len(_SCHEME) :].strip(" ")
