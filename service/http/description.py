"""The description of the API (OpenAPI 3.1), made by apispec from the decorators over the views and from the schemas."""

from collections.abc import Mapping
from copy import deepcopy
from http import HTTPStatus
from typing import Any, Final, NamedTuple, cast

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import Schema
from marshmallow.fields import Field

from fairdeal.service.http import addresses
from fairdeal.service.http.errors import PROBLEM_JSON
from fairdeal.service.http.operations import Body, Group, Operation, Returns, View, operation_of
from fairdeal.service.http.rendering import JSON
from fairdeal.service.http.schemas import Shape, name_of, ref

PROBLEM_RESPONSES: Final[Mapping[int, tuple[str, str]]] = {
    400: ("BadRequest", "The body is not strict JSON, or a header is malformed."),
    401: ("Unauthorized", "No token, or an unknown one."),
    403: ("Forbidden", "The token is another seat's, another role's or another deal's."),
    404: ("NotFound", "Nothing has this address."),
    409: ("Conflict", "Not in this state, or against the rules; nothing was changed."),
    412: ("PreconditionFailed", "The resource has changed since it was read."),
    413: ("PayloadTooLarge", "The body is too large."),
    415: ("UnsupportedMediaType", "The body is not declared to be JSON."),
    422: ("InvalidRequest", "Invalid values in the request; each is named, up to 50."),
    428: ("PreconditionRequired", "If-Match is required."),
    429: ("TooManyRequests", "Too many requests; Retry-After says when to try again."),
    500: ("InternalError", "A fault of the service."),
    503: ("Unavailable", "Nothing was done; Retry-After says when to repeat the call."),
}
"""The problems of operations: the name of each in the description, and when it comes."""

_EVERY: Final = (422, 429, 500, 503)
"""Problems of every operation: 422 for a query string that it does not read."""
_HEADERS: Final[dict[str, Shape]] = {
    "ETag": {
        "description": "Strong; for If-None-Match, and for If-Match where that is required.",
        "schema": {"type": "string", "pattern": '^"[0-9a-f]{32}"$'},
    },
    "Location": {"description": "Where the new resource is.", "schema": {"type": "string", "format": "uri-reference"}},
    "Link": {"description": 'The next page, as rel="next", if there is one (RFC 8288).', "schema": {"type": "string"}},
    "Retry-After": {
        "description": "Seconds after which the call may be repeated.",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    },
    "WWW-Authenticate": {"description": "The challenge (RFC 6750).", "schema": {"type": "string"}},
    "X-Request-ID": {"description": "The request's id.", "schema": {"type": "string", "format": "uuid"}},
}
_PROBLEM_HEADERS: Final = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}
_METHODS: Final[tuple[str, ...]] = ("get", "put", "post", "delete")


class About(NamedTuple):
    """What the description says of the API as a whole."""

    summary: str
    text: str
    problem: Schema
    shapes: Mapping[str, Shape | Schema]
    """Named shapes that nothing else names."""


def register(app: Flask, about: About) -> None:
    """Let `document` and `text` describe the app, each written once."""
    app.extensions["fairdeal.about"] = about
    app.extensions["fairdeal.described"] = {}


def document(app: Flask) -> dict[str, Any]:
    """The description as a value."""
    kept: dict[str, Any] = app.extensions["fairdeal.described"]
    if "document" not in kept:
        kept["document"] = _Description(app.extensions["fairdeal.about"]).of(app)
    return cast("dict[str, Any]", kept["document"])


def text(app: Flask) -> str:
    """The description as YAML, as it stands in `openapi.yaml`."""
    kept: dict[str, Any] = app.extensions["fairdeal.described"]
    if "text" not in kept:
        kept["text"] = yaml.dump(document(app), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=120)
    return cast("str", kept["text"])


class _Description:
    def __init__(self, about: About) -> None:
        schemas = MarshmallowPlugin(schema_name_resolver=name_of)
        self._problem = about.problem
        self._spec = APISpec(
            title="fairdeal",
            version="v1",
            openapi_version="3.1.0",
            plugins=[schemas],
            info={
                "summary": about.summary,
                "description": about.text,
                "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            },
            servers=[{"url": "/", "description": "The service that this description comes from."}],
            security=[],
        )
        # Before the last of the library's own functions, which adds null.
        assert schemas.converter is not None
        schemas.converter.attribute_functions.insert(-1, self._shape_of)
        self._add_components(about.shapes)

    def of(self, app: Flask) -> dict[str, Any]:
        """The document of all operations of an app."""
        paths: dict[str, dict[str, Any]] = {}
        for rule in app.url_map.iter_rules():
            view = app.view_functions[rule.endpoint]
            said = operation_of(view)
            if said is not None:
                group = app.blueprints[rule.endpoint.rpartition(".")[0]]
                self._add_tag(group)
                for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                    described = _operation(group.name, view, said, rule.rule)
                    paths.setdefault(rule.rule, {})[method.lower()] = described
        for rule_text, operations in paths.items():
            in_order = {method: operations[method] for method in _METHODS if method in operations}
            self._spec.path(
                addresses.template(rule_text), operations=in_order, parameters=addresses.parameters(rule_text)
            )
        return self._spec.to_dict()

    def _add_tag(self, group: object) -> None:
        assert isinstance(group, Group)
        if group.name not in [tag["name"] for tag in self._spec._tags]:  # noqa: SLF001 - there is no other way to ask
            self._spec.tag({"name": group.name, "description": group.description})

    def _add_components(self, shapes: Mapping[str, Shape | Schema]) -> None:
        components = self._spec.components
        components.schema("Problem", schema=self._problem)
        for name, shape in shapes.items():
            if isinstance(shape, Schema):
                components.schema(name, schema=shape)
            else:
                components.schema(name, deepcopy(shape))
        for name, header in _HEADERS.items():
            components.header(name, deepcopy(header))
        for status, (name, meaning) in PROBLEM_RESPONSES.items():
            names = ("X-Request-ID", *_PROBLEM_HEADERS.get(status, ()))
            content = {PROBLEM_JSON: {"schema": ref("Problem")}}
            components.response(
                name, {"description": meaning, "headers": _headers(names), "content": content}, lazy=True
            )
        components.security_scheme(
            "token",
            {"type": "http", "scheme": "bearer", "description": "A token: `fd_` and 43 characters (RFC 6750)."},
        )

    def _shape_of(self, field: "Field[Any]", ret: Shape, **_: object) -> Shape:
        """The shape of a field that has one of its own, by its name if it is named."""
        said = {name: value for name, value in ret.items() if name in ("description", "example", "uniqueItems")}
        name = getattr(field, "component", None)
        if name is not None:
            if name not in self._spec.components.schemas:
                self._spec.components.schema(name, deepcopy(cast("Any", field).named_shape))
            ret.clear()
            return {**ref(name), **said}
        shape = getattr(field, "shape", None)
        if shape is not None:
            ret.clear()
            return {**deepcopy(shape), **said}
        return {}


def _operation(group: str, view: View, said: Operation, rule: str) -> dict[str, Any]:
    title, _, more = (view.__doc__ or "").partition("\n")
    described: dict[str, Any] = {
        "operationId": _camel_case(view.__name__),
        # A docstring's first line is a sentence; a summary is a title.
        "summary": title.strip().removesuffix("."),
        "tags": [group],
    }
    if more.strip():
        described["description"] = "\n".join(line.strip() for line in more.strip().splitlines())
    parameters: list[dict[str, Any]] = [dict(header) for header in said.headers]
    if said.query is not None:
        parameters.append({"in": "query", "schema": said.query})
    if parameters:
        described["parameters"] = parameters
    if said.body is not None:
        described["requestBody"] = _body(said.body)
    described["responses"] = _responses(said, rule)
    if said.requires is not None:
        described["security"] = [{"token": []}]
    return described


def _body(body: Body) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": body.schema}
    if list(body.examples) == ["example"]:
        content["example"] = cast("dict[str, Any]", body.examples["example"])["value"]
    else:
        content["examples"] = dict(body.examples)
    return {"required": True, "content": {JSON: content}}


def _responses(said: Operation, rule: str) -> dict[str, Any]:
    responses: dict[int, Any] = {}
    for returned in said.returns:
        described = responses.setdefault(returned.status, _response(returned))
        if returned.schema is not None:
            described.setdefault("content", {})[returned.content_type] = _content(returned)
    problems = {*_EVERY, *said.problems}
    if said.requires is not None:
        problems |= {401, 403, 404}
    if said.body is not None:
        problems |= {400, 413, 415}
    if "<" in rule:
        problems.add(404)
    responses |= {status: PROBLEM_RESPONSES[status][0] for status in problems}
    return {str(status): responses[status] for status in sorted(responses)}


def _response(returned: Returns) -> dict[str, Any]:
    etag = ("ETag",) if returned.etag else ()
    location = ("Location",) if returned.location is not None else ()
    names = (*etag, *location, *returned.headers, "X-Request-ID")
    response: dict[str, Any] = {
        "description": returned.description or HTTPStatus(returned.status).phrase,
        "headers": _headers(names),
    }
    if returned.links:
        response["links"] = deepcopy(dict(returned.links))
    return response


def _content(returned: Returns) -> dict[str, Any]:
    content: dict[str, Any] = {
        "schema": deepcopy(returned.schema) if isinstance(returned.schema, dict) else returned.schema
    }
    return content if returned.example is None else {**content, "example": returned.example}


def _headers(names: tuple[str, ...]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


class _Plain(yaml.SafeDumper):
    """YAML without anchors: many readers of OpenAPI know none."""

    def ignore_aliases(self, data: object) -> bool:
        return True
