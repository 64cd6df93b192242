"""What the service says to its operator: one JSON object a line, on standard error.

No body, token, query string or card is ever part of it; what is told of a request is its id.
"""

import json
import logging
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """Formats a record as one line: ``time``, ``level``, ``from``, ``text``, and ``request`` and ``traceback`` if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC)
            .isoformat(timespec="milliseconds")
            .replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "process": record.process,
            "text": record.getMessage(),
        }
        request = getattr(record, "request", None)
        if isinstance(request, str):
            line["request"] = request
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure_logging(handlers: list[logging.Handler]) -> None:
    """Let everything that the service says go to these handlers, which write lines of JSON from now on."""
    for handler in handlers:
        handler.setFormatter(JsonLines())
    logger = logging.getLogger("fairdeal")
    logger.handlers = handlers
    logger.setLevel(logging.INFO)
    logger.propagate = False
