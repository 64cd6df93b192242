"""JSON that could be read in two ways is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine import strict_json
from fairdeal.engine.strict_json import NotStrict, loads


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\x00}\x00",
        b'{"a":1,"a":1}',
        b'{"a":{"b":1,"c":2,"b":3}}',
        b'"\\ud800"',
        b'{"\\udfff":1}',
        b"NaN",
        b"-Infinity",
        b"1e400",
        b"[1,]",
        b"{} {}",
        b"1" * 5000,
        b"\x80",
    ],
    ids=repr,
)
def test_what_parsers_disagree_about_is_refused(raw):
    """Repeated names, lone surrogates, no numbers, marks and other encodings are refused with a sentence."""
    with pytest.raises(NotStrict, match=r"\.$"):
        loads(raw)


@pytest.mark.parametrize("raw", [b"1.0", b"1e3", b"-0", b"[9007199254740992]", b"-9007199254740992", b"0.5"])
def test_bundles_hold_exact_integers_only(raw):
    """What is no integer within ±(2^53 − 1) in its one spelling is refused where only integers are read."""
    loads(raw)
    with pytest.raises(NotStrict):
        loads(raw, integers_only=True)
    assert loads(b"[9007199254740991,-9007199254740991,0]", integers_only=True) == [2**53 - 1, 1 - 2**53, 0]


def test_the_outermost_value_is_level_one():
    """As many levels as are allowed are read, one more is refused; brackets in strings count for nothing."""
    assert loads(b"[" * 16 + b"]" * 16, deepest=16)
    for raw in (b"[" * 17 + b"]" * 17, b'{"a":' * 17 + b"1" + b"}" * 17, b"[" * 100_000):
        with pytest.raises(NotStrict, match="nested deeper than 16"):
            loads(raw, deepest=16)
    assert loads(b'"' + b'[{\\"' * 1000 + b'"', deepest=1)
    assert loads(b"[" + b"[]," * 1000 + b"[]]", deepest=2)


def test_a_repeated_name_is_named():
    """The refusal names the first name that appears again."""
    with pytest.raises(NotStrict, match='"k7" appears twice'):
        loads(b"{" + b",".join(b'"k%d":0' % (n % 8 + 8 if n != 3 else 7) for n in [3, 1, 2, 3]) + b"}")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=20,
    )
)
def test_what_is_strict_is_read_as_it_is(value):
    """Any value that all parsers agree about is read as that value."""
    import json

    assert loads(json.dumps(value).encode(), integers_only=True) == value
    assert loads(json.dumps(value, ensure_ascii=False).encode()) == value
    assert strict_json.DEEPEST >= 16


@pytest.mark.parametrize(
    "raw",
    [
        b"{" + b",".join(b'"k%d":0' % n for n in range(100_000)) + b',"k99999":1}',
        b"[" * 4_000_000,
        b'{"a":' * 700_000,
        b"[" + b"9" * 4_000_000 + b"]",
        b"[0." + b"9" * 4_000_000 + b"]",
        b"[1e" + b"9" * 4_000_000 + b"]",
        b'["' + b'\\"' * 2_000_000,
        b'["\\ud800' + b"a" * 4_000_000 + b'"]',
        b"[" + b"[],[[]]," * 400_000 + b"[[[]]]]",
    ],
    ids=[
        "the last name repeated",
        "brackets",
        "objects",
        "digits",
        "decimals",
        "exponent",
        "an unended string",
        "a surrogate",
        "too deep at the end",
    ],
)
def test_megabytes_of_nonsense_are_refused(raw):
    """The cases that once took a time that grew faster than their size: each is refused for what it is."""
    with pytest.raises(NotStrict):
        loads(raw, deepest=3, integers_only=True)


def test_a_byte_order_mark_is_named():
    """Whoever saved the file with one is told so, as it cannot be seen in an editor."""
    with pytest.raises(NotStrict, match="byte order mark"):
        loads(b"\xef\xbb\xbf{}")
