"""The games' halves of the API, each in a folder of its own, and the only place in the API that names them."""

from typing import Final

from fairdeal.service.api.games.game import GameApi, SheetApi
from fairdeal.service.api.games.hearts import HEARTS

GAMES: Final[tuple[GameApi, ...]] = (HEARTS,)

SHEETS: Final[SheetApi] = next(game.sheets for game in GAMES if game.sheets is not None)
"""What the one game that has score sheets adds to them."""
