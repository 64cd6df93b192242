"""Holding a log against the anchor: what the world may have seen has to be the beginning of what is stored (protocol section 7)."""

from sqlalchemy import Connection

from fairdeal.engine.tlog.merkle import root
from fairdeal.service.keys.anchor import Anchored
from fairdeal.service.log.faults import DamagedLog, RolledBack
from fairdeal.service.log.log import Log
from fairdeal.service.storage import log as store


def check(conn: Connection, log: Log, anchored: Anchored, head: store.Head) -> None:
    """Refuse a head that does not extend ``anchored``, which was read before the head was (or while nobody could change it).

    Raises:
        RolledBack: the head is smaller, or its beginning is another.
        DamagedLog: the tiles do not lead to the head's root.
    """
    if anchored.size > head.size:
        raise RolledBack(
            f"its log {log.name} has {head.size} entries, but a checkpoint of {anchored.size} may have been seen."
        )
    subtrees = log.subtrees.uncached(conn, head.size)
    if root(head.size, subtrees) != head.root:
        raise DamagedLog(f"the tiles of {log.name} do not lead to the root of its head of {head.size} entries.")
    actual = root(anchored.size, subtrees)
    if actual != anchored.root:
        raise RolledBack(
            f"the first {anchored.size} entries of its log {log.name} have the root {actual.hex()}, but a checkpoint with the "
            f"root {anchored.root.hex()} may have been seen: the database was restored from an older copy, and grew another way."
        )
