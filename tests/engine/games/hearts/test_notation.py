import itertools
import random

import pyspiel
import pytest

from fairdeal.engine.cards import DECK_RANK, card_of, names_of
from fairdeal.engine.errors import MalformedError, NotRepresentable
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.notation import from_line, from_openspiel, to_line, to_openspiel
from fairdeal.engine.games.hearts.presets import preset
from tests.engine.sampling import ALL_PRESETS, pass_at_random, random_complete_hand, random_hands, random_ruleset, state

STANDARD = preset("standard")
LINE = "0:32.32.2.8765432 AKQ.8765.65.T9J4 98.AKQJ.AKQJT98. JT765.T9.743.AKQ"


def again(hand, notated):
    """The hand that a notation tells, by the same ruleset and number."""
    passed = notated.passes is None and hand.phase != "passing"
    passes = notated.passes if any(notated.passes or ()) else None
    return Hand.of_record(hand.ruleset, hand.number, notated.hands, passes, notated.plays, passed=passed)


def cut(rng, hand):
    """The same hand, some plies earlier."""
    passes = hand.passes if any(hand.passes) else None
    return Hand.of_record(hand.ruleset, hand.number, hand.dealt, passes, hand.plays[: rng.randint(0, hand.ply)])


def test_a_line_tells_a_hand_and_reads_back():
    """Any hand of any ruleset, finished or not, written as a line and read again, is the same hand."""
    rng = random.Random("lines")
    for turn in range(300):
        ruleset = random_ruleset(rng) if turn % 2 else rng.choice(ALL_PRESETS)[2]
        hand = cut(rng, random_complete_hand(rng, ruleset))
        notated = from_line(to_line(hand))
        assert notated.hands == tuple(tuple(sorted(cards, key=DECK_RANK.__getitem__)) for cards in hand.dealt)
        assert notated.passes == (hand.passes if hand.offset else None)
        assert notated.plays == tuple(hand.plays)
        assert state(again(hand, notated)) == state(hand)
        assert to_line(again(hand, notated)) == to_line(hand)


def test_a_line_tells_who_has_not_passed():
    """In the middle of the pass a dash stands for a seat that has not passed."""
    rng = random.Random("dashes")
    hand = Hand(STANDARD, 1, random_hands(rng, STANDARD))
    hand.give(2, list(hand.dealt[2][:3]))
    line = to_line(hand)
    given = "".join(names_of(hand.passes[2]))
    assert line.endswith(f"; pass - - {given} -")
    assert from_line(line).passes == hand.passes


def test_jokers_and_empty_suits_have_their_place():
    """A joker ends its suit as X; a void suit is empty between its dots."""
    hands = (
        "XC 3C 2H 3H 4H 5H 6H 7H 8H",
        "2C 4C 9H TH JH QH KH AH XD",
        "5C 6C 7C 8C 9C TC JC QC KC",
        "AC 2D 3D 4D 5D 6D 7D 8D 9D",
        "TD JD QD KD AD 2S 3S 4S 5S",
        "6S 7S 8S 9S TS JS QS KS AS",
    )
    ruleset = preset("three-to-six", 6)
    hand = Hand(ruleset, 6, [[card_of(name) for name in held.split()] for held in hands])
    hand.play(card_of("2C"))
    assert to_line(hand) == ("0:.8765432..3X .AKQJT9.X.42 ...KQJT98765 ..98765432.A 5432..AKQJT. AKQJT9876...; play 2C")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0:",
        "1:" + LINE[2:],
        LINE[2:],
        LINE + " ",
        " " + LINE,
        LINE + "\n",
        LINE + ";",
        LINE + "; ",
        LINE + ";play 2C",
        LINE + "; play",
        LINE + "; play ",
        LINE + "; play 2C  3C",
        LINE + "; play 2c",
        LINE + "; play 10C",
        LINE + "; play 2C; play 3C",
        LINE + "; play 2C; pass - - - -",
        LINE + "; pass - - -",
        LINE + "; pass - - - - -",
        LINE + "; pass 2C3 - - -",
        LINE + "; pass  - - -",
        LINE + "; PASS - - - -",
        LINE.replace("AKQ", "AKX", 1),
        LINE.replace("AKQ", "AK1", 1),
        LINE.replace("AKQ", "akq", 1),
        LINE.replace(".", ",", 1),
        LINE.replace(".", "..", 1),
        "0:A... K...",
        "0:" + " ".join(["A..."] * 7),
        "0:" + "A" * 100_000,
    ],
    ids=itertools.count(),
)
def test_a_text_that_is_no_line_is_refused(text):
    """Another start, missing or doubled parts, spaces, spellings and ranks that no suit has are errors, never guesses."""
    with pytest.raises(MalformedError):
        from_line(text)


def test_ranks_are_read_in_any_order():
    """Hands typed in another order than the highest first tell the same cards."""
    assert from_line(LINE).hands[1] == from_line(LINE.replace("T9J4", "JT94")).hands[1]


def test_openspiel_reads_our_actions_as_the_same_hand():
    """OpenSpiel plays an exported hand to its end and gives the same points; imported again it is the same hand."""
    rng = random.Random("actions")
    game = pyspiel.load_game("hearts", {"qs_breaks_hearts": False})
    for _ in range(100):
        hand = random_complete_hand(rng, STANDARD)
        actions = to_openspiel(hand)
        other = game.new_initial_state()
        for action in actions:
            other.apply_action_with_legality_check(action)
        assert other.is_terminal()
        assert [26 - value for value in other.returns()] == list(hand.points())
        assert state(again(hand, from_openspiel(STANDARD, hand.number, actions))) == state(hand)
        assert from_openspiel(STANDARD, hand.number, actions).hands == hand.dealt


def test_openspiel_writes_actions_that_we_read():
    """A hand that OpenSpiel has played at random is read as a legal, complete hand with the same points."""
    rng = random.Random("histories")
    game = pyspiel.load_game("hearts", {"qs_breaks_hearts": False})
    for number in range(1, 60):
        other = game.new_initial_state()
        other.apply_action([1, 3, 2, 0][(number - 1) % 4])
        while not other.is_terminal():
            other.apply_action(rng.choice(other.legal_actions()))
        notated = from_openspiel(STANDARD, number, other.history())
        hand = Hand.of_record(STANDARD, number, notated.hands, notated.passes, notated.plays)
        assert hand.points() == tuple(26 - value for value in other.returns())


def test_actions_may_stop_anywhere_between_passes():
    """A list cut in the pass tells who has passed; one cut within a seat's three cards is malformed."""
    hand = random_complete_hand(random.Random(5), STANDARD, 1)
    actions = to_openspiel(hand)
    for length in range(53, len(actions)):
        if length < 65 and (length - 53) % 3:
            with pytest.raises(MalformedError):
                from_openspiel(STANDARD, 1, actions[:length])
            continue
        notated = from_openspiel(STANDARD, 1, actions[:length])
        done = min((length - 53) // 3, 4)
        assert notated.passes == (*hand.passes[:done], *[None] * (4 - done))
        assert notated.plays == tuple(hand.plays[: max(0, length - 65)])


def test_hands_after_the_pass_have_direction_none():
    """Direction 0 in a hand that passes means hands after the pass; a running pass is told by direction and deal only."""
    rng = random.Random(6)
    passed = Hand(STANDARD, 1, random_hands(rng, STANDARD), passed=True)
    assert to_openspiel(passed)[0] == 0
    assert from_openspiel(STANDARD, 1, to_openspiel(passed)).passes is None
    passing = Hand(STANDARD, 2, random_hands(rng, STANDARD))
    assert to_openspiel(passing)[0] == 3
    assert len(to_openspiel(passing)) == 53
    pass_at_random(rng, passing)
    assert len(to_openspiel(passing)) == 65


@pytest.mark.parametrize("place", [0, 1, 52, 53, 80])
@pytest.mark.parametrize("value", [-1, 52, 10**30])
def test_actions_that_are_none_are_refused(place, value):
    """A number that is no direction or no card is malformed, wherever it stands."""
    actions = to_openspiel(random_complete_hand(random.Random(7), STANDARD, 1))
    actions[place] = value
    with pytest.raises(MalformedError):
        from_openspiel(STANDARD, 1, actions)


def test_another_direction_than_the_hands_is_refused():
    """A list that passes right is no record of a hand that passes left, nor is a list without a deal."""
    actions = to_openspiel(random_complete_hand(random.Random(8), STANDARD, 2))
    with pytest.raises(MalformedError, match="expected pass direction 1"):
        from_openspiel(STANDARD, 1, actions)
    with pytest.raises(MalformedError):
        from_openspiel(STANDARD, 2, actions[:52])
    with pytest.raises(MalformedError):
        from_openspiel(STANDARD, 2, [])


@pytest.mark.parametrize(
    ("ruleset", "fits"),
    [
        (preset("three-to-six", 3), False),
        (preset("three-to-six", 6), False),
        (preset("standard", removed=["2C", "2D", "2S", "3S"]), False),
        (preset("standard", removed=["2C", "2D"], jokers=2), False),
        (preset("standard", pass_count=2), False),
        (preset("no-pass", pass_count=2), True),
        (preset("black-maria"), True),
        (preset("spot"), True),
    ],
    ids=itertools.count(),
)
def test_only_what_openspiel_has_is_told_in_its_actions(ruleset, fits):
    """Four players, the full deck, passes of three or none; else there is no such list, either way."""
    hand = random_complete_hand(random.Random(9), ruleset, 1)
    if fits:
        actions = to_openspiel(hand)
        assert state(again(hand, from_openspiel(ruleset, 1, actions))) == state(hand)
        return
    with pytest.raises(NotRepresentable):
        to_openspiel(hand)
    with pytest.raises(NotRepresentable):
        from_openspiel(ruleset, 1, [0] * 105)
