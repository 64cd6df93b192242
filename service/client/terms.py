"""The terms that players agree on before a deal: the service must sign exactly those (protocol section 2)."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.engine.games import Ruleset
from fairdeal.engine.protocol.open import Opener


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one deal."""

    ruleset: Ruleset
    hand: int
    """The hand's number on its score sheet, from 1."""
    contributors: tuple[int, ...]
    sealed: bool
    opener: Opener

    @classmethod
    def of_one_program(cls, ruleset: Ruleset, hand: int = 1) -> Terms:
        """For one program that plays every seat: it contributes once and has every token."""
        return cls(ruleset, hand, (0,), sealed=False, opener="sighted")

    @classmethod
    def of_distrustful_seats(cls, ruleset: Ruleset, hand: int = 1) -> Terms:
        """For players who trust nobody: all contribute, sealed, and the opener can neither see hands nor move."""
        return cls(ruleset, hand, tuple(range(ruleset.players)), sealed=True, opener="blind")

    def to_body(self) -> dict[str, object]:
        """The body that opens such a deal (`POST /v1/deals`)."""
        return {
            "ruleset": self.ruleset.to_object(),
            "hand": self.hand,
            "contributors": list(self.contributors),
            "sealed": self.sealed,
            "opener": self.opener,
        }
