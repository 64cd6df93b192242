"""The service's halves of the card games, each in a folder of its own, and the only place in the service that names them.

To add a game, write its folder (`fairdeal.service.games.game` says what it has to provide) and list it in `GAMES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from fairdeal.engine.games import Ruleset
from fairdeal.service.games.game import LiveHand, Made, Move, ServedGame, WholeRecord
from fairdeal.service.games.hearts import HEARTS

__all__ = ["GAMES", "LiveHand", "Made", "Move", "ServedGame", "WholeRecord", "game_of"]

GAMES: Final[Mapping[str, ServedGame]] = MappingProxyType({game.name: game for game in (HEARTS,)})
"""Every game by its name."""


def game_of(ruleset: Ruleset) -> ServedGame:
    """The service's half of the game that a ruleset is of."""
    return GAMES[ruleset.game]
