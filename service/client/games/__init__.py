"""The games that a client can play, each in a folder of its own, and the only place in the client that names them.

To add a game, write its folder (`fairdeal.service.client.games.seat` says what it has to provide) and list it in `GAMES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from fairdeal.engine.games import Ruleset
from fairdeal.service.client.games.hearts import HeartsSeat
from fairdeal.service.client.games.seat import GameSeat, PlannedMove

__all__ = ["GAMES", "GameSeat", "PlannedMove", "seat_of"]

GAMES: Final[Mapping[str, Callable[[Ruleset, int, int], GameSeat]]] = MappingProxyType({"hearts": HeartsSeat})
"""By the name of the game, what makes a seat of a ruleset, a hand number and the seat's own number."""


def seat_of(ruleset: Ruleset, number: int, seat: int) -> GameSeat:
    """One seat of a hand, before it has seen anything.

    Args:
        ruleset: The rules agreed on.
        number: The hand's number on its score sheet, from 1.
        seat: Which seat, from 0.
    """
    return GAMES[ruleset.game](ruleset, number, seat)
