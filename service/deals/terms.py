"""The terms that a client asks for, completed with their defaults and checked against each other."""

from dataclasses import dataclass
from typing import Literal, Self

from fairdeal.engine.games import Ruleset
from fairdeal.service.problems import invalid
from fairdeal.service.settings import Settings


@dataclass(frozen=True, slots=True)
class Terms:
    """What the open statement will say, but for the number and the times."""

    ruleset: Ruleset
    hand: int
    contributors: tuple[int, ...]
    sealed: bool
    opener: Literal["blind", "sighted"]
    ttl: int
    """Seconds from opening to expiry."""
    sheet: tuple[str, int] | None = None
    """The score sheet's id (32 hex digits) and the attempt at this hand, from 1."""

    @classmethod
    def of_request(cls, settings: Settings, request: dict[str, object], ruleset: Ruleset) -> Self:
        """Read a request body whose fields have the right types; raises 422 with pointers for terms that cannot be."""
        contributors = request.get("contributors", [0])
        assert isinstance(contributors, list)
        for at, seat in enumerate(contributors):
            if not 0 <= seat < ruleset.players:
                raise invalid(f"#/contributors/{at}", f"The seats of this ruleset are 0 to {ruleset.players - 1}.")
            if seat in contributors[:at]:
                raise invalid(f"#/contributors/{at}", f"Seat {seat} is named twice.")
        several = len(contributors) > 1
        ttl = request.get("ttl", min(86_400, settings.deadline))
        assert isinstance(ttl, int)
        if not settings.min_ttl <= ttl <= settings.deadline:
            raise invalid("#/ttl", f"A deal lives {settings.min_ttl} to {settings.deadline} seconds.")
        hand = request.get("hand", 1)
        sealed = request.get("sealed", several)
        opener = request.get("opener", "blind" if several else "sighted")
        assert isinstance(hand, int) and isinstance(sealed, bool) and opener in ("blind", "sighted")
        return cls(ruleset, hand, tuple(sorted(contributors)), sealed, opener, ttl)
