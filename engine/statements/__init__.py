"""The statements of the protocol, one a file: read strictly, written byte for byte."""

from engine.statements.commit import Commit
from engine.statements.genesis import Genesis, Previous
from engine.statements.move import Move
from engine.statements.open import Open
from engine.statements.outcome import Outcome, parse_outcome
from engine.statements.record import Record
from engine.statements.reveal import Reveal
from engine.statements.seals import Seals
from engine.statements.table import Table
from engine.statements.void import Void

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
