"""Cards as small integers, sets of cards as bits of one integer, and their notation.

A card is an int from 0 to 53, the number of its bit in a set of cards (a *mask*). Each suit is one run of bits and
within it a higher number is a higher card, so that comparing two cards of one suit is comparing two ints. The jokers
belong to clubs (`XC`) and diamonds (`XD`) and rank below the 2, hence stand before it:

    XC 2C … AC = 0 … 13,  XD 2D … AD = 14 … 27,  2H … AH = 28 … 40,  2S … AS = 41 … 53

Deck order, in which decks are written down before the shuffle and cards are listed to people, is another order: clubs,
diamonds, hearts, spades from 2 to A, then XC, XD (section 5 of the protocol).
"""

from collections.abc import Iterable

from fairdeal.engine.errors import CardError

Card = int

RANKS = "23456789TJQKA"
SUITS = "CDHS"
JOKER_RANK = "X"

NAMES: tuple[str, ...] = tuple(
    rank + suit for suit in SUITS for rank in ((JOKER_RANK + RANKS) if suit in "CD" else RANKS)
)
"""The canonical name of each card: rank then suit, two characters."""

BY_NAME: dict[str, Card] = {name: card for card, name in enumerate(NAMES)}
"""The card of each canonical name."""

BIT: tuple[int, ...] = tuple(1 << card for card in range(54))
SUIT_INDEX: tuple[int, ...] = tuple(SUITS.index(name[1]) for name in NAMES)
"""0 clubs, 1 diamonds, 2 hearts, 3 spades, by card."""

CLUBS, DIAMONDS, HEARTS, SPADES = (
    sum(BIT[card] for card in range(54) if SUIT_INDEX[card] == suit) for suit in range(4)
)
SUIT_MASKS: tuple[int, int, int, int] = (CLUBS, DIAMONDS, HEARTS, SPADES)
SUIT_OF: tuple[int, ...] = tuple(SUIT_MASKS[suit] for suit in SUIT_INDEX)
"""The mask of each card's whole suit, by card."""

SUIT_WORDS: tuple[str, str, str, str] = ("clubs", "diamonds", "hearts", "spades")
_RANK_WORDS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace", JOKER_RANK: "joker"}

JOKER_CLUB, JOKER_DIAMOND = BY_NAME["XC"], BY_NAME["XD"]
JOKERS = BIT[JOKER_CLUB] | BIT[JOKER_DIAMOND]
QUEEN_OF_SPADES = BY_NAME["QS"]

DECK_ORDER: tuple[Card, ...] = (
    *(card for card in range(54) if not JOKERS >> card & 1),
    JOKER_CLUB,
    JOKER_DIAMOND,
)
"""All 54 cards in deck order."""

DECK_RANK: tuple[int, ...] = tuple(DECK_ORDER.index(card) for card in range(54))
"""The place of each card in `DECK_ORDER`, by card: a sort key."""


def _spellings() -> dict[str, Card]:
    symbols = dict(zip(SUITS, "♣♦♥♠", strict=True))
    table: dict[str, Card] = {}
    for card, name in enumerate(NAMES):
        rank, suit = name[0], name[1]
        for spelled_rank in {rank, rank.lower(), *(["10"] if rank == "T" else [])}:
            # Rank first with a letter or a symbol, suit first with a symbol only: "SQ" would be read as easily as a
            # slip for another card.
            table[spelled_rank + suit] = table[spelled_rank + suit.lower()] = card
            table[spelled_rank + symbols[suit]] = table[symbols[suit] + spelled_rank] = card
    return table


# A table rather than upper(): case folding would let in letters that merely fold to ours, such as the long s.
_SPELLINGS = _spellings()


def card_of(name: str) -> Card:
    """The card of a canonical name such as `QS`, `TC` or `XD`.

    Raises:
        CardError: `name` is anything else, other spellings of a card included.
    """
    card = BY_NAME.get(name)
    if card is None:
        raise CardError(f"expected a card such as QS, TC or 2H, got {_shown(name)}")
    return card


def read_card(text: str) -> Card:
    """The card of a text in any accepted spelling: `QS`, `qs`, `10C`, `Q♠`, `♠Q`.

    Raises:
        CardError: `text` names no card; `SQ` does not.
    """
    card = _SPELLINGS.get(text)
    if card is None:
        raise CardError(f"expected a card such as QS, 10C or Q♠, got {_shown(text)}")
    return card


def read_cards(texts: Iterable[str]) -> list[Card]:
    """The cards of texts, each spelled as `read_card` takes it; many at a fraction of the cost.

    Raises:
        CardError: some text names no card.
        TypeError: some entry cannot be a text.
    """
    try:
        return list(map(_SPELLINGS.__getitem__, texts))
    except KeyError as error:
        raise CardError(f"expected cards such as QS, 10C or Q♠, got {_shown(str(error.args[0]))}") from None


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 20 else text[:20] + "…")


def mask_of(cards: Iterable[Card]) -> int:
    """The set of these cards as bits; a card named twice counts once."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def cards_of(mask: int) -> list[Card]:
    """The cards of a set, in deck order."""
    cards = []
    rest = mask & ~JOKERS
    while rest:
        low = rest & -rest
        cards.append(low.bit_length() - 1)
        rest ^= low
    if mask & JOKERS:
        cards.extend(card for card in (JOKER_CLUB, JOKER_DIAMOND) if mask >> card & 1)
    return cards


def names_of(cards: Iterable[Card]) -> list[str]:
    """The canonical names of these cards, in their order."""
    return [NAMES[card] for card in cards]


def spoken(card: Card) -> str:
    """The card in words, with its article: "the queen of spades", "the 10 of clubs", "the joker of diamonds"."""
    rank = NAMES[card][0]
    return f"the {_RANK_WORDS.get(rank, rank)} of {SUIT_WORDS[SUIT_INDEX[card]]}"


def sentence_start(card: Card) -> str:
    """The card in words, at the start of a sentence: "The queen of spades"."""
    return "T" + spoken(card)[1:]
