import hashlib
import json
import random
from pathlib import Path

import pytest

from fairdeal.engine.cards import BIT, HEARTS, JOKERS, NAMES, card_of, names_of
from fairdeal.engine.errors import RulesetError, UnknownOption
from fairdeal.engine.games.hearts.options import DEFAULTS, OPTIONS
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.games.hearts.ruleset import Ruleset, pass_name
from tests.engine.sampling import random_ruleset

DEALS = json.loads((Path(__file__).parents[3] / "vectors" / "deals.json").read_text())["deals"]
STANDARD = preset("standard").to_object()


def pointers(value):
    """Where an object's faults lie."""
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_object(value)
    return [pointer for pointer, _ in caught.value.problems]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: f"{deal['name']} {deal['number']}")
def test_canonical_json_and_hash_are_those_of_known_deals(deal):
    """The canonical JSON is byte for byte that of the known deals, and its SHA-256 the open statement's `rules`."""
    ruleset = Ruleset.from_object(deal["ruleset"])
    assert ruleset.canonical_json() == deal["canonical_ruleset"].encode()
    assert f"rules {ruleset.hash().hex()}\n" in deal["open"]
    assert ruleset.hash() == hashlib.sha256(deal["canonical_ruleset"].encode()).digest()


def test_an_object_and_its_ruleset_are_the_same_value():
    """Reading an object and writing it again changes nothing; equal objects give equal, equally hashed rulesets."""
    rng = random.Random("objects")
    for _ in range(500):
        ruleset = random_ruleset(rng)
        value = ruleset.to_object()
        assert list(value) == ["game", *OPTIONS]
        again = Ruleset.from_object(json.loads(json.dumps(value)))
        assert again == ruleset
        assert hash(again) == hash(ruleset)
        assert Ruleset.from_object(json.loads(ruleset.canonical_json())) == ruleset


def test_what_follows_from_the_options_is_consistent():
    """Deck, hand size, values, point cards and opening card agree with the options."""
    rng = random.Random("derived")
    for _ in range(500):
        ruleset = random_ruleset(rng)
        assert len(ruleset.deck) == 52 - len(ruleset.removed) + ruleset.jokers == ruleset.players * ruleset.hand_size
        assert sum(BIT[card] for card in ruleset.deck) == ruleset.deck_mask
        points = dict(ruleset.card_points)
        for card in ruleset.deck:
            rank = "23456789TJQKA".find(NAMES[card][0]) + 2
            expected = points.get(card, 0)
            if BIT[card] & HEARTS:
                expected = rank if ruleset.heart_points == "rank" else 1
            assert ruleset.values[card] == expected
            assert bool(ruleset.point_cards & BIT[card]) == (expected > 0)
        assert ruleset.moon_total == sum(value for _, value in ruleset.valued_cards if value > 0)
        clubs = [card for card in ruleset.deck if NAMES[card][1] == "C" and not BIT[card] & JOKERS]
        assert ruleset.opening_card == (clubs[0] if ruleset.opening == "lowest-club" else None)


def test_the_order_of_card_points_is_no_part_of_a_ruleset():
    """Scored cards written in another order make the same ruleset, in objects and in the constructor."""
    one = Ruleset.from_object(STANDARD | {"card_points": {"JD": -10, "QS": 13}})
    other = Ruleset.from_object(STANDARD | {"card_points": {"QS": 13, "JD": -10}})
    assert one == other
    fields = {name: getattr(one, name) for name in OPTIONS}
    assert Ruleset(**fields | {"card_points": ((card_of("JD"), -10), (card_of("QS"), 13))}) == one


def test_a_ruleset_out_of_bounds_cannot_be_constructed():
    """The constructor keeps the bounds too: whatever is a `Ruleset` is one."""
    fields = {name: getattr(preset("standard"), name) for name in OPTIONS}
    with pytest.raises(RulesetError, match="/target"):
        Ruleset(**fields | {"target": 0})


@pytest.mark.parametrize("name", DEFAULTS)
def test_an_absent_option_has_its_default(name):
    """An option that is left out means its default, and so hashes as if it had been written."""
    without = {key: value for key, value in STANDARD.items() if key != name}
    assert Ruleset.from_object(without) == Ruleset.from_object(STANDARD)
    assert Ruleset.from_object(without).hash() == Ruleset.from_object(STANDARD).hash()


def test_the_canonical_form_leaves_defaults_out():
    """The standard game is its game and its players; an option is replaced whole; null is a value."""
    assert Ruleset.from_object(STANDARD).canonical_json() == b'{"game":"hearts","players":4}'
    bonus = Ruleset.from_object({"game": "hearts", "players": 4, "card_points": {"JD": -10}})
    assert bonus.canonical_json() == b'{"card_points":{"JD":-10},"game":"hearts","players":4}'
    assert not any(value == 13 for _, value in bonus.valued_cards)
    reset = Ruleset.from_object(STANDARD | {"exact_target_resets_to": 0})
    assert reset.canonical_json() == b'{"exact_target_resets_to":0,"game":"hearts","players":4}'


@pytest.mark.parametrize("name", ["game", "players"])
def test_game_and_players_must_be_stated(name):
    """An object that names no game, or no number of players, is refused with a pointer to it."""
    assert pointers({key: value for key, value in STANDARD.items() if key != name}) == [f"/{name}"]


def test_three_players_are_told_what_is_missing():
    """The default pass cycle passes across: at three players the refusal says so, and at five and six it fits."""
    with pytest.raises(RulesetError, match=r"/pass_cycle: is missing: its default .* fits four players and more"):
        Ruleset.from_object({"game": "hearts", "players": 3, "removed": ["2C"]})
    assert Ruleset.from_object({"game": "hearts", "players": 5, "removed": ["2C", "2D"]}).pass_cycle == (1, -1, 2, 0)
    assert Ruleset.from_object({"game": "hearts", "players": 6, "jokers": 2}).pass_offset(3) == 2


@pytest.mark.parametrize(
    "changes", [{"variant": "mine"}, {"moon": "half"}, {"opening": "dealer", "later": 1}, {"game": "whist"}], ids=str
)
def test_what_is_not_known_is_told_apart_from_what_is_wrong(changes):
    """An unknown game, option or named value may be sound elsewhere; beside a wrong value it is wrong all the same."""
    with pytest.raises(UnknownOption):
        Ruleset.from_object(STANDARD | changes)
    if "game" not in changes:
        with pytest.raises(RulesetError) as caught:
            Ruleset.from_object(STANDARD | changes | {"target": True})
        assert not isinstance(caught.value, UnknownOption)


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize(
    "value",
    ["x", -1, 1.0, 1.5, float("nan"), 10**30, True, None, [], {}, [[]], "", [None], {"QS": None}, {"": {}}],
    ids=repr,
)
def test_a_value_of_another_kind_never_passes_and_never_crashes(name, value):
    """Every option refuses what is not one of its values, naming its own place."""
    allowed = {
        ("removed", "[]"),
        ("card_points", "{}"),
        ("exact_target_resets_to", "None"),
        ("hearts_must_be_broken", "True"),
        ("queen_breaks_hearts", "True"),
        ("hearts_led_from_points_only", "True"),
    }
    changed = STANDARD | {name: value}
    if (name, repr(value)) in allowed:
        assert Ruleset.from_object(changed).to_object()[name] == value
    else:
        assert any(pointer.startswith(f"/{name}") for pointer in pointers(changed))


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"players": 2}, "/players"),
        ({"players": 7}, "/players"),
        ({"players": 3, "pass_cycle": [0]}, "/removed"),
        ({"removed": ["2C"]}, "/removed"),
        ({"removed": ["2C"] * 10_000}, "/removed"),
        ({"removed": ["2C", "3C", "2C", "4C"]}, "/removed/2"),
        ({"removed": ["3C", "2C", "4C", "5C"]}, "/removed/1"),
        ({"removed": ["2C", "2D", "2H", "2S"]}, "/removed/2"),
        ({"removed": ["2C", "2D", "2S", "QS"]}, "/removed/3"),
        ({"removed": ["2C", "2D", "2S", "XC"], "jokers": 1}, "/removed/3"),
        ({"removed": ["2c", "3C", "4C", "5C"]}, "/removed/0"),
        ({"jokers": 1}, "/removed"),
        ({"jokers": 3}, "/jokers"),
        ({"jokers": -1}, "/jokers"),
        ({"pass_count": 0}, "/pass_count"),
        ({"pass_count": 13}, "/pass_count"),
        ({"pass_cycle": []}, "/pass_cycle"),
        ({"pass_cycle": [1] * 13}, "/pass_cycle"),
        ({"pass_cycle": [1, 3]}, "/pass_cycle/1"),
        ({"pass_cycle": [-2]}, "/pass_cycle/0"),
        ({"pass_cycle": [True]}, "/pass_cycle/0"),
        ({"opening": "seat-1"}, "/opening"),
        (
            {"opening": "lowest-club", "removed": [f"{rank}C" for rank in "23456789TJQKA"] + ["2D", "3D", "4D"]},
            "/opening",
        ),
        ({"first_trick_points": "never"}, "/first_trick_points"),
        ({"hearts_broken_by": "queen"}, "/hearts_broken_by"),
        ({"heart_points": "two"}, "/heart_points"),
        ({"card_points": {"2H": 1}}, "/card_points/2H"),
        ({"card_points": {"QS": 0}}, "/card_points/QS"),
        ({"card_points": {"QS": 1001}}, "/card_points/QS"),
        ({"card_points": {"QS": -1001}}, "/card_points/QS"),
        ({"card_points": {"JD": -10}, "removed": ["2D", "3D", "4D", "JD"]}, "/card_points/JD"),
        ({"moon": "maybe"}, "/moon"),
        ({"target": 0}, "/target"),
        ({"target": 10_001}, "/target"),
        ({"exact_target_resets_to": 100}, "/exact_target_resets_to"),
        ({"exact_target_resets_to": -1}, "/exact_target_resets_to"),
        ({"variant": "mine"}, "/variant"),
        ({"a/b~c": 1}, "/a~1b~0c"),
    ],
    ids=str,
)
def test_a_value_out_of_bounds_is_refused_with_its_place(changes, pointer):
    """Each bound of the rules is kept, and its breach is pointed at."""
    assert pointers(STANDARD | changes) == [pointer]


@pytest.mark.parametrize(
    "changes",
    [
        {"pass_count": 12},
        {"pass_cycle": [2, -1] * 6},
        {"players": 6, "pass_cycle": [3, -2], "removed": ["2C", "2D", "3D", "4D"]},
        {"players": 5, "pass_cycle": [2, -2], "removed": ["2C", "2D"]},
        {"card_points": {}},
        {"card_points": {"QS": -1000, "KS": 1000, "AS": 1, "JD": -1, "TD": 5}},
        {"target": 1, "exact_target_resets_to": 0},
        {"target": 10_000, "exact_target_resets_to": 9_999},
        {"jokers": 2, "removed": ["2C", "2S"]},
        {"opening": "seat-0", "removed": [f"{rank}C" for rank in "23456789TJQKA"] + ["2D", "3D", "4D"]},
        {"players": 3, "pass_cycle": [1, -1], "removed": [f"{r}{s}" for s in "CD" for r in "23456789TJQKA"][1:]
         + [f"{r}S" for r in "23456789TJKA"]},
    ],
    ids=str,
)  # fmt: skip
def test_the_bounds_themselves_are_inside(changes):
    """The last value within each bound makes a ruleset."""
    assert Ruleset.from_object(STANDARD | changes).to_object() == STANDARD | changes


def test_all_faults_are_told_at_once():
    """A bad object is refused with every fault in it, each with a sentence."""
    value = STANDARD | {"players": 9, "target": "many", "removed": ["QH", 7], "extra": 1}
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_object(value)
    assert {pointer for pointer, _ in caught.value.problems} == {
        "/players",
        "/target",
        "/removed/0",
        "/removed/1",
        "/extra",
    }
    assert all(sentence for _, sentence in caught.value.problems)


def test_the_text_of_an_error_is_short_however_much_is_wrong():
    """Every fault is listed, but the sentence names ten and counts the others."""
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_object(STANDARD | {f"option-{number}": 0 for number in range(10_000)})
    assert len(caught.value.problems) == 10_000
    assert str(caught.value).endswith("; and 9990 more")
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("value", [None, 3, "standard", [], [STANDARD], True])
def test_what_is_no_object_is_refused_as_a_whole(value):
    """A ruleset is an object; anything else is refused with the empty pointer."""
    assert pointers(value) == [""]


def test_passes_go_round_by_hand_number():
    """Hand h passes by entry (h − 1) modulo the length of the cycle."""
    ruleset = preset("three-to-six", 5)
    assert [ruleset.pass_offset(hand) for hand in range(1, 12)] == [1, -1, 2, -2, 0, 1, -1, 2, -2, 0, 1]


@pytest.mark.parametrize(
    ("offset", "players", "name"),
    [
        (0, 4, "hold"),
        (1, 4, "left"),
        (-1, 3, "right"),
        (2, 4, "across"),
        (2, 5, "2 left"),
        (-2, 6, "2 right"),
        (3, 6, "across"),
    ],
)
def test_pass_directions_have_names(offset, players, name):
    """A direction is named as players name it, across only where a seat is straight across."""
    assert pass_name(offset, players) == name


def test_decks_are_written_in_deck_order():
    """The deck of six players ends with the jokers; removed cards are missing."""
    assert names_of(preset("three-to-six", 6).deck)[-3:] == ["AS", "XC", "XD"]
    assert names_of(preset("points-counter", 5).deck)[:1] == ["3C"]
