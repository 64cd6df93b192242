"""Hearts as the service has it: all that only this game knows."""

from typing import Final

from fairdeal.service.games.hearts.game import Hearts

HEARTS: Final = Hearts()
