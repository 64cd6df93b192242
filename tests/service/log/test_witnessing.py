"""Witnesses: asked as C2SP tlog-witness says, believed only as far as their signatures go."""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.tlog.cosignature import COSIGNATURE, cosign
from fairdeal.engine.tlog.merkle import ProofError, verify_consistency
from fairdeal.engine.tlog.note import key_id, write_vkey
from fairdeal.engine.tlog.policy import Policy
from fairdeal.service.keys.anchor import AnchorError, Halted
from fairdeal.service.log import published as shown
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.startup_refused import StartupRefused
from tests.service.log.reader import check_log, open_note


@dataclass
class Witness:
    """A witness by the letter of the specification, in memory."""

    name: str
    vkeys: dict[str, str]
    """Of the logs that it knows, by their names."""
    key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    seen: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    asked: list[tuple[int, int]] = field(default_factory=list)
    answer: httpx.Response | Callable[[httpx.Response], httpx.Response] | None = None
    """What it answers instead, if it misbehaves: a response, or a function of the honest one."""

    @property
    def vkey(self) -> str:
        return write_vkey(self.name, COSIGNATURE, self.key.public_key().public_bytes_raw())

    def handle(self, request: httpx.Request) -> httpx.Response:
        assert (request.method, request.url.path) == ("POST", "/prefix/add-checkpoint")
        honest = self._judge(request.content.decode())
        if self.answer is None:
            return honest
        return self.answer if isinstance(self.answer, httpx.Response) else self.answer(honest)

    def _judge(self, body: str) -> httpx.Response:
        head, note = body.split("\n\n", 1)
        first, *lines = head.split("\n")
        form = re.fullmatch(r"old (0|[1-9][0-9]*)", first)
        assert form is not None
        assert len(lines) <= 63
        old = int(form[1])
        name = note.split("\n")[0]
        size, root = open_note(note, self.vkeys[name])
        self.asked.append((old, size))
        seen, seen_root = self.seen.get(name, (0, b""))
        if old > size:
            return httpx.Response(400)
        if old != seen or (old == size and root != seen_root):
            return httpx.Response(409, headers={"Content-Type": "text/x.tlog.size"}, content=f"{seen}\n".encode())
        if old:
            try:
                verify_consistency(old, seen_root, size, root, [base64.b64decode(line) for line in lines])
            except ProofError:
                return httpx.Response(422)
        else:
            assert lines == []
        self.seen[name] = (size, root)
        return httpx.Response(200, content=self.line(note.split("\n\n")[0] + "\n").encode())

    def line(self, text: str, key: Ed25519PrivateKey | None = None) -> str:
        made = cosign(self.name, key or self.key, text, 1_800_000_000)
        value = base64.b64encode(key_id(self.name, COSIGNATURE, self.key.public_key().public_bytes_raw()) + made.value)
        return f"— {self.name} {value.decode()}\n"


class Network:
    """Some witnesses behind their addresses, and the service's side of them."""

    def __init__(self, service, *names: str, quorum: str = "group q all {names}\nquorum q") -> None:
        keys = {f"{service.settings.origin}/{role}": vkey for role, vkey in service.keys.vkeys.items()}
        self.by_name = {name: Witness(f"{name}.example/witness", keys) for name in names}
        lines = [f"witness {name} {one.vkey} https://{name}.example/prefix/" for name, one in self.by_name.items()]
        self.policy = Policy.from_text("\n".join([*lines, quorum.format(names=" ".join(names)), ""]))
        self.down: set[str] = set()
        self.witnesses = Witnesses(self.policy, transport=httpx.MockTransport(self._handle))

    def __getitem__(self, name: str) -> Witness:
        return self.by_name[name]

    def _handle(self, request: httpx.Request) -> httpx.Response:
        name = request.url.host.split(".")[0]
        if name in self.down:
            raise httpx.ConnectError("nobody there")
        return self.by_name[name].handle(request)


@pytest.fixture
def network(service):
    return Network(service, "one", "two")


def grow(service):
    stand = service.logs.commits.head().size
    assert commit_ahead(service.logs.commits, service.keys, stand + 300)


def test_cosignatures_of_all_witnesses_are_attached(service, network):
    """Each is asked with the size that it knows and a proof from there; the published checkpoint satisfies the policy."""
    for _ in range(3):
        grow(service)
        assert publish(service.logs.commits, network.witnesses)
        network.policy.check(shown.checkpoint(service.logs.commits))
    check_log(service)
    assert network["one"].asked == network["two"].asked == [(0, 385), (385, 641), (641, 897)]
    assert service.logs.proof_of_commit(800).endswith(shown.checkpoint(service.logs.commits))


def test_a_new_process_asks_each_witness_what_it_has_seen(service, network):
    """It is told by a 409 and goes on from there."""
    grow(service)
    publish(service.logs.commits, network.witnesses)
    grow(service)
    fresh = Witnesses(network.policy, transport=httpx.MockTransport(network._handle))
    assert publish(service.logs.commits, fresh)
    assert network["one"].asked == [(0, 385), (0, 641), (385, 641)]


def test_without_the_quorum_nothing_is_published(service, network, caplog):
    """Readers go on to see the old checkpoint, numbers stay unissued; once the witness is back, all is published."""
    before = shown.checkpoint(service.logs.commits)
    grow(service)
    network.down.add("two")
    assert not publish(service.logs.commits, network.witnesses)
    assert "the witness two did not cosign" in caplog.text
    assert "is not published: the quorum q is not reached" in caplog.text
    assert shown.checkpoint(service.logs.commits) == before
    assert service.logs.proof_of_commit(200) is None
    network.down.clear()
    assert publish(service.logs.commits, network.witnesses)
    network.policy.check(shown.checkpoint(service.logs.commits))
    check_log(service)


def test_a_quorum_may_do_without_some(service):
    """Any one of two, or none at all: what was cosigned is attached, what was not does not keep back the checkpoint."""
    for quorum in ("group q any {names}\nquorum q", "quorum none"):
        network = Network(service, "one", "two", quorum=quorum)
        network.down.add("two")
        grow(service)
        assert publish(service.logs.commits, network.witnesses)
        note = shown.checkpoint(service.logs.commits)
        assert note.count("\n— ") == 2
        assert f"— {network['one'].name} " in note


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(403),
        httpx.Response(404),
        httpx.Response(422),
        httpx.Response(500),
        httpx.Response(200, content=b""),
        httpx.Response(200, content=b"\xff"),
        httpx.Response(200, content="— one.example/witness AAAAAAAA".encode()),
        httpx.Response(200, content="— other.example/witness AAAAAAAA\n".encode()),
        httpx.Response(200, content=b"x" * 100_000),
        httpx.Response(409),
        httpx.Response(409, content=b"385\n"),
        httpx.Response(409, headers={"Content-Type": "text/x.tlog.size"}, content=b"many\n"),
        httpx.Response(409, headers={"Content-Type": "text/x.tlog.size"}, content=b"0\n"),
        httpx.Response(301, headers={"Location": "https://two.example/prefix/add-checkpoint"}),
    ],
)
def test_what_is_no_cosignature_is_not_attached(service, network, answer):
    """Whatever a witness answers instead, the quorum is then missing, and the service goes on."""
    grow(service)
    network["one"].answer = answer
    assert not publish(service.logs.commits, network.witnesses)
    service.anchor.require_running()


def test_a_cosignature_by_another_key_or_of_another_text_is_not_attached(service, network):
    """It names the witness, but its key did not sign this checkpoint."""
    grow(service)
    text = service.logs.commits.head().note.split("\n\n")[0] + "\n"
    witness = network["one"]
    for line in (witness.line(text, Ed25519PrivateKey.generate()), witness.line(text.replace("commits", "outcomes"))):
        witness.answer = httpx.Response(200, content=line.encode())
        assert not publish(service.logs.commits, network.witnesses)
    witness.answer = lambda honest: httpx.Response(
        200, content=witness.line(text, Ed25519PrivateKey.generate()).encode() + honest.content
    )
    witness.seen.clear()
    assert publish(service.logs.commits, network.witnesses)
    assert shown.checkpoint(service.logs.commits).count(f"— {witness.name} ") == 1


def test_a_witness_that_knows_a_larger_log_shows_a_rollback(service, network):
    """Its 409 names a size above the database's: the service halts."""
    grow(service)
    network["one"].seen[service.logs.commits.full_name] = (9000, b"0" * 32)
    with pytest.raises(
        AnchorError, match=r"rolled back: its log commits has 385 entries, but the witness one has cosigned 9000"
    ):
        publish(service.logs.commits, network.witnesses)
    with pytest.raises(Halted):
        service.anchor.require_running()


def test_a_witness_of_a_fork_cosigns_nothing(service, network):
    """It saw another tree of a smaller size: the proof does not fit (422), and no cosignature comes."""
    grow(service)
    network["one"].seen[service.logs.commits.full_name] = (100, b"0" * 32)
    assert not publish(service.logs.commits, network.witnesses)
    service.anchor.require_running()


def test_a_policy_that_cannot_be_read_is_refused_at_the_start(service, tmp_path):
    """The text names the file and what is wrong in it."""
    path = tmp_path / "policy"
    settings = replace(service.settings, policy=path)
    with pytest.raises(StartupRefused, match="cannot be read"):
        Witnesses.of(settings)
    path.write_text("quorum nobody\n")
    with pytest.raises(StartupRefused, match="malformed: line 1"):
        Witnesses.of(settings)
    path.write_text("quorum none\n")
    Witnesses.of(settings).close()
