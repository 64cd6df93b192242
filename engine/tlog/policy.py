"""Policies: which witnesses have to have cosigned a checkpoint (C2SP tlog-policy)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from fairdeal.engine.errors import FairdealError, MalformedError
from fairdeal.engine.tlog.cosignature import Cosigner
from fairdeal.engine.tlog.note import Note, Verifier, remember_by_note

_NONE: Final = "none"
_THRESHOLD: Final = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)
_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


class QuorumMissing(FairdealError):
    """A checkpoint that too few witnesses have cosigned."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A witness as a policy names it."""

    name: str
    cosigner: Cosigner
    url: str | None
    """Its submission prefix (C2SP tlog-witness), if the policy gives one."""


@dataclass(frozen=True, slots=True)
class _Group:
    least: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """Logs, witnesses and the quorum."""

    logs: tuple[Verifier, ...]
    witnesses: tuple[Witness, ...]
    quorum: str
    """The name of a witness or group, or ``none``."""
    _groups: Mapping[str, _Group]
    """In the file's order: a group's members stand before it."""

    @property
    def asks_for_witnesses(self) -> bool:
        """Whether a checkpoint needs any cosignature."""
        return self.quorum != _NONE

    def accepts(self, log: Verifier) -> bool:
        """Whether checkpoints of this log count: those of the logs that the policy lists, of any log if it lists none."""
        return not self.logs or log in self.logs

    @classmethod
    def from_text(cls, text: str) -> Policy:
        """Read a policy file; raises `MalformedError` that names the line at fault."""
        reading = _Reading()
        if _CONTROLS.search(text):
            raise MalformedError("a policy holds no control characters but tabs and newlines")
        for number, line in enumerate(text.split("\n"), 1):
            items = line.replace("\t", " ").split(" ")
            items = [item for item in items if item]
            if items and not items[0].startswith("#"):
                try:
                    reading.take(items)
                except MalformedError as fault:
                    raise MalformedError(f"line {number} of the policy: {fault}") from None
        return reading.policy()

    def check(self, note: str) -> None:
        """Hold a checkpoint's note against the quorum. The log's own signature is another matter.

        Raises:
            QuorumMissing: naming the witnesses that did not cosign.
            SignatureError: a line names a witness of the policy, and is no cosignature by it.
            MalformedError: it is no signed note.
        """
        cosigned = _cosigned(note, self.witnesses)
        if self.asks_for_witnesses and self.quorum not in self._with_groups(cosigned):
            missing = ", ".join(witness.name for witness in self.witnesses if witness.name not in cosigned)
            raise QuorumMissing(f"the quorum {self.quorum} is not reached: there is no cosignature by {missing}")

    def _with_groups(self, cosigned: frozenset[str]) -> set[str]:
        """The witnesses that cosigned, and the groups that thereby witnessed."""
        witnessed = set(cosigned)
        for name, group in self._groups.items():
            if sum(member in witnessed for member in group.members) >= group.least:
                witnessed.add(name)
        return witnessed


@remember_by_note
def _cosigned(note: str, witnesses: tuple[Witness, ...]) -> frozenset[str]:
    """The names of the witnesses that cosigned a note; raises as `Policy.check` does."""
    parsed = Note.from_text(note)
    return frozenset(witness.name for witness in witnesses if witness.cosigner.has_cosigned(parsed))


class _Reading:
    """A policy as far as it was read."""

    def __init__(self) -> None:
        self._logs: list[Verifier] = []
        self._witnesses: dict[str, Witness] = {}
        self._groups: dict[str, _Group] = {}
        self._members: set[str] = set()
        self._log_keys: set[bytes] = set()
        self._witness_keys: set[bytes] = set()
        self._quorum: str | None = None

    def take(self, items: list[str]) -> None:
        keyword, *rest = items
        match keyword, rest:
            case "log", [vkey] | [vkey, _]:
                self._take_log(Verifier.from_vkey(vkey))
            case "witness", [name, vkey]:
                self._take_witness(Witness(name, Cosigner.from_vkey(vkey), None))
            case "witness", [name, vkey, url]:
                self._take_witness(Witness(name, Cosigner.from_vkey(vkey), url))
            case "group", [name, threshold, *members] if members:
                self._take_group(name, threshold, tuple(members))
            case "quorum", [name]:
                if self._quorum is not None:
                    raise MalformedError("there is one quorum line")
                if name != _NONE:
                    self._require(name)
                self._quorum = name
            case _:
                raise MalformedError(
                    "expected `log vkey [url]`, `witness name vkey [url]`, `group name all|any|k name…` or `quorum name`"
                )

    def _take_log(self, log: Verifier) -> None:
        if log.key in self._log_keys:
            raise MalformedError(f"the key of the log {log.name} is there already")
        self._log_keys.add(log.key)
        self._logs.append(log)

    def _take_witness(self, witness: Witness) -> None:
        self._require_new(witness.name)
        if witness.cosigner.key in self._witness_keys:
            raise MalformedError(f"the key of the witness {witness.name} is there already")
        self._witness_keys.add(witness.cosigner.key)
        self._witnesses[witness.name] = witness

    def _take_group(self, name: str, threshold: str, members: tuple[str, ...]) -> None:
        self._require_new(name)
        for member in members:
            self._require(member)
            if member in self._members:
                raise MalformedError(f"{member} is a member already: each counts once")
            self._members.add(member)
        if threshold not in ("all", "any") and not _THRESHOLD.fullmatch(threshold):
            raise MalformedError(f"expected all, any or a number as the group's threshold, not {threshold[:20]!r}")
        least = {"all": len(members), "any": 1}.get(threshold) or int(threshold)
        if least > len(members):
            raise MalformedError(f"the group {name[:80]} asks for {least} of {len(members)} members")
        self._groups[name] = _Group(least, members)

    def _require(self, name: str) -> None:
        if name not in self._witnesses and name not in self._groups:
            raise MalformedError(f"no line before it defines {name[:80]!r}")

    def _require_new(self, name: str) -> None:
        if name == _NONE or name in self._witnesses or name in self._groups:
            raise MalformedError(f"the name {name[:80]!r} is taken")

    def policy(self) -> Policy:
        if self._quorum is None:
            raise MalformedError("the policy has no quorum line")
        return Policy(
            tuple(self._logs), tuple(self._witnesses.values()), self._quorum, MappingProxyType(dict(self._groups))
        )
