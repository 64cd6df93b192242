"""One hand of Hearts as a state machine: the pass, the tricks, the points.

Everything is told by seats, 0-based and clockwise: the seat on your left is your seat + 1. A move that the rules refuse
raises `IllegalMove` and changes nothing.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple, Self, TypeVar

from fairdeal.engine.cards import BIT, DECK_RANK, SUIT_OF, Card, cards_of, mask_of, sentence_start, spoken
from fairdeal.engine.errors import IllegalMove
from fairdeal.engine.games.game import SeatMove
from fairdeal.engine.games.hearts import record_lines
from fairdeal.engine.games.hearts.dealt import hand_masks
from fairdeal.engine.games.hearts.legality import (
    ALREADY_PASSED,
    CARD_NOT_IN_HAND,
    HAND_COMPLETE,
    NOT_PASSING,
    NOT_PLAYING,
    NOT_YOUR_TURN,
    UNKNOWN_CARD,
    breakers,
    opening_leader,
    play_sentence,
    playable,
)
from fairdeal.engine.games.hearts.passing import fault_of_pass
from fairdeal.engine.games.hearts.ruleset import Ruleset, pass_name
from fairdeal.engine.games.hearts.scoring import NOBODY, hand_points, points_taken, shooter
from fairdeal.engine.games.hearts.trick import Trick, winning_place

__all__ = ["Hand", "Phase", "Playable", "Trick"]

Phase = Literal["passing", "playing", "complete"]
T = TypeVar("T")


class Playable(NamedTuple):
    """A card in hand, whether it may be played now, and the code of the rule that bars it if not."""

    card: Card
    ok: bool
    rule: str | None


class Hand:
    """A hand of a game in progress.

    `number` counts the hands of a game from 1 and sets the pass direction; `dealt` holds each seat's cards in the order
    dealt. With `passed` the hands are those after the pass, which then is no part of this hand.

    Raises:
        DealError: the hands cannot have been dealt from the ruleset's deck.
    """

    __slots__ = (
        "after_pass",
        "dealt",
        "hands",
        "hearts_broken",
        "leaders",
        "number",
        "owner_by_card",
        "passes",
        "plays",
        "ruleset",
        "turn",
    )

    def __init__(self, ruleset: Ruleset, number: int, dealt: Sequence[Sequence[Card]], *, passed: bool = False) -> None:
        self.ruleset = ruleset
        self.number = number
        self.dealt: tuple[tuple[Card, ...], ...] = tuple(map(tuple, dealt))
        self.hands: list[int] = list(hand_masks(ruleset, self.dealt))
        """The cards held now, a mask a seat."""
        self.passes: tuple[tuple[Card, ...] | None, ...] = (None,) * ruleset.players
        """What each seat has passed, in deck order; None for a seat that has not, and in a hold hand."""
        self.after_pass: tuple[int, ...] | None = None
        """The hands at the first trick, a mask a seat; None while passes are missing."""
        self.plays: list[Card] = []
        self.leaders: list[int] = []
        """The leader of each trick that has begun."""
        self.owner_by_card = bytearray([NOBODY]) * len(BIT)
        """By card, the seat that took it, or `NOBODY`."""
        self.hearts_broken = False
        self.turn: int | None = None
        """Whose turn it is to play; None while passes are missing and when the hand is complete."""
        if passed or self.offset == 0:
            self._begin()

    @classmethod
    def of_record(
        cls,
        ruleset: Ruleset,
        number: int,
        dealt: Sequence[Sequence[Card]],
        passes: Sequence[Sequence[Card] | None] | None,
        plays: Sequence[Card],
        *,
        passed: bool = False,
    ) -> Self:
        """The hand after these passes (by seat, None for a seat that has not passed) and plays.

        Raises:
            DealError: as the constructor.
            IllegalMove: at the first pass or play that the rules refuse.
        """
        hand = cls(ruleset, number, dealt, passed=passed)
        for seat, cards in enumerate(passes or ()):
            if cards is not None:
                hand.give(seat, cards)
        hand.extend(plays)
        return hand

    @property
    def offset(self) -> int:
        """How many seats to the left this hand passes; 0 is a hold hand."""
        return self.ruleset.pass_offset(self.number)

    @property
    def phase(self) -> Phase:
        """Whether passes are missing, cards are being played, or every card has been."""
        if self.after_pass is None:
            return "passing"
        return "complete" if self.turn is None else "playing"

    @property
    def ply(self) -> int:
        """How many cards have been played."""
        return len(self.plays)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the hand waits for, ascending: those that have not passed, or the one to play."""
        if self.after_pass is None:
            return tuple(seat for seat, cards in enumerate(self.passes) if cards is None)
        return () if self.turn is None else (self.turn,)

    @property
    def waits_for(self) -> tuple[int, ...] | None:
        """The seat to play; None while cards are passed, as a record shows no pass before all have passed."""
        return None if self.after_pass is None else self.to_act

    @property
    def is_complete(self) -> bool:
        """Whether every card has been played."""
        return self.phase == "complete"

    @property
    def final_points(self) -> tuple[int, ...] | None:
        """Points by seat, after the moon rule; None before every card has been played."""
        return self.points() if self.is_complete else None

    def record_lines(self) -> tuple[str, ...]:
        """The passes (once all have passed), tricks and points as a record tells them."""
        return record_lines.written(self)

    def seat_moves(self, seats: Collection[int]) -> Iterator[SeatMove]:
        """The recorded moves of these seats, as they sign them: passes by seat, then plays in order."""
        return record_lines.seat_moves(self, seats)

    def reservations(self, keyed: Collection[int]) -> Iterator[tuple[str, str]]:  # noqa: ARG002 - every move is a seat's
        """None: all moves are made by seats."""
        return iter(())

    @property
    def tricks(self) -> list[Trick]:
        """The tricks begun, in order; the winner of each complete one leads the next."""
        return [Trick(*trick) for trick in self.in_tricks(self.plays)]

    def in_tricks(self, plays: Sequence[T]) -> list[tuple[int, tuple[T, ...], int | None]]:
        """Leader, plays and winner of the tricks begun, with `plays` for those of this hand: their names, for instance."""
        size, owner_by_card = self.ruleset.players, self.owner_by_card
        # Who wins a trick takes its cards, the first of them too.
        winners = [owner_by_card[card] for card in self.plays[::size]]
        tricks: list[tuple[int, tuple[T, ...], int | None]]
        tricks = list(zip(self.leaders, zip(*[iter(plays)] * size, strict=False), winners, strict=False))
        if len(tricks) < len(self.leaders):
            tricks.append((self.leaders[-1], tuple(plays[len(tricks) * size :]), None))
        return tricks

    @property
    def taken(self) -> tuple[int, ...]:
        """The cards in each seat's tricks, a mask a seat."""
        masks = [0] * self.ruleset.players
        for card in self.plays:
            if self.owner_by_card[card] != NOBODY:
                masks[self.owner_by_card[card]] |= BIT[card]
        return tuple(masks)

    @property
    def moon(self) -> int | None:
        """The seat that shot the moon in this complete hand, None if none did or the hand is not complete."""
        return shooter(self.ruleset, self.owner_by_card) if self.phase == "complete" else None

    def points(self) -> tuple[int, ...]:
        """Points by seat: after the moon rule for a complete hand, else what the cards taken so far are worth."""
        if self.phase == "complete":
            return hand_points(self.ruleset, self.owner_by_card)
        return tuple(points_taken(self.ruleset, self.owner_by_card))

    def received(self, seat: int) -> tuple[Card, ...] | None:
        """What this seat was passed, in deck order; None before all have passed, and where there was no pass."""
        source = self.passes[(seat - self.offset) % self.ruleset.players]
        return None if self.after_pass is None else source

    def legal(self, seat: int) -> int:
        """The cards that this seat may play now, as a mask: 0 unless it is its turn to play."""
        return self._playable()[0] if seat == self.turn else 0

    def explain(self, seat: int) -> list[Playable]:
        """For each card in this seat's hand, in deck order, whether it may be played now and if not, why.

        Before all have passed the reason is `not-playing`, out of turn `not-your-turn`, else one of the rules.
        """
        if seat == self.turn:
            allowed, rule = self._playable()
        else:
            allowed, rule = 0, NOT_PLAYING if self.after_pass is None else NOT_YOUR_TURN
        cards = cards_of(self.hands[seat])
        return [Playable(card, True, None) if allowed & BIT[card] else Playable(card, False, rule) for card in cards]

    def give(self, seat: int, cards: Sequence[Card]) -> None:
        """Pass these cards from a seat, in any order; they reach their new hands when all seats have passed.

        Raises:
            IllegalMove: the pass is refused; `rule` is `not-passing`, `already-passed`, `unknown-card`,
                `wrong-pass-count`, `duplicate-card` or `card-not-in-hand`.
        """
        if self.passes[seat] is not None:
            raise self._pass_refused(ALREADY_PASSED, f"Seat {seat} has passed already.", seat)
        if self.after_pass is not None:
            name = pass_name(self.offset, self.ruleset.players)
            why = "Nothing is passed in this hand." if name == "hold" else "The pass is over."
            raise self._pass_refused(NOT_PASSING, why, seat)
        fault = fault_of_pass(self.ruleset, seat, self.hands[seat], cards)
        if fault is not None:
            raise self._pass_refused(fault.rule, fault.detail, seat, fault.card)
        passes = list(self.passes)
        passes[seat] = tuple(sorted(cards, key=DECK_RANK.__getitem__))
        self.passes = tuple(passes)
        if None not in passes:
            self._exchange()

    def play(self, card: Card, seat: int | None = None) -> None:
        """Play a card, from the seat whose turn it is; a `seat` that is named must be that one.

        Raises:
            IllegalMove: the play is refused.
        """
        turn = self.turn
        if turn is None:
            if self.after_pass is None:
                raise self._play_refused(NOT_PLAYING, "Cards are played after all seats have passed.", seat, card)
            raise self._play_refused(HAND_COMPLETE, "Every card of this hand has been played.", seat, card)
        asker = turn if seat is None else seat
        if not self.ruleset.has_card(card):
            raise self._play_refused(UNKNOWN_CARD, f"{sentence_start(card)} is not in this deck.", asker, card)
        if asker != turn:
            raise self._play_refused(NOT_YOUR_TURN, f"It is the turn of seat {turn}, not of seat {asker}.", asker, card)
        bit = BIT[card]
        if not self.hands[turn] & bit:
            raise self._play_refused(CARD_NOT_IN_HAND, f"Seat {turn} does not hold {spoken(card)}.", turn, card)
        allowed, rule = self._playable()
        if not allowed & bit and rule is not None:
            raise self._play_refused(rule, play_sentence(self.ruleset, rule, self._led()), turn, card)
        self._put(turn, card)

    def extend(self, plays: Sequence[Card], seats: Sequence[int | None] | None = None) -> None:
        """Play a sequence of cards; `seats` names who plays each, where the record says so.

        Raises:
            IllegalMove: at the first card that is refused. Those before it have been played.
        """
        for index, card in enumerate(plays):
            self.play(card, None if seats is None else seats[index])

    def copy(self) -> Self:
        """The same hand, to be played on independently."""
        twin = object.__new__(type(self))
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value[:] if isinstance(value, list | bytearray) else value)
        return twin

    def _begin(self) -> None:
        self.after_pass = tuple(self.hands)
        self.turn = opening_leader(self.ruleset, self.number, self.hands)

    def _exchange(self) -> None:
        size, offset = self.ruleset.players, self.offset
        for seat, cards in enumerate(self.passes):
            passed = mask_of(cards or ())
            self.hands[seat] &= ~passed
            # Nothing passed on can be among what is taken away later: the hands share no card.
            self.hands[(seat + offset) % size] |= passed
        self._begin()

    def _led(self) -> int:
        within = len(self.plays) % self.ruleset.players
        return SUIT_OF[self.plays[-within]] if within else 0

    def _playable(self) -> tuple[int, str | None]:
        if self.turn is None:
            return 0, None
        hand, led = self.hands[self.turn], self._led()
        return playable(self.ruleset, hand, led, ply=len(self.plays), broken=self.hearts_broken)

    def _put(self, seat: int, card: Card) -> None:
        size, plays = self.ruleset.players, self.plays
        if len(plays) % size == 0:
            self.leaders.append(seat)
        self.hands[seat] ^= BIT[card]
        plays.append(card)
        led = SUIT_OF[plays[(len(plays) - 1) // size * size]]
        if BIT[card] & breakers(self.ruleset, led):
            self.hearts_broken = True
        if len(plays) % size:
            self.turn = (seat + 1) % size
            return
        trick = plays[-size:]
        winner = (self.leaders[-1] + winning_place(trick)) % size
        for taken in trick:
            self.owner_by_card[taken] = winner
        self.turn = winner if self.hands[winner] else None

    def _pass_refused(self, rule: str, detail: str, seat: int, card: Card | None = None) -> IllegalMove:
        may_pass = self.after_pass is None and self.passes[seat] is None
        allowed = tuple(cards_of(self.hands[seat])) if may_pass else ()
        return IllegalMove(rule, detail, seat=seat, card=card, allowed=allowed)

    def _play_refused(self, rule: str, detail: str, seat: int | None, card: Card) -> IllegalMove:
        allowed = () if seat is None else tuple(cards_of(self.legal(seat)))
        return IllegalMove(rule, detail, seat=seat, card=card, ply=len(self.plays), allowed=allowed)
