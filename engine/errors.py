"""What can go wrong in the engine, as exceptions with one root.

As in python-chess, a thing that cannot be read (`MalformedError`, `CardError`), a thing that can be read but may not
exist (`RulesetError`) and a thing that may not be done now (`IllegalMove`) are different errors.
"""

from collections.abc import Iterable
from typing import Final

_MOST_TOLD: Final = 10
"""Faults that the text of an error names: what comes in does not decide how much is said of it."""


class FairdealError(ValueError):
    """Root of every error that the engine raises on purpose; its text is a sentence for a person."""


class MalformedError(FairdealError):
    """A text or a JSON document that cannot be parsed; the sentence says what was expected and what came."""


class CardError(MalformedError):
    """A text that names no card at all."""


class RulesetError(FairdealError):
    """A ruleset that may not exist.

    `problems` holds every fault found, each as a JSON pointer (RFC 6901) into the ruleset object ("" is the whole
    of it) and a sentence.
    """

    def __init__(self, problems: Iterable[tuple[str, str]]) -> None:
        self.problems: tuple[tuple[str, str], ...] = tuple(problems)
        told = "; ".join(f"{pointer or 'ruleset'}: {sentence}" for pointer, sentence in self.problems[:_MOST_TOLD])
        more = len(self.problems) - _MOST_TOLD
        super().__init__(f"{told}; and {more} more" if more > 0 else told)


class UnknownOption(RulesetError):
    """A ruleset that may be sound, but names a game, an option or a value that this version does not know."""


class DealError(FairdealError):
    """Hands that cannot have been dealt from the ruleset's deck; `seat` and `index` say where, if one place is at fault."""

    def __init__(self, detail: str, *, seat: int | None = None, index: int | None = None) -> None:
        self.detail = detail
        self.seat = seat
        self.index = index
        super().__init__(detail)


class IllegalMove(FairdealError):
    """A pass or a play that the rules refuse; the hand is unchanged.

    `rule` is one of the stable codes of docs/rules.md ("What a refusal says"), `detail` a sentence for a player,
    `seat` who tried it, `card` the card at fault (None where no single card is), `ply` the number of cards played
    before it (None for a pass), `allowed` the cards that the seat could have played or passed, in deck order.
    """

    def __init__(
        self,
        rule: str,
        detail: str,
        *,
        seat: int | None = None,
        card: int | None = None,
        ply: int | None = None,
        allowed: tuple[int, ...] = (),
    ) -> None:
        self.rule = rule
        self.detail = detail
        self.seat = seat
        self.card = card
        self.ply = ply
        self.allowed = allowed
        super().__init__(f"{rule}: {detail}")


class EntryError(FairdealError):
    """A score sheet's entry that cannot be: `pointer` (RFC 6901, "" is the whole entry) and a sentence say where and why."""

    def __init__(self, pointer: str, detail: str) -> None:
        self.pointer = pointer
        self.detail = detail
        super().__init__(detail)


class GameOver(FairdealError):
    """A hand for a game that has been won."""


class NotRepresentable(FairdealError):
    """A hand that a notation has no way to tell."""
