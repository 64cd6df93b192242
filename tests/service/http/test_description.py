"""The API's description: it is what the code says, it is whole, and it is served."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient

from fairdeal.service.api.app import create_app
from fairdeal.service.http.description import document, text
from tests.service.players import content

FILE = Path(__file__).parents[3] / "openapi.yaml"
METHODS = ("get", "post", "put", "delete")


def operations(description: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Method, path and description of each operation."""
    return [
        (method, path, item[method])
        for path, item in description["paths"].items()
        for method in METHODS
        if method in item
    ]


def test_the_file_is_what_the_code_says():
    """`make openapi` was run after the last change of the API."""
    assert FILE.read_text() == text(create_app())


def test_it_is_served_as_json_and_as_yaml(client: FlaskClient):
    """Both are the same description."""
    as_json, as_yaml = client.get("/openapi.json"), client.get("/openapi.yaml")
    assert as_yaml.content_type == "application/yaml"
    assert content(as_json) == yaml.safe_load(as_yaml.text) == yaml.safe_load(FILE.read_text())


def test_every_route_is_described(app: Flask):
    """There is no operation beside those that are described."""
    described = {(method.upper(), path) for method, path, _ in operations(document(app))}
    served = {
        (method, re.sub("<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        # The logs' addresses have as many parts as a log is large: C2SP's tlog-tiles describes them, OpenAPI cannot.
        # Pages are for people, and no operations of the API.
        if not rule.rule.startswith("/log/") and not rule.endpoint.startswith("pages.")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == served


def test_every_operation_says_what_a_developer_needs():
    """Each has an id, a title, text, examples of its body, and all the problems that it may answer with."""
    description = document(create_app())
    ids = [operation["operationId"] for _, _, operation in operations(description)]
    assert len(ids) == len(set(ids))
    for method, path, operation in operations(description):
        assert operation["summary"], path
        assert not operation["summary"].endswith(".")
        responses = set(operation["responses"])
        assert {"422", "429", "500", "503"} <= responses, (method, path)
        if "requestBody" in operation:
            assert {"400", "413", "415", "422"} <= responses, (method, path)
            (media,) = operation["requestBody"]["content"].values()
            assert "example" in media or "examples" in media, (method, path)
        if operation.get("security"):
            assert {"401", "403", "404"} <= responses, (method, path)


@pytest.mark.parametrize("slug", ["components/schemas", "components/responses", "components/headers"])
def test_every_reference_leads_somewhere(slug: str):
    """Nothing refers to a part that is not there."""
    description = document(create_app())
    written = text(create_app())
    found = description
    for step in slug.split("/"):
        found = found[step]
    referred = {line.split(f"#/{slug}/")[1].rstrip("'\" ") for line in written.splitlines() if f"#/{slug}/" in line}
    assert referred <= set(found)
