"""Signed notes: what other programs signed is accepted, anything else is not."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog.note import Note, NoteSigner, SignatureError, Verifier, note_text
from tests.engine.known_notes import NOTE, VKEY, WITNESS_VKEY

SIGNER = NoteSigner("deals.example.com", Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
TEXT = "one\ntwo\n"


def test_a_note_of_other_programs_is_accepted() -> None:
    """The known checkpoint, signed by its log and cosigned by a witness, verifies under the log's key."""
    assert Verifier.from_vkey(VKEY).verify(NOTE).startswith("deals.example.com/log1\n70000\n")
    assert len(Note.from_text(NOTE).signatures) == 2


def test_what_is_signed_verifies() -> None:
    """A note that is signed here is read back, by the vkey that the signer names."""
    note = SIGNER.sign(TEXT)
    assert Verifier.from_vkey(SIGNER.vkey).verify(note) == note_text(note) == TEXT
    assert "0001" not in repr(SIGNER)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda note: note.replace("one", "One"),
        lambda note: note.replace("deals.example.com", "deals.example.org"),
        lambda _note: NoteSigner("deals.example.com", Ed25519PrivateKey.generate()).sign(TEXT),
    ],
    ids=["text", "name", "key"],
)
def test_another_text_name_or_key_is_refused(spoil: object) -> None:
    """The signature counts for this text, this name and this key alone."""
    assert callable(spoil)
    with pytest.raises(SignatureError):
        Verifier.from_vkey(SIGNER.vkey).verify(spoil(SIGNER.sign(TEXT)))


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n",
        TEXT,
        TEXT + "\n",
        SIGNER.sign(TEXT)[:-1],
        SIGNER.sign(TEXT).replace("— ", "- "),
        SIGNER.sign(TEXT).replace("\n\n", "\n"),
        SIGNER.sign(TEXT).replace("one", "on\te"),
        SIGNER.sign(TEXT) + "\n",
        TEXT + "\n— deals.example.com ====\n",
        TEXT + "\n— deals.example.com AAAA\n",
        TEXT + "\n— deals.example.com " + base64.b64encode(bytes(9)).decode()[:-1] + "\n",
    ],
)
def test_what_is_no_note_is_refused(note: str) -> None:
    """Text, an empty line, signature lines: anything else is malformed, never a success."""
    with pytest.raises(MalformedError):
        Verifier.from_vkey(SIGNER.vkey).verify(note)


@pytest.mark.parametrize(
    "vkey",
    [
        "",
        "a",
        "a+b",
        VKEY[:-1],
        VKEY.replace("+eac6e16a", "+eac6e16b"),
        VKEY.replace("deals", "de als"),
        WITNESS_VKEY,
    ],
)
def test_a_verifier_key_has_one_spelling(vkey: str) -> None:
    """Name, key ID and key belong together; a witness's key is no key of a log."""
    with pytest.raises(MalformedError):
        Verifier.from_vkey(vkey)
