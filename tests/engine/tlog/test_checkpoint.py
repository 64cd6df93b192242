"""Checkpoints: three lines in their one spelling, counted only when the log's own key signed them (C2SP tlog-checkpoint)."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog import ed25519
from fairdeal.engine.tlog import note as note_module
from fairdeal.engine.tlog.checkpoint import MAX_SIZE, Checkpoint, open_checkpoint
from fairdeal.engine.tlog.note import NoteSigner, SignatureError, Verifier
from tests.engine.known_notes import NOTE, VKEY

LOG = NoteSigner("deals.example.com/commits", Ed25519PrivateKey.from_private_bytes(bytes(32)))
TEXT = Checkpoint(LOG.name, 17, bytes(range(32))).text()


def test_a_checkpoint_of_other_programs_is_read():
    """The known checkpoint of 70,000 leaves is opened by its log's key, and written back byte for byte."""
    checkpoint = open_checkpoint(NOTE, Verifier.from_vkey(VKEY))
    assert (checkpoint.name, checkpoint.size) == ("deals.example.com/log1", 70_000)
    assert NOTE.startswith(checkpoint.text() + "\n— ")


@given(st.integers(0, MAX_SIZE), st.binary(min_size=32, max_size=32))
def test_a_checkpoint_is_read_back(size, tree_root):
    """Any size and root are read back from what is signed."""
    checkpoint = Checkpoint(LOG.name, size, tree_root)
    assert Checkpoint.from_text(checkpoint.text()) == checkpoint
    assert open_checkpoint(LOG.sign(checkpoint.text()), Verifier.from_vkey(LOG.vkey)) == checkpoint


@given(st.data())
def test_any_change_is_refused_or_means_something_else(data):
    """One character changed, dropped or put in: the text is refused, or is another checkpoint that writes back to itself."""
    place = data.draw(st.integers(0, len(TEXT) - 1))
    put = data.draw(st.sampled_from(["", "0", "1", "A", "=", "+", "/", " ", "\n", "\t", "-", "é", "\0"]))
    spoilt = TEXT[:place] + put + TEXT[place + data.draw(st.integers(0, 1)) :]
    if spoilt == TEXT:
        return
    try:
        read = Checkpoint.from_text(spoilt)
    except MalformedError:
        return
    assert read.text() == spoilt
    assert read != Checkpoint.from_text(TEXT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n17\n", "\n017\n"),
        ("\n17\n", "\n+17\n"),
        ("\n17\n", "\n-17\n"),
        ("\n17\n", "\n١٧\n"),
        ("\n17\n", f"\n{2**53}\n"),
        ("\n17\n", f"\n{2**63}\n"),
        ("\n17\n", "\n17\u2028"),
        ("\n17\n", "\x0b17\n"),
        ("\n17\n", "\n1" + "7" * 5000 + "\n"),
        ("\n17\n", "\r\n17\r\n"),
        ("Hh8=\n", "Hh9=\n"),
        ("Hh8=\n", "Hh8\n"),
        ("Hh8=\n", "\n"),
        ("Hh8=\n", "Hh8=\nextension\n"),
        ("Hh8=\n", "Hh8=\n\n"),
        ("Hh8=\n", "Hh8="),
        ("AAECAwQF", "AAEC_-QF"),
        ("AAECAwQF", "AAECAwQF\n"),
        ("/commits\n", "/commits \n"),
        ("deals.example.com/commits\n", "\n"),
        ("deals.example.com/commits\n", "deals+example\n"),
    ],
)
def test_a_checkpoint_has_one_spelling(old, new):
    """Sizes, roots and lines have one spelling; ours have no extension lines; nothing is repaired."""
    assert old in TEXT
    with pytest.raises(MalformedError):
        Checkpoint.from_text(TEXT.replace(old, new))


def test_only_the_logs_own_key_counts():
    """A checkpoint by another key is refused, and so is one that this key signed for another log."""
    other = NoteSigner(LOG.name, Ed25519PrivateKey.generate())
    with pytest.raises(SignatureError):
        open_checkpoint(other.sign(TEXT), Verifier.from_vkey(LOG.vkey))
    elsewhere = Checkpoint("deals.example.com/outcomes", 17, bytes(32)).text()
    with pytest.raises(MalformedError, match="expected a checkpoint of"):
        open_checkpoint(LOG.sign(elsewhere), Verifier.from_vkey(LOG.vkey))


def test_a_checkpoint_that_is_shared_is_verified_once(monkeypatch):
    """The same note under the same key is not verified again; under another key, or with one byte changed, it is."""
    verified = []
    monkeypatch.setattr(
        note_module, "is_signature", lambda *signed: verified.append(signed) or ed25519.is_signature(*signed)
    )
    log = NoteSigner("shared.example.com/commits", Ed25519PrivateKey.from_private_bytes(bytes([3] * 32)))
    note, key = log.sign(Checkpoint(log.name, 17, bytes(32)).text()), Verifier.from_vkey(log.vkey)
    assert open_checkpoint(note, key) == open_checkpoint("".join(list(note)), key)
    assert len(verified) == 1
    for spoilt in (note.replace("\n17\n", "\n18\n"),) * 2:
        with pytest.raises(SignatureError):
            open_checkpoint(spoilt, key)
    assert len(verified) == 3
    with pytest.raises(SignatureError):
        open_checkpoint(note, Verifier(log.name, Verifier.from_vkey(LOG.vkey).key))


def test_a_long_note_is_read_and_not_kept(monkeypatch):
    """A note within the bounds may be long, and strangers write it: it is verified each time instead of kept."""
    verified = []
    monkeypatch.setattr(
        note_module, "is_signature", lambda *signed: verified.append(signed) or ed25519.is_signature(*signed)
    )
    others = "".join(f"— other.example.com {base64.b64encode(bytes(5000)).decode()}\n" for _ in range(99))
    for _ in range(2):
        assert open_checkpoint(LOG.sign(TEXT) + others, Verifier.from_vkey(LOG.vkey)).size == 17
    assert len(verified) == 2
