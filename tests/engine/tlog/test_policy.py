"""Policies: which witnesses have to have cosigned a checkpoint (C2SP tlog-policy)."""

import base64
import itertools
from contextlib import suppress

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog import cosignature, ed25519
from fairdeal.engine.tlog.checkpoint import Checkpoint
from fairdeal.engine.tlog.cosignature import COSIGNATURE, Cosigner, cosign
from fairdeal.engine.tlog.note import NoteSigner, SignatureError, Verifier, write_vkey
from fairdeal.engine.tlog.policy import Policy, QuorumMissing
from tests.engine.known_notes import NOTE, WITNESS_VKEY

LOG = NoteSigner("deals.example.com/commits", Ed25519PrivateKey.from_private_bytes(bytes(32)))
OTHER_LOG = NoteSigner("deals.example.com/outcomes", Ed25519PrivateKey.from_private_bytes(bytes([1] * 32)))
TEXT = Checkpoint(LOG.name, 17, bytes(range(32))).text()
NAMES = ("X1", "X2", "X3", "Y1", "Y2", "Y3")
KEYS = {name: Ed25519PrivateKey.from_private_bytes(name.encode().ljust(32)) for name in NAMES}


def vkey_of(name):
    return write_vkey(f"witness.example/{name}", COSIGNATURE, KEYS[name].public_key().public_bytes_raw())


def note_by(names, text=TEXT):
    """The log's checkpoint, cosigned by these witnesses."""
    lines = [cosign(f"witness.example/{name}", KEYS[name], text, 1_796_000_000) for name in names]
    return LOG.sign(text) + "".join(
        f"— {line.name} {base64.b64encode(line.key_id + line.value).decode()}\n" for line in lines
    )


WITNESSES = "".join(f"witness {name} {vkey_of(name)}\n" for name in NAMES)
EXAMPLE = f"""
log {LOG.vkey}
\t# Two operators, each with three witnesses.
{WITNESSES}
group X-witnesses 2 X1 X2 X3
  group\tY-witnesses  any Y1 Y2 Y3\t
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""


def accepts(policy, note):
    try:
        policy.check(note)
    except QuorumMissing:
        return False
    return True


def test_the_example_of_the_specification():
    """Two of the X and one of the Y, for every set of witnesses that cosigned."""
    policy = Policy.from_text(EXAMPLE)
    assert policy.asks_for_witnesses
    for count in range(len(NAMES) + 1):
        for names in itertools.combinations(NAMES, count):
            expected = sum(name[0] == "X" for name in names) >= 2 and any(name[0] == "Y" for name in names)
            assert accepts(policy, note_by(names)) == expected, names


def test_a_missing_quorum_names_who_did_not_cosign():
    """Whoever runs the log is told which cosignatures are not there."""
    with pytest.raises(QuorumMissing, match="X2, X3, Y1, Y2, Y3"):
        Policy.from_text(EXAMPLE).check(note_by(["X1"]))


def test_a_policy_on_the_known_note():
    """A policy of the known witness accepts the known note, one of another witness does not."""
    Policy.from_text(f"witness w {WITNESS_VKEY} https://witness.example.com/\nquorum w\n").check(NOTE)
    with pytest.raises(QuorumMissing):
        Policy.from_text(f"witness X1 {vkey_of('X1')}\nquorum X1\n").check(NOTE)


def test_a_witness_keeps_its_address():
    """A witness's URL is there for whoever submits to it."""
    first, second = Policy.from_text(
        f"witness w {WITNESS_VKEY} https://w.example/\nwitness X1 {vkey_of('X1')}\nquorum w"
    ).witnesses
    assert (first.name, first.url, second.url) == ("w", "https://w.example/", None)
    assert first.cosigner == Cosigner.from_vkey(WITNESS_VKEY)


def test_without_a_quorum_every_checkpoint_counts():
    """`quorum none` asks for nobody, but a forged line of a known witness still spoils the note."""
    policy = Policy.from_text(f"witness X1 {vkey_of('X1')}\nquorum none\n")
    assert not policy.asks_for_witnesses
    policy.check(note_by([]))
    forged = note_by([]) + note_by(["X1"], TEXT.replace("17", "18")).splitlines()[-1] + "\n"
    with pytest.raises(SignatureError):
        policy.check(forged)


def test_cosignatures_of_strangers_are_ignored():
    """A line by a witness that the policy does not know neither helps nor harms."""
    policy = Policy.from_text(f"witness X1 {vkey_of('X1')}\nquorum X1\n")
    assert accepts(policy, note_by(["Y1", "X1"]))
    assert not accepts(policy, note_by(["Y1"]))


def test_listed_logs_alone_count():
    """A policy that lists logs accepts checkpoints of those; one that lists none leaves that to its reader."""
    log, other = Verifier.from_vkey(LOG.vkey), Verifier.from_vkey(OTHER_LOG.vkey)
    assert [Policy.from_text(EXAMPLE).accepts(each) for each in (log, other)] == [True, False]
    assert Policy.from_text("quorum none\n").accepts(other)


def test_groups_nest_deeply():
    """A group of a group of a group …, a thousand deep, is judged without trouble."""
    chain = "".join(f"group g{at} all {f'g{at - 1}' if at else 'X1'}\n" for at in range(1000))
    policy = Policy.from_text(f"witness X1 {vkey_of('X1')}\n{chain}quorum g999\n")
    assert accepts(policy, note_by(["X1"]))
    assert not accepts(policy, note_by([]))


X1, X2 = f"witness X1 {vkey_of('X1')}\n", f"witness X2 {vkey_of('X2')}\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# quorum none\n",
        X1,
        "quorum X1\n" + X1,
        X1 + "quorum X1\nquorum X1\n",
        "quorum none\nquorum none\n",
        "quorum\n",
        "quorum none none\n",
        "Quorum none\n",
        "quorum NONE\n",
        X1 + X1 + "quorum X1\n",
        X1 + X1.replace("X1", "Z1", 1) + "quorum X1\n",
        X1 + X2.replace("X2", "X1", 1) + "quorum X1\n",
        f"witness none {vkey_of('X1')}\nquorum none\n",
        f"witness X1 {LOG.vkey}\nquorum X1\n",
        f"witness X1 {vkey_of('X1')[:-1]}\nquorum X1\n",
        f"witness X1 {vkey_of('X1')} https://a https://b\nquorum X1\n",
        f"log {vkey_of('X1')}\nquorum none\n",
        f"log {LOG.vkey}\nlog {LOG.vkey}\nquorum none\n",
        "log\nquorum none\n",
        X1 + "group g 2 X1\nquorum g\n",
        X1 + "group g 0 X1\nquorum g\n",
        X1 + "group g 01 X1\nquorum g\n",
        X1 + "group g -1 X1\nquorum g\n",
        X1 + "group g some X1\nquorum g\n",
        X1 + "group g ١ X1\nquorum g\n",
        X1 + f"group g {'9' * 5000} X1\nquorum g\n",
        X1 + "group g all\nquorum g\n",
        X1 + "group g all none\nquorum g\n",
        X1 + "group g all X1 X1\nquorum g\n",
        X1 + X2 + "group g all X1\ngroup h all X1 X2\nquorum h\n",
        X1 + "group g all h\ngroup h all X1\nquorum g\n",
        X1 + "group g all g\nquorum g\n",
        X1 + "group X1 all X1\nquorum X1\n",
        X1 + "group none all X1\nquorum none\n",
        X1 + "quorum X1\r\n",
        X1 + "quorum\x0bX1\n",
        X1 + "quorum\u00a0X1\n",
        "witnesses all\nquorum none\n",
    ],
)
def test_what_is_no_policy_is_refused(text):
    """An unknown word or name, a name or key twice, a threshold that cannot be: refused, never guessed at."""
    with pytest.raises(MalformedError):
        Policy.from_text(text)


def test_the_line_at_fault_is_named():
    """Whoever wrote the policy is told where it is wrong."""
    with pytest.raises(MalformedError, match="line 2 of the policy"):
        Policy.from_text(X1 + "group g 2 X1\nquorum g\n")


@given(st.data())
def test_any_change_gives_a_policy_or_is_refused(data):
    """One character changed anywhere: a policy, or a clear refusal; nothing else."""
    place = data.draw(st.integers(0, len(EXAMPLE) - 1))
    put = data.draw(st.characters(codec="utf-8"))
    with suppress(MalformedError, QuorumMissing, SignatureError):
        Policy.from_text(EXAMPLE[:place] + put + EXAMPLE[place + 1 :]).check(note_by(NAMES))


@pytest.mark.parametrize("char", "\r\0\x0b\x0c\x1b\x1c\x7f", ids=ascii)
@pytest.mark.parametrize("place", ["# a comment{}\n" + X1 + "quorum X1\n", X1 + "quorum X1{}\n", X1 + "{}quorum X1\n"])
def test_a_policy_holds_no_control_characters(place, char):
    """CR, NUL and their like are refused anywhere, comments included: other readers end a line or a text there."""
    assert Policy.from_text(place.format(""))
    with pytest.raises(MalformedError, match="control characters"):
        Policy.from_text(place.format(char))


def test_cosignatures_of_a_shared_checkpoint_are_verified_once(monkeypatch):
    """A policy judges a checkpoint that many bundles share once; a forged line spoils it each time."""
    verified = []
    monkeypatch.setattr(
        cosignature, "is_signature", lambda *signed: verified.append(signed) or ed25519.is_signature(*signed)
    )
    policy = Policy.from_text(EXAMPLE)
    text = Checkpoint(LOG.name, 23, bytes([5] * 32)).text()
    for _ in range(3):
        assert accepts(policy, note_by(["X1", "X2", "Y3"], text))
    assert len(verified) == 3
    other = note_by(["X3"], TEXT).splitlines()[-1] + "\n"
    for _ in range(2):
        with pytest.raises(SignatureError):
            policy.check(note_by(["X1", "X2", "Y3"], text) + other)


def test_one_note_is_judged_anew_under_another_policy():
    """What one policy made of a note says nothing about it under another."""
    note = note_by(["X1"])
    assert accepts(Policy.from_text(f"{X1}quorum X1\n"), note)
    assert not accepts(Policy.from_text(f"{X2}quorum X2\n"), note)
    assert not accepts(Policy.from_text(f"{X1}{X2}group both all X1 X2\nquorum both\n"), note)
