"""How many requests one address may send."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from fairdeal.service.settings import Settings, SettingsError
from tests.service.players import problem


def test_there_is_no_limit_unless_one_is_set(client: FlaskClient):
    """Without the setting nobody is refused, and no header speaks of a limit."""
    answers = [client.get("/v1/info") for _ in range(50)]
    assert {answer.status_code for answer in answers} == {200}
    assert not any("RateLimit" in answer.headers for answer in answers)


def test_too_many_requests_are_told_when_to_come_back(make_client: Callable[..., FlaskClient]):
    """A 429 is a problem like all others, with Retry-After, and readable from any page."""
    client = make_client(rate_limit="3 per hour")
    left = []
    for _ in range(3):
        answer = client.get("/v1/info")
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Policy"] == '"address";q=3;w=3600'
        left.append(answer.headers["RateLimit"].split(";")[1])
    assert left == ["r=2", "r=1", "r=0"]
    answer = client.get("/v1/deals")
    problem(answer, 429, "too-many-requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= 3600
    assert answer.headers["RateLimit"].startswith('"address";r=0;t=')
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "RateLimit" in answer.headers["Access-Control-Expose-Headers"]


def test_each_address_has_its_own_limit(make_client: Callable[..., FlaskClient]):
    """One caller's eagerness is not another's."""
    client = make_client(rate_limit="1 per hour")
    for address in ("192.0.2.1", "192.0.2.2"):
        assert client.get("/v1/info", environ_overrides={"REMOTE_ADDR": address}).status_code == 200
        assert client.get("/v1/info", environ_overrides={"REMOTE_ADDR": address}).status_code == 429


def test_whoever_watches_the_service_is_not_limited(make_client: Callable[..., FlaskClient]):
    """Health and metrics answer always: else a busy service would be taken for a dead one."""
    client = make_client(rate_limit="1 per hour")
    for _ in range(3):
        for path in ("/livez", "/readyz", "/metrics"):
            assert client.get(path).status_code == 200


@pytest.mark.parametrize(
    "rate", ["3", "3/hour", "0 per hour", "three per hour", "3 per hours", "3 per hour; 2 per minute"]
)
def test_a_rate_that_cannot_be_read_is_refused_at_start(rate: str):
    """A service does not start with a limit that it does not understand."""
    with pytest.raises(SettingsError, match="FAIRDEAL_RATE_LIMIT"):
        Settings.from_environment({"FAIRDEAL_RATE_LIMIT": rate})
