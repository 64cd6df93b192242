"""The rulesets that have a name."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.players import content, problem


@pytest.fixture
def database_kind() -> str:
    """SQLite alone: nothing is stored."""
    return "sqlite"


def test_every_preset_is_told_in_words(client: FlaskClient):
    """Each preset is there whole, at every number of players, with its differences as sentences."""
    items: list[Any] = content(client.get("/v1/rulesets"))["items"]
    told = [
        {"preset": item["name"], "players": variant["players"], "ruleset": variant["ruleset"]}
        for item in items
        for variant in item["rulesets"]
    ]
    vectors = json.loads((Path(__file__).parents[2] / "vectors" / "presets.json").read_text())
    known = [{name: vector[name] for name in ("preset", "players", "ruleset")} for vector in vectors]
    assert sorted(told, key=str) == sorted(known, key=str)
    for item in items:
        assert content(client.get(f"/v1/rulesets/{item['name']}")) == item
        assert all(sentence.endswith(".") for variant in item["rulesets"] for sentence in variant["differences"])
    assert content(client.get("/v1/rulesets/standard"))["rulesets"][0]["differences"] == []
    assert content(client.get("/v1/rulesets/short"))["rulesets"][0]["differences"] == ["The game ends at 50 points."]
    problem(client.get("/v1/rulesets/bridge"), 404, "not-found")
