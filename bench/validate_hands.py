"""Validating recorded hands: hands a second of the engine over OpenSpiel's from Python, side by side in one run.

    python bench/validate_hands.py [--rounds 9] [--hands 200]

Both judge the legality of every ply of the same complete hands of the same game (four players; the standard game with Q♠
breaking hearts, which is OpenSpiel's default) and give the points, on deals that are set up beforehand. OpenSpiel is
driven by `apply_action_with_legality_check`, card by card, as it asks to be; the engine reads the record at once. Rounds
of the two are interleaved, and medians are compared. The engine's other paths follow, for scale.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from fairdeal.engine.cards import RANKS, SUITS, Card, card_of, cards_of
from fairdeal.engine.games.hearts.fast.lanes import LaneReader
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.notation import to_openspiel
from fairdeal.engine.games.hearts.presets import preset

MUST, GOAL = 2.0, 4.0
CARDS = [card_of(RANKS[action // 4] + SUITS[action % 4]) for action in range(52)]
ACTIONS = {card: action for action, card in enumerate(CARDS)}


def played_hands(count: int, seed: int = 1) -> list[Hand]:
    """Complete hands of random legal play, hold hands all."""
    rng = random.Random(seed)
    ruleset = preset("openspiel")
    hands = []
    for _ in range(count):
        deck: list[Card] = list(ruleset.deck)
        rng.shuffle(deck)
        hand = Hand(ruleset, 4, [deck[seat::4] for seat in range(4)])
        while hand.turn is not None:
            hand.play(rng.choice(cards_of(hand.legal(hand.turn))))
        hands.append(hand)
    return hands


def seconds(work: Callable[[], object]) -> float:
    """The processor time of one call.

    Not wall time: on a busy machine the longer of two rounds is interrupted more often than the shorter, and the ratio
    of their medians would flatter whichever is faster.
    """
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Measure, print the table and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--hands", type=int, default=200)
    options = parser.parse_args()
    hands = played_hands(options.hands)
    points = [hand.points() for hand in hands]
    records = [(LaneReader(hand.ruleset, hand.number, hand.dealt), bytes(hand.plays)) for hand in hands]
    dealt = [Hand(hand.ruleset, hand.number, hand.dealt) for hand in hands]
    game = pyspiel.load_game("hearts")
    tables = []
    for hand in hands:
        actions = to_openspiel(hand)
        state = game.new_initial_state()
        for action in actions[:53]:
            state.apply_action(action)
        tables.append((state, actions[53:]))

    def openspiel(states: list[pyspiel.State]) -> list[tuple[int, ...]]:
        found = []
        for state, (_, actions) in zip(states, tables, strict=True):
            apply = state.apply_action_with_legality_check
            for action in actions:
                apply(action)
            found.append(tuple(26 - int(value) for value in state.returns()))
        return found

    def at_once() -> list[tuple[int, ...] | None]:
        return [reader.points(record) for reader, record in records]

    def whole_hands() -> list[tuple[int, ...]]:
        return [Hand.of_record(hand.ruleset, hand.number, hand.dealt, None, hand.plays).points() for hand in hands]

    def card_by_card() -> list[tuple[int, ...]]:
        found = []
        for start, hand in zip(dealt, hands, strict=True):
            playing = start.copy()
            for card in hand.plays:
                playing.play(card)
            found.append(playing.points())
        return found

    def fresh() -> list[pyspiel.State]:
        return [state.clone() for state, _ in tables]

    assert openspiel(fresh()) == at_once() == whole_hands() == card_by_card() == points
    times: dict[str, list[float]] = {}
    for _ in range(options.rounds):
        states = fresh()
        times.setdefault("OpenSpiel, card by card", []).append(seconds(lambda states=states: openspiel(states)))
        for name, work in {
            "engine, record at once": at_once,
            "engine, dealing and hand included": whole_hands,
            "engine, card by card": card_by_card,
        }.items():
            times.setdefault(name, []).append(seconds(work))
    median = {name: statistics.median(found) / len(hands) for name, found in times.items()}
    for name, value in median.items():
        print(f"{name:36} {value * 1e6:8.2f} µs a hand {1 / value:10,.0f} hands a second")
    ratio = median["OpenSpiel, card by card"] / median["engine, record at once"]
    print(f"ratio {ratio:.2f} (must {MUST:g}, goal {GOAL:g}), against OpenSpiel {pyspiel.__version__}")


if __name__ == "__main__":
    main()
