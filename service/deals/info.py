"""What a client wants to know of a service before it relies on it (api: ``GET /v1/info``)."""

from typing import Final

from fairdeal.engine.protocol.grammar import PROTOCOL
from fairdeal.service.context import Service
from fairdeal.service.storage import deals, numbers

OVERDUE_SECONDS: Final = 3600
"""How long after its expiry a number without an outcome counts as overdue (protocol section 6)."""

MAX_BODY_BYTES: Final = 64 << 10
"""The largest request body that is read, but for those of validations and advice."""

MAX_VALIDATION_BYTES: Final = 1 << 20
"""The same for validations and advice, which take many hands at once."""


def info(service: Service) -> dict[str, object]:
    """Name, keys, limits, and where the numbers stand."""
    settings = service.settings
    stand = service.database.read(numbers.fetch)
    assert stand is not None, "the store was started"
    overdue = service.database.read(lambda conn: deals.count_due(conn, service.clock() - OVERDUE_SECONDS))
    return {
        "origin": settings.origin,
        "protocol": PROTOCOL,
        "vkeys": dict(service.keys.vkeys),
        "limits": {
            "deadline": settings.deadline,
            "min_ttl": settings.min_ttl,
            "body_bytes": MAX_BODY_BYTES,
            "validation_bytes": MAX_VALIDATION_BYTES,
        },
        "logs": {log.name: log.head().published_size for log in service.logs},
        "handed_out": stand.next - 1,
        "overdue": overdue,
    }
