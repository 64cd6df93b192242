"""A line of bundles is read as the strict reader reads it, whoever wrote it and however quickly."""

import json

import orjson
import pytest

from fairdeal.engine.verification import UnreadableBundle, read_bundle
from fairdeal.service.client.bundle_line import read_line

DEEPEST: list = []
for _ in range(14):
    DEEPEST = [DEEPEST]
LINES = {
    "as the service writes it": orjson.dumps({"a": [1, {"b": None, "c": "é\u2028\n"}], "d": True, "e": -(2**53) + 1}),
    "with white space": b'{"a": 1}',
    "with escapes": json.dumps({"a": "é"}, separators=(",", ":")).encode(),
    "a name twice": b'{"a":1,"a":1}',
    "a name twice within": b'{"b":[{"a":1,"a":2}]}',
    "a fraction": b'{"a":1.5}',
    "an integer with a point": b'{"a":[1.0]}',
    "an exponent": b'{"a":1e3}',
    "minus zero": b'{"a":-0}',
    "an integer that is too large": b'{"a":9007199254740992}',
    "one that is far too large": b'{"a":1' + b"0" * 30 + b"}",
    "the deepest": orjson.dumps({"a": DEEPEST}),
    "too deep": orjson.dumps({"a": [DEEPEST]}),
    "far too deep": b'{"a":' + b"[" * 100_000,
    "a lone surrogate": b'{"a":"\\ud800"}',
    "a byte order mark": b'\xef\xbb\xbf{"a":1}',
    "no UTF-8": b'{"a":"\xff"}',
    "no object": b"[]",
    "nothing": b"",
    "too large": b'{"a":"' + b"x" * 2**20 + b'"}',
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES.keys())
def test_a_line_is_read_as_strictly_as_any_bundle(line):
    """The same value, or the same refusal."""

    def outcome(read):
        try:
            return repr(read(line))
        except UnreadableBundle as fault:
            return fault.args

    assert outcome(read_line) == outcome(read_bundle)
