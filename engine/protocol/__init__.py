"""The statements of the protocol, one a file: read strictly, written byte for byte."""

from fairdeal.engine.protocol.commit import Commit
from fairdeal.engine.protocol.genesis import Genesis, Previous
from fairdeal.engine.protocol.move import Move
from fairdeal.engine.protocol.open import Open
from fairdeal.engine.protocol.outcome import Outcome, parse_outcome
from fairdeal.engine.protocol.record import Record
from fairdeal.engine.protocol.reveal import Reveal
from fairdeal.engine.protocol.seals import Seals
from fairdeal.engine.protocol.table import Table
from fairdeal.engine.protocol.void import Void

__all__ = [
    "Commit",
    "Genesis",
    "Move",
    "Open",
    "Outcome",
    "Previous",
    "Record",
    "Reveal",
    "Seals",
    "Table",
    "Void",
    "parse_outcome",
]
