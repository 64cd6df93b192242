"""A row of a score sheet: what one hand scored, from a deal, from totals, from counts or from the cards taken.

Whatever is entered is checked against the ruleset: points that cannot occur are refused with the reason. The check sums
are those of docs/rules.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from fairdeal.engine.cards import BIT, NAMES, Card, card_of, sentence_start
from fairdeal.engine.errors import EntryError
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.possible_points import fits_in_tricks, moons_of, occurs_without_moon
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.games.hearts.scoring import NOBODY, moon_points, points_taken, shooter

Source = Literal["deal", "points", "counts", "taken"]
Choice = Literal["others-add", "shooter-subtracts"]

CHOICES: Final[tuple[Choice, Choice]] = ("others-add", "shooter-subtracts")

_QUEEN, _JACK = card_of("QS"), card_of("JD")


@dataclass(frozen=True, slots=True)
class Row:
    """What one hand scored."""

    source: Source
    points_taken: tuple[int, ...]
    """What each seat's taken cards are worth, before the moon rule."""
    moon: int | None = None
    """The seat that shot the moon."""
    choice: Choice | None = None
    """What the shooter chose, where the ruleset leaves it to the shooter; None as long as nothing was chosen."""
    deal: int | None = None
    """The number of the deal that the row comes from."""

    def points(self, ruleset: Ruleset) -> tuple[int, ...]:
        """Points by seat, after the moon rule; a choice not yet made counts as others-add."""
        if self.moon is None:
            return self.points_taken
        subtract = "shooter-subtracts" in (ruleset.moon, self.choice)
        return moon_points(ruleset, self.points_taken, self.moon, subtract=subtract)

    def choosing(self, ruleset: Ruleset, choice: Choice) -> "Row":
        """The row with the shooter's choice.

        Raises:
            EntryError: there is nothing to choose.
        """
        if ruleset.moon != "shooter-chooses":
            raise EntryError("/choice", "In this ruleset the shooter does not choose how a moon is scored.")
        if self.moon is None:
            raise EntryError("/choice", "Nobody shot the moon in this hand, so there is nothing to choose.")
        return replace(self, choice=choice)


def row_of_deal(ruleset: Ruleset, number: int, hand: Hand) -> Row:
    """The row of a deal that was played out.

    Raises:
        EntryError: the hand was played by another ruleset, or is not complete.
    """
    if hand.ruleset != ruleset:
        raise EntryError("/deal", f"Deal {number} was played by another ruleset than this game's.")
    if hand.phase != "complete":
        raise EntryError("/deal", f"Deal {number} was not played out, so it has no points.")
    return Row("deal", tuple(points_taken(ruleset, hand.owner_by_card)), hand.moon, deal=number)


def row_of_taken(ruleset: Ruleset, taken: Sequence[Sequence[Card]]) -> Row:
    """The row of the cards each seat took: every card that counts, others as one likes.

    Raises:
        EntryError: a card is missing, named twice or not in the deck, or one list a seat is not given.
    """
    _one_a_seat(ruleset, taken, "/taken", "lists of cards")
    owner_by_card = bytearray([NOBODY]) * len(BIT)
    for seat, cards in enumerate(taken):
        for index, card in enumerate(cards):
            pointer = f"/taken/{seat}/{index}"
            if not ruleset.has_card(card):
                raise EntryError(pointer, f"{NAMES[card]} is not in this deck.")
            if owner_by_card[card] != NOBODY:
                raise EntryError(pointer, f"{NAMES[card]} is taken twice.")
            owner_by_card[card] = seat
    missing = [NAMES[card] for card, _ in ruleset.valued_cards if owner_by_card[card] == NOBODY]
    if missing:
        raise EntryError("/taken", f"Every card that counts is taken by somebody: {', '.join(missing)} missing.")
    _check_tricks(ruleset, [len(cards) for cards in taken], "/taken")
    return Row("taken", tuple(points_taken(ruleset, owner_by_card)), shooter(ruleset, owner_by_card))


def row_of_counts(ruleset: Ruleset, hearts: Sequence[int], queen: int | None, jack: int | None) -> Row:
    """The row of how many hearts each seat took, and which seats took Q♠ and J♦ (None where they do not count).

    Raises:
        EntryError: the counts cannot occur, or the ruleset's points are more than hearts, Q♠ and J♦ at 1 a heart.
    """
    scored = {card for card, _ in ruleset.card_points}
    if ruleset.heart_points != "one" or scored - {_QUEEN, _JACK}:
        sentence = (
            "Counts tell a hand only where hearts are worth 1 and no card but Q♠ and J♦ counts; enter what was taken."
        )
        raise EntryError("", sentence)
    _one_a_seat(ruleset, hearts, "/hearts", "counts of hearts")
    for seat, count in enumerate(hearts):
        if not 0 <= count <= 13:
            raise EntryError(f"/hearts/{seat}", f"A seat takes 0 to 13 hearts, not {count}.")
    if sum(hearts) != 13:
        raise EntryError("/hearts", f"There are 13 hearts, but these add up to {sum(hearts)}.")
    points, cards = list(hearts), list(hearts)
    for card, taker, pointer in ((_QUEEN, queen, "/queen"), (_JACK, jack, "/jack")):
        if (taker is not None) != (card in scored):
            counts = "counts, so some seat took it" if card in scored else "does not count here, so no seat is named"
            raise EntryError(pointer, f"{sentence_start(card)} {counts}.")
        if taker is None:
            continue
        if not 0 <= taker < ruleset.players:
            raise EntryError(pointer, f"The seats are 0 to {ruleset.players - 1}, not {taker}.")
        points[taker] += ruleset.values[card]
        cards[taker] += 1
    _check_tricks(ruleset, cards, "/hearts")
    moon = None
    if ruleset.moon != "off" and 13 in hearts:
        holder = list(hearts).index(13)
        needs = {
            seat for card, seat in ((_QUEEN, queen), (_JACK, jack)) if seat is not None and ruleset.values[card] > 0
        }
        moon = holder if needs <= {holder} else None
    return Row("counts", tuple(points), moon)


def row_of_points(ruleset: Ruleset, points: Sequence[int]) -> Row:
    """The row of the points each seat scored, after the moon rule.

    Where the shooter chooses, either score of a moon is taken, and tells the choice if it is the shooter's minus.

    Raises:
        EntryError: these points cannot occur; the sentence says why.
    """
    _one_a_seat(ruleset, points, "/points", "points")
    scored = tuple(points)
    plain = sum(value for _, value in ruleset.valued_cards)
    bonuses = plain - ruleset.moon_total
    sums = {plain: "without a moon"}
    adds = ruleset.moon_total * (ruleset.players - 1) + bonuses
    subtracts = bonuses - ruleset.moon_total
    if ruleset.moon in ("others-add", "shooter-chooses"):
        sums[adds] = "with a moon" if ruleset.moon == "others-add" else "with a moon that the others pay for"
    if ruleset.moon in ("shooter-subtracts", "shooter-chooses"):
        sums[subtracts] = "with a moon that the shooter takes off"
    total = sum(scored)
    if total not in sums:
        wanted = ", ".join(f"{value} {how}" for value, how in sums.items())
        raise EntryError("/points", f"The points of a hand add up to {wanted}; these add up to {total}.")
    if total == plain:
        if not occurs_without_moon(ruleset, scored):
            raise EntryError("/points", _why_not(ruleset, scored))
        return Row("points", scored)
    subtract = total == subtracts
    shooters = moons_of(ruleset, scored, subtract=subtract)
    if len(shooters) != 1:
        if shooters:
            raise EntryError("/points", "More than one player can have shot this moon; enter the cards taken instead.")
        raise EntryError(
            "/points", f"The sum is that of a moon, but no moon scores so: {_moon_looks(ruleset, subtract)}."
        )
    (moon,) = shooters
    choice: Choice | None = "shooter-subtracts" if subtract and ruleset.moon == "shooter-chooses" else None
    return Row("points", _before_moon(ruleset, scored, moon, subtract=subtract), moon, choice)


def _before_moon(ruleset: Ruleset, points: Sequence[int], moon: int, *, subtract: bool) -> tuple[int, ...]:
    change = moon_points(ruleset, [0] * ruleset.players, moon, subtract=subtract)
    return tuple(value - added for value, added in zip(points, change, strict=True))


def _why_not(ruleset: Ruleset, points: Sequence[int]) -> str:
    everything = ruleset.moon_total
    for seat, value in enumerate(points):
        if ruleset.moon != "off" and value == everything:
            return f"Seat {seat} has every point, which is a moon: {_moon_looks(ruleset, ruleset.moon == 'shooter-subtracts')}."
    return "The sum is right, but no way to share out the cards that count gives these points."


def _moon_looks(ruleset: Ruleset, subtract: bool) -> str:
    bonus = " (bonus cards apart)" if any(value < 0 for _, value in ruleset.valued_cards) else ""
    if subtract:
        return f"the shooter scores −{ruleset.moon_total}, the others 0{bonus}"
    return f"the shooter scores 0, every other player {ruleset.moon_total}{bonus}"


def _one_a_seat(ruleset: Ruleset, items: Sequence[object], pointer: str, what: str) -> None:
    if len(items) != ruleset.players:
        raise EntryError(pointer, f"Expected {ruleset.players} {what}, one a seat, got {len(items)}.")


def _check_tricks(ruleset: Ruleset, counts: Sequence[int], pointer: str) -> None:
    if not fits_in_tricks(ruleset, counts):
        sentence = f"So many seats cannot have taken so many cards in {ruleset.hand_size} tricks."
        raise EntryError(pointer, sentence)
