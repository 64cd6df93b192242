"""What the service says to its operator."""

import io
import json
import logging

from fairdeal.service.runtime.logging import JsonLines, configure_logging


def test_every_record_is_one_line_of_json():
    """Line breaks and quotes in a text stay inside its line, and the request's id stands beside it."""
    record = logging.LogRecord("fairdeal.api", logging.ERROR, "x.py", 1, 'a "b"\n%s', ("c",), None)
    record.request = "12345678-1234-1234-1234-123456789012"
    line = JsonLines().format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert said["text"] == 'a "b"\nc'
    assert (said["level"], said["from"], said["request"]) == ("error", "fairdeal.api", record.request)
    assert said["time"].endswith("Z")


def test_what_the_service_says_goes_where_it_is_told_to():
    """After speak() each logger of the service writes there, once, and nowhere else."""
    logger = logging.getLogger("fairdeal")
    before = (logger.handlers, logger.level, logger.propagate)
    written = io.StringIO()
    try:
        configure_logging([logging.StreamHandler(written)])
        logging.getLogger("fairdeal.startup").info("ready")
        logging.getLogger("fairdeal.startup").debug("not told")
    finally:
        logger.handlers, logger.level, logger.propagate = before
    (line,) = written.getvalue().splitlines()
    assert json.loads(line)["text"] == "ready"
