"""A whole record of plays read at once: how far it is legal, and where the hand then stands.

A complete legal record, which nearly every one is, is judged by `fairdeal.engine.games.hearts.fast.lanes` in one pass. Any other is read ply by ply,
to find the first that is not legal. Both decide for themselves only what nearly every play is (a card of the hand that
follows suit, or one of a hand void in that suit) and ask the rule book (`fairdeal.engine.games.hearts.legality`) about the rest: the judgement
is that of playing the cards one by one in `fairdeal.engine.games.hearts.hand`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fairdeal.engine.cards import BIT, CLUBS, HEARTS, SUIT_OF, Card, mask_of
from fairdeal.engine.games.hearts.fast.lanes import LaneReader
from fairdeal.engine.games.hearts.legality import breakers, opening_leader, playable
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.games.hearts.scoring import NOBODY


@dataclass(slots=True)
class Replay:
    """Where a hand stands after the plays that are legal."""

    accepted: int
    """How many plays are legal; the play at this index, if there is one, is not."""
    hands: list[int]
    """The cards held, a mask a seat."""
    leaders: list[int]
    """The leader of each trick begun."""
    owner_by_card: bytearray
    """By card, the seat that took it in a complete trick, or `NOBODY`."""
    hearts_broken: bool
    turn: int | None
    """Whose turn it is, None when every card has been played."""


_ALL_CARDS = bytes(range(len(BIT)))

_ORDERS = {
    players: [tuple((leader + place) % players for place in range(players)) for leader in range(players)]
    for players in (3, 4, 5, 6)
}
"""By number of players and leader: the seats in the order in which they play to a trick."""


def replay(ruleset: Ruleset, number: int, hands: Sequence[Sequence[Card]], plays: Sequence[Card]) -> Replay:
    """Read the plays of hand `number`, in order, from each seat's cards at the first trick (one deck's, shared out)."""
    if len(plays) == len(ruleset.deck):
        record = bytes(plays)
        reader = LaneReader(ruleset, number, hands)
        owner_by_card = reader.owner_by_card(record)
        if owner_by_card is not None:
            return _complete(ruleset, reader.leader, record, owner_by_card)
    return _ply_by_ply(ruleset, number, [mask_of(hand) for hand in hands], plays)


def _complete(ruleset: Ruleset, leader: int, plays: bytes, owner_by_card: bytes) -> Replay:
    players = ruleset.players
    absent = _ALL_CARDS.translate(None, plays)
    by_card = bytearray(bytes.maketrans(plays + absent, owner_by_card + bytes([NOBODY]) * len(absent))[: len(BIT)])
    broken = ruleset.queen_breaks_hearts or ruleset.hearts_broken_by == "heart-played"
    if not broken:
        leads = (plays[ply - ply % players] for ply in range(len(plays)))
        broken = any(BIT[card] & breakers(ruleset, SUIT_OF[lead]) for card, lead in zip(plays, leads, strict=True))
    return Replay(len(plays), [0] * players, [leader, *owner_by_card[:-players:players]], by_card, broken, None)


def _ply_by_ply(ruleset: Ruleset, number: int, hands: Sequence[int], plays: Sequence[Card]) -> Replay:
    players, orders = ruleset.players, _ORDERS[ruleset.players]
    bits, suits = BIT, SUIT_OF
    held = list(hands)
    owner_by_card = bytearray([NOBODY]) * len(BIT)
    leaders: list[int] = []
    broken = False
    breakers_on_hearts, breakers_elsewhere = breakers(ruleset, HEARTS), breakers(ruleset, CLUBS)
    unbroken_guard = HEARTS if ruleset.hearts_must_be_broken else 0
    # Leads of these cards are for the rule book to judge: at the first ply all, later hearts until they are broken.
    guarded = ruleset.deck_mask
    leader = opening_leader(ruleset, number, hands)
    turn: int | None = leader
    accepted = 0
    end = min(len(plays), len(ruleset.deck))
    while accepted < end:
        trick = plays[accepted : accepted + players]
        first = trick[0]
        if guarded & bits[first]:
            allowed, _ = playable(ruleset, held[leader], 0, ply=accepted, broken=broken)
            if not allowed & bits[first]:
                break
        led = suits[first]
        winner, best, pile = leader, -1, 0
        for seat, card in zip(orders[leader], trick, strict=False):
            hand = held[seat]
            bit = bits[card]
            if bit & led:
                if not hand & bit:
                    break
                if card > best:
                    best, winner = card, seat
            elif (
                hand & led
                or not hand & bit
                or (not accepted and not playable(ruleset, hand, led, ply=1, broken=broken)[0] & bit)
            ):
                break
            held[seat] = hand ^ bit
            pile |= bit
        count = pile.bit_count()
        if count:
            leaders.append(leader)
        if not broken and pile & (breakers_on_hearts if led == HEARTS else breakers_elsewhere):
            broken = True
        accepted += count
        if count < players:
            turn = orders[leader][count]
            break
        for card in trick:
            owner_by_card[card] = winner
        turn = leader = winner
        guarded = 0 if broken else unbroken_guard
    if accepted == len(ruleset.deck):
        turn = None
    return Replay(accepted, held, leaders, owner_by_card, broken, turn)
