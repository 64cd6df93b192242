"""How a ruleset differs from the standard game, in words for a player."""

from collections.abc import Iterator

from fairdeal.engine.cards import sentence_start, spoken
from fairdeal.engine.games.hearts.options import NAMED
from fairdeal.engine.games.hearts.ruleset import Ruleset, pass_name


def told_differences(ruleset: Ruleset, standard: Ruleset) -> list[str]:
    """A sentence for each difference, the deck and the pass first, then what is played, then what is scored."""
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
    same_opening = ruleset.opening == standard.opening
    if same_opening and ruleset.opening_card is not None and ruleset.opening_card != standard.opening_card:
        yield f"{sentence_start(ruleset.opening_card)} opens the first trick."
    for name, option in NAMED.items():
        value = getattr(ruleset, name)
        if value != getattr(standard, name):
            yield option.words[value]


def _score(ruleset: Ruleset, standard: Ruleset) -> Iterator[str]:
    before = dict(standard.card_points)
    for card, points in ruleset.card_points:
        if before.pop(card, 0) != points:
            sign = "−" if points < 0 else ""
            yield f"{sentence_start(card)} counts {sign}{abs(points)}."
    for card in before:
        yield f"{sentence_start(card)} counts nothing."
    if ruleset.target != standard.target:
        yield f"The game ends at {ruleset.target} points."
    if ruleset.exact_target_resets_to != standard.exact_target_resets_to:
        yield f"Landing on exactly {ruleset.target} drops a player to {ruleset.exact_target_resets_to}."


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
