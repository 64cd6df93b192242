"""Both logs of an origin, as one process holds them."""

from collections.abc import Iterator
from typing import Final

from fairdeal.service.keys.anchor import Anchor
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.log.log import Log
from fairdeal.service.log.proofs import Proofs
from fairdeal.service.storage import log as store
from fairdeal.service.storage.database import Database


class Logs:
    """The log of commitments, in which number N is entry N behind the genesis, and the log of outcomes."""

    def __init__(self, database: Database, keys: KeyFile, anchor: Anchor) -> None:
        self.commits: Final = Log(store.COMMITS, keys.commits_signer, database, anchor)
        self.outcomes: Final = Log(store.OUTCOMES, keys.outcomes_signer, database, anchor)
        self._proofs: Final = {log.name: Proofs(log) for log in self}

    def __iter__(self) -> Iterator[Log]:
        return iter((self.commits, self.outcomes))

    def by_name(self, name: str) -> Log | None:
        """``commits`` or ``outcomes``; ``None`` for any other name."""
        return {log.name: log for log in self}.get(name)

    def proof_of_commit(self, number: int) -> str | None:
        """The tlog-proof of a number's commitment; ``None`` until it is published."""
        return self._proofs[store.COMMITS].proof(number)

    def proof_of_outcome(self, index: int) -> str | None:
        """The tlog-proof of the outcome at an index; ``None`` until it is published."""
        return self._proofs[store.OUTCOMES].proof(index)

    def place_of_outcome(self, index: int | None) -> tuple[int | None, str | None]:
        """The index of an outcome and its tlog-proof; neither is told before both are there."""
        proof = None if index is None else self.proof_of_outcome(index)
        return (None, None) if proof is None else (index, proof)
