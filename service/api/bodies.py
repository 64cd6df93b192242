"""Reading request bodies and query strings: the order in which they are judged is 413, 415, 400, 422 (api: conventions)."""

from typing import Any, NoReturn

from flask import Request
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser

from engine import strict_json
from service.problems import Problem, invalid_values


class StrictParser(FlaskParser):
    """The parser behind ``@blueprint.arguments``: strict JSON, unknown fields refused everywhere, faults with pointers."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {"json": RAISE, "query": RAISE, "headers": None}

    def load_json(self, req: Request, schema: Schema) -> object:
        return read_json(req)

    def handle_error(
        self,
        error: ValidationError,
        req: Request,
        schema: Schema,
        *,
        error_status_code: int | None,
        error_headers: Any,  # noqa: ANN401 - the base class leaves it open
    ) -> NoReturn:
        located = error.messages if isinstance(error.messages, dict) else {"json": error.messages}
        faults: list[tuple[str, str]] = []
        for location, messages in located.items():
            _collect(messages, "#" if location == "json" else f"{location}:", faults)
        raise invalid_values(faults) from None


def read_json(req: Request) -> object:
    """The strict JSON value of a request's body; raises 413, 415, 400."""
    limit = req.max_content_length
    if limit is not None and req.content_length is not None and req.content_length > limit:
        raise Problem(413, "payload-too-large", f"The body has {req.content_length} bytes; at most {limit} are read.")
    if req.mimetype != "application/json" or req.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        came = req.headers.get("Content-Type", "none")
        raise Problem(415, "unsupported-media-type", f"Expected Content-Type: application/json, not {came[:80]}.")
    try:
        return strict_json.loads(req.get_data(cache=True))
    except strict_json.NotStrict as fault:
        raise Problem(400, "bad-request", str(fault)) from None


def _collect(messages: object, pointer: str, faults: list[tuple[str, str]]) -> None:
    """Marshmallow's nested messages as pointers and sentences."""
    if isinstance(messages, dict):
        for key, below in messages.items():
            if key == "_schema":
                _collect(below, pointer, faults)
            else:
                step = str(key).replace("~", "~0").replace("/", "~1")
                _collect(below, pointer + step if pointer.endswith(":") else f"{pointer}/{step}", faults)
    elif isinstance(messages, list):
        for message in messages:
            _collect(message, pointer, faults)
    else:
        faults.append((pointer, str(messages)))
