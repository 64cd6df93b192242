"""Asking witnesses to cosign a checkpoint before it is published (C2SP tlog-witness).

What a witness answers is verified before it is attached. A witness that knows of a larger log than the database does shows that
the database was rolled back.
"""

import base64
import logging
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Self

import httpx

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog.merkle import consistency_proof
from fairdeal.engine.tlog.note import Note, Signature, SignatureError
from fairdeal.engine.tlog.policy import Policy, Witness
from fairdeal.service.log.faults import RolledBack
from fairdeal.service.log.log import Log
from fairdeal.service.settings import Settings
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage import log as store

_LOG: Final = logging.getLogger("fairdeal.witnesses")

TIMEOUT: Final = 5.0
"""Seconds that a witness has for its answer."""
_ROUNDS: Final = 3
"""How often one witness is asked about one checkpoint: it may have to tell us first what it has seen."""
_MAX_ANSWER: Final = 64 * 1024
_SIZE: Final = re.compile(r"(0|[1-9][0-9]{0,18})\n?", re.ASCII)


class Witnesses:
    """The witnesses of a policy, and what each has cosigned last. One thread at a time uses it."""

    def __init__(self, policy: Policy | None, *, transport: httpx.BaseTransport | None = None) -> None:
        self._policy = policy
        self._asked: Sequence[Witness] = (
            [witness for witness in policy.witnesses if witness.url] if policy is not None else []
        )
        # The size of the last checkpoint that a witness cosigned, by its name and the log's.
        self._sizes: dict[tuple[str, str], int] = {}
        self._http = httpx.Client(timeout=TIMEOUT, transport=transport) if self._asked else None

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """The witnesses that the settings name; none without a policy.

        Raises:
            StartupRefused: the policy cannot be read, or names a quorum of witnesses that have no address.
        """
        path = settings.policy
        if path is None:
            return cls(None)
        try:
            return cls(Policy.from_text(path.read_text("utf-8")))
        except OSError as error:
            raise StartupRefused(f"The policy {path} cannot be read: {error.strerror}.") from None
        except (MalformedError, UnicodeDecodeError) as fault:
            raise StartupRefused(f"The policy {path} is malformed: {fault}.") from None

    def close(self) -> None:
        """Close the connections to the witnesses."""
        if self._http is not None:
            self._http.close()

    def cosign(self, log: Log, head: store.Head) -> str:
        """The head's checkpoint with the cosignatures that could be had.

        Raises:
            QuorumMissing: they are too few for the policy.
            RolledBack: a witness has cosigned a larger log than there is.
        """
        note = head.note
        if self._asked:
            with ThreadPoolExecutor(max_workers=len(self._asked)) as pool:
                for lines in pool.map(lambda witness: self._lines(witness, log, head), self._asked):
                    note += lines
        if self._policy is not None:
            self._policy.check(note)
        return note

    def _lines(self, witness: Witness, log: Log, head: store.Head) -> str:
        """The witness's signature lines on the checkpoint; none if it does not cosign."""
        try:
            return self._ask(witness, log, head)
        except (httpx.HTTPError, _Refused) as refusal:
            _LOG.warning(
                "the witness %s did not cosign %s of size %d: %s", witness.name, log.full_name, head.size, refusal
            )
            return ""

    def _ask(self, witness: Witness, log: Log, head: store.Head) -> str:
        pair = (witness.name, log.name)
        for _ in range(_ROUNDS):
            old = self._sizes.get(pair, 0)
            status, kind, answer = self._post(witness, _request(log, old, head))
            if status == httpx.codes.OK:
                lines = _verified(witness, head.note, answer)
                self._sizes[pair] = head.size
                return lines
            size = _SIZE.fullmatch(answer)
            if status != httpx.codes.CONFLICT or kind != "text/x.tlog.size" or size is None:
                raise _Refused(f"it answered {status}")
            seen = int(size[1])
            if seen == old:
                raise _Refused("it has cosigned another log of the same size")
            if seen > head.size:
                # Another process may have published a larger one meanwhile, with this witness's cosignature.
                newest = log.head().size
                if seen > newest:
                    raise RolledBack(
                        f"its log {log.name} has {newest} entries, but the witness {witness.name} has cosigned {seen}."
                    )
                raise _Refused(f"it has cosigned a larger checkpoint, of size {seen}")
            self._sizes[pair] = seen
        raise _Refused("it keeps naming other sizes")

    def _post(self, witness: Witness, body: bytes) -> tuple[int, str, str]:
        """Status, media type and text of the witness's answer."""
        assert self._http is not None and witness.url is not None
        address = f"{witness.url.rstrip('/')}/add-checkpoint"
        with self._http.stream("POST", address, content=body, headers={"Content-Type": "text/plain"}) as response:
            content = b""
            for part in response.iter_bytes():
                content += part
                if len(content) > _MAX_ANSWER:
                    raise _Refused(f"its answer is longer than {_MAX_ANSWER} bytes")
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip()
        try:
            return response.status_code, kind, content.decode("utf-8")
        except UnicodeDecodeError:
            raise _Refused("its answer is no text") from None


class _Refused(Exception):
    """A witness gave no cosignature, and why."""


def _request(log: Log, old: int, head: store.Head) -> bytes:
    """The body of an add-checkpoint call: the size that the witness knows, how it goes on from there, and the checkpoint."""
    proof = log.database.read(lambda conn: consistency_proof(old, head.size, log.subtrees.of_size(conn, head.size)))
    hashes = "".join(f"{base64.b64encode(hashed).decode('ascii')}\n" for hashed in proof)
    return f"old {old}\n{hashes}\n{head.note}".encode()


def _verified(witness: Witness, note: str, answer: str) -> str:
    """Those lines of a witness's answer that are its cosignatures of the note."""
    try:
        parsed = Note.from_text(note + answer)
    except MalformedError as fault:
        raise _Refused(f"its answer is no signature: {fault}") from None
    own = Note.from_text(note).signatures
    answered = answer.split("\n")
    lines = [
        line
        for line, signature in zip(answered, parsed.signatures[len(own) :], strict=False)
        if _is_cosignature(witness, signature, parsed.text)
    ]
    if not lines:
        raise _Refused("its answer holds no cosignature by its key")
    return "".join(f"{line}\n" for line in lines)


def _is_cosignature(witness: Witness, line: Signature, text: str) -> bool:
    try:
        return witness.cosigner.time_of(line, text) is not None
    except SignatureError:
        return False
