"""Hearts, for three to six players: all that only this game knows. The rules are those of docs/rules.md."""

from typing import Final

from fairdeal.engine.games.hearts.game import Hearts

HEARTS: Final = Hearts()
