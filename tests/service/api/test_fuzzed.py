"""Calls that nobody would think of, made up from the API's own description, one by one and in chains."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case

from service.api.app import create_app
from service.batches import top_up
from service.context import Service
from service.log.publishing import publish
from service.log.witnessing import Witnesses
from tests.service.conftest import Clock, Store
from tests.service.players import Table

# Bodies that fit the description may still be refused for what no JSON Schema can say: a ruleset whose deck cannot be dealt, a
# time to live outside this service's bounds, a hand that is not complete, a range and a list of numbers at once.
_ALSO_REFUSED = (
    "openDeal",
    "createGame",
    "addHand",
    "putHand",
    "putMoon",
    "deleteHand",
    "claimSeat",
    "putPass",
    "putPlay",
    "putRecord",
    "putContribution",
    "listDeals",
    "listProofs",
    "validateSequences",
)
_CONFIG = {
    "operations": [
        {
            "include-operation-id": list(_ALSO_REFUSED),
            "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "409", "422"]}},
        }
    ],
}
_BOUNDED = settings(
    max_examples=25,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


class Stand:
    """The application that the calls go to: at first one that only describes itself, then one with a service."""

    def __init__(self) -> None:
        self.app = create_app()

    def __call__(self, environ: Any, start_response: Any) -> Any:
        return self.app(environ, start_response)


stand = Stand()
described = schemathesis.openapi.from_wsgi("/openapi.json", stand, config=schemathesis.Config.from_dict(_CONFIG))
tables: list[Table] = []
opened: dict[object, Table] = {}


@described.hook
def map_case(_context: Any, case: Case) -> Case:
    """Let most calls about a deal be about one that is there."""
    number = (case.path_parameters or {}).get("number")
    if isinstance(number, int) and not isinstance(number, bool) and number not in opened:
        case.path_parameters["number"] = tables[number % len(tables)].number
    return case


@described.auth(refresh_interval=None)
class Tokens:
    """The token that a call needs: the seat's that it names, or the opener's."""

    def get(self, case: Case, _context: Any) -> str:
        parameters = case.path_parameters or {}
        number, seat = parameters.get("number"), parameters.get("seat")
        if number not in opened:
            return "fd_" + "A" * 43
        seats = opened[number].tokens
        return seats[seat] if isinstance(seat, int) and 0 <= seat < len(seats) else opened[number].opener

    def set(self, case: Case, token: str, _context: Any) -> None:
        if case.operation.definition.raw.get("security"):
            case.headers["Authorization"] = f"Bearer {token}"


@pytest.fixture(autouse=True, scope="module")
def _deals(prepared_store: Callable[[str], Store], tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A service that has deals in every state."""
    store = prepared_store("sqlite")
    data = tmp_path_factory.mktemp("fuzzed") / "data"
    shutil.copytree(store.folder, data)
    service = Service.start(replace(store.settings, data=data), clock=Clock())
    while top_up(service.logs.commits, service.keys, 2048):
        pass
    publish(service.logs.commits, Witnesses(None))
    stand.app = create_app(service)
    client = stand.app.test_client()
    tables[:] = [
        Table.open(client),
        Table.open(client, contributors=[0, 1]),
        Table.open(client).close(),
        Table.open(client).close().pass_all().play(9),
        Table.open(client, hand=4).finish(),
        Table.open(client, ruleset={"preset": "three-to-six", "players": 3}, hand=3).close(),
    ]
    opened.update({table.number: table for table in tables})
    yield
    service.close()


@described.parametrize()
@_BOUNDED
def test_every_operation_keeps_its_word(case: Case):
    """Whatever is sent, the answer is one that the description has: no error of the server, nothing malformed accepted."""
    case.call_and_validate()


class Chains(described.as_state_machine()):  # type: ignore[misc]  # made at run time
    """Calls that follow each other as the description links them, with the tokens of the deals that they open."""

    def after_call(self, response: Any, case: Case) -> None:
        """Remember the tokens of a deal that was opened."""
        if case.operation.definition.raw["operationId"] == "openDeal" and response.status_code == 201:
            view = response.json()
            tokens = view["tokens"]
            opened[view["number"]] = Table(stand.app.test_client(), view, tokens["seats"], tokens["opener"])


class TestChains(Chains.TestCase):  # type: ignore[misc,name-defined]  # made at run time
    """Chains of calls keep their word too: what was opened is there, and no order of calls makes the server fail."""

    settings = settings(_BOUNDED, max_examples=25, stateful_step_count=8)
