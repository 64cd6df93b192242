"""What every answer carries, whatever it answers."""

import re
import uuid

import pytest
from flask.testing import FlaskClient

from fairdeal.service.problems import KINDS
from tests.service.players import Table, content, problem

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
CALLS = [
    ("GET", "/v1/info", 200),
    ("GET", "/nowhere", 404),
    ("GET", "/v1/deals/007", 404),
    ("PUT", "/v1/deals/1/plays/0", 401),
    ("PATCH", "/v1/deals", 405),
    ("POST", "/v1/deals", 415),
    ("GET", "/v1/deals?x=1", 422),
    ("OPTIONS", "/v1/deals", 200),
    ("GET", "/v1/deals/1/proof", 409),
    ("HEAD", "/v1/deals/1", 200),
]


@pytest.mark.parametrize(("method", "path", "status"), CALLS)
def test_scripts_of_any_page_may_read_every_answer(client: FlaskClient, method: str, path: str, status: int):
    """CORS headers stand on errors too, else a browser's client would see nothing of them."""
    Table.open(client)
    answer = client.open(path, method=method, headers={"Origin": "https://game.example"})
    assert answer.status_code == status
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Access-Control-Expose-Headers"] == (
        "ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-ID"
    )
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("path", ["/v1/deals", "/v1/deals/1/plays/0", "/nowhere"])
def test_preflights_are_answered(client: FlaskClient, path: str):
    """A browser may ask before any call, and is told that the API's methods and headers are fine."""
    answer = client.options(path, headers={"Origin": "https://game.example", "Access-Control-Request-Method": "PUT"})
    assert answer.status_code == 204
    assert answer.data == b""
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert {"GET", "POST", "PUT", "DELETE"} <= set(answer.headers["Access-Control-Allow-Methods"].split(", "))
    allowed = {name.lower() for name in answer.headers["Access-Control-Allow-Headers"].split(", ")}
    assert {"authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "x-request-id"} <= allowed


@pytest.mark.parametrize(("method", "path", "status"), CALLS)
def test_a_request_id_is_echoed(client: FlaskClient, method: str, path: str, status: int):
    """A caller finds its own UUID on the answer, byte for byte, in the header and in a problem."""
    Table.open(client)
    given = str(uuid.uuid4()).upper()
    answer = client.open(path, method=method, headers={"X-Request-ID": given})
    assert answer.status_code == status
    assert answer.headers["X-Request-ID"] == given
    if status >= 400:
        assert content(answer)["instance"] == f"urn:uuid:{given}"


@pytest.mark.parametrize(
    "given", ["", "1", "x" * 36, "not-a-uuid", "{12345678-1234-1234-1234-123456789012}", "a" * 4000, "é" * 36]
)
def test_a_malformed_request_id_is_replaced(client: FlaskClient, given: str):
    """What is no UUID is never copied into an answer."""
    answer = client.get("/livez", headers={"X-Request-ID": given})
    assert answer.headers["X-Request-ID"] != given
    assert UUID.fullmatch(answer.headers["X-Request-ID"])


def test_each_call_has_its_own_id(client: FlaskClient):
    """Ids that the service makes up do not repeat."""
    assert len({client.get("/livez").headers["X-Request-ID"] for _ in range(20)}) == 20


def test_answers_forbid_what_browsers_might_do_with_them(client: FlaskClient):
    """No sniffing of types, no script or frame from an answer that is no page."""
    for path in ("/v1/info", "/nowhere"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("slug", sorted(KINDS))
def test_the_type_of_a_problem_resolves(client: FlaskClient, slug: str):
    """Each kind of problem has a page for people, and JSON for programs."""
    page = client.get(f"/problems/{slug}")
    assert page.status_code == 200
    assert page.content_type == "text/html; charset=utf-8"
    assert "<h1>" in page.text
    as_json = client.get(f"/problems/{slug}", headers={"Accept": "application/json"})
    assert content(as_json)["title"] == KINDS[slug].title
    assert as_json.headers["Vary"] == page.headers["Vary"] == "Accept"


def test_an_unknown_kind_of_problem_is_no_page(client: FlaskClient):
    """A made-up name is not shown back as markup."""
    answer = client.get("/problems/<script>alert(1)</script>")
    problem(answer, 404, "not-found")
