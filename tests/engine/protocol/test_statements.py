"""Every statement is read strictly and written back byte for byte."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.games import game_named, ruleset_of
from fairdeal.engine.protocol import Commit, Genesis, Move, Open, Record, Reveal, Seals, Table, Void, parse_outcome
from fairdeal.engine.protocol.commitment import commitment
from fairdeal.engine.protocol.seal import seal_of
from fairdeal.engine.protocol.shuffle import shuffled
from tests.engine.known_deals import known

DEALS = known()["deals"]
READERS: dict[str, Callable[[str], Any]] = {
    "commit": Commit.from_text,
    "open": Open.from_text,
    "seals": Seals.from_text,
    "table": Table.from_text,
    "record": Record.from_text,
    "outcome": parse_outcome,
}
GENESIS = (
    "fairdeal/v1 genesis\ndeals.example.com\ndeals.example.com/outcomes+00000000+AAAA\ndeals.example.com+00000000+AAAA\n"
    "deadline 604800\nprevious -\n"
)
EXAMPLES = [
    *((kind, DEALS[2][kind]) for kind in READERS),
    *(("outcome", void["outcome"]) for void in known()["voids"]),
    *(("move", move["statement"]) for move in DEALS[2]["moves"]),
    ("genesis", GENESIS),
    ("genesis", GENESIS.replace("previous -", f"previous old.example.com 12 {'ab' * 32}")),
]
READERS |= {"move": Move.from_text, "genesis": Genesis.from_text}


@pytest.mark.parametrize("kind", ["commit", "open", "seals", "table", "record", "outcome"])
def test_known_statements_are_written_back(kind: str) -> None:
    """Each statement of each known deal is read, and written back to the letter."""
    for case in DEALS:
        if case[kind] is not None:
            assert READERS[kind](case[kind]).text() == case[kind]
    for void in known()["voids"]:
        if kind in void:
            assert READERS[kind](void[kind]).text() == void[kind]


def test_known_hashes() -> None:
    """Commitments, seals and the hashes by which statements name each other are those of the known deals."""
    for case in DEALS:
        opened, table, outcome = (
            Open.from_text(case["open"]),
            Table.from_text(case["table"]),
            parse_outcome(case["outcome"]),
        )
        ruleset = ruleset_of(case["ruleset"])
        assert ruleset.canonical_json().decode() == case["canonical_ruleset"]
        assert opened.rules == ruleset.hash()
        assert (
            commitment(case["origin"], case["number"], bytes.fromhex(case["server_seed"])).hex() == case["commitment"]
        )
        assert table.open == opened.hash()
        assert outcome.table == table.hash() == hashlib.sha256(case["table"].encode()).digest()
        assert outcome.record == Record.from_text(case["record"]).hash()
        if case["seals"] is not None:
            seals = Seals.from_text(case["seals"])
            assert table.seals == seals.hash()
            assert dict(seals.seals) == {seat: seal_of(opened.hash(), seat, nonce) for seat, nonce in table.nonces}


def test_known_moves() -> None:
    """What a seat signs names the record as that seat knew it: no pass of others, nothing that came later."""
    for case in DEALS:
        record, table, outcome = Record.from_text(case["record"]), Table.from_text(case["table"]), case["outcome"]
        ruleset = ruleset_of(case["ruleset"])
        game = game_named(ruleset.game)
        deck = shuffled(ruleset.deck, parse_outcome(outcome).seed, table.hash())
        hand = game.replay(ruleset, case["hand"], deck, record.lines)
        moves = [
            Move.after_lines(record.origin, record.number, table.hash(), *move).text()
            for move in hand.seat_moves(dict(table.keys))
        ]
        # The vectors have some moves of each deal only.
        assert [text for text in moves if text in {move["statement"] for move in case["moves"]}] == [
            move["statement"] for move in case["moves"]
        ]
        assert [Move.from_text(text).text() for text in moves] == moves


@given(st.sampled_from(EXAMPLES), st.data())
def test_any_change_is_refused_or_means_something_else(example: tuple[str, str], data: st.DataObject) -> None:
    """One character changed, dropped or put in: the text is refused, or is another value that writes back to itself."""
    kind, text = example
    place = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(["", "0", "1", "9", "a", "f", "A", "-", " ", "\n", "\t", "é", "\0", "+", "C", "S"]))
    spoilt = text[:place] + put + text[place + data.draw(st.integers(0, 1)) :]
    if spoilt == text:
        return
    try:
        read = READERS[kind](spoilt)
    except MalformedError:
        return
    assert read.text() == spoilt
    assert read != READERS[kind](text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n1\n", "\n01\n"),
        ("\n1\n", "\n+1\n"),
        ("\n1\n", "\n0\n"),
        ("\n1\n", f"\n{2**53}\n"),
        ("\n1\n", "\n१\n"),
        ("deals.example.com", "Deals.example.com"),
        ("deals.example.com", "d" * 101),
        ("fairdeal/v1 ", "fairdeal/v2 "),
        ("\n", "\r\n"),
    ],
)
def test_one_spelling(old: str, new: str) -> None:
    """Numbers, origins and line ends have one spelling; nothing is trimmed, folded or repaired (known bugs 31 to 33)."""
    text: str = DEALS[0]["commit"]
    assert old in text
    with pytest.raises(MalformedError):
        Commit.from_text(text.replace(old, new))
    with pytest.raises(MalformedError):
        Commit.from_text(text[:-1])
    with pytest.raises(MalformedError):
        Commit.from_text(text + "\n")
    with pytest.raises(MalformedError):
        Commit.from_text(text.replace(DEALS[0]["commitment"], DEALS[0]["commitment"].upper()))


def test_seeds_that_could_run_into_each_other_do_not() -> None:
    """Origin, number and seed cannot be cut differently into one commitment (known bug 32)."""
    assert commitment("ab", 1, bytes(32)) != commitment("a", 1, bytes(32))
    assert commitment("a", 11, bytes(32)) != commitment("a", 1, b"1" + bytes(31))


def test_a_copied_seal_opens_nothing() -> None:
    """A seal is bound to its seat and its deal: a copy of another's cancels nobody (known bug 27)."""
    nonce = bytes(range(32))
    assert len({seal_of(bytes(32), 0, nonce), seal_of(bytes(32), 1, nonce), seal_of(b"\1" * 32, 0, nonce)}) == 3


@pytest.mark.parametrize(
    "void",
    [
        Void("a", 1, "expired", (), bytes(32), bytes(32)),
        Void("a", 1, "abandoned", (1,), bytes(32), bytes(32)),
        Void("a", 1, "unclaimed", (), bytes(32), bytes(32)),
        Void("a", 1, "abandoned", (), bytes(32)),
        Void("a", 1, "expired", (1,), bytes(32), bytes(32), None, bytes(32), None),
        Void("a", 1, "withheld", (1,), bytes(32), bytes(32), None),
        Void("a", 1, "failed", (1,), bytes(32), bytes(32)),
        Void("a", 1, "failed", (), bytes(32), None, bytes(32)),
    ],
)
def test_a_void_that_cannot_be_is_refused(void: Void) -> None:
    """A void whose reason, seats and hashes do not go together is no void statement."""
    with pytest.raises(MalformedError):
        Void.from_text(void.text())


def test_reveal_and_void_are_told_apart() -> None:
    """An outcome is one of two statements, and nothing else."""
    assert isinstance(parse_outcome(DEALS[0]["outcome"]), Reveal)
    with pytest.raises(MalformedError):
        parse_outcome(DEALS[0]["commit"])
