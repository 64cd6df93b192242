"""What the parts of a serving process share."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from sqlalchemy import Connection

from fairdeal.service.keys.anchor import Anchor
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.log.logs import Logs
from fairdeal.service.settings import Settings
from fairdeal.service.storage.database import Database
from fairdeal.service.storage.kinds import open_database
from fairdeal.service.storage.rulesets import Rulesets


def unix_time() -> int:
    """Whole Unix seconds."""
    return int(time.time())


@dataclass(slots=True)
class Service:
    """One a process, made after the fork. The store was prepared before (see ``fairdeal.service.runtime.startup``)."""

    settings: Settings
    database: Database
    keys: KeyFile
    anchor: Anchor
    logs: Logs
    """Both logs, and the proofs of what is in them."""
    rulesets: Rulesets
    clock: Callable[[], int]
    """Unix seconds."""
    on_reveal: Callable[[Connection, Any], None] = lambda _conn, _deal: None
    """Told of each deal that was played out, in the transaction that stores its outcome: score sheets take its points so."""

    @classmethod
    def start(cls, settings: Settings, *, clock: Callable[[], int] = unix_time) -> Self:
        """Open what a serving process needs.

        Raises:
            StartupRefused: the keys or the anchor are missing or are another origin's.
        """
        keys = KeyFile.load(settings.keys_path, settings.origin)
        anchor = Anchor.load(settings.anchor_path, settings.origin)
        anchor.hold_shared(wait=settings.wait)
        database = open_database(settings.database, settings.wait)
        return cls(settings, database, keys, anchor, Logs(database, keys, anchor), Rulesets(database), clock)

    def close(self) -> None:
        """Close the connections, and let go of the anchor."""
        self.database.close()
        self.anchor.close()
