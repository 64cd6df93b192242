"""Calls that nobody would think of, made up from the API's own description, one by one and in chains."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case

from fairdeal.service.api.app import create_app
from fairdeal.service.context import Service
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.numbers.committing import commit_ahead
from tests.service.api.test_sheets import MOON, POINTS, Sheet
from tests.service.conftest import Clock, Store
from tests.service.players import Table

# Bodies that fit the description may still be refused for what no JSON Schema can say: a ruleset whose deck cannot be dealt, a
# time to live outside this service's bounds, a hand that is not complete, a range and a list of numbers at once.
_ALSO_REFUSED = (
    "openDeal",
    "createSheet",
    "addHand",
    "claimSeat",
    "putPass",
    "putPlay",
    "putRecord",
    "putContribution",
    "listDeals",
    "listProofs",
    "validateSequences",
)
# These may need the ETag of the sheet as it is, which an earlier call may have changed.
_OF_A_VERSION = ("putHand", "putMoon", "deleteHand")
_CONFIG = {
    "operations": [
        {
            "include-operation-id": list(_ALSO_REFUSED),
            "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "409", "422"]}},
        },
        {
            "include-operation-id": list(_OF_A_VERSION),
            "checks": {
                "positive_data_acceptance": {
                    "expected-statuses": ["2xx", "401", "403", "404", "409", "412", "422", "428"]
                }
            },
        },
    ],
}
_BOUNDED = settings(
    max_examples=25,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


CHOOSING = {"preset": "standard", "moon": "shooter-chooses"}
SHORTEST = {"preset": "standard", "target": 1}


class Stand:
    """The application that the calls go to: at first one that only describes itself, then one with a service."""

    def __init__(self) -> None:
        self.app = create_app()
        self.is_chained = False
        """Whether the calls follow each other, as `Chains` makes them."""

    def __call__(self, environ: Any, start_response: Any) -> Any:
        return self.app(environ, start_response)


stand = Stand()
described = schemathesis.openapi.from_wsgi("/openapi.json", stand, config=schemathesis.Config.from_dict(_CONFIG))
tables: list[Table] = []
opened: dict[object, Table] = {}
sheets: dict[object, Sheet] = {}
NOBODYS = "fd_" + "A" * 43
"""A token that is well-formed, and nobody's."""


@described.hook
def map_case(_context: Any, case: Case) -> Case:
    """Let most calls about a deal be about one that is there."""
    number = (case.path_parameters or {}).get("number")
    if isinstance(number, int) and not isinstance(number, bool) and number not in opened:
        case.path_parameters["number"] = tables[number % len(tables)].number
    if sheets and _is_positive(case):
        _let_it_fit(case)
    return case


def _is_positive(case: Case) -> bool:
    return case.meta is not None and case.meta.generation.mode.is_positive


def _some_sheet(identifier: str) -> Sheet:
    return list(sheets.values())[sum(map(ord, identifier)) % len(sheets)]


def _let_it_fit(case: Any) -> None:
    """Let a call that the description allows be one that a score sheet can take, too: one of its rows, points that occur."""
    body = case.body if isinstance(case.body, dict) else {}
    if "sheet" in (case.path_parameters or {}):
        if "hand" in case.path_parameters:
            case.path_parameters["hand"] = int(case.path_parameters["hand"]) % 4 + 1
        if "points" in body:
            case.body = POINTS
        elif "deal" in body:
            case.body = {"deal": tables[int(body["deal"]) % len(tables)].number}
    elif "sheet" in body and not stand.is_chained:
        terms = {name: value for name, value in body.items() if name not in ("ruleset", "hand")}
        case.body = {**terms, "sheet": _some_sheet(body["sheet"]["id"]).link}


@described.auth(refresh_interval=None)
class Tokens:
    """The token that a call needs: the seat's that it names, or the opener's."""

    def get(self, case: Case, _context: Any) -> str:
        parameters = case.path_parameters or {}
        number, seat = parameters.get("number"), parameters.get("seat")
        if number not in opened:
            return NOBODYS
        seats = opened[number].tokens
        return seats[seat] if isinstance(seat, int) and 0 <= seat < len(seats) else opened[number].opener

    def set(self, case: Case, token: str, _context: Any) -> None:
        if case.operation.definition.raw.get("security"):
            case.headers["Authorization"] = f"Bearer {token}"


@schemathesis.hook
def before_call(_context: Any, case: Case, _options: Any) -> None:
    """Let calls about a score sheet be about one that is there, with its token and its version, unless these are what is tried.

    Only now: many calls are made up before there is a service.
    """
    identifier = (case.path_parameters or {}).get("sheet")
    if not isinstance(identifier, str) or len(unquote(identifier)) != 32:
        return
    sheet = sheets.get(identifier)
    if sheet is None:
        if stand.is_chained:
            return
        sheet = _some_sheet(identifier)
    case.path_parameters["sheet"] = sheet.id
    if case.headers.get("Authorization") == f"Bearer {NOBODYS}":
        case.headers["Authorization"] = f"Bearer {sheet.token}"
    if case.operation.definition.raw["operationId"] in _OF_A_VERSION and _is_positive(case):
        case.headers["If-Match"] = sheet.etag


@pytest.fixture(autouse=True, scope="module")
def _deals(prepared_store: Callable[[str], Store], tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A service that has deals in every state, and score sheets: new, with rows, with a moon to be chosen, of a game that is over."""
    store = prepared_store("sqlite")
    data = tmp_path_factory.mktemp("fuzzed") / "data"
    shutil.copytree(store.folder, data)
    service = Service.start(replace(store.settings, data=data), clock=Clock())
    while commit_ahead(service.logs.commits, service.keys, 2048):
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
    begun = [Sheet.create(client, ruleset) for ruleset in ("standard", "standard", CHOOSING, SHORTEST)]
    begun[1].add(POINTS, MOON)
    begun[2].add(POINTS, MOON)
    begun[3].add(POINTS)
    sheets.update({sheet.id: sheet for sheet in begun})
    yield
    service.close()


@described.parametrize()
@_BOUNDED
def test_every_operation_keeps_its_word(case: Case):
    """Whatever is sent, the answer is one that the description has: no error of the server, nothing malformed accepted."""
    case.call_and_validate()


class Chains(described.as_state_machine()):  # type: ignore[misc]  # made at run time
    """Calls that follow each other as the description links them, with the tokens of the deals that they open.

    A chain has to go the same way when it is tried again, so it touches no score sheet that was there before it.
    """

    def setup(self) -> None:
        """Begin a chain."""
        super().setup()
        stand.is_chained = True

    def teardown(self) -> None:
        """End it."""
        stand.is_chained = False
        super().teardown()

    def after_call(self, response: Any, case: Case) -> None:
        """Remember the tokens of a deal that was opened, and of a score sheet that was begun."""
        if case.operation.definition.raw["operationId"] == "createSheet" and response.status_code == 201:
            begun = response.json()
            sheets[begun["id"]] = Sheet(stand.app.test_client(), begun["id"], begun["token"])
        if case.operation.definition.raw["operationId"] == "openDeal" and response.status_code == 201:
            view = response.json()
            tokens = view["tokens"]
            opened[view["number"]] = Table(stand.app.test_client(), view, tokens["seats"], tokens["opener"])


class TestChains(Chains.TestCase):  # type: ignore[misc,name-defined]  # made at run time
    """Chains of calls keep their word too: what was opened is there, and no order of calls makes the server fail."""

    settings = settings(_BOUNDED, max_examples=25, stateful_step_count=8)
