"""Faults that real provably fair programs have had, each as a scenario against the engine."""

import copy
import hashlib
from dataclasses import replace

import pytest

from fairdeal.engine.cards import cards_of
from fairdeal.engine.errors import MalformedError
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.games.hearts.record_lines import known_before
from fairdeal.engine.protocol import Commit, Open, Record, Seals, Table, Void, parse_outcome
from fairdeal.engine.protocol.commitment import commitment
from fairdeal.engine.protocol.seal import seal_of
from fairdeal.engine.protocol.shuffle import fisher_yates, shuffled
from fairdeal.engine.tlog.note import NoteSigner
from fairdeal.engine.verification import verify
from tests.engine.known_deals import ORIGIN, VKEYS, bundle_of, deal, known, logged, signer, void_bundle

STANDARD = preset("standard")
DECK = STANDARD.deck
SEALED = next(case for case in known()["deals"] if case["name"] == "windows 4 players, sealed")
SEED, TABLE_HASH = bytes(range(32)), bytes(range(32, 64))


def failed(bundle):
    return {check.name for check in verify(bundle, origin=ORIGIN, vkeys=VKEYS).failed}


def resigned(bundle, part, text):
    """The bundle with another statement of that part, signed by the operator itself."""
    other = copy.deepcopy(bundle)
    other[part] = {"statement": text, "note": signer().sign(text)}
    return other


def test_22_the_commitment_predicts_nothing():
    """The deck does not follow from the published hash: of 200 seeds none gives the deck that its commitment would give."""
    for number in range(1, 201):
        seed = hashlib.sha256(b"%d" % number).digest()
        published = commitment(ORIGIN, number, seed)
        assert shuffled(DECK, seed, TABLE_HASH) != shuffled(DECK, published, TABLE_HASH)


def test_23_a_record_as_a_seat_knows_it_holds_no_other_pass():
    """What a seat signs after the pass names its own cards and those it got, and the other passes in no way."""
    hand = Hand(STANDARD, 1, deal(STANDARD, SEED, TABLE_HASH)[1])
    for seat in range(4):
        hand.give(seat, hand.dealt[seat][:3])
    lines = hand.record_lines()
    for seat in range(4):
        known = known_before(hand, seat, 0)
        assert known == tuple(line for line in lines if str(seat) in line.split()[1:3])
        assert len(known) == 2
    begun = Hand(STANDARD, 1, hand.dealt)
    begun.give(0, hand.dealt[0][:3])
    assert begun.record_lines() == ()


def test_25_a_commitment_made_after_the_inputs_is_not_the_logged_one():
    """An operator who commits anew, to a seed that it likes better, is caught by the log: leaf N holds the first one."""
    honest = logged(bundle_of(SEALED))
    number, seed = honest["number"], bytes(32)
    table = Table.from_text(honest["table"]["statement"])
    hand = Hand(STANDARD, honest["hand"], deal(STANDARD, seed, table.hash())[1])
    while hand.phase == "passing":
        hand.give(hand.to_act[0], hand.dealt[hand.to_act[0]][:3])
    while hand.turn is not None:
        hand.play(cards_of(hand.legal(hand.turn))[0])
    record = Record(ORIGIN, number, "seats", hand.record_lines())
    outcome = parse_outcome(honest["outcome"]["statement"])
    swapped = bundle_of(
        SEALED
        | {
            "commit": Commit(ORIGIN, number, commitment(ORIGIN, number, seed)).text(),
            "record": record.text(),
            "outcome": type(outcome)(ORIGIN, number, seed, table.hash(), record.hash()).text(),
        }
    )
    assert failed(swapped) == set()
    swapped["commit"]["proof"] = honest["commit"]["proof"]
    assert failed(swapped) == {"commit-logged"}


def test_27_a_copied_contribution_cancels_nobody():
    """Equal contributions do not cancel each other: every one of them changes the deck."""
    table = Table.from_text(SEALED["table"])
    nonce = table.nonces[0][1]
    decks = set()
    for seats in ((0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)):
        copied = Table(ORIGIN, 1, table.open, None, tuple((seat, nonce) for seat in seats))
        decks.add(shuffled(DECK, SEED, copied.hash()))
    assert len(decks) == 4


def test_27_two_equal_seals_are_refused():
    """Where nothing else could show it, as no nonce was given, a copied seal is still found."""
    bundle = void_bundle(next(case for case in known()["voids"] if "seals" in case))
    seals, void = Seals.from_text(bundle["seals"]["statement"]), parse_outcome(bundle["outcome"]["statement"])
    (_, copied), *_ = seals.seals
    for entries, expected in [
        (seals.seals, set()),
        (tuple((seat, copied) for seat, _ in seals.seals), {"contributions"}),
    ]:
        published = replace(seals, seals=entries)
        outcome = Void(ORIGIN, void.number, "failed", (), void.seed, void.open, published.hash())
        given_up = resigned(bundle, "seals", published.text()) | {"contributions": []}
        given_up["outcome"]["statement"] = outcome.text()
        assert failed(given_up) == expected


@pytest.mark.parametrize("word", [0, 1, 2**31, 2**32 - 53])
def test_28_extreme_words_give_a_deck(word):
    """Whatever the words: 52 different cards, no index of 52."""
    assert sorted(fisher_yates(DECK, [word] * 51)) == sorted(DECK)


def test_29_every_card_can_stay_in_place():
    """Words that draw each card itself leave the deck as it was: the draw includes the last place."""
    assert fisher_yates(DECK, list(range(51, 0, -1))) == DECK


def test_30_every_bit_of_the_inputs_counts():
    """Each of the 256 bits of the seed and of the table's hash changes the deck: nothing is squeezed through a small state."""

    def flipped(value, bit):
        return (int.from_bytes(value) ^ 1 << bit).to_bytes(32)

    decks = {shuffled(DECK, flipped(SEED, bit), TABLE_HASH) for bit in range(256)}
    decks |= {shuffled(DECK, SEED, flipped(TABLE_HASH, bit)) for bit in range(256)}
    assert len(decks | {shuffled(DECK, SEED, TABLE_HASH)}) == 513


def test_31_hashes_are_over_bytes():
    """Commitment, seal and the statements' hashes take bytes, never their hexadecimal text."""
    head = b"fairdeal/v1 seed\ndeals.example.com\n7\n"
    assert commitment(ORIGIN, 7, SEED) == hashlib.sha256(head + SEED).digest()
    assert commitment(ORIGIN, 7, SEED) != hashlib.sha256(head + SEED.hex().encode()).digest()
    open_hash = Open.from_text(SEALED["open"]).hash()
    assert open_hash == hashlib.sha256(SEALED["open"].encode()).digest()
    assert seal_of(open_hash, 2, SEED) == hashlib.sha256(b"fairdeal/v1 seal\n" + open_hash + b"2\n" + SEED).digest()


def test_32_no_field_runs_into_the_next():
    """Origin, number, seat and the random bytes behind them cannot be cut differently into one hash."""
    assert commitment("a", 11, SEED) != commitment("a", 1, b"1\n" + SEED[:30])
    assert commitment("ab", 1, SEED) != commitment("a", 1, SEED)
    assert seal_of(bytes(32), 1, SEED) != seal_of(bytes(31) + b"1", 0, SEED)


SPELLINGS = {
    "upper case": str.upper,
    "a letter that looks alike": lambda text: text.replace("a", "\N{CYRILLIC SMALL LETTER A}"),
    "white space": lambda text: f" {text}",
    "a digit of another script": lambda text: text.replace("1", "\N{ARABIC-INDIC DIGIT ONE}"),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_33_no_seed_has_two_spellings(name):
    """Upper case, letters that look alike, white space: refused, not normalised into the same deal."""
    text, seed = SEALED["outcome"], SEALED["server_seed"]
    other = SPELLINGS[name](seed)
    assert other != seed
    with pytest.raises(MalformedError):
        parse_outcome(text.replace(seed, other))


def test_38_no_deal_ends_without_a_trace():
    """A number's bundle without an outcome fails, and every outcome publishes the seed, that of a void included."""
    bundle = bundle_of(SEALED)
    assert "outcome-logged" in failed(bundle | {"outcome": None})
    void = Void(ORIGIN, 1, "abandoned", (), SEED, bytes(32))
    with pytest.raises(MalformedError):
        Void.from_text(void.text().replace(SEED.hex(), "-"))
    assert Void.from_text(void.text()).seed == SEED


def test_46_rules_and_hand_number_are_fixed_before_the_contributions():
    """An operator that signs the open statement anew, for rules or a hand number of another shuffle, is caught."""
    bundle = bundle_of(SEALED)
    other_rules = preset("standard", target=101)
    text = bundle["open"]["statement"]
    other = bundle["hand"] + 1
    hand = resigned(bundle, "open", text.replace(f"hand {bundle['hand']}\n", f"hand {other}\n")) | {"hand": other}
    rules = resigned(bundle, "open", text.replace(STANDARD.hash().hex(), other_rules.hash().hex()))
    rules["ruleset"] = other_rules.to_object()
    for changed in (hand, rules):
        assert changed["open"]["statement"] != text
        assert {"contributions", "table"} <= failed(changed)


def test_46_equal_games_have_one_ruleset():
    """A ruleset has one form and one hash: what cannot change the game cannot change the shuffle."""
    assert preset("standard") == preset("windows")
    assert preset("standard").hash() == preset("windows").hash()


def test_47_seals_cannot_be_stripped():
    """A sealed deal passed off as an open one: each way of hiding the seals is caught by a named check."""
    bundle = bundle_of(SEALED)
    assert failed(bundle | {"seals": None}) == {"contributions"}
    text = bundle["open"]["statement"].replace("sealed yes", "sealed no")
    assert "table" in failed(resigned(bundle, "open", text) | {"seals": None})
    table = Table.from_text(bundle["table"]["statement"])
    unsealed = Table(ORIGIN, table.number, table.open, None, table.nonces)
    assert {"contributions", "table"} <= failed(resigned(bundle, "table", unsealed.text()))


def test_47_the_table_names_the_seals_that_were_published():
    """Another seals statement than the one that the table names is caught, though the operator signed both."""
    bundle = bundle_of(SEALED)
    seals = Seals.from_text(bundle["seals"]["statement"])
    others = Seals(ORIGIN, seals.number, seals.open, tuple((seat, bytes([seat] * 32)) for seat, _ in seals.seals))
    assert failed(resigned(bundle, "seals", others.text())) == {"contributions"}


def test_a_forged_receipt_is_not_the_services():
    """A table statement that another key signed is no receipt: `table` fails."""
    bundle = bundle_of(SEALED)
    stranger = NoteSigner(ORIGIN, signer("/stranger")._key)
    bundle["table"]["note"] = stranger.sign(bundle["table"]["statement"])
    assert "table" in failed(bundle)
