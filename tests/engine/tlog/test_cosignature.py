"""Cosignatures of witnesses: those of other programs are accepted, forged ones spoil the note (C2SP tlog-cosignature)."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog.checkpoint import Checkpoint
from fairdeal.engine.tlog.cosignature import COSIGNATURE, Cosigner, cosign, cosigned
from fairdeal.engine.tlog.note import Note, NoteSigner, SignatureError, write_vkey
from tests.engine.known_notes import NOTE, VKEY, WITNESS_VKEY

LOG = NoteSigner("deals.example.com/commits", Ed25519PrivateKey.from_private_bytes(bytes(32)))
TEXT = Checkpoint(LOG.name, 17, bytes(range(32))).text()
KEY = Ed25519PrivateKey.from_private_bytes(bytes([7] * 32))
LINE = cosign("witness.example/w1", KEY, TEXT, 1_796_000_000)
WITNESS = Cosigner("witness.example/w1", KEY.public_key().public_bytes_raw())


def with_line(line):
    """The log's note with that signature line behind its own."""
    value = base64.b64encode(line.key_id + line.value).decode()
    return LOG.sign(TEXT) + f"— {line.name} {value}\n"


def test_a_cosignature_of_other_programs_is_accepted():
    """The known witness cosigned the known checkpoint, at a time that its line tells."""
    witness, note = Cosigner.from_vkey(WITNESS_VKEY), Note.from_text(NOTE)
    assert witness.vkey == WITNESS_VKEY
    assert witness.has_cosigned(note)
    assert witness.time_of(note.signatures[1], note.text) == 1_782_000_000


def test_what_is_cosigned_is_the_time_and_the_text():
    """The message is the specification's, and a line made here is accepted with its time."""
    assert cosigned(TEXT, 1_796_000_000) == f"cosignature/v1\ntime 1796000000\n{TEXT}".encode()
    note = Note.from_text(with_line(LINE))
    assert WITNESS.has_cosigned(note)
    assert WITNESS.time_of(LINE, TEXT) == 1_796_000_000
    assert not WITNESS.has_cosigned(Note.from_text(LOG.sign(TEXT)))


@pytest.mark.parametrize(
    "value",
    [
        LINE.value[:7] + bytes([LINE.value[7] ^ 1]) + LINE.value[8:],
        LINE.value[:-1] + bytes([LINE.value[-1] ^ 1]),
        LINE.value[:-1],
        LINE.value + b"\0",
        LINE.value[8:],
        LOG.sign(TEXT).encode()[-72:],
    ],
    ids=["another time", "another signature", "too short", "too long", "no time", "something else"],
)
def test_a_line_that_claims_to_be_the_witnesss_has_to_be(value):
    """A line with the witness's name and key ID that is no cosignature of this text spoils the whole note."""
    forged = type(LINE)(LINE.name, LINE.key_id, value)
    with pytest.raises(SignatureError):
        WITNESS.has_cosigned(Note.from_text(with_line(forged)))


def test_a_time_beyond_the_specifications_is_refused():
    """A time above 2^53 − 1 is refused, though the witness signed it."""
    line = cosign(WITNESS.name, KEY, TEXT, 2**53)
    with pytest.raises(SignatureError):
        WITNESS.time_of(line, TEXT)
    assert WITNESS.time_of(cosign(WITNESS.name, KEY, TEXT, 2**53 - 1), TEXT) == 2**53 - 1


def test_a_cosignature_is_of_one_text_one_name_and_one_key():
    """Another text is refused; lines of another name, or of another key with the same name, are not this witness's."""
    with pytest.raises(SignatureError):
        WITNESS.time_of(LINE, TEXT.replace("\n17\n", "\n18\n"))
    strangers = [
        cosign("witness.example/w2", KEY, TEXT, 1),
        cosign(WITNESS.name, Ed25519PrivateKey.from_private_bytes(bytes([8] * 32)), TEXT, 1),
    ]
    for line in strangers:
        assert not WITNESS.is_by(line)
        assert not WITNESS.has_cosigned(Note.from_text(with_line(line)))


@pytest.mark.parametrize("vkey", ["", VKEY, LOG.vkey, WITNESS_VKEY[:-1], WITNESS_VKEY.replace("+f9", "+f8")])
def test_a_logs_key_is_no_witnesss(vkey):
    """A key of another type, or one that is misspelt, is refused."""
    with pytest.raises(MalformedError):
        Cosigner.from_vkey(vkey)


def test_a_bad_key_is_no_witnesss():
    """Under a key of small order one cosignature would fit many checkpoints: it is refused when it is pinned."""
    with pytest.raises(MalformedError, match="small order"):
        Cosigner.from_vkey(write_vkey(WITNESS.name, COSIGNATURE, (1).to_bytes(32, "little")))
