"""The games that a client can play: one entry a game, as in `fairdeal.engine.games`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from fairdeal.engine.games import Ruleset
from fairdeal.service.client.games.hearts import HeartsSeat
from fairdeal.service.client.games.seat import GameSeat, PlannedMove

__all__ = ["GameSeat", "PlannedMove", "seat_of"]

_SEATS: Final[Mapping[str, Callable[[Ruleset, int, int], GameSeat]]] = MappingProxyType({"hearts": HeartsSeat})


def seat_of(ruleset: Ruleset, number: int, seat: int) -> GameSeat:
    """What `seat` knows of hand `number` (from 1) of a game, before it has seen anything."""
    return _SEATS[ruleset.game](ruleset, number, seat)
