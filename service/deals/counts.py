"""How often each card went to each seat, by blocks of a thousand numbers: what the chart of fairness is drawn from.

Every ended deal whose table closed counts, voids included: otherwise players who abandon bad deals would skew the counts.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from fairdeal.engine.cards import BIT, DECK_ORDER, JOKERS, NAMES, Card, names_of
from fairdeal.service.context import Service
from fairdeal.service.deals.deal import Deal
from fairdeal.service.problems import Problem
from fairdeal.service.storage import deals as store

BLOCK: Final = 1000
"""Numbers in a block: block b is 1000b to 1000b + 999 (number 0 does not exist)."""


def counts(service: Service, block: int) -> tuple[dict[str, object], bool]:
    """``{block, first, last, deals, decks}`` and whether it can never change again; 404 for a block without numbers.

    ``decks`` has one entry for each deck in use: ``{game, players, hand_size, removed, jokers, deals, cards}``, where ``cards``
    maps a card to how often it was dealt to each seat.
    """
    first = max(1, block * BLOCK)
    last = block * BLOCK + BLOCK - 1
    rows = service.database.read(lambda conn: store.list_after(conn, first - 1, last - first + 1, None))
    deals = [Deal(service, row) for row in rows if row.number <= last]
    if not deals:
        raise Problem("not-found", f"Block {block} has no numbers: none is committed above {first - 1} yet.")
    ended = [deal for deal in deals if deal.has_ended]
    view = {"block": block, "first": first, "last": last, "ended": len(ended), "decks": _decks(ended)}
    return view, len(ended) == last - first + 1


class Deck(NamedTuple):
    """What deals have to share to be counted together: their cards have equal chances of each seat."""

    game: str
    players: int
    hand_size: int
    cards: tuple[Card, ...]
    """The deck, in deck order."""


def _decks(ended: Sequence[Deal]) -> list[dict[str, object]]:
    tables: dict[Deck, list[list[int]]] = {}
    dealt: dict[Deck, int] = {}
    for deal in ended:
        if deal.table is None:
            continue
        rules, hands = deal.ruleset, deal.dealt
        deck = Deck(rules.game, rules.players, len(hands[0]), rules.deck)
        table = tables.setdefault(deck, [[0] * rules.players for _ in NAMES])
        dealt[deck] = dealt.get(deck, 0) + 1
        for seat, cards in enumerate(hands):
            for card in cards:
                table[card][seat] += 1
    return [
        {
            "game": deck.game,
            "players": deck.players,
            "hand_size": deck.hand_size,
            "removed": names_of(card for card in DECK_ORDER if not BIT[card] & JOKERS and card not in deck.cards),
            "jokers": sum(bool(BIT[card] & JOKERS) for card in deck.cards),
            "deals": dealt[deck],
            "cards": {NAMES[card]: seats for card, seats in enumerate(table) if any(seats)},
        }
        for deck, table in sorted(tables.items())
    ]
