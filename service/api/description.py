"""The API's description, generated from the code (OpenAPI 3.1)."""

from typing import Any, Final, cast

import yaml
from flask import Flask, Response
from flask_smorest import Api

from service.api.rendering import REVALIDATE, dumps, resource
from service.api.shapes import SHAPES

CONFIG: Final[dict[str, object]] = {
    "API_TITLE": "fairdeal",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "Deals Hearts, provably fairly: commitments before the cards, every play checked, every deal"
            " verifiable by anyone.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [],
    },
}


def register(app: Flask, api: Api) -> None:
    """Put the named shapes into the description, and serve it."""
    for name, shape in SHAPES.items():
        api.spec.components.schema(name, shape)
    api.spec.components.security_scheme(
        "token", {"type": "http", "scheme": "bearer", "description": "A token of the deal: fd_ and 43 characters."}
    )

    def as_json() -> Response:
        return resource(dumps(document(api)), REVALIDATE)

    def as_yaml() -> Response:
        return resource(text(api).encode(), REVALIDATE, "application/yaml")

    app.add_url_rule("/openapi.json", "openapi_json", as_json)
    app.add_url_rule("/openapi.yaml", "openapi_yaml", as_yaml)
    app.extensions["fairdeal.description"] = api


def document(api: Api) -> dict[str, Any]:
    """The description as a value."""
    return cast("dict[str, Any]", api.spec.to_dict())


def text(api: Api) -> str:
    """The description as YAML, as it stands in ``openapi.yaml``."""
    written: str = yaml.safe_dump(document(api), sort_keys=False, allow_unicode=True, width=120)
    return written
