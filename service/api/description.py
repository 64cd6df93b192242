"""The API's description, generated from the code (OpenAPI 3.1)."""

from copy import deepcopy
from typing import Any, Final, cast

import yaml
from flask import Flask
from flask_smorest import Api
from marshmallow.fields import Field

from fairdeal.service.api.answer_shapes import ANSWER_SHAPES
from fairdeal.service.api.errors import PROBLEM_JSON
from fairdeal.service.api.resources.blueprints import PROBLEM_RESPONSES
from fairdeal.service.api.ruleset_shapes import RULESET_SHAPES
from fairdeal.service.api.sequence_schemas import SequenceBody
from fairdeal.service.api.shapes import Shape, ref
from fairdeal.service.api.sheet_shapes import SHEET_SHAPES
from fairdeal.service.api.validation_shapes import VALIDATION_SHAPES

_ABOUT: Final = """Deals Hearts, provably fairly: commitments before the cards, every play checked, every deal verifiable by anyone.

**Order of judgement.** A call is judged for 404, 401, 403, then its body (413, 415, 400, 422), then whether it repeats what was
accepted before (then it is answered as it was), then the state of the deal (409), then the rules (409).

**Errors** are problems of RFC 9457; their `type` leads to a page that explains it. Their `instance` is the request id.

**Retries are safe.** A PUT repeated with the same body has no second effect and the same answer; `POST /v1/deals` takes an
`Idempotency-Key`.

**Request ids.** A UUID in `X-Request-ID` is echoed; any other value is replaced.
"""

CONFIG: Final[dict[str, object]] = {
    "API_TITLE": "fairdeal",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "summary": "Hearts, dealt so that nobody has to be trusted.",
            "description": _ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/", "description": "The service that this description comes from."}],
        "security": [],
    },
}

_HEADERS: Final[dict[str, Shape]] = {
    "ETag": {
        "description": "Strong; for If-None-Match, and If-Match where it is needed.",
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


class Description(Api):
    """flask-smorest's own, without its one error for everything: each operation names the problems that it has."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_responses(self) -> None:
        """Leave the library's own errors out: they are no problems of RFC 9457."""

    def _register_pagination_header(self) -> None:
        """Leave the library's pages out: lists are paged by number."""


def register(app: Flask) -> Description:
    """Begin the app's description, with what all operations refer to."""
    app.config.update(CONFIG)
    api = Description(app)
    api.ma_plugin.converter.add_attribute_function(_named_shape)
    components = api.spec.components
    for name, shape in (RULESET_SHAPES | ANSWER_SHAPES | SHEET_SHAPES | VALIDATION_SHAPES).items():
        components.schema(name, deepcopy(shape))
    components.schema("SequenceBody", schema=SequenceBody())
    for name, header in _HEADERS.items():
        components.header(name, deepcopy(header))
    for status, (name, meaning) in PROBLEM_RESPONSES.items():
        headers = ("X-Request-ID", *_PROBLEM_HEADERS.get(status, ()))
        components.response(
            name,
            {
                "description": meaning,
                "headers": {header: {"$ref": f"#/components/headers/{header}"} for header in headers},
                "content": {PROBLEM_JSON: {"schema": ref("Problem")}},
            },
            lazy=True,
        )
    components.security_scheme(
        "token",
        {"type": "http", "scheme": "bearer", "description": "A token of the deal: `fd_` and 43 characters (RFC 6750)."},
    )
    app.extensions["fairdeal.description"] = api
    return api


def _named_shape(_converter: object, field: Field[Any], **_: object) -> Shape:
    """A field of which its metadata says that it has a named shape."""
    return ref(field.metadata["shape"]) if "shape" in field.metadata else {}


def document(app: Flask) -> dict[str, Any]:
    """The description as a value."""
    api: Description = app.extensions["fairdeal.description"]
    document = cast("dict[str, Any]", api.spec.to_dict())
    for operations in document["paths"].values():
        for operation in (operations[method] for method in ("get", "post", "put", "delete") if method in operations):
            # A docstring's first line is a sentence; a summary is a title.
            operation["summary"] = operation["summary"].removesuffix(".")
            operation["responses"] = dict(sorted(operation["responses"].items()))
    return document


def text(app: Flask) -> str:
    """The description as YAML, as it stands in ``openapi.yaml``."""
    written: str = yaml.dump(document(app), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=120)
    return written


class _Plain(yaml.SafeDumper):
    """YAML without anchors: many readers of OpenAPI know none."""

    def ignore_aliases(self, data: object) -> bool:
        return True
