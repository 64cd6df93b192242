"""Signed notes: what other programs signed is accepted, anything else is not."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog.note import (
    MAX_LINE,
    MAX_TEXT,
    Note,
    NoteSigner,
    SignatureError,
    Verifier,
    decode_base64,
    is_name,
    note_text,
    write_vkey,
)
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


WHITE_SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
"""Unicode's White_Space, all 25 (PropList.txt)."""


@pytest.mark.parametrize("char", WHITE_SPACE, ids=ascii)
def test_white_space_is_in_no_name(char):
    """A character of Unicode's White_Space makes a line of a note malformed, wherever in the name it is."""
    for name in (f"a{char}b", f"{char}a", f"a{char}", char):
        assert not is_name(name)
        with pytest.raises(MalformedError):
            Note.from_text(f"{TEXT}\n— {name} AAAAAAAA\n")


@pytest.mark.parametrize("char", "\ufeff\u200b\u180e\u2060\x1c\x1d\x1e\x1f\x7f", ids=ascii)
def test_what_only_looks_like_white_space_may_be_in_a_name(char):
    """U+FEFF, U+200B and the separators U+001C to U+001F are not White_Space, whatever a library calls them."""
    name = f"a{char}b"
    assert is_name(name)
    vkey = write_vkey(name, 1, Verifier.from_vkey(VKEY).key)
    assert Verifier.from_vkey(vkey).name == name


def test_a_line_of_a_note_is_bounded():
    """A line of 8 KiB is read, text and signatures alike; a byte more is refused, however few its characters."""
    name = "a" * (MAX_LINE - len("—  AAAAAAAA".encode()))
    assert len(Note.from_text(f"{TEXT}\n— {name} AAAAAAAA\n").signatures) == 1
    assert Note.from_text("é" * (MAX_LINE // 2) + "\n\n— a AAAAAAAA\n").signatures
    for note in (
        f"{TEXT}\n— {name}a AAAAAAAA\n",
        "é" * (MAX_LINE // 2) + "a\n\n— a AAAAAAAA\n",
        f"{TEXT}\n— a {'AAAA' * 75_000}\n",
    ):
        with pytest.raises(MalformedError, match="at most 8192 bytes"):
            Note.from_text(note)


def test_signature_lines_are_bounded():
    """A hundred signature lines are read, one more is refused; a megabyte of them too."""
    assert len(Note.from_text(TEXT + "\n" + "— a AAAAAAAA\n" * 100).signatures) == 100
    for count in (101, 100_000):
        with pytest.raises(MalformedError, match="at most 100 signatures"):
            Note.from_text(TEXT + "\n" + "— a AAAAAAAA\n" * count)
    with pytest.raises(MalformedError):
        Note.from_text("a\n" * MAX_TEXT * 32 + "\n— a AAAAAAAA\n")


@pytest.mark.parametrize("ends", ["\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"], ids=ascii)
def test_lines_end_with_a_newline_alone(ends):
    """What other programs take for the end of a line ends none here: the signature line's name is malformed."""
    with pytest.raises(MalformedError):
        Note.from_text(f"{TEXT}\n— a AAAAAAAA{ends}— b AAAAAAAA\n")


@pytest.mark.parametrize(
    "text",
    ["AAA", "AAA==", "AA=A", "AAAA=", "AAAA\n", " AAAA", "AAB=", "AB==", "-_AA", "AAA\u0410", "\ud800AAA", "=AAA"],
    ids=ascii,
)
def test_base64_has_one_spelling(text):
    """Padding, alphabet and the bits that stand for nothing: what does not encode back to itself is refused."""
    with pytest.raises(MalformedError):
        decode_base64(text)
    assert decode_base64("AAA=") == bytes(2)


@pytest.mark.parametrize("key", [(1).to_bytes(32, "little"), (2).to_bytes(32, "little"), b"\xff" * 32], ids=bytes.hex)
def test_a_bad_key_is_no_verifier_key(key):
    """A key of small order, one that is no point, and one that is not canonical are refused when they are pinned."""
    with pytest.raises(MalformedError, match="no point of the curve, or one of small order"):
        Verifier.from_vkey(write_vkey("deals.example.com", 1, key))


def test_a_verifier_key_is_bounded():
    """A name of a megabyte is refused before it is hashed, and so never kept."""
    with pytest.raises(MalformedError, match="at most"):
        Verifier.from_vkey(write_vkey("a" * 1_000_000, 1, Verifier.from_vkey(VKEY).key))
