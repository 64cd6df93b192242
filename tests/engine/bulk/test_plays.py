"""Hands judged together get what each gets by itself, from the state machine that plays card by card."""

import random

import pytest

from fairdeal.engine.bulk.form import escaped
from fairdeal.engine.bulk.game import Game
from fairdeal.engine.bulk.plays import Hand as Told
from fairdeal.engine.bulk.plays import Plays
from fairdeal.engine.cards import SUIT_INDEX, card_of, cards_of
from fairdeal.engine.errors import FairdealError
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.protocol import Record
from tests.service.static.bundle_maker import played
from tests.service.static.corpus import OWN, PRESETS

RULESETS = [preset["ruleset"] for preset in PRESETS] + OWN
HANDS = 12
NUMBER = 17


def spoiled(chance: random.Random, record: str) -> str:
    """The record with two fields of its lines exchanged, or one changed for another's value; often it is illegal then."""
    lines = record.split("\n")
    first = next(place for place, line in enumerate(lines) if line.startswith(("pass ", "trick ")))
    places = [(row, field) for row in range(first, len(lines) - 1) for field in range(1, len(lines[row].split(" ")))]
    (row, field), (other, otherwise) = chance.sample(places, 2)
    fields = [line.split(" ") for line in lines]
    value = fields[other][otherwise]
    if chance.random() < 0.8:
        fields[other][otherwise] = fields[row][field]
    fields[row][field] = value
    return "\n".join(" ".join(line) for line in fields)


def by_itself(ruleset: Ruleset, number: int, dealt: list[list[int]], text: str) -> bytes | None:
    """The points of a record that is whole, legal and told as it is; else None."""
    try:
        record = Record.from_text(text)
        passes = [cards for _, _, cards in record.passes] or None
        if passes is not None and len(passes) != ruleset.players:
            return None
        hand = Hand.of_record(ruleset, number, dealt, passes, record.plays)
    except FairdealError:
        return None
    if hand.phase != "complete" or record != Record.of_hand(record.origin, record.number, record.by, hand):
        return None
    return " ".join(map(str, hand.points())).encode()


def cut_out(plays: Plays, record: str, number: int, dealt: bytes) -> Told:
    """The hand of a record as it stands in a bundle, between other text."""
    text = escaped(b'"' + record.encode() + b'"')
    return plays.cut(text, text.index(b"by seats") + len(b"by seats\\n"), len(text) - 1, number, dealt)


@pytest.mark.parametrize("number", [1, 4])
@pytest.mark.parametrize("value", RULESETS, ids=range(len(RULESETS)))
def test_hands_of_a_batch_get_what_each_gets_by_itself(value, number):
    """Played at random and then spoiled, half of them: the legal ones get their points, the others nothing."""
    ruleset = Ruleset.from_object(value)
    chance = random.Random(f"batch {number}")
    plays = Game(ruleset).plays(number)
    cut, expected = [], []
    for place in range(HANDS):
        bundle = played(value, label=f"batch {place}", hand=number)
        dealt = [[card_of(name) for name in names] for names in bundle["hands"]]
        for record in (bundle["record"], spoiled(chance, bundle["record"])):
            cut.append(cut_out(plays, record, number, b"".join(map(bytes, dealt))))
            expected.append(by_itself(ruleset, number, dealt, record))
    assert all(expected[::2])
    assert plays.points(cut[::2]) == expected[::2]
    assert plays.points(cut) == expected
    assert plays.points([]) == []


def test_faults_are_found_wherever_they_stand():
    """Among faultless hands one that is not legal gets nothing, and no other suffers from it."""
    value = PRESETS[0]["ruleset"]
    ruleset, chance = Ruleset.from_object(value), random.Random("wherever")
    plays = Game(ruleset).plays(4)
    bundle = played(value, label="wherever", hand=4)
    dealt = [[card_of(name) for name in names] for names in bundle["hands"]]
    whole = cut_out(plays, bundle["record"], 4, b"".join(map(bytes, dealt)))
    points = by_itself(ruleset, 4, dealt, bundle["record"])
    illegal = 0
    for _ in range(300):
        record = spoiled(chance, bundle["record"])
        place = chance.randrange(7)
        hands = [whole] * 7
        hands[place] = cut_out(plays, record, 4, b"".join(map(bytes, dealt)))
        expected = by_itself(ruleset, 4, dealt, record)
        illegal += expected is None
        assert plays.points(hands) == [points] * place + [expected] + [points] * (6 - place)
    assert illegal > 200


LAX = {"first_trick_points": "allowed", "hearts_must_be_broken": False}


@pytest.mark.parametrize(
    "strict",
    [
        {},
        {"hearts_broken_by": "heart-discarded"},
        {"queen_breaks_hearts": True},
        {"opening": "seat-0"},
        {"opening": "rotating-seat"},
    ],
    ids=lambda options: "-".join(map(str, options.values())),
)
@pytest.mark.parametrize("opening", ["seat-0", "lowest-club"])
def test_what_laxer_rules_allow_is_judged_by_the_stricter(strict, opening):
    """Hearts led before they are broken, points on the first trick, another opening: together as each by itself."""
    standard = PRESETS[0]["ruleset"]
    ruleset = Ruleset.from_object(standard | {"hearts_must_be_broken": True} | strict)
    lax = Ruleset.from_object(standard | LAX | {"opening": opening})
    chance = random.Random("lax")
    plays, cut, expected = Game(ruleset).plays(4), [], []
    for _ in range(120):
        deck = list(ruleset.deck)
        chance.shuffle(deck)
        dealt = [deck[seat::4] for seat in range(4)]
        hand = Hand(lax, 4, dealt)
        while hand.turn is not None:
            # Low cards and other suits than hearts are led a little more often: some hands are legal all through.
            legal = cards_of(hand.legal(hand.turn))
            hand.play(min(chance.sample(legal, min(2, len(legal))), key=SUIT_INDEX.__getitem__))
        record = Record.of_hand("deals.example.com", NUMBER, "seats", hand).text()
        cut.append(cut_out(plays, record, 4, b"".join(map(bytes, dealt))))
        expected.append(by_itself(ruleset, 4, dealt, record))
    assert plays.points(cut) == expected
    assert None in expected
