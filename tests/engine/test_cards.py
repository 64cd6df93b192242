import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine.cards import (
    CLUBS,
    DECK_ORDER,
    DECK_RANK,
    DIAMONDS,
    HEARTS,
    NAMES,
    SPADES,
    SUIT_OF,
    card_of,
    cards_of,
    mask_of,
    names_of,
    read_card,
    read_cards,
    spoken,
)
from fairdeal.engine.errors import CardError, MalformedError


def test_deck_order_is_that_of_the_protocol():
    """Clubs, diamonds, hearts, spades from 2 to A, then the jokers."""
    ranks = "23456789TJQKA"
    assert names_of(DECK_ORDER) == [rank + suit for suit in "CDHS" for rank in ranks] + ["XC", "XD"]
    assert [DECK_RANK[card] for card in DECK_ORDER] == list(range(54))


def test_a_higher_card_of_a_suit_has_a_higher_number_and_a_joker_the_lowest():
    """Within each suit, numbers rise as ranks do, and jokers stand below the 2."""
    for suit, ranks in (
        ("C", "X23456789TJQKA"),
        ("D", "X23456789TJQKA"),
        ("H", "23456789TJQKA"),
        ("S", "23456789TJQKA"),
    ):
        cards = [card_of(rank + suit) for rank in ranks]
        assert cards == list(range(cards[0], cards[0] + len(ranks)))


def test_suit_masks_share_out_the_deck():
    """Each card lies in exactly one suit, the one its name says."""
    assert CLUBS + DIAMONDS + HEARTS + SPADES == 2**54 - 1
    for card, name in enumerate(NAMES):
        assert SUIT_OF[card] == {"C": CLUBS, "D": DIAMONDS, "H": HEARTS, "S": SPADES}[name[1]]


@given(st.sets(st.integers(0, 53)))
def test_masks_and_lists_of_cards_are_the_same_sets(cards):
    """A mask gives back its cards, in deck order."""
    assert cards_of(mask_of(cards)) == sorted(cards, key=DECK_RANK.__getitem__)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *[
            ("QS", "QS"),
            ("qs", "QS"),
            ("Qs", "QS"),
            ("qS", "QS"),
            ("TC", "TC"),
            ("tc", "TC"),
            ("10C", "TC"),
            ("10c", "TC"),
        ],
        *[("Q♠", "QS"), ("♠Q", "QS"), ("q♠", "QS"), ("♥10", "TH"), ("10♥", "TH"), ("2♦", "2D"), ("♣A", "AC")],
        *[("xc", "XC"), ("X♦", "XD")],
    ],
)
def test_accepted_spellings_are_normalised(text, name):
    """Lower case, 10 for T and suit symbols, before or after, are read as the canonical card."""
    assert NAMES[read_card(text)] == name


@pytest.mark.parametrize(
    "text",
    [
        *["SQ", "", "Q", "S", "QSS", " QS", "QS ", "QS\n", "1C", "11C", "0C", "10", "C10", "S10", "XH", "XS"],
        *["Q♠\ufe0f", "ＱＳ", "Qſ"],
    ],
)
def test_other_texts_are_no_cards(text):
    """A suit letter before the rank, white space, wide or folding letters, and jokers of hearts or spades are refused."""
    with pytest.raises(CardError, match="expected a card"):
        read_card(text)
    with pytest.raises(CardError, match="expected cards"):
        read_cards(["QS", text])


def test_many_texts_are_read_as_one_by_one():
    """Every accepted spelling of every card, in one call, in order."""
    texts = [spelled for name in NAMES for spelled in (name, name.lower(), name.replace("T", "10"))]
    assert read_cards(texts) == [read_card(text) for text in texts]


@given(st.text(max_size=3))
def test_only_the_canonical_name_is_canonical(text):
    """`card_of` takes the 54 names and nothing else; its error is one of malformed texts."""
    if text in NAMES:
        assert NAMES[card_of(text)] == text
    else:
        with pytest.raises(MalformedError):
            card_of(text)


def test_an_absurd_text_is_not_repeated_at_length():
    """An error shows the start of what came, escaped, not all of it."""
    with pytest.raises(CardError) as caught:
        card_of("\x1b[31m" + "A" * 10_000)
    assert len(str(caught.value)) < 100
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("QS", "the queen of spades"),
        ("TC", "the 10 of clubs"),
        ("2H", "the 2 of hearts"),
        ("XD", "the joker of diamonds"),
    ],
)
def test_cards_are_spoken_of_in_words(name, words):
    """Sentences for players name cards as people do."""
    assert spoken(card_of(name)) == words
