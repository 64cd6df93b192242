"""The bodies and query strings that the API takes."""

from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range

from service.api.fields import CardField, CardList, HexBytes, Truth, Whole
from service.deals.deal import ENDED, RUNNING

MAX_NUMBER: Final = 2**53 - 1
STATES: Final = ("committed", *sorted(RUNNING), *sorted(ENDED))

_RULESET: Final = {"$ref": "#/components/schemas/RulesetChoice"}
_CARDS: Final = {"type": "array", "items": {"type": "string"}, "maxItems": 54}


def ruleset(**kwargs: Any) -> fields.Raw:  # noqa: ANN401 - passed on as it is
    """A ruleset in any of its forms; the engine reads it, and names every field that is wrong."""
    return fields.Raw(metadata=_RULESET, **kwargs)


class GameLink(Schema):
    """A score sheet that a deal belongs to."""

    id = fields.String(required=True, metadata={"pattern": "^[0-9a-f]{32}$"})
    token = fields.String(required=True)


class OpenBody(Schema):
    """The terms of a deal; all have defaults."""

    ruleset = ruleset()
    hand = Whole(validate=Range(1, MAX_NUMBER), metadata={"description": "Hand number in its game: sets the pass."})
    contributors = fields.List(Whole(validate=Range(0, 5)), validate=Length(1, 6))
    sealed = Truth()
    opener = fields.String(validate=OneOf(("blind", "sighted")))
    ttl = Whole(validate=Range(1, MAX_NUMBER), metadata={"description": "Seconds until the deal expires."})


class ClaimBody(Schema):
    """A claim of a seat."""

    token_hash = HexBytes(32, required=True, metadata={"description": "SHA-256 of the client's own token, as text."})
    key = HexBytes(32, allow_none=True, metadata={"description": "Ed25519 public key that will sign this seat's moves."})


class SealBody(Schema):
    """A seal."""

    seal = HexBytes(32, required=True)


class ContributionBody(Schema):
    """A contribution."""

    nonce = HexBytes(32, required=True, metadata={"description": "32 random bytes that the client drew itself."})


class PassBody(Schema):
    """A pass."""

    cards = CardList(required=True, metadata=_CARDS)
    signature = HexBytes(64, allow_none=True, metadata={"description": "Ed25519, of a seat that has a key."})


class PlayBody(Schema):
    """A play."""

    card = CardField(required=True)
    signature = HexBytes(64, allow_none=True, metadata={"description": "Ed25519, of a seat that has a key."})


class RecordBody(Schema):
    """A whole hand."""

    passes = fields.List(CardList(metadata=_CARDS), required=True, allow_none=True, validate=Length(max=6))
    plays = CardList(required=True, metadata=_CARDS)


class Nothing(Schema):
    """An empty object."""


class ListQuery(Schema):
    """Where a list begins and how long it is."""

    after = fields.Integer(validate=Range(0, MAX_NUMBER))
    before = fields.Integer(validate=Range(1, MAX_NUMBER + 1))
    limit = fields.Integer(load_default=20, validate=Range(1, 100))
    state = fields.String(validate=OneOf(STATES))

    @validates_schema
    def _one_direction(self, data: dict[str, object], **_: object) -> None:
        if "after" in data and "before" in data:
            raise ValidationError("A list goes up from «after» or down from «before», not both.", "before")


class ProofsQuery(Schema):
    """Which proofs: a range, or numbers by name."""

    after = fields.Integer(validate=Range(0, MAX_NUMBER))
    limit = fields.Integer(load_default=100, validate=Range(1, 1000))
    numbers = fields.String(metadata={"description": "Up to 100 numbers, separated by commas."})

    @validates_schema
    def _one_way(self, data: dict[str, object], **_: object) -> None:
        if "numbers" in data and "after" in data:
            raise ValidationError("Numbers are listed by «numbers» or counted from «after», not both.", "numbers")


def numbers_of(text: str) -> list[int]:
    """The numbers of a comma-separated list; raises `ValueError` with what is wrong."""
    parts = text.split(",")
    if len(parts) > 100:
        raise ValueError(f"At most 100 numbers are taken at once, not {len(parts)}.")
    for part in parts:
        if not part.isascii() or not part.isdigit() or part.startswith("0") or len(part) > 16 or int(part) > MAX_NUMBER:
            raise ValueError(f"Expected numbers without zeros in front, separated by commas, not {part[:40]!r}.")
    return [int(part) for part in parts]
