"""Lists of deals by number."""

from tests.service.players import Table


def test_a_list_of_a_state_holds_no_other(service, client, clock):
    """A deal that expires while it is listed is not shown in the state that it no longer has."""
    table = Table.open(client)
    clock.advance(service.settings.deadline)
    assert client.get("/v1/deals?state=contributing").json["items"] == []
    (voided,) = client.get("/v1/deals?state=voided").json["items"]
    assert voided["number"] == table.number
