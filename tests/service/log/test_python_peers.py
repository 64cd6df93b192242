"""Strangers' Python libraries read our logs, and we theirs: tlog-scales (Python) and metamorphic-log (Rust underneath).

What they accept they have to refuse with one bit changed: else they would prove nothing.
"""

import base64
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import metamorphic_log
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tlog_scales import cli, tlog
from tlog_scales.backend import LocalBackend
from tlog_scales.reader import TilesReader
from tlog_scales.signing import PlainEd25519Signer, Vkey
from tlog_scales.writer import TilesWriter

from fairdeal.engine.tlog import merkle, tiles
from fairdeal.engine.tlog.checkpoint import open_checkpoint
from fairdeal.engine.tlog.cosignature import COSIGNATURE, cosign
from fairdeal.engine.tlog.merkle import ProofError, leaf_hash
from fairdeal.engine.tlog.note import Note, SignatureError, Verifier, write_vkey
from fairdeal.engine.tlog.proof import TlogProof
from fairdeal.service.api.app import create_app
from fairdeal.service.context import Service
from fairdeal.service.log import published as shown
from fairdeal.service.log.export import export
from fairdeal.service.log.outcomes import sequence
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.numbers.committing import commit_ahead
from tests.service.conftest import Clock, Store
from tests.service.players import Table, content

INVALID = metamorphic_log.VerifyError.Verification


@dataclass
class Shown:
    """What the world is shown of one log: its files, an older checkpoint, and an entry with its tlog-proof out of a bundle."""

    folder: Path
    vkey: str
    old: str
    statement: bytes
    proof: TlogProof

    @property
    def note(self) -> str:
        return (self.folder / "checkpoint").read_text("utf-8")

    @property
    def checkpoint(self):
        return open_checkpoint(self.note, Verifier.from_vkey(self.vkey))

    @property
    def reader(self) -> TilesReader:
        """The strangers' reader of the files; it has read the checkpoint."""
        found = TilesReader(LocalBackend(self.folder))
        found.get_checkpoint()
        return found


@pytest.fixture(scope="module")
def both(
    prepared_store: Callable[[str], Store], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Shown]]:
    """Both logs of a service that has dealt and voided, after they have grown past full tiles."""
    folder = tmp_path_factory.mktemp("peers")
    store = prepared_store("sqlite")
    shutil.copytree(store.folder, folder / "data")
    service = Service.start(replace(store.settings, data=folder / "data"), clock=Clock())
    client = create_app(service).test_client()

    def void(count: int) -> None:
        for _ in range(count):
            given_up = Table.open(client)
            given_up.done("void", given_up.opener, {})

    table = Table.open(client, ruleset="no-pass").finish()
    void(4)
    old: dict[str, str] = {}
    for ahead in (200, 700):
        sequence(service.logs.outcomes)
        while commit_ahead(service.logs.commits, service.keys, ahead):
            pass
        for log in service.logs:
            publish(log, Witnesses(None))
            old.setdefault(log.name, shown.checkpoint(log) or "")
        void(40)
    sequence(service.logs.outcomes)
    publish(service.logs.outcomes, Witnesses(None))
    bundle = content(table.call("GET", "proof"))
    found = {}
    for log in service.logs:
        export(log, folder / log.name)
        part = bundle[{"commits": "commit", "outcomes": "outcome"}[log.name]]
        found[log.name] = Shown(
            folder / log.name,
            service.keys.vkeys[log.name],
            old[log.name],
            part["statement"].encode(),
            TlogProof.from_text(part["proof"]),
        )
    yield found
    service.close()


@pytest.fixture(params=["commits", "outcomes"])
def log(request, both) -> Shown:
    """One log and then the other."""
    return both[request.param]


def flipped(data: bytes) -> bytes:
    """The same with one bit changed."""
    return bytes([data[0] ^ 1]) + data[1:]


def forged(note: str) -> str:
    """The note with one bit of its signature changed."""
    head, _, value = note.rstrip("\n").rpartition(" ")
    raw = base64.b64decode(value)
    return f"{head} {base64.b64encode(raw[:-1] + flipped(raw[-1:])).decode()}\n"


# -- signed notes and checkpoints ---------------------------------------------------------------------------------------


def test_both_libraries_accept_our_checkpoints(log):
    """Name, size, root and signature are to them what they are to us, under the vkey that we publish."""
    for note in (log.old, log.note):
        ours = open_checkpoint(note, Verifier.from_vkey(log.vkey))
        theirs = tlog.Checkpoint.from_text(note)
        theirs.verify(Vkey.from_string(log.vkey))
        assert (theirs.origin, theirs.size, theirs.root_hash) == (ours.name, ours.size, ours.root)
        assert theirs.serialize() == note
        head = metamorphic_log.checkpoint_verify(note, [log.vkey])
        assert (head.origin, head.size, head.root, head.extensions) == (ours.name, ours.size, ours.root, [])
        assert metamorphic_log.verify_signed_note(note, [log.vkey]) == 1
    assert Vkey.from_string(log.vkey).serialize() == log.vkey


def test_both_libraries_refuse_what_our_key_did_not_sign(both, log):
    """One bit of the signature, another size, the other log's key: each is refused by both."""
    other = next(one for one in both.values() if one is not log)
    resized = log.note.replace(f"\n{log.checkpoint.size}\n", f"\n{log.checkpoint.size - 1}\n")
    for note, vkey in ((forged(log.note), log.vkey), (resized, log.vkey), (log.note, other.vkey)):
        with pytest.raises((InvalidSignature, RuntimeError)):
            tlog.Checkpoint.from_text(note).verify(Vkey.from_string(vkey))
        with pytest.raises(INVALID):
            metamorphic_log.checkpoint_verify(note, [vkey])
        with pytest.raises(INVALID):
            metamorphic_log.verify_signed_note(note, [vkey])


def test_a_cosignature_of_ours_is_one_to_tlog_scales(log):
    """A witness's line as the engine writes it verifies beside the log's own, and not under another checkpoint."""
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    vkey = write_vkey("witness.example/w", COSIGNATURE, key.public_key().public_bytes_raw())
    line = cosign("witness.example/w", key, Note.from_text(log.note).text, 1_800_000_000)
    value = base64.b64encode(line.key_id + line.value).decode()
    note = f"{log.note}— {line.name} {value}\n"
    tlog.Checkpoint.from_text(note).verify(Vkey.from_string(vkey))
    tlog.Checkpoint.from_text(note).verify(Vkey.from_string(log.vkey))
    assert metamorphic_log.checkpoint_verify(note, [log.vkey]).root == log.checkpoint.root
    with pytest.raises(InvalidSignature):
        tlog.Checkpoint.from_text(f"{log.old}— {line.name} {value}\n").verify(Vkey.from_string(vkey))


# -- proofs -------------------------------------------------------------------------------------------------------------


def test_both_libraries_accept_the_inclusion_proofs_of_bundles(log):
    """The tlog-proof that a bundle carries leads from the statement to the signed root; with one bit changed, to none."""
    proof, leaf = log.proof, leaf_hash(log.statement)
    checkpoint = open_checkpoint(proof.note, Verifier.from_vkey(log.vkey))
    theirs = tlog.InclusionProof(proof.index, checkpoint.size, list(proof.path))
    theirs.check(leaf, checkpoint.root)
    place = (proof.index, checkpoint.size)
    metamorphic_log.verify_inclusion(*place, leaf, list(proof.path), checkpoint.root)
    metamorphic_log.checkpoint_verify_inclusion(proof.note, [log.vkey], proof.index, leaf, list(proof.path))
    bent = [flipped(proof.path[0]), *proof.path[1:]]
    for other_leaf, path in ((flipped(leaf), list(proof.path)), (leaf, bent), (leaf, list(proof.path)[:-1])):
        with pytest.raises(tlog.InclusionProofInvalid):
            replace(theirs, node_hashes=path).check(other_leaf, checkpoint.root)
        with pytest.raises(INVALID):
            metamorphic_log.verify_inclusion(*place, other_leaf, path, checkpoint.root)
        with pytest.raises(INVALID):
            metamorphic_log.checkpoint_verify_inclusion(proof.note, [log.vkey], proof.index, other_leaf, path)


def test_both_libraries_accept_our_consistency_proofs(log):
    """The grown log begins with what was published before; with one bit of proof or old root changed it does not."""
    old, new = open_checkpoint(log.old, Verifier.from_vkey(log.vkey)), log.checkpoint
    assert 0 < old.size < new.size
    path = merkle.consistency_proof(old.size, new.size, node_of(log, new.size))
    tlog.ConsistencyProof(old.size, new.size, path).check(old.root, new.root)
    metamorphic_log.verify_consistency(old.size, new.size, path, old.root, new.root)
    metamorphic_log.checkpoint_verify_consistency(log.old, log.note, [log.vkey], path)
    bent = [*path[:-1], flipped(path[-1])]
    for old_root, proof in ((old.root, bent), (flipped(old.root), path)):
        with pytest.raises(tlog.ConsistencyProofInvalid):
            tlog.ConsistencyProof(old.size, new.size, proof).check(old_root, new.root)
        with pytest.raises(INVALID):
            metamorphic_log.verify_consistency(old.size, new.size, proof, old_root, new.root)
    with pytest.raises(INVALID):
        metamorphic_log.checkpoint_verify_consistency(log.old, log.note, [log.vkey], bent)


def test_all_three_agree_on_every_proof_of_small_trees():
    """Every inclusion and consistency proof of ours for trees of 1 to 24 leaves is one to both libraries."""
    leaves = [leaf_hash(b"entry %d" % index) for index in range(24)]
    node = merkle.nodes_of(leaves)
    roots = [merkle.root(size, node) for size in range(25)]
    for size in range(1, 25):
        for index in range(size):
            path = merkle.inclusion_proof(index, size, node)
            tlog.InclusionProof(index, size, path).check(leaves[index], roots[size])
            metamorphic_log.verify_inclusion(index, size, leaves[index], path, roots[size])
        for old in range(1, size + 1):
            path = merkle.consistency_proof(old, size, node)
            tlog.ConsistencyProof(old, size, path).check(roots[old], roots[size])
            metamorphic_log.verify_consistency(old, size, path, roots[old], roots[size])


# -- tiles --------------------------------------------------------------------------------------------------------------


def node_of(log: Shown, size: int) -> merkle.Node:
    """Our subtrees over the files of a log."""

    def read(tile: tiles.Tile) -> bytes:
        resource = tiles.Resource(tile.level, tile.index, tile.width(size))
        return (log.folder / "tile" / resource.path()).read_bytes()

    return tiles.reader(read)


def test_tlog_scales_reads_our_tiles(log):
    """From our files it computes the signed root, our very proofs, and every entry as its leaf."""
    reader, size = log.reader, log.checkpoint.size
    assert reader.calculate_root_hash() == log.checkpoint.root
    node = node_of(log, size)
    old = open_checkpoint(log.old, Verifier.from_vkey(log.vkey)).size
    assert reader.get_consistency_proof(old, size).node_hashes == merkle.consistency_proof(old, size, node)
    for index in range(size):
        assert leaf_hash(reader.get_entry(index)) == node(0, index)
    for index in {0, size // 2, size - 1, log.proof.index}:
        assert reader.get_inclusion_proof(index, size).node_hashes == merkle.inclusion_proof(index, size, node)
    assert reader.get_entry(log.proof.index) == log.statement


def test_tlog_scales_finds_a_bent_tile(log, tmp_path):
    """One bit of one hash in a copy of our files, and the root is no longer the signed one."""
    copied = replace(log, folder=tmp_path / "copy")
    shutil.copytree(log.folder, copied.folder)
    (path,) = (copied.folder / "tile" / "0").rglob("*.p/*")
    path.write_bytes(flipped(path.read_bytes()))
    assert copied.reader.calculate_root_hash() != log.checkpoint.root
    last, leaf = log.checkpoint.size - 1, leaf_hash(log.reader.get_entry(log.checkpoint.size - 1))
    with pytest.raises(tlog.InclusionProofInvalid):
        copied.reader.get_inclusion_proof(last, last + 1).check(leaf, log.checkpoint.root)
    log.reader.get_inclusion_proof(last, last + 1).check(leaf, log.checkpoint.root)


# -- the other way ------------------------------------------------------------------------------------------------------


def test_we_accept_a_proof_that_tlog_scales_writes(log, capsys):
    """`tlog-tiles gen-proof` over our files prints a tlog-proof that the engine holds; one bit changed, it does not."""
    arguments = cli.build_parser().parse_args(["gen-proof", str(log.folder), str(log.proof.index)])
    arguments.func(arguments)
    written = capsys.readouterr().out
    proof, verifier = TlogProof.from_text(written), Verifier.from_vkey(log.vkey)
    assert proof.text() == written
    assert proof.verify(log.statement, verifier) == log.checkpoint
    with pytest.raises(ProofError):
        proof.verify(flipped(log.statement), verifier)
    with pytest.raises(SignatureError):
        replace(proof, note=forged(proof.note)).verify(log.statement, verifier)


def test_we_read_a_log_that_tlog_scales_writes(tmp_path):
    """A log of theirs, grown in three commits past full tiles: we open its checkpoint, find its root, hold its proofs."""
    signer = PlainEd25519Signer("log.example/theirs", bytes(range(32)))
    writer = TilesWriter.create(tmp_path / "log", "log.example/theirs")
    entries = [b"entry %d" % index for index in range(600)]
    notes = []
    for start, end in ((0, 100), (100, 513), (513, 600)):
        for entry in entries[start:end]:
            writer.add_leaf(entry)
        writer.commit([signer])
        notes.append((tmp_path / "log" / "checkpoint").read_text("utf-8"))
    verifier = Verifier.from_vkey(signer.vkey.serialize())
    old, _, new = (open_checkpoint(note, verifier) for note in notes)
    theirs = Shown(tmp_path / "log", signer.vkey.serialize(), notes[0], b"", TlogProof(0, (), notes[0]))
    node = node_of(theirs, new.size)
    assert (new.size, new.root) == (600, merkle.root(600, node))
    assert new.root == merkle.root(600, merkle.nodes_of([leaf_hash(entry) for entry in entries]))
    proof = theirs.reader.get_consistency_proof(old.size, new.size).node_hashes
    merkle.verify_consistency(old.size, old.root, new.size, new.root, proof)
    with pytest.raises(ProofError):
        merkle.verify_consistency(old.size, old.root, new.size, new.root, [flipped(proof[0]), *proof[1:]])
    for index in (0, 99, 512, 599):
        path = theirs.reader.get_inclusion_proof(index, new.size).node_hashes
        merkle.verify_inclusion(leaf_hash(entries[index]), index, new.size, path, new.root)
        with pytest.raises(ProofError):
            merkle.verify_inclusion(leaf_hash(entries[index]), index, new.size, [flipped(path[0]), *path[1:]], new.root)
    paths = [tmp_path / "log" / "tile" / one.path() for one in tiles.resources(new.size) if one.level is None]
    assert [entry for path in paths for entry in tiles.unpack(path.read_bytes())] == entries
    with pytest.raises(SignatureError):
        open_checkpoint(forged(notes[2]), verifier)
