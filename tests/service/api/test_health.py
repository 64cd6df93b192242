"""What tells an operator how the service does."""

from flask.testing import FlaskClient

from fairdeal.service.context import Service
from tests.service.players import Table, content, problem


def test_a_process_that_lives_says_so(client: FlaskClient):
    """Liveness asks nothing of the database."""
    answer = client.get("/livez")
    assert content(answer) == {"status": "alive"}
    assert answer.headers["Cache-Control"] == "no-store"


def test_readiness_needs_the_anchor(client: FlaskClient, service: Service):
    """Without its anchor the service hands out nothing, and says that it is not ready; no file's name leaks."""
    assert content(client.get("/readyz")) == {"status": "ready"}
    service.anchor.path.unlink()
    answer = client.get("/readyz")
    found = problem(answer, 503, "busy")
    assert "Retry-After" in answer.headers
    assert str(service.settings.data) not in found["detail"]


def test_without_the_anchor_nothing_is_handed_out(client: FlaskClient, service: Service):
    """An anchor that is gone halts the handing out of numbers, and only that."""
    service.anchor.path.unlink()
    answer = client.post("/v1/deals", json={})
    problem(answer, 503, "halted")
    assert str(service.settings.data) not in answer.text
    assert client.get("/v1/deals").status_code == 200


def test_requests_are_counted_by_route(client: FlaskClient):
    """Counts are kept by method, route and status; what callers make up freely is one label."""
    table = Table.open(client)
    table.look()
    table.look()
    client.get("/nowhere/at/all")
    client.open("/v1/info", method="BREW")
    text = client.get("/metrics").text
    assert 'fairdeal_requests_total{method="GET",route="/v1/deals/<number:number>",status="200"} 2.0' in text
    assert 'fairdeal_requests_total{method="POST",route="/v1/deals",status="201"} 1.0' in text
    assert 'fairdeal_requests_total{method="GET",route="none",status="404"} 1.0' in text
    assert 'fairdeal_requests_total{method="other",route="none",status="405"} 1.0' in text
    assert 'fairdeal_request_seconds_count{route="/v1/deals"} 1.0' in text
    assert "fairdeal_numbers_handed_out 1.0" in text
    assert "fairdeal_numbers_committed 128.0" in text


def test_metrics_name_no_deal_and_no_caller(client: FlaskClient):
    """Neither a number, nor a token, nor an address that a caller made up becomes a label."""
    table = Table.open(client).close()
    table.hand(0)
    client.get("/secret-path", headers={"Authorization": f"Bearer {table.opener}"})
    text = client.get("/metrics").text
    assert "secret-path" not in text
    assert table.opener not in text
    assert "/v1/deals/1" not in text
