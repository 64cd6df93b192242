"""The shapes of statements, proofs and outcomes, as several resources return them."""

from typing import Any, ClassVar

from marshmallow import fields
from marshmallow.validate import Range

from fairdeal.engine.protocol.grammar import MAX_NUMBER
from fairdeal.service.http.fields import Named, Statement, Text, Whole, chosen, counted
from fairdeal.service.http.schemas import ResponseSchema, Shape


class Note(Named):
    """A signed note."""

    component = "Note"
    named_shape: ClassVar[Shape] = {
        "type": "string",
        "description": "A signed note (C2SP signed-note): a text, an empty line, and signature lines.",
    }


class Proof(Named):
    """A proof of inclusion."""

    component = "Proof"
    named_shape: ClassVar[Shape] = {
        "type": "string",
        "description": "A proof of inclusion in a published log, with its checkpoint (C2SP tlog-proof).",
    }


class SignedStatementSchema(ResponseSchema):
    """A statement, and the signed note that it stands in."""

    statement = Statement()
    note = Note(metadata={"description": "The statement with the service's signature."})


class OutcomeSchema(ResponseSchema):
    """How a number ended."""

    statement = Statement(metadata={"description": "The reveal or void statement."})
    index = counted(
        allow_none=True, metadata={"description": "Its leaf in the outcomes log; null until it is sequenced."}
    )
    proof = Proof(allow_none=True, metadata={"description": "Null until a published checkpoint covers it."})


class OutcomeStatementSchema(ResponseSchema):
    """The outcome that a call brought about."""

    outcome = Statement(metadata={"description": "The reveal or void statement; its proof follows in the deal's view."})


class VkeysSchema(ResponseSchema):
    """The service's verifier keys (C2SP signed-note), to be pinned."""

    statements = Text(metadata={"description": "Of the key that signs open, seals and table statements."})
    commits = Text(metadata={"description": "Of the key that signs checkpoints of the commits log."})
    outcomes = Text(metadata={"description": "Of the key that signs checkpoints of the outcomes log."})


def protocol() -> fields.String:
    """The member that names the protocol."""
    return chosen("fairdeal/v1", metadata={"description": "The protocol's name and version."})


def number(about: str = "The number of the deal.", **kwargs: Any) -> Whole:  # noqa: ANN401 - passed on as it is
    """The number of a deal."""
    return Whole(validate=Range(1, MAX_NUMBER), metadata={"description": about}, **kwargs)


def hand_number(**kwargs: Any) -> Whole:  # noqa: ANN401 - passed on as it is
    """The number of a hand."""
    about = "The number of the hand on its score sheet, from 1."
    return Whole(validate=Range(1, MAX_NUMBER), metadata={"description": about}, **kwargs)
