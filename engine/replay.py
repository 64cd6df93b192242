"""A whole record of plays read at once: how far it is legal, and where the hand then stands.

The loop decides for itself only what nearly every play is (a card of the hand that follows suit, or a card of a hand
void in that suit after the first trick, or a lead that is no heart) and asks the rule book about the rest. It is the
same judgement as playing the cards one by one in `engine.hand`, several times faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import BIT, CLUBS, HEARTS, SUIT_OF, Card
from engine.legality import breakers, opening_leader, playable
from engine.ruleset import Ruleset


@dataclass(slots=True)
class Replay:
    """Where a hand stands after the plays that are legal."""

    accepted: int
    """How many plays are legal; the play at this index, if there is one, is not."""
    hands: list[int]
    """The cards held, a mask a seat."""
    leaders: list[int]
    """The leader of each trick begun."""
    taken: list[int]
    """The cards in each seat's tricks, a mask a seat."""
    hearts_broken: bool
    turn: int | None
    """Whose turn it is, None when every card has been played."""


_ORDERS = {
    players: [tuple((leader + k) % players for k in range(players)) for leader in range(players)]
    for players in (3, 4, 5, 6)
}
"""By number of players and leader: the seats in the order in which they play to a trick."""


def replay(ruleset: Ruleset, number: int, hands: Sequence[int], plays: Sequence[Card]) -> Replay:
    """Read the plays of hand `number`, in order, from the hands after the pass.

    `hands` holds a mask a seat, which share no card and together are the deck.
    """
    players, orders = ruleset.players, _ORDERS[ruleset.players]
    bits, suits = BIT, SUIT_OF
    held = list(hands)
    taken = [0] * players
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
        for seat, card in zip(orders[leader], trick):  # noqa: B905  # a trick may be cut short
            hand = held[seat]
            bit = bits[card]
            if bit & led:
                if not hand & bit:
                    break
                if card > best:
                    best, winner = card, seat
            elif hand & led or not hand & bit:
                break
            elif not accepted and not playable(ruleset, hand, led, ply=1, broken=broken)[0] & bit:
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
        taken[winner] |= pile
        turn = leader = winner
        guarded = 0 if broken else unbroken_guard
    if accepted == len(ruleset.deck):
        turn = None
    return Replay(accepted, held, leaders, taken, broken, turn)
