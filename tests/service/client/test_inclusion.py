"""The commitment in the log: a proof that the service gives has to be one."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.protocol import Commit
from fairdeal.engine.tlog.checkpoint import Checkpoint
from fairdeal.engine.tlog.merkle import inclusion_proof, leaf_hash, nodes_of, root
from fairdeal.engine.tlog.note import NoteSigner
from fairdeal.engine.tlog.proof import TlogProof
from tests.service.client.cheating import OTHER, caught, in_views, is_view


def logged(service, view, *, index=None, commitment=None, signer=None, size=9):
    """A tlog-proof, signed by the log's key, of a log in which the view's commitment stands at its number."""
    number = view["number"]
    named = bytes.fromhex(view["commitment"]) if commitment is None else commitment
    index = number if index is None else index
    leaves = [leaf_hash(f"leaf {at}".encode()) for at in range(size)]
    leaves[index] = leaf_hash(Commit("deals.example.com", number, named).text().encode())
    node = nodes_of(leaves)
    checkpoint = Checkpoint("deals.example.com/commits", size, root(size, node))
    note = (signer or service.keys.commits_signer).sign(checkpoint.text())
    return TlogProof(index, tuple(inclusion_proof(index, size, node)), note).text()


LOGS = {
    "no proof": (lambda _service, _view: "oops", "does not have this commitment"),
    "another commitment": (
        lambda service, view: logged(service, view, commitment=OTHER),
        "does not have this commitment",
    ),
    "another place": (lambda service, view: logged(service, view, index=3), "has this commitment at 3, not at 1"),
    "another key": (
        lambda service, view: logged(
            service, view, signer=NoteSigner("deals.example.com/commits", Ed25519PrivateKey.generate())
        ),
        "does not have this commitment",
    ),
}


@pytest.mark.parametrize("case", LOGS)
def test_a_false_inclusion_proof_is_seen(operator, service, case):
    """Where the service proves that the commitment is in its log, the proof has to be one."""
    change, said = LOGS[case]
    error = caught(operator, in_views(lambda view: view["log"].update(proof=change(service, view))))
    assert said in str(error)
    assert len(error.notes) == 2


def test_a_true_inclusion_proof_is_accepted(operator, service):
    """A proof of the commitment, at its number, under a checkpoint of the log's key, lets the client go on."""

    def tamper(_request, document):
        if is_view(document):
            document["log"]["proof"] = logged(service, document)

    assert operator.play(tamper).report.failed == ()


@pytest.mark.parametrize("seats", [False, True])
def test_nothing_is_contributed_before_the_log_holds_the_commitment(operator, seats):
    """A number whose commitment is shown without a proof gets neither a seal nor a nonce."""
    calls = []

    def tamper(request, document):
        calls.append(request.url.path)
        if is_view(document):
            document["log"]["proof"] = None

    assert "does not prove that the commitment is in its log" in str(caught(operator, tamper, seats=seats))
    assert not [path for path in calls if "/seals/" in path or "/contributions/" in path]
