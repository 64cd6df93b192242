"""Lists of deals: pages by number, in both directions, by state."""

import re

from flask.testing import FlaskClient

from tests.service.players import Table, content


def numbers(client: FlaskClient, path: str) -> list[int]:
    """The numbers of a page and of all that its links lead to."""
    found: list[int] = []
    while path:
        answer = client.get(path)
        assert answer.status_code == 200, answer.text
        page = content(answer)
        found += [view["number"] for view in page["items"]]
        link = re.fullmatch(r'<(.+)>; rel="next"', answer.headers.get("Link", ""))
        assert (link is None) == (page["next"] is None)
        path = link[1] if link else ""
    return found


def test_pages_lead_to_each_other(client: FlaskClient):
    """Following `rel="next"` gives every deal once, up or down."""
    for _ in range(5):
        Table.open(client)
    assert numbers(client, "/v1/deals?limit=2") == [1, 2, 3, 4, 5]
    assert numbers(client, "/v1/deals?after=2&limit=2") == [3, 4, 5]
    assert numbers(client, "/v1/deals?before=4&limit=2") == [3, 2, 1]
    assert numbers(client, "/v1/deals?before=9007199254740991&limit=5") == [5, 4, 3, 2, 1]
    assert numbers(client, "/v1/deals?limit=5") == [1, 2, 3, 4, 5]


def test_a_list_shows_what_its_items_show(client: FlaskClient):
    """Each item is the public view of its deal."""
    table = Table.open(client).finish()
    assert content(client.get("/v1/deals"))["items"] == [table.look()]


def test_lists_can_be_of_one_state(client: FlaskClient):
    """Numbers that wait to be handed out are listed only for who asks for them."""
    Table.open(client).finish()
    Table.open(client)
    voided = Table.open(client)
    voided.done("void", voided.opener, {})
    assert numbers(client, "/v1/deals") == [1, 2, 3]
    assert numbers(client, "/v1/deals?state=revealed") == [1]
    assert numbers(client, "/v1/deals?state=contributing") == [2]
    assert numbers(client, "/v1/deals?state=voided&limit=1") == [3]
    assert numbers(client, "/v1/deals?state=passing") == []
    assert numbers(client, "/v1/deals?state=committed&limit=100") == list(range(4, 129))
