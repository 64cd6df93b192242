"""How a ruleset differs from the standard game, in words for a player."""

from collections.abc import Iterator

from fairdeal.engine.cards import sentence_start, spoken
from fairdeal.engine.games.hearts.ruleset import Ruleset, pass_name


def told_differences(ruleset: Ruleset, standard: Ruleset) -> list[str]:
    """A sentence for each difference, in the order in which the options are documented."""
    return [*_deck(ruleset, standard), *_pass(ruleset, standard), *_play(ruleset, standard), *_score(ruleset, standard)]


def _deck(ruleset: Ruleset, standard: Ruleset) -> Iterator[str]:
    if ruleset.players != standard.players:
        yield f"{ruleset.players} players, {ruleset.hand_size} cards each."
    if ruleset.removed != standard.removed:
        gone = _listed([spoken(card) for card in ruleset.removed])
        yield f"{gone[0].upper()}{gone[1:]} {'is' if len(ruleset.removed) == 1 else 'are'} left out."
    if ruleset.jokers != standard.jokers:
        which = "the joker of clubs is" if ruleset.jokers == 1 else "the jokers of clubs and diamonds are"
        yield f"{which[0].upper()}{which[1:]} added; jokers rank below the 2 and count nothing."


def _pass(ruleset: Ruleset, standard: Ruleset) -> Iterator[str]:
    if ruleset.pass_cycle != standard.pass_cycle:
        names = [pass_name(offset, ruleset.players) for offset in ruleset.pass_cycle]
        if set(names) == {"hold"}:
            yield "Nothing is passed."
        elif len(set(names)) == 1:
            yield f"Cards are passed {names[0]} in every hand."
        else:
            yield f"Cards are passed {', '.join(names)}, and round again."
    if ruleset.pass_count != standard.pass_count:
        yield f"{ruleset.pass_count} card{' is' if ruleset.pass_count == 1 else 's are'} passed."


def _play(ruleset: Ruleset, standard: Ruleset) -> Iterator[str]:
    if ruleset.opening != standard.opening:
        who = "Seat 0" if ruleset.opening == "seat-0" else "Each seat in turn, hand by hand,"
        yield f"{who} leads to the first trick, with any card that may be led."
    elif ruleset.opening_card is not None and ruleset.opening_card != standard.opening_card:
        yield f"{sentence_start(ruleset.opening_card)} opens the first trick."
    if ruleset.first_trick_points != standard.first_trick_points:
        yield {
            "unless-only-points": "Point cards may be played to the first trick only by a hand of nothing else.",
            "hearts-only": "On the first trick a hand of nothing but point cards must play a heart, if it has one.",
            "allowed": "Point cards may be played to the first trick.",
        }[ruleset.first_trick_points]
    if ruleset.hearts_must_be_broken != standard.hearts_must_be_broken:
        yield "Hearts may be led at any time."
    if ruleset.hearts_broken_by != standard.hearts_broken_by:
        yield "Only a heart discarded on another suit breaks hearts."
    if ruleset.queen_breaks_hearts != standard.queen_breaks_hearts:
        yield "The queen of spades breaks hearts too."
    if ruleset.hearts_led_from_points_only != standard.hearts_led_from_points_only:
        yield "A hand of nothing but point cards may lead hearts before they are broken."


def _score(ruleset: Ruleset, standard: Ruleset) -> Iterator[str]:
    if ruleset.heart_points != standard.heart_points:
        yield "Each heart counts its rank: 2 to 10, jack 11, queen 12, king 13, ace 14."
    before = dict(standard.card_points)
    for card, points in ruleset.card_points:
        if before.pop(card, 0) != points:
            sign = "−" if points < 0 else ""
            yield f"{sentence_start(card)} counts {sign}{abs(points)}."
    for card in before:
        yield f"{sentence_start(card)} counts nothing."
    if ruleset.moon != standard.moon:
        yield {
            "others-add": "Shooting the moon gives every other player the points.",
            "shooter-subtracts": "Who shoots the moon takes the points off the own score.",
            "shooter-chooses": "Who shoots the moon chooses: the points to all others, or off the own score.",
            "off": "There is no moon: who takes every point card scores every point.",
        }[ruleset.moon]
    if ruleset.target != standard.target:
        yield f"The game ends at {ruleset.target} points."
    if ruleset.exact_target_resets_to != standard.exact_target_resets_to:
        yield f"Landing on exactly {ruleset.target} drops a player to {ruleset.exact_target_resets_to}."


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
