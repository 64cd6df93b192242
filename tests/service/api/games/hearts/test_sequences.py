"""Reading sequences: the short way and the schema agree."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.service.api.games.hearts.sequences import SequenceBodySchema, read_sequence
from fairdeal.service.http.bodies import load
from fairdeal.service.problems import Problem

SCHEMA = SequenceBodySchema()
CARDS: list[Any] = [["2C", "10h", "♠Q"], [], ["QS"] * 54]
LISTS: list[Any] = [
    [],
    [CARDS[0]],
    CARDS * 2,
    CARDS * 2 + [[]],
    [None, CARDS[0]],
    [["2C", "SQ"], 7, ["xx"]],
    "2C",
    None,
    [["2C"] * 55],
]
FIELDS: dict[str, list[Any]] = {
    "ruleset": ["standard", {"preset": "omnibus"}, None, 7],
    "hand": [1, 2**53, 0, 1.0, True, "1", None],
    "hands": LISTS,
    "passes": LISTS,
    "plays": [
        *[
            *CARDS,
            ["2C", {"card": "3C"}, {"seat": 1, "card": "4C"}],
            [{"seat": 6, "card": "2C"}],
            [{"card": "xx"}, "yy"],
        ],
        *[[{"seat": 0, "at": 1}], ["2C", None], [["2C"]], "2C", None, ["2C"] * 55],
    ],
    "deal": [1, None],
    "pbn": ["0:"],
    "colour": ["red"],
}
SEQUENCES = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in FIELDS.items()})


def outcome(read: Any, value: object) -> object:
    """What comes out, or every fault with its place."""
    try:
        return read(value)
    except Problem as problem:
        return problem.slug, problem.members


@given(SEQUENCES | st.sampled_from([None, 7, [], "hands"]))
def test_the_short_way_reads_what_the_schema_reads(value: object):
    """Whatever is sent is made the same of, or refused in the same words at the same places."""
    assert outcome(read_sequence, value) == outcome(lambda given: load(SCHEMA, given), value)


@pytest.mark.parametrize("name", FIELDS)
def test_each_value_of_a_field_is_read_as_the_schema_reads_it(name: str):
    """Likewise for each value alone beside hands that can be read."""
    for given_value in FIELDS[name]:
        value = {"hands": LISTS[1], name: given_value}
        assert outcome(read_sequence, value) == outcome(lambda given: load(SCHEMA, given), value)
