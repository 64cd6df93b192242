"""Publishing: what was appended is shown to the world, once the anchor on disk knows of it (protocol section 7).

A crash anywhere in between leaves a head that is larger than what was published; the next call publishes it.
"""

import logging
from functools import partial
from typing import Final

from fairdeal.engine.tlog.policy import QuorumMissing
from fairdeal.service.keys.anchor import Anchored
from fairdeal.service.log import rollback
from fairdeal.service.log.log import Log
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.storage import log as store
from fairdeal.service.storage.database import Busy

_LOG: Final = logging.getLogger("fairdeal.log")
_TRIES: Final = 20


def publish(log: Log, witnesses: Witnesses) -> bool:
    """Publish the newest head, if the world has not been shown it; ``False`` if there was nothing to publish, or no quorum.

    Raises:
        AnchorError: the database was rolled back: the service halts.
    """
    log.anchor.require_running()
    if log.head().is_published:
        return False
    try:
        with log.halting():
            head = _anchor(log)
            note = witnesses.cosign(log, head)
    except QuorumMissing as missing:
        _LOG.warning("%s is not published: %s", log.full_name, missing)
        return False
    return log.database.write(lambda conn: store.publish(conn, log.name, head.size, note))


def _anchor(log: Log) -> store.Head:
    """The newest head, once the anchor on disk holds it or one of its extensions."""
    for _ in range(_TRIES):
        anchored = log.anchor.heads()[log.name]
        # Read after the anchor: whatever got there was stored before.
        head = log.head()
        log.database.read(partial(rollback.check, log=log, anchored=anchored, head=head))
        if anchored.size == head.size or log.anchor.update_head(log.name, anchored, Anchored(head.size, head.root)):
            return head
    raise Busy("The anchor is being advanced by too many processes at once.")
