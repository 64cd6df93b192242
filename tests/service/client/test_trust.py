"""Whom a client trusts."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.tlog.note import NoteSigner
from fairdeal.service.client.errors import Caught, Unreachable
from fairdeal.service.client.trust import Trust


def test_pinned_keys_and_origin_win_over_what_the_service_says(operator):
    """A service that calls itself, or signs, otherwise than pinned gets no deal from this client."""
    api = operator.api()
    told = Trust.in_service(api)
    assert not told.is_pinned
    assert Trust.in_service(api, "deals.example.com", told.vkeys).is_pinned
    with pytest.raises(Caught, match=r"other\.example\.com.*is pinned"):
        Trust.in_service(api, "other.example.com")
    other = NoteSigner("deals.example.com", Ed25519PrivateKey.generate()).vkey
    with pytest.raises(Caught, match="signs statements with another key") as error:
        Trust.in_service(api, None, {**told.vkeys, "statements": other})
    assert error.value.notes == (other, told.vkeys["statements"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda info: info.update(protocol="fairdeal/v2"), "speaks 'fairdeal/v2'"),
        (lambda info: info.update(origin="../elsewhere"), "gives no valid origin"),
        (lambda info: info.update(origin=".."), "is no name"),
        (lambda info: info["vkeys"].update(commits="oops"), "gives a bad key"),
        (lambda info: info["vkeys"].update(commits=info["vkeys"]["outcomes"]), "as that of"),
        (lambda info: info.pop("vkeys"), "`vkeys`"),
        (lambda info: info.update(limits=[]), "`limits`"),
        (lambda info: info["limits"].update(deadline=True), "`deadline`"),
    ],
)
def test_a_service_of_another_kind_is_said_so(operator, change, said):
    """What is no fairdeal/v1 service is not reached: nothing is opened there."""

    def tamper(request, document):
        if request.url.path == "/v1/info":
            change(document)

    with pytest.raises(Unreachable, match=said):
        Trust.in_service(operator.api(tamper))
