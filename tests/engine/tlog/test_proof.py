"""Proofs for use offline: what they prove, and that they have one spelling (C2SP tlog-proof)."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine.errors import FairdealError, MalformedError
from fairdeal.engine.tlog import proof
from fairdeal.engine.tlog.checkpoint import Checkpoint
from fairdeal.engine.tlog.merkle import ProofError, inclusion_proof, leaf_hash, nodes_of, root
from fairdeal.engine.tlog.note import NoteSigner, SignatureError, Verifier
from fairdeal.engine.tlog.proof import TlogProof
from tests.engine.naive_tree import ENTRIES

LOG = NoteSigner("deals.example.com/commits", Ed25519PrivateKey.from_private_bytes(bytes(32)))
KEY = Verifier.from_vkey(LOG.vkey)
NODES = nodes_of([leaf_hash(entry) for entry in ENTRIES])


def proof_of(index, size):
    note = LOG.sign(Checkpoint(LOG.name, size, root(size, NODES)).text())
    return TlogProof(index, tuple(inclusion_proof(index, size, NODES)), note)


TEXT = proof_of(5, 17).text()
HASH = TEXT.split("\n")[2]


def test_the_form_is_the_specifications():
    """A line that names the format, the index, the hashes, an empty line, the checkpoint."""
    lines = TEXT.split("\n")
    assert lines[:2] == ["c2sp.org/tlog-proof@v1", "index 5"]
    assert base64.b64decode(lines[2]) == NODES(0, 4)
    assert lines[7] == ""
    assert lines[8:10] == [LOG.name, "17"]


@given(st.integers(1, 600), st.integers(0, 599))
def test_a_proof_is_read_back_and_holds(size, index):
    """A proof of any entry of any tree is read as written, and shows that the entry is that leaf."""
    index %= size
    proof = TlogProof.from_text(proof_of(index, size).text())
    assert proof == proof_of(index, size)
    assert proof.verify(ENTRIES[index], KEY).size == size


def test_what_it_does_not_prove():
    """Another entry, another log's key, another index, another tree: refused, each for its own reason."""
    proof = proof_of(5, 17)
    with pytest.raises(ProofError):
        proof.verify(ENTRIES[6], KEY)
    with pytest.raises(ProofError):
        TlogProof(6, proof.path, proof.note).verify(ENTRIES[5], KEY)
    with pytest.raises(ProofError):
        TlogProof(5, proof.path, proof_of(5, 18).note).verify(ENTRIES[5], KEY)
    with pytest.raises(SignatureError):
        proof.verify(ENTRIES[5], Verifier(LOG.name, bytes(32)))
    outcomes = NoteSigner("deals.example.com/outcomes", Ed25519PrivateKey.from_private_bytes(bytes(32)))
    with pytest.raises(SignatureError):
        proof.verify(ENTRIES[5], Verifier.from_vkey(outcomes.vkey))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("@v1", "@v2"),
        ("index 5", "index 05"),
        ("index 5", "index +5"),
        ("index 5", "index  5"),
        ("index 5", "index -5"),
        ("index 5", "index ٥"),
        ("index 5", f"index {2**53}"),
        ("index 5", f"index {'5' * 5000}"),
        ("index 5\n", "index 5\u2028"),
        ("index 5\n", "index 5\r\n"),
        ("\n17\n", f"\n{2**53}\n"),
        ("index 5\n", ""),
        ("index 5", "extra AA==\nindex 5"),
        ("\n\n" + LOG.name, "\n" + LOG.name),
        ("\n\n" + LOG.name, "\n\n\n" + LOG.name),
        ("\n17\n", "\n017\n"),
        (HASH, HASH[:-1]),
        (HASH, base64.b64encode(bytes(31)).decode()),
        (HASH, f"{HASH} "),
        (HASH, f"{HASH}\r"),
        (HASH, "\n".join([HASH] * 64)),
    ],
)
def test_a_proof_has_one_spelling(old, new):
    """No extra line, no other version, no other spelling of a number or a hash, no longer path than a tree can have."""
    assert old in TEXT
    with pytest.raises(MalformedError):
        TlogProof.from_text(TEXT.replace(old, new))


@given(st.data())
def test_any_change_is_refused(data):
    """One character changed, dropped or put in, anywhere: the proof is malformed or does not hold."""
    place = data.draw(st.integers(0, len(TEXT) - 1))
    put = data.draw(st.sampled_from(["", "0", "1", "A", "=", "+", " ", "\n", "—", "\0"]))
    spoilt = TEXT[:place] + put + TEXT[place + data.draw(st.integers(0, 1)) :]
    if spoilt == TEXT:
        return
    with pytest.raises(FairdealError):
        TlogProof.from_text(spoilt).verify(ENTRIES[5], KEY)


def test_a_path_is_bounded():
    """63 hashes are read, which is more than a tree of 2^53 leaves needs; a megabyte of them is refused as 64 are."""
    assert len(TlogProof.from_text(TEXT.replace(HASH, "\n".join([HASH] * 59))).path) == 63
    for count in (60, 25_000):
        with pytest.raises(MalformedError, match="up to 63 hashes"):
            TlogProof.from_text(TEXT.replace(HASH, "\n".join([HASH] * count)))


def test_only_hashes_are_kept():
    """A line of a path that is no hash is refused and not remembered, however long: strangers cannot fill the memory."""
    before = proof._hash.cache_info().currsize
    with pytest.raises(MalformedError, match="has 32 bytes"):
        TlogProof.from_text(TEXT.replace(HASH, base64.b64encode(b"no hash" * 10_000).decode()))
    assert proof._hash.cache_info().currsize == before
