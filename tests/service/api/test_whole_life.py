"""Deals of every ruleset from their opening to their proof, through HTTP alone."""

import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.verification import verify
from fairdeal.service.context import Service
from fairdeal.service.runtime.housekeeping import Housekeeper
from tests.engine.sampling import ALL_PRESETS, random_ruleset
from tests.service.conftest import ORIGIN
from tests.service.players import Table, content


@pytest.fixture
def database_kind() -> str:
    """SQLite alone: how a deal is stored does not depend on its ruleset."""
    return "sqlite"


def live(client: FlaskClient, service: Service, expected: Ruleset, **terms: Any) -> None:
    """Open, seal, contribute, pass and play a deal; the proof of its outcome has to verify, and to hold what was played."""
    table = Table.open(client, **terms).finish()
    view = table.look()
    assert Ruleset.from_object(view["ruleset"]) == expected
    assert (view["state"], view["ply"]) == ("revealed", len(expected.deck))
    assert Housekeeper(service).run_once()
    answer = table.call("GET", "proof")
    report = verify(answer.data, origin=ORIGIN, number=table.number, vkeys=service.keys.vkeys)
    results = {check.name: str(check.result) for check in report.checks}
    # No seat had a key of its own here, and that no other outcome has this number takes a reader of the whole logs.
    assert results.pop("signatures") == results.pop("unique") == "not proved"
    assert set(results.values()) == {"pass"}, report
    assert content(answer)["points"] == view["points"]
    tricks = [line.split()[2:] for line in content(answer)["record"].splitlines() if line.startswith("trick ")]
    assert tricks == [trick["cards"] for trick in view["tricks"]]


@pytest.mark.parametrize(
    ("name", "players", "ruleset"), ALL_PRESETS, ids=[f"{name} {players}" for name, players, _ in ALL_PRESETS]
)
def test_a_deal_of_every_preset_lives_to_its_proof(
    client: FlaskClient, service: Service, name: str, players: int, ruleset: Ruleset
):
    """At every number of players, with all of them contributing under seal: every check of the verifier that can passes."""
    live(
        client,
        service,
        ruleset,
        ruleset={"preset": name, "players": players},
        contributors=list(range(players)),
        hand=1,
    )


@pytest.mark.parametrize("seed", range(8))
def test_a_deal_of_any_ruleset_lives_to_its_proof(client: FlaskClient, service: Service, seed: int):
    """With every option drawn, at each number of players, in a later hand of the game: likewise."""
    rng = random.Random(f"life {seed}")
    ruleset = random_ruleset(rng, players=3 + seed % 4)
    live(client, service, ruleset, ruleset=ruleset.to_object(), hand=rng.randint(2, 12))
