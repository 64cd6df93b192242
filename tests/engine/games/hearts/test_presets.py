import json
from pathlib import Path

import pytest

from fairdeal.engine.errors import RulesetError
from fairdeal.engine.games import resolve
from fairdeal.engine.games.hearts.legality import PHASES, RULES
from fairdeal.engine.games.hearts.options import OPTIONS
from fairdeal.engine.games.hearts.presets import PRESETS, differences, preset
from fairdeal.engine.games.hearts.ruleset import Ruleset

KNOWN = json.loads((Path(__file__).parents[3] / "vectors" / "presets.json").read_text())


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known['preset']} {known['players']}")
def test_every_preset_is_the_known_object(known):
    """Each preset, at each number of players, is exactly the object on record."""
    assert preset(known["preset"], known["players"]).to_object() == known["ruleset"]


def test_there_are_no_other_presets():
    """The presets and their numbers of players are those on record."""
    listed = {(name, players) for name, item in PRESETS.items() for players in item.rulesets}
    assert listed == {(known["preset"], known["players"]) for known in KNOWN}


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known['preset']} {known['players']}")
def test_a_ruleset_can_be_named_in_three_forms(known):
    """By name, by preset with players and overrides, and as a whole object: the same ruleset each time."""
    expected = Ruleset.from_object(known["ruleset"])
    if known["players"] == 4:
        assert resolve(known["preset"]) == expected
        assert resolve({"preset": known["preset"]}) == expected
    assert resolve({"preset": known["preset"], "players": known["players"]}) == expected
    assert resolve(known["ruleset"]) == expected


def test_overrides_replace_options():
    """Options beside the preset's name take the place of the preset's own."""
    ruleset = resolve({"preset": "points-counter", "players": 3, "target": 50, "card_points": {"QS": 13, "JD": -10}})
    expected = preset("points-counter", 3).to_object() | {"target": 50, "card_points": {"QS": 13, "JD": -10}}
    assert ruleset.to_object() == expected


def test_cards_in_overrides_may_be_spelled_as_people_spell_them():
    """Removed and scored cards are normalised to canonical names."""
    ruleset = resolve(
        {"preset": "standard", "card_points": {"q♠": 13, "10d": -10}, "removed": ["2c", "2♦", "♠2", "3S"]}
    )
    assert ruleset.to_object()["card_points"] == {"QS": 13, "TD": -10}
    assert ruleset.to_object()["removed"] == ["2C", "2D", "2S", "3S"]


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ("Standard", ""),
        ("", ""),
        (7, ""),
        (None, ""),
        ([], ""),
        ({"preset": "mine"}, "/preset"),
        ({"preset": 4}, "/preset"),
        ({"preset": "standard", "players": 3}, "/players"),
        ({"preset": "points-counter", "players": 6}, "/players"),
        ({"preset": "three-to-six", "players": True}, "/players"),
        ({"preset": "three-to-six", "players": 4.0}, "/players"),
        ({"preset": "three-to-six", "players": None}, "/players"),
        ({"preset": "three-to-six", "players": [4]}, "/players"),
        ({"preset": "three-to-six", "players": 3, "removed": []}, "/removed"),
        ({"preset": "standard", "target": 0}, "/target"),
        ({"preset": "standard", "colour": "red"}, "/colour"),
        ({"preset": "standard", "card_points": {"QS": 13, "qs": 5}}, "/card_points"),
        ({"preset": "standard", "removed": ["SQ", "2C", "3C", "4C"]}, "/removed/0"),
    ],
    ids=str,
)
def test_a_bad_name_or_override_is_refused_with_its_place(value, pointer):
    """What cannot be resolved is refused with a pointer into what the client sent."""
    with pytest.raises(RulesetError) as caught:
        resolve(value)
    assert [place for place, _ in caught.value.problems] == [pointer]


def test_differences_are_said_in_words():
    """Each preset's differences from the standard game are sentences; the standard game and its alias have none."""
    assert differences(preset("standard")) == differences(preset("windows")) == []
    for name, item in PRESETS.items():
        for ruleset in item.rulesets.values():
            said = differences(ruleset)
            assert bool(said) == (name not in ("standard", "windows"))
            assert all(sentence.endswith(".") for sentence in said)
    assert differences(preset("short")) == ["The game ends at 50 points."]
    assert any("jack of diamonds" in sentence for sentence in differences(preset("omnibus")))


def test_every_changed_option_is_said():
    """Changing any one option of the standard game adds at least one sentence to its differences."""
    changes = [
        {"removed": ["2C", "2D", "2S", "3S"]}, {"jokers": 2, "removed": ["2C", "2D"]}, {"pass_count": 2},
        {"pass_cycle": [1]}, {"opening": "seat-0"}, {"first_trick_points": "allowed"}, {"hearts_must_be_broken": False},
        {"hearts_broken_by": "heart-discarded"}, {"queen_breaks_hearts": True}, {"hearts_led_from_points_only": True},
        {"heart_points": "rank"}, {"card_points": {}}, {"moon": "off"}, {"target": 60}, {"exact_target_resets_to": 50},
        {"pass_cycle": [0]},
    ]  # fmt: skip
    for change in changes:
        assert differences(preset("standard", **change)), change


def test_the_documented_ruleset_is_the_standard_one():
    """The object printed in docs/rules.md is the standard ruleset, and every preset and code is told there."""
    text = (Path(__file__).parents[4] / "docs" / "rules.md").read_text()
    printed = text.split("```json\n")[1].split("```")[0]
    assert json.loads(printed) == preset("standard").to_object()
    assert all(f"| `{name}` |" in text for name in PRESETS)
    assert all(f"`{code}`" in text for code in (*RULES, *PHASES))
    assert all(f"`{option}`" in text for option in OPTIONS)
