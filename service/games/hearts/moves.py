"""The moves of Hearts that clients ask for: a pass, a play, and a whole hand at once. Each is judged by the engine's hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from fairdeal.engine.cards import DECK_RANK, NAMES, Card, names_of
from fairdeal.engine.errors import IllegalMove
from fairdeal.engine.games import SeatMove
from fairdeal.engine.games.hearts import HEARTS, record_lines
from fairdeal.engine.games.hearts.fast import extend
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.legality import ALREADY_PASSED
from fairdeal.service.games.game import LiveHand, Made
from fairdeal.service.games.hearts.live_hand import hearts
from fairdeal.service.games.hearts.stored_moves import Pass, pass_bytes, play_bytes
from fairdeal.service.problems import Problem, invalid

GAME: Final = HEARTS.name


@dataclass(frozen=True, slots=True)
class PassCards:
    """A seat passes cards, in any order. A pass is final; nobody sees what comes before all have passed."""

    seat: int
    cards: Sequence[Card]
    signature: bytes | None = None
    game: str = GAME
    states: tuple[str, ...] = ("passing",)

    def repeated(self, live: LiveHand) -> dict[str, object] | None:
        """The answer, if the seat passed these cards before; raises `illegal-pass` if it passed others."""
        made = hearts(live).passes.get(self.seat)
        wanted = Pass(_in_deck_order(self.cards), self.signature)
        if made == wanted:
            return self._answer(wanted.cards)
        if made is not None and made.cards != wanted.cards:
            sentence = f"Seat {self.seat} has passed already; a pass is final."
            raise refusal(IllegalMove(ALREADY_PASSED, sentence, seat=self.seat), "illegal-pass")
        return None

    def make(self, live: LiveHand) -> Made:
        """Pass the cards; raises `illegal-pass`."""
        hand, cards = hearts(live).hand, _in_deck_order(self.cards)
        _give(hand, self.seat, cards)
        return Made(
            self._answer(cards),
            live.stored + pass_bytes(self.seat, cards, self.signature),
            lambda: SeatMove(self.seat, record_lines.pass_move(cards), None),
        )

    def _answer(self, cards: Sequence[Card]) -> dict[str, object]:
        return {"seat": self.seat, "cards": names_of(cards)}


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A seat plays a card as ply `ply`; plies count from 0."""

    seat: int
    ply: int
    card: Card
    signature: bytes | None = None
    game: str = GAME
    states: tuple[str, ...] = ("playing",)

    def repeated(self, live: LiveHand) -> dict[str, object] | None:
        """The answer, if the seat played this card as this ply before."""
        made = hearts(live)
        hand = made.hand
        if self.ply >= len(hand.plays) or hand.plays[self.ply] != self.card:
            return None
        size = hand.ruleset.players
        if (hand.leaders[self.ply // size] + self.ply % size) % size != self.seat:
            return None
        return self._answer() if made.play_signatures.get(self.ply) == self.signature else None

    def make(self, live: LiveHand) -> Made:
        """Play the card; raises `wrong-ply` with the ply that is next, and `illegal-play`."""
        hand = hearts(live).hand
        if self.ply != len(hand.plays):
            raise Problem("wrong-ply", f"The next ply is {len(hand.plays)}, not {self.ply}.", ply=len(hand.plays))
        try:
            hand.play(self.card, self.seat)
        except IllegalMove as illegal:
            raise refusal(illegal, "illegal-play") from None
        return Made(self._answer(), live.stored + play_bytes(self.card, self.signature), lambda: self._signs(hand))

    def _answer(self) -> dict[str, object]:
        return {"ply": self.ply, "seat": self.seat, "card": NAMES[self.card]}

    def _signs(self, hand: Hand) -> SeatMove:
        known = record_lines.known_before(hand, self.seat, self.ply)
        return SeatMove(self.seat, record_lines.play_move(self.ply, self.card), known)


@dataclass(frozen=True, slots=True)
class WholeHand:
    """All passes by seat (None for a hold hand) and all plays, from a sighted opener."""

    passes: Sequence[Sequence[Card]] | None
    plays: Sequence[Card]
    game: str = GAME

    def repeats(self, live: LiveHand) -> bool:
        """Whether these are the passes and plays that were stored."""
        made = hearts(live)
        passes = {seat: Pass(_in_deck_order(cards), None) for seat, cards in enumerate(self.passes or ())}
        return made.passes == passes and made.hand.plays == list(self.plays)

    @property
    def stored(self) -> bytes:
        """Passes and plays as they are to be stored, once they have been played out."""
        passes = (pass_bytes(seat, _in_deck_order(cards), None) for seat, cards in enumerate(self.passes or ()))
        return b"".join(passes) + bytes(self.plays)

    def play_out(self, live: LiveHand) -> None:
        """Make every move; raises `illegal-pass`, `illegal-play`, `incomplete`, and 422 for passes that do not fit the hand."""
        hand = hearts(live).hand
        players = hand.ruleset.players
        if hand.phase != "passing" and self.passes is not None:
            raise invalid("#/passes", f"Hand {hand.number} is a hold hand: passes has to be null.")
        if hand.phase == "passing" and (self.passes is None or len(self.passes) != players):
            raise invalid("#/passes", f"Each of the {players} seats passes in this hand.")
        for seat, cards in enumerate(self.passes or ()):
            _give(hand, seat, cards)
        try:
            extend(hand, self.plays)
        except IllegalMove as illegal:
            raise refusal(illegal, "illegal-play") from None
        if not hand.is_complete:
            missing = len(hand.ruleset.deck) - len(self.plays)
            sentence = f"The hand is not played out: {missing} plays are missing after ply {len(self.plays) - 1}."
            raise Problem("incomplete", sentence)


def refusal(illegal: IllegalMove, kind: Literal["illegal-pass", "illegal-play"]) -> Problem:
    """A move against the rules as a 409. The cards that could be played are those of the seat that asked, no other's."""
    return Problem(
        kind,
        illegal.detail,
        rule=illegal.rule,
        seat=illegal.seat,
        ply=illegal.ply,
        card=None if illegal.card is None else NAMES[illegal.card],
        allowed=names_of(illegal.allowed),
    )


def _give(hand: Hand, seat: int, cards: Sequence[Card]) -> None:
    try:
        hand.give(seat, cards)
    except IllegalMove as illegal:
        raise refusal(illegal, "illegal-pass") from None


def _in_deck_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=DECK_RANK.__getitem__))
