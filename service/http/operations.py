"""The decorator over a view: who may call it, what it reads, what it returns, how that is cached, in one place.

A view is a function of plain values. `operation` judges a request in the order of the API (404, 401, 403, then the query and the
body), hands the view what its signature names, and makes a response of what it returns. What was said here is what the
description (`fairdeal.service.http.description`) says of it. CORS is not said here: every response has it, errors included
(`fairdeal.service.http.envelope`).
"""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, request
from marshmallow import Schema

from fairdeal.service.deals.info import MAX_BODY_BYTES
from fairdeal.service.http import callers
from fairdeal.service.http.bodies import load, read_json, read_query, refuse_query
from fairdeal.service.http.callers import Guard
from fairdeal.service.http.rendering import JSON, PRIVATE, dumps, resource
from fairdeal.service.http.schemas import Shape

View = Callable[..., Any]


class Group(Blueprint):
    """The operations of one resource, and what the description says of them together."""

    def __init__(self, name: str, description: str, *, prefix: str = "/v1") -> None:
        super().__init__(name, __name__, url_prefix=prefix)
        self.description = description


class Returns(NamedTuple):
    """What an operation returns when all is well."""

    schema: Schema | Shape | None
    """None for a response without content."""
    description: str
    status: int = 200
    cache: str = PRIVATE
    """Its Cache-Control."""
    etag: bool = False
    """Whether it has a strong ETag, and is 304 for a client that has it already."""
    location: str | None = None
    """Where the new resource is, with members of the returned value in braces."""
    content_type: str = JSON
    headers: tuple[str, ...] = ()
    """Further headers, which the view sets."""
    example: object = None
    links: Mapping[str, object] | None = None


class Body(NamedTuple):
    """The body that an operation reads."""

    schema: Schema | Shape
    examples: Mapping[str, object]
    """By name: `{"summary", "value"}`. A test reads each."""
    read: Callable[[object], Any] | None = None
    """Reads the JSON value; the schema does if there is none."""
    limit: int = MAX_BODY_BYTES
    """In bytes."""


def example(value: object) -> Mapping[str, object]:
    """The examples of a body that needs only one."""
    return {"example": {"summary": "An example", "value": value}}


class Operation(NamedTuple):
    """What was said of a view."""

    returns: tuple[Returns, ...]
    requires: Guard | None
    query: Schema | None
    body: Body | None
    headers: tuple[Mapping[str, Any], ...]
    """Request headers that the view reads, as parameters of OpenAPI."""
    problems: tuple[int, ...]
    """Statuses, besides those that follow from the rest."""


def operation(
    *returns: Returns,
    requires: Guard | None = None,
    query: Schema | None = None,
    body: Body | None = None,
    headers: tuple[Mapping[str, Any], ...] = (),
    problems: tuple[int, ...] = (),
) -> Callable[[View], View]:
    """Make a view of a function of plain values.

    The function's parameters say what it needs: parts of the address by their names, `service`, and what was read: `caller`
    (what `requires` told), `query`, `body`. What it returns is rendered as the first of `returns` says; a `Response` is sent
    as it is.
    """

    def decorate(view: View) -> View:
        wanted = inspect.signature(view).parameters
        address_names = [name for name in wanted if name not in _READ]
        wants_service, wants_caller = "service" in wanted, "caller" in wanted
        respond = _renderer(returns[0])
        read = None if body is None else _reader(body)

        @wraps(view)
        def judged(**address: Any) -> Response:  # noqa: ANN401 - parts of addresses
            arguments = {name: address[name] for name in address_names}
            if requires is not None:
                caller = requires(address)
                if wants_caller:
                    arguments["caller"] = caller
            if query is not None:
                arguments["query"] = read_query(query)
            elif request.query_string:
                if requires is None and "number" in address:
                    # What is not there is 404, whatever else is wrong with the call.
                    callers.require_committed(address["number"])
                refuse_query()
            if read is not None:
                arguments["body"] = read()
            if wants_service:
                arguments["service"] = callers.service()
            value = view(**arguments)
            return value if isinstance(value, Response) else respond(value)

        judged.__dict__["operation"] = Operation(returns, requires, query, body, headers, problems)
        return judged

    return decorate


_READ: Final = frozenset(("service", "caller", "query", "body"))


def operation_of(view: View) -> Operation | None:
    """What was said of a view; None for what is no operation of the API, a page for instance."""
    said: Operation | None = view.__dict__.get("operation")
    return said


def _reader(body: Body) -> Callable[[], Any]:
    limit, schema, read = body.limit, body.schema, body.read
    if read is not None:
        return lambda: read(read_json(limit))
    assert isinstance(schema, Schema)
    return lambda: load(schema, read_json(limit))


def _renderer(returned: Returns) -> Callable[[Any], Response]:
    status, cache, content_type, location = returned.status, returned.cache, returned.content_type, returned.location
    if returned.schema is None:
        return lambda _: Response(status=status, headers=[("Cache-Control", cache)])
    if returned.etag:
        return lambda value: resource(_content(value), cache, content_type)

    def respond(value: Any) -> Response:  # noqa: ANN401 - whatever the view returns
        headers = [("Cache-Control", cache)]
        if location is not None:
            headers.append(("Location", location.format_map(value)))
        return Response(_content(value), status, headers=headers, content_type=content_type)

    return respond


def _content(value: object) -> bytes:
    if isinstance(value, bytes):
        return value
    return value.encode() if isinstance(value, str) else dumps(value)
