"""The decorator over a view: what it hands a view, in which order it judges, what it makes of what a view returns."""

from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from marshmallow import fields

from fairdeal.service.api.app import create_app
from fairdeal.service.http import addresses, errors
from fairdeal.service.http.envelope import REQUEST_ID
from fairdeal.service.http.operations import Body, Group, Returns, example, operation, operation_of
from fairdeal.service.http.rendering import NO_STORE, PRIVATE, REVALIDATE
from fairdeal.service.http.schemas import BodySchema, EmptySchema, ResponseSchema
from fairdeal.service.problems import Problem


class NameSchema(BodySchema):
    """A body with a name."""

    name = fields.String(required=True)


class GreetingSchema(ResponseSchema):
    """A greeting."""

    text = fields.String()


def admit(address: Mapping[str, Any]) -> str:
    """Let everybody through to seat 0, nobody to others."""
    if address["seat"] != 0:
        raise Problem("forbidden", "Only seat 0.")
    return "Ann"


@pytest.fixture
def client() -> FlaskClient:
    """Calls an application of a few operations, which has no service."""
    group = Group("greetings", "Greetings", prefix="")

    @group.put("/seats/<seat:seat>")
    @operation(Returns(GreetingSchema(), "A greeting"), requires=admit, body=Body(NameSchema(), example({"name": "x"})))
    def put_seat(caller: str, body: dict[str, Any]) -> dict[str, object]:
        """Greet."""
        return {"text": f"{caller} and {body['name']}"}

    @group.get("/seats/<seat:seat>")
    @operation(Returns(GreetingSchema(), "A greeting", cache=REVALIDATE, etag=True))
    def get_seat(seat: int) -> dict[str, object]:
        """Greet."""
        return {"text": f"seat {seat}"}

    @group.post("/seats")
    @operation(Returns(GreetingSchema(), "A greeting", status=201, location="/seats/{text}"))
    def post_seat() -> dict[str, object]:
        """Greet."""
        return {"text": "7"}

    @group.delete("/seats")
    @operation(Returns(None, "Gone", status=204))
    def delete_seat() -> None:
        """Leave."""

    @group.get("/text")
    @operation(Returns({"type": "string"}, "A text", content_type="text/plain", cache=NO_STORE))
    def get_text() -> str:
        """Read."""
        return "text"

    @group.get("/own")
    @operation(Returns({"type": "string"}, "A response of its own"))
    def get_own() -> Response:
        """Read."""
        return Response("own", 203)

    app = Flask("greetings")
    addresses.register(app)
    errors.register(app)
    app.register_blueprint(group)
    client = app.test_client()
    client.environ_base[REQUEST_ID] = "an id"
    return client


def test_a_view_gets_what_its_signature_names(client: FlaskClient):
    """Parts of the address by their names, who calls, and the body; nothing else."""
    assert client.put("/seats/0", json={"name": "Ben"}).json == {"text": "Ann and Ben"}
    assert client.get("/seats/3").json == {"text": "seat 3"}


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("/seats/9?x=1", "{", 404),
        ("/seats/1?x=1", "{", 403),
        ("/seats/0?x=1", "{", 422),
        ("/seats/0", "{", 400),
        ("/seats/0", "{}", 422),
    ],
)
def test_the_caller_is_judged_before_the_query_and_the_query_before_the_body(
    client: FlaskClient, address: str, body: str, status: int
):
    """404, 403, then what came with the call, whatever else is wrong with it."""
    assert client.put(address, data=body, content_type="application/json").status_code == status


def test_what_is_said_of_caching_is_what_is_sent(client: FlaskClient):
    """Cache-Control as declared, an ETag and 304 where one is declared, none where not."""
    read = client.get("/seats/3")
    assert read.headers["Cache-Control"] == REVALIDATE
    again = client.get("/seats/3", headers={"If-None-Match": read.headers["ETag"]})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", read.headers["ETag"])
    stored = client.put("/seats/0", json={"name": "Ben"})
    assert stored.headers["Cache-Control"] == PRIVATE
    assert "ETag" not in stored.headers


def test_what_a_view_returns_becomes_a_response(client: FlaskClient):
    """A new resource has its address, nothing has no content, a text is sent as it is, a response too."""
    made = client.post("/seats")
    assert (made.status_code, made.headers["Location"]) == (201, "/seats/7")
    assert (client.delete("/seats").status_code, client.delete("/seats").data) == (204, b"")
    text = client.get("/text")
    assert (text.data, text.content_type) == (b"text", "text/plain")
    assert client.get("/own").status_code == 203


def test_every_published_example_is_a_body_that_is_read():
    """No example is refused by the schema that it illustrates."""
    app, seen = create_app(), 0
    for view in app.view_functions.values():
        said = operation_of(view)
        if said is None or said.body is None:
            continue
        for name, shown in said.body.examples.items():
            value: Any = shown["value"]
            read = said.body.read or said.body.schema.load
            assert read(value) is not None, name
            seen += 1
    assert seen > 10


def test_an_empty_body_is_an_empty_object():
    """Nothing is not an object, and an object with members is not empty."""
    assert EmptySchema().load({}) == {}
    assert EmptySchema().validate({"x": 1})
