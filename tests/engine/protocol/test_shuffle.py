"""The derivation: known answers, and that it favours no card, seat or place."""

import hashlib
import itertools

import numpy as np
import pytest

from fairdeal.engine.cards import DECK_ORDER, NAMES, card_of
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.protocol import Table
from fairdeal.engine.protocol.shuffle import deal_out, fisher_yates, shuffled, stream
from tests.engine.known_deals import deal, known

FULL = tuple(card for card in DECK_ORDER if NAMES[card][0] != "X")
DEALS = 100_000


@pytest.mark.parametrize("case", known()["fisher_yates"], ids=lambda case: case["name"])
def test_known_shuffles(case: dict[str, object]) -> None:
    """Words that are too large are skipped, the largest fair one is not: exactly the known decks."""
    words = case["words"]
    assert isinstance(words, list)
    assert " ".join(NAMES[card] for card in fisher_yates(FULL, words)) == case["deck"]


def test_known_deals() -> None:
    """Deck and hands of every known deal, at three to six players, jokers and removed cards included."""
    for case in known()["deals"]:
        table = Table.from_text(case["table"])
        deck, hands = deal(Ruleset.from_object(case["ruleset"]), bytes.fromhex(case["server_seed"]), table.hash())
        assert " ".join(NAMES[card] for card in deck) == case["deck"]
        assert [" ".join(NAMES[card] for card in hand) for hand in hands] == case["hands"]


def test_a_rejected_word_is_replaced_by_the_next_however_many_there_are() -> None:
    """With too few words the shuffle says so instead of using a biased one; the stream's beginning does not change."""
    with pytest.raises(IndexError):
        fisher_yates(FULL, [2**32 - 1] * 51)
    assert stream(bytes(32), bytes(32), 400)[:100] == stream(bytes(32), bytes(32), 100)


def test_every_permutation_is_reached() -> None:
    """Decks of up to five cards: all draws together give every order once (known bug 29: also the one that moves nothing)."""
    for size in range(1, 6):
        deck = FULL[:size]
        draws = itertools.product(*(range(bound) for bound in range(size, 1, -1)))
        orders = [fisher_yates(deck, list(words)) for words in draws]
        assert sorted(orders) == sorted(itertools.permutations(deck))


def test_the_seed_alone_or_the_table_alone_tells_nothing() -> None:
    """Another seed or another table gives another deck (known bugs 22 and 25)."""
    decks = {shuffled(FULL, bytes([a]) * 32, bytes([b]) * 32) for a in range(8) for b in range(8)}
    assert len(decks) == 64


def test_cards_are_dealt_one_at_a_time() -> None:
    """Card k goes to seat k mod players."""
    assert deal_out(FULL[:6], 3) == ((FULL[0], FULL[3]), (FULL[1], FULL[4]), (FULL[2], FULL[5]))


def test_no_card_is_favoured() -> None:
    """Over 100,000 deals of fixed seeds, card × seat and card × place are as even as chance has it (chi-square, 0.001)."""
    ruleset = preset("standard")
    decks = np.empty((DEALS, 52), dtype=np.uint8)
    for at in range(DEALS):
        seed = hashlib.sha256(b"distribution %d" % at).digest()
        decks[at] = shuffled(ruleset.deck, seed, seed[::-1])
    places = np.stack([np.bincount(decks[:, place], minlength=54) for place in range(52)], axis=1)
    places = places[list(ruleset.deck)]
    seats = np.stack([places[:, seat::4].sum(axis=1) for seat in range(4)], axis=1)
    # Rows and columns have fixed sums; the quantiles at 0.999 of chi-square with 51 × 51 and 51 × 3 degrees of freedom.
    assert _statistic(places) * 51 / 52 < 2829.6
    assert _statistic(seats) * 51 / 52 < 212.8
    assert places.min() > 0


def _statistic(counts: np.ndarray) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def test_the_statistic_finds_a_bias() -> None:
    """The test above can fail: a shuffle that leaves no card in place (known bug 29) is found."""

    def sattolo(words: list[int]) -> list[int]:
        cards = list(range(52))
        for i in range(51, 0, -1):
            j = words[51 - i] % i
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    decks = np.empty((4000, 52), dtype=np.uint8)
    for at in range(4000):
        raw = stream(hashlib.sha256(b"bias %d" % at).digest(), bytes(32), 204)
        decks[at] = sattolo([int.from_bytes(raw[i : i + 4], "big") for i in range(0, 204, 4)])
    places = np.stack([np.bincount(decks[:, place], minlength=52) for place in range(52)], axis=1)
    assert _statistic(places) > 2829.6
    assert card_of("2C") == FULL[0]
