"""Reads request bodies and query strings strictly; faults are judged in the order 413, 415, 400, 422 (api: conventions)."""

from typing import Any, Final
from wsgiref.types import WSGIEnvironment

from flask import request
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import ClientDisconnected

from fairdeal.engine import strict_json
from fairdeal.service.deals.info import MAX_BODY_BYTES
from fairdeal.service.problems import Problem, invalid_values

JSON: Final = "application/json"


def load(schema: Schema, value: object) -> Any:  # noqa: ANN401 - what the schema makes of it
    """What ``schema`` makes of a JSON value; 422 with a pointer to each fault."""
    try:
        return schema.load(value)  # type: ignore[arg-type]  # marshmallow itself refuses what is no object
    except ValidationError as error:
        raise invalid_values(_faults(error.messages, "#")) from None


def read_json(limit: int = MAX_BODY_BYTES) -> object:
    """The strict JSON value of the request's body of up to `limit` bytes; raises 413, 415, 400."""
    raw = _plain_body(request.environ, limit)
    if raw is None:
        raw = _body(limit)
    try:
        return strict_json.loads(raw)
    except strict_json.NotStrict as fault:
        raise Problem("bad-request", str(fault)) from None


def _plain_body(environ: WSGIEnvironment, limit: int) -> bytes | None:
    """The body of a request that says its length and nothing unusual: as `_body`, at a third of the cost; else None."""
    length = environ.get("CONTENT_LENGTH", "")
    if (
        environ.get("CONTENT_TYPE") != JSON
        or not (length.isascii() and length.isdigit() and int(length) <= limit)
        or not environ.keys().isdisjoint(_UNUSUAL)
    ):
        return None
    size = int(length)
    try:
        raw: bytes = environ["wsgi.input"].read(size)
    except (OSError, ValueError):
        raise ClientDisconnected from None
    if len(raw) < size:
        raise ClientDisconnected
    return raw


_UNUSUAL: Final = frozenset(("HTTP_CONTENT_ENCODING", "HTTP_TRANSFER_ENCODING"))


def _body(limit: int) -> bytes:
    """The body of any request; raises 413, 415."""
    if (request.content_length or 0) > limit:
        raise _too_large(limit)
    _require_json()
    # A body without a declared length is cut off here, a byte above the limit.
    request.max_content_length = limit + 1
    raw = request.get_data()
    if len(raw) > limit:
        raise _too_large(limit)
    return raw


def read_query(schema: Schema) -> dict[str, Any]:
    """What ``schema`` makes of the query string; 422 for unknown, repeated and malformed parameters."""
    parameters = request.args.to_dict(flat=False)
    repeated = [name for name, values in parameters.items() if len(values) > 1]
    if repeated:
        raise invalid_values([_of_parameter(f"/{_escaped(name)}", "The parameter is repeated.") for name in repeated])
    try:
        loaded: dict[str, Any] = schema.load({name: values[0] for name, values in parameters.items()})
    except ValidationError as error:
        raise invalid_values([_of_parameter(*fault) for fault in _faults(error.messages, "")]) from None
    return loaded


def refuse_query() -> None:
    """Refuse a query string where an address takes none (422)."""
    if request.query_string:
        faults = [_of_parameter(f"/{_escaped(name)}", "Unknown field.") for name in request.args]
        raise invalid_values(faults or [("#", "This address takes no query string.")])


def _of_parameter(pointer: str, sentence: str) -> tuple[str, str]:
    return f"#{pointer}", f"Query parameter {pointer[1:]!r}: {sentence}" if pointer else sentence


def _require_json() -> None:
    encoding = request.headers.get("Content-Encoding", "identity").lower()
    if encoding != "identity":
        raise Problem("unsupported-media-type", "Content-Encoding is not supported.")
    if request.mimetype != JSON or request.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        received = ascii(request.headers.get("Content-Type", "")[:80])
        raise Problem("unsupported-media-type", f"Expected Content-Type: {JSON}, in UTF-8, got {received}.")


def _too_large(limit: int) -> Problem:
    return Problem("payload-too-large", f"A body has at most {limit} bytes here; this one has more.")


def _faults(messages: object, pointer: str) -> list[tuple[str, str]]:
    """Marshmallow's nested messages as JSON pointers (RFC 6901) and sentences."""
    if isinstance(messages, dict):
        return [
            fault
            for key, below in messages.items()
            for fault in _faults(below, pointer if key == "_schema" else f"{pointer}/{_escaped(str(key))}")
        ]
    if isinstance(messages, list):
        return [fault for message in messages for fault in _faults(message, pointer)]
    return [(pointer, str(messages))]


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
