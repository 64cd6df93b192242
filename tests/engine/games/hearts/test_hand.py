import json
import random
from pathlib import Path

import pytest

from fairdeal.engine.cards import BIT, NAMES, card_of, cards_of, mask_of, names_of
from fairdeal.engine.errors import DealError, IllegalMove
from fairdeal.engine.games.hearts import fast
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.legality import PHASES, RULES
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.games.hearts.ruleset import Ruleset
from tests.engine.sampling import ALL_PRESETS, pass_at_random, random_complete_hand, random_hands, random_ruleset, state

VECTORS = Path(__file__).parents[3] / "vectors"
SEQUENCES = json.loads((VECTORS / "sequences.json").read_text())["sequences"]
DEALS = json.loads((VECTORS / "deals.json").read_text())["deals"]
STANDARD = preset("standard")
HOLD = preset("no-pass")

# Four hands that are easy to keep in mind: seat 0 has the 2 of clubs and length in clubs, seat 1 no club at all.
HANDS = (
    "2C 3C 4C 5C 6C 7C 8C 2S 3S 4S 5S 2H 3H",
    "2D 3D 4D 5D 6D QS KS AS 4H 5H 6H 7H 8H",
    "9C TC JC 7D 8D 9D TD JD 6S 7S 8S 9S 9H",
    "QC KC AC QD KD AD TS JS TH JH QH KH AH",
)


def cards(text):
    """The cards of a text such as `2C 3C`."""
    return [card_of(name) for name in text.split()]


def hold_hand(ruleset=HOLD, hands=HANDS, plays=""):
    """A hand without a pass, some cards played."""
    return Hand.of_record(ruleset, 1, [cards(hand) for hand in hands], None, cards(plays), passed=True)


def refusal(move, *arguments):
    """The error of a move that must be refused."""
    with pytest.raises(IllegalMove) as caught:
        move(*arguments)
    return caught.value


def first_violation(hand, plays, whole):
    """Play as far as the rules allow, at once or card by card; what broke them, as known sequences tell it."""
    try:
        if whole:
            fast.extend(hand, plays)
        for card in () if whole else plays:
            hand.play(card)
    except IllegalMove as error:
        allowed = names_of(error.allowed)
        return {"ply": error.ply, "seat": error.seat, "card": NAMES[error.card], "allowed": allowed}
    return None


@pytest.mark.parametrize("whole", [True, False], ids=["at once", "card by card"])
@pytest.mark.parametrize("case", SEQUENCES, ids=[f"{at} {case['name']}" for at, case in enumerate(SEQUENCES)])
def test_a_known_sequence_is_judged_as_it_must_be(case, whole):
    """Known sequences: the first violation with ply, seat, card and allowed cards, else points or who is next."""
    passes = case["passes"]
    dealt = [cards(hand) for hand in case["hands"]]
    hand = Hand(Ruleset.from_object(case["ruleset"]), case["hand"], dealt, passed=passes is None)
    for seat, given in enumerate(passes or ()):
        hand.give(seat, cards(given))
    violation = first_violation(hand, cards(case["plays"]), whole)
    assert violation == case["violation"]
    assert hand.ply == (len(case["plays"].split()) if violation is None else violation["ply"])
    assert (hand.phase == "complete") == case["complete"]
    assert (list(hand.points()) if case["complete"] else None) == case["points"]
    if violation is None and hand.turn is not None:
        assert {"seat": hand.turn, "allowed": names_of(cards_of(hand.legal(hand.turn)))} == case["next"]
    else:
        assert case["next"] is None


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: f"{deal['name']} {deal['number']}")
def test_a_known_record_plays_out_as_recorded(deal):
    """The passes, tricks and points of every known deal, of every ruleset, are legal and come out the same."""
    ruleset = Ruleset.from_object(deal["ruleset"])
    hand = Hand(ruleset, deal["hand"], [cards(dealt) for dealt in deal["hands"]])
    lines = [line.split() for line in deal["record"].splitlines()]
    for line in lines:
        if line[0] == "pass":
            assert (int(line[1]) + hand.offset) % ruleset.players == int(line[2])
            hand.give(int(line[1]), cards(" ".join(line[3:])))
    tricks = [(int(line[1]), tuple(cards(" ".join(line[2:])))) for line in lines if line[0] == "trick"]
    hand.extend([card for _, trick in tricks for card in trick])
    assert [(trick.leader, trick.cards) for trick in hand.tricks] == tricks
    points = [tuple(map(int, line[1:])) for line in lines if line[0] == "points"]
    assert ([hand.points()] if hand.phase == "complete" else []) == points


def test_a_hand_waits_for_every_pass():
    """Nobody's cards move before all have passed; then they go to the seat that the hand's number says."""
    rng = random.Random("passes")
    for name, _, ruleset in ALL_PRESETS:
        for number in range(1, 8):
            hand = Hand(ruleset, number, random_hands(rng, ruleset))
            offset = ruleset.pass_offset(number)
            if offset == 0:
                assert (hand.phase, hand.passes) == ("playing", (None,) * ruleset.players), name
                continue
            before = list(hand.hands)
            order = rng.sample(range(ruleset.players), ruleset.players)
            for done, seat in enumerate(order):
                assert hand.to_act == tuple(sorted(order[done:]))
                assert hand.hands == before
                assert hand.after_pass is None
                assert hand.received(seat) is None
                assert all(not item.ok and item.rule == "not-playing" for item in hand.explain(seat))
                hand.give(seat, rng.sample(cards_of(hand.hands[seat]), ruleset.pass_count))
            for seat in range(ruleset.players):
                given, received = hand.passes[seat], hand.received(seat)
                assert given == hand.received((seat + offset) % ruleset.players)
                assert given == tuple(cards_of(mask_of(given)))
                assert hand.hands[seat] == before[seat] & ~mask_of(given) | mask_of(received)
            assert hand.after_pass == tuple(hand.hands)


def test_passes_are_refused_with_a_code_each():
    """Every refusal of a pass has its code, names the card at fault, and the cards that could be passed."""
    hand = Hand(STANDARD, 1, [cards(hand) for hand in HANDS])
    held = tuple(cards_of(mask_of(cards(HANDS[1]))))
    for given, rule, card in [
        ("2D 3D", "wrong-pass-count", None),
        ("2D 3D 4D 5D", "wrong-pass-count", None),
        ("", "wrong-pass-count", None),
        ("2D 3D XC", "unknown-card", "XC"),
        ("2D 3D XC 4D", "unknown-card", "XC"),
        ("2D 2D 4D", "duplicate-card", "2D"),
        ("2C 2C 4D", "duplicate-card", "2C"),
        ("2D 2C 4D", "card-not-in-hand", "2C"),
        ("2D 2D", "wrong-pass-count", None),
    ]:
        before = state(hand)
        error = refusal(hand.give, 1, cards(given))
        assert (error.rule, error.seat, error.ply) == (rule, 1, None)
        assert error.card == (None if card is None else card_of(card))
        assert error.allowed == held
        assert error.detail.endswith(".")
        assert state(hand) == before
    hand.give(1, cards("2D 3D 4D"))
    assert refusal(hand.give, 1, cards("2D 3D 4D")).rule == "already-passed"
    assert refusal(hand.give, 1, cards("XC")).rule == "already-passed"
    assert refusal(hand.play, card_of("2C")).rule == "not-playing"
    for seat, given in [(0, "6C 7C 8C"), (2, "9C TC JC"), (3, "QC KC AC")]:
        hand.give(seat, cards(given))
    assert refusal(hand.give, 1, cards("2D 3D 4D")).rule == "already-passed"


def test_a_hold_hand_takes_no_pass():
    """In a hold hand, and where the hands are those after the pass, a pass is refused as such."""
    assert refusal(hold_hand().give, 0, cards("2C 3C 4C")).rule == "not-passing"
    passed = Hand(STANDARD, 1, [cards(hand) for hand in HANDS], passed=True)
    assert passed.phase == "playing"
    assert refusal(passed.give, 0, cards("2C 3C 4C")).rule == "not-passing"


@pytest.mark.parametrize(
    ("plays", "seat", "card", "rule", "allowed"),
    [
        ("", 0, "XC", "unknown-card", "2C"),
        ("", 1, "XC", "unknown-card", ""),
        ("", 1, "2D", "not-your-turn", ""),
        ("", 1, "2C", "not-your-turn", ""),
        ("", 0, "QS", "card-not-in-hand", "2C"),
        ("", 0, "3C", "must-lead-opening-card", "2C"),
        ("", 0, "2H", "must-lead-opening-card", "2C"),
        ("2C", 1, "QS", "no-points-on-first-trick", "2D 3D 4D 5D 6D KS AS"),
        ("2C", 1, "4H", "no-points-on-first-trick", "2D 3D 4D 5D 6D KS AS"),
        ("2C 2D", 2, "9H", "must-follow-suit", "9C TC JC"),
        ("2C 2D 9C QC", 3, "TH", "hearts-not-broken", "KC AC QD KD AD TS JS"),
        ("2C 2D 9C QC QD", 0, "3H", "", ""),
        ("2C 2D 9C QC QD 2C", 0, "3H", "card-not-in-hand", ""),
    ],
)
def test_plays_are_refused_with_a_code_each(plays, seat, card, rule, allowed):
    """Every refusal of a play has its code, ply, seat and card, and the cards that the seat could play; nothing changes."""
    if not rule:
        hand = hold_hand(plays=plays)
        hand.play(card_of(card), seat)
        assert hand.hearts_broken
        return
    if rule == "card-not-in-hand" and not allowed:
        # Played already: it is no longer in the hand.
        hand = hold_hand(plays="2C 2D 9C QC")
        error = refusal(hand.play, card_of("QC"), 3)
        assert (error.rule, names_of(error.allowed)) == (rule, ["KC", "AC", "QD", "KD", "AD", "TS", "JS"])
        return
    hand = hold_hand(plays=plays)
    before = state(hand)
    error = refusal(hand.play, card_of(card), seat)
    assert (error.rule, error.seat, error.card, error.ply) == (rule, seat, card_of(card), hand.ply)
    assert names_of(error.allowed) == allowed.split()
    assert error.detail.endswith(".")
    assert state(hand) == before


def test_a_complete_hand_takes_no_more_cards():
    """After the last card a play is refused as `hand-complete`, whoever tries."""
    hand = random_complete_hand(random.Random(1), STANDARD, 4)
    error = refusal(hand.play, card_of("2C"))
    assert (error.rule, error.ply, error.allowed) == ("hand-complete", 52, ())
    assert refusal(hand.play, card_of("2C"), 3).rule == "hand-complete"
    assert refusal(hand.extend, [card_of("2C")]).rule == "hand-complete"
    assert hand.to_act == ()


def test_cards_are_told_apart_by_the_rule_that_bars_them():
    """Each card in a hand is playable, or barred by the rule for which playing it would be refused."""
    assert [(NAMES[card], ok, rule) for card, ok, rule in hold_hand(plays="2C").explain(1)] == [
        *[(name, True, None) for name in ["2D", "3D", "4D", "5D", "6D"]],
        *[(name, False, "no-points-on-first-trick") for name in ["4H", "5H", "6H", "7H", "8H", "QS"]],
        *[(name, True, None) for name in ["KS", "AS"]],
    ]
    assert {item.rule for item in hold_hand(plays="2C").explain(0)} == {"not-your-turn"}
    assert {item.rule for item in hold_hand().explain(0) if not item.ok} == {"must-lead-opening-card"}


def test_explanations_and_refusals_agree():
    """In every ruleset, a card that is explained as barred is refused by that very rule, and one that is not, taken."""
    rng = random.Random("explanations")
    rules = set()
    for _ in range(150):
        ruleset = random_ruleset(rng)
        hand = Hand(ruleset, rng.randint(1, 9), random_hands(rng, ruleset), passed=True)
        while hand.turn is not None:
            seat = hand.turn
            for card, ok, rule in hand.explain(seat):
                trial = hand.copy()
                if ok:
                    trial.play(card, seat)
                    assert trial.plays == [*hand.plays, card]
                else:
                    error = refusal(trial.play, card, seat)
                    assert error.rule == rule
                    assert mask_of(error.allowed) == hand.legal(seat)
                    rules.add(rule)
            hand.play(rng.choice(cards_of(hand.legal(seat))))
    assert rules == {"must-lead-opening-card", "must-follow-suit", "no-points-on-first-trick", "hearts-not-broken"}


def test_a_sequence_may_name_its_seats():
    """A play said to be by another seat than the one to play is out of turn; those before it stand."""
    hand = hold_hand()
    error = refusal(hand.extend, cards("2C 2D 9C"), [0, None, 3])
    assert (error.rule, error.ply, error.seat) == ("not-your-turn", 2, 3)
    assert hand.ply == 2


def test_a_hand_resumes_anywhere():
    """A record cut anywhere and played on from there gives the same hand as in one go."""
    rng = random.Random("resume")
    for _ in range(60):
        ruleset = random_ruleset(rng)
        hand = random_complete_hand(rng, ruleset)
        passes = hand.passes if hand.offset else None
        cut = rng.randint(0, hand.ply)
        again = Hand.of_record(ruleset, hand.number, hand.dealt, passes, hand.plays[:cut])
        again.extend(hand.plays[cut:])
        assert state(again) == state(hand)
        assert again.tricks == hand.tricks


def test_a_copy_is_another_hand():
    """Playing on in a copy leaves the original as it was."""
    hand = hold_hand(plays="2C")
    before = state(hand)
    twin = hand.copy()
    twin.extend(cards("2D 9C QC QD"))
    assert state(hand) == before
    assert hand.tricks != twin.tricks


@pytest.mark.parametrize(
    ("hands", "where"),
    [
        (HANDS[:3], (None, None)),
        ((*HANDS, ""), (None, None)),
        ((HANDS[0].replace("3H", "2C"), *HANDS[1:]), (0, 12)),
        ((HANDS[0].replace("3H", "AH"), *HANDS[1:]), (3, 12)),
        ((HANDS[0].replace("3H", "XC"), *HANDS[1:]), (0, 12)),
        ((HANDS[0][:-3], *HANDS[1:]), (0, None)),
        ((HANDS[0][:-3], HANDS[1] + " 3H", *HANDS[2:]), (0, None)),
        (("", "", "", ""), (0, None)),
    ],
    ids=[
        "three hands",
        "five hands",
        "twice in a hand",
        "in two hands",
        "not in the deck",
        "missing",
        "unequal",
        "empty",
    ],
)
def test_hands_that_were_never_dealt_are_refused(hands, where):
    """A card twice, missing or foreign, and hands too few, too many or unequal are refused, with the place."""
    with pytest.raises(DealError) as caught:
        Hand(STANDARD, 1, [cards(hand) for hand in hands])
    assert (caught.value.seat, caught.value.index) == where


def test_running_points_count_what_was_taken():
    """Before the end, points are what each seat has taken so far; the moon waits for the last card."""
    hand = hold_hand(plays="2C 2D 9C QC QD 3H 7D 3D".replace("3H 7D 3D", "2H 3D 7D"))
    assert hand.points() == (0, 0, 0, 1)
    assert hand.moon is None
    assert hand.taken[3] & BIT[card_of("2H")]


def test_every_code_is_documented_once():
    """The codes are distinct, and the phases' codes are apart from the rules'."""
    assert len({*RULES, *PHASES}) == len(RULES) + len(PHASES) == 13


def test_a_joker_follows_suit_loses_and_never_opens():
    """Six players: XC is a club below the 2 that must follow clubs, wins nothing over a club, and is not the opener."""
    ruleset = preset("three-to-six", 6)
    hands = (
        "XC 3C 2H 3H 4H 5H 6H 7H 8H",
        "2C 4C 9H TH JH QH KH AH XD",
        "5C 6C 7C 8C 9C TC JC QC KC",
        "AC 2D 3D 4D 5D 6D 7D 8D 9D",
        "TD JD QD KD AD 2S 3S 4S 5S",
        "6S 7S 8S 9S TS JS QS KS AS",
    )
    hand = Hand(ruleset, 6, [cards(held) for held in hands])
    assert hand.to_act == (1,)
    hand.extend(cards("2C 5C AC TD 6S"))
    assert cards_of(hand.legal(0)) == cards("3C XC")
    hand.play(card_of("XC"))
    assert hand.tricks[0].winner == 3
    hand.extend(cards("9D JD 7S 2H"))
    assert refusal(hand.play, card_of("4C")).rule == "must-follow-suit"
    hand.play(card_of("XD"))
    hand.play(card_of("6C"))
    assert hand.tricks[1].winner == 4


def test_passes_complete_in_any_order_and_seats_keep_their_own():
    """The order in which seats pass changes nothing."""
    rng = random.Random("orders")
    for _ in range(40):
        ruleset = random_ruleset(rng)
        hands = random_hands(rng, ruleset)
        one = Hand(ruleset, 1, hands)
        pass_at_random(rng, one)
        other = Hand(ruleset, 1, hands)
        if one.offset:
            for seat in rng.sample(range(ruleset.players), ruleset.players):
                other.give(seat, rng.sample(one.passes[seat], ruleset.pass_count))
        assert state(one) == state(other)
