"""Holds every response of every test of the API to the schema that describes it."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, Response, current_app, request
from marshmallow import Schema

from fairdeal.service.api.problem_schema import ProblemSchema
from fairdeal.service.http.errors import PROBLEM_JSON
from fairdeal.service.http.operations import operation_of
from fairdeal.service.http.rendering import JSON

PROBLEM = ProblemSchema()


def undescribed(response: Response) -> object:
    """What of a response is not as its schema has it; nothing if it has none."""
    if response.content_type == PROBLEM_JSON:
        return PROBLEM.validate(response.get_json())
    said = None if request.endpoint is None else operation_of(current_app.view_functions[request.endpoint])
    if said is None or response.content_type != JSON or request.method == "HEAD":
        return None
    schemas: list[Any] = [
        returned.schema
        for returned in said.returns
        if returned.status == response.status_code and isinstance(returned.schema, Schema)
    ]
    return [schema.validate(response.get_json()) for schema in schemas if schema.validate(response.get_json())]


@pytest.fixture
def app(app: Flask) -> Iterator[Flask]:
    """The application, which remembers each response that is not as its schema has it."""
    faults: list[object] = []

    def judge(response: Response) -> Response:
        found = undescribed(response)
        if found:
            faults.append((request.method, request.path, response.status_code, found))
        return response

    app.after_request(judge)
    yield app
    assert not faults, faults[:3]
