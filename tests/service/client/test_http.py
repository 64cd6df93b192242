"""Calls: which are made again, which are not, and what the caller hears."""

import httpx
import pytest

from fairdeal.service.client.errors import Refused, Unreachable
from fairdeal.service.client.http import ATTEMPTS, LONGEST_PAUSE, Api

PROBLEM = {"Content-Type": "application/problem+json"}


class Script:
    """Answers calls from a list, then with ``{"ok": true}``; remembers the calls and the pauses between them."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []
        self.pauses = []

    def __call__(self, request):
        self.requests.append(request)
        answer = self.answers.pop(0) if self.answers else httpx.Response(200, json={"ok": True})
        if isinstance(answer, Exception):
            raise answer
        return answer

    def api(self):
        return Api("http://service", transport=httpx.MockTransport(self), sleep=self.pauses.append)


def test_a_lost_answer_is_asked_for_again():
    """A broken connection and a busy service are no end: the same call is made again."""
    script = Script(httpx.ReadError("gone"), httpx.Response(503), httpx.Response(429), httpx.Response(502))
    assert script.api().put("/v1/deals/1/seals/0", "fd_token", {"seal": "00"}).flag("ok")
    assert len(script.requests) == 5
    assert {request.content for request in script.requests} == {script.requests[0].content}
    assert {request.headers["Authorization"] for request in script.requests} == {"Bearer fd_token"}


def test_a_repeated_post_has_one_idempotency_key():
    """All attempts of one POST carry one key, which nobody can guess; another POST has another."""
    script = Script(httpx.ConnectError("refused"), httpx.Response(503))
    api = script.api()
    api.post("/v1/deals", {})
    api.post("/v1/deals", {})
    keys = [request.headers["Idempotency-Key"] for request in script.requests]
    assert keys[0] == keys[1] == keys[2] != keys[3]
    assert all(32 <= len(key) <= 128 for key in keys)


def test_the_service_says_how_long_to_wait():
    """Retry-After is kept to, up to a bound; without it the pauses grow."""
    script = Script(
        httpx.Response(429, headers={"Retry-After": "3"}),
        httpx.Response(503, headers={"Retry-After": "86400"}),
        httpx.ReadError("gone"),
        httpx.Response(503, headers={"Retry-After": "soon"}),
    )
    script.api().get("/v1/info")
    assert script.pauses[:2] == [3.0, LONGEST_PAUSE]
    assert 0 < script.pauses[2] < script.pauses[3]


def test_a_first_call_that_still_runs_is_waited_for():
    """A 409 that names a time to come back is not a refusal."""
    script = Script(httpx.Response(409, headers={**PROBLEM, "Retry-After": "1"}, json={}))
    assert script.api().post("/v1/deals", {}).flag("ok")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413, 415, 422, 500])
def test_a_refusal_is_final_and_says_why(status):
    """A judged call is not made again; the error holds the problem's own words, its kind and its status."""
    document = {"type": "/problems/illegal-play", "detail": "Clubs were led.", "rule": "must-follow-suit"}
    script = Script(httpx.Response(status, headers=PROBLEM, json=document))
    with pytest.raises(Refused, match="Clubs were led") as caught:
        script.api().put("/v1/deals/1/plays/3", "fd_secret", {"card": "QS"})
    assert (caught.value.status, caught.value.slug, len(script.requests)) == (status, "illegal-play", 1)
    assert caught.value.problem["rule"] == "must-follow-suit"
    assert "fd_secret" not in str(caught.value)


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, content=b"<html>"),
        httpx.Response(200, content=b"[]"),
        httpx.Response(200, content=b'{"a": 1, "a": 2}'),
        httpx.Response(200, content=b"[" * 100_000),
        httpx.Response(404, content=b"not here"),
        httpx.Response(422, headers=PROBLEM, content=b"oops"),
        httpx.Response(302, headers={"Location": "http://elsewhere/"}),
    ],
)
def test_what_the_api_does_not_promise_is_said_so(answer):
    """An answer that is no JSON object, or no problem, is one clear error; redirects lead nobody's token elsewhere."""
    script = Script(answer)
    with pytest.raises(Unreachable):
        script.api().get("/v1/info", "fd_secret")
    assert len(script.requests) == 1


def test_a_service_that_never_answers_is_given_up():
    """After so many attempts the error names the call and the last failure."""
    script = Script(*[httpx.ConnectError("refused")] * 99)
    with pytest.raises(Unreachable, match=r"GET /v1/info was tried \d times.*refused"):
        script.api().get("/v1/info")
    assert len(script.requests) == ATTEMPTS
    assert len(script.pauses) == ATTEMPTS - 1


def test_a_service_that_stays_busy_is_given_up_in_its_own_words():
    """When the last attempt was answered with a problem, that is what the caller hears."""
    document = {"type": "/problems/no-numbers", "detail": "Every committed number is handed out."}
    script = Script(*[httpx.Response(503, headers=PROBLEM, json=document)] * 99)
    with pytest.raises(Refused, match="Every committed number is handed out") as caught:
        script.api().post("/v1/deals", {})
    assert (caught.value.slug, len(script.requests)) == ("no-numbers", ATTEMPTS)


@pytest.mark.parametrize("server", ["ftp://service", "service", "", "http://[::", "http://service:port"])
def test_what_is_no_address_is_said_so(server):
    """A server's address that cannot be one is an error at once: nothing is waited for."""
    pauses = []
    with pytest.raises(Unreachable):
        Api(server, sleep=pauses.append).get("/v1/info")
    assert pauses == []
