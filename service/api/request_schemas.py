"""The bodies and query strings that the API takes."""

from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range

from fairdeal.service.api.addresses import MAX_NUMBER
from fairdeal.service.api.fields import CardField, CardList, CardLists, Formed, HexBytes, QueryWhole, Truth, Whole
from fairdeal.service.deals.deal import ENDED, RUNNING

STATES: Final = ("committed", *sorted(RUNNING), *sorted(ENDED))
MOST_LISTED: Final = 100
"""Public views in one list."""
MOST_PROOFS: Final = 1000
"""Numbers in one answer of proofs, at most; its size is bounded too."""
MOST_NAMED: Final = 100
"""Numbers in one answer of proofs that are asked for one by one."""

_RULESET: Final = {"shape": "RulesetChoice"}
_CARD: Final = {"shape": "CardInput"}
_CARDS: Final[dict[str, Any]] = {
    "type": "array",
    "items": {"$ref": "#/components/schemas/CardInput"},
    "maxItems": 54,
}
_PASSES: Final[dict[str, Any]] = {"type": ["array", "null"], "items": _CARDS, "maxItems": 6}
_SIGNATURE: Final = {
    "description": "Ed25519 over the move statement; needed from a seat that has a key, refused from others."
}


class Body(Schema):
    """A body: no field but those that are named."""

    class Meta:
        """Refuse all others."""

        unknown = RAISE


class SheetLink(Body):
    """The score sheet that a deal belongs to."""

    id = Formed("[0-9a-f]{32}", "32 hexadecimal digits", required=True)
    token = fields.String(required=True, validate=Length(1, 100))


class OpenBody(Body):
    """The terms of a deal; each has a default."""

    ruleset = fields.Raw(metadata=_RULESET)
    hand = Whole(
        validate=Range(1, MAX_NUMBER),
        metadata={"description": "Hand number on its score sheet: sets the direction of the pass."},
    )
    contributors = fields.List(
        Whole(validate=Range(0, 5)),
        validate=Length(1, 6),
        metadata={"description": "Seats that add randomness; by default [0].", "uniqueItems": True},
    )
    sealed = Truth(
        metadata={"description": "Whether contributions are sealed first; by default with two or more contributors."}
    )
    opener = fields.String(
        validate=OneOf(("blind", "sighted")),
        metadata={
            "description": "Whether the opener holds the seats' tokens; by default blind with several contributors."
        },
    )
    ttl = Whole(validate=Range(1, MAX_NUMBER), metadata={"description": "Seconds until the deal expires."})
    sheet = fields.Nested(
        SheetLink,
        metadata={"description": "Instead of ruleset and hand: they come from the score sheet, the points go to it."},
    )


class ClaimBody(Body):
    """A claim of a seat."""

    token_hash = HexBytes(
        32, required=True, metadata={"description": "SHA-256 of the client's own token, the whole string."}
    )
    key = HexBytes(
        32, allow_none=True, metadata={"description": "Ed25519 public key that will sign this seat's moves."}
    )


class SealBody(Body):
    """A seal."""

    seal = HexBytes(32, required=True, metadata={"description": "What fixes the nonce (protocol, section 3)."})


class ContributionBody(Body):
    """A contribution."""

    nonce = HexBytes(32, required=True, metadata={"description": "32 random bytes that the client drew itself."})


class PassBody(Body):
    """A pass."""

    cards = CardList(required=True, metadata=_CARDS)
    signature = HexBytes(64, allow_none=True, metadata=_SIGNATURE)


class PlayBody(Body):
    """A play."""

    card = CardField(required=True, metadata=_CARD)
    signature = HexBytes(64, allow_none=True, metadata=_SIGNATURE)


class RecordBody(Body):
    """A whole hand."""

    passes = CardLists(
        required=True,
        allow_none=True,
        metadata={**_PASSES, "description": "By seat; null for a hand that passes nothing."},
    )
    plays = CardList(required=True, metadata={**_CARDS, "description": "Every card in the order played."})


class Nothing(Body):
    """An empty object."""


class ListQuery(Body):
    """Where a list begins and how long it is."""

    after = QueryWhole(
        validate=Range(0, MAX_NUMBER), metadata={"description": "Numbers above this one, ascending.", "example": 0}
    )
    before = QueryWhole(validate=Range(1, MAX_NUMBER), metadata={"description": "Numbers below this one, descending."})
    limit = QueryWhole(
        load_default=20, validate=Range(1, MOST_LISTED), metadata={"description": "How many at most.", "example": 20}
    )
    state = fields.String(
        validate=OneOf(STATES),
        metadata={"description": "Only deals in this state. Without it, all but numbers that were not handed out."},
    )

    @validates_schema
    def _one_direction(self, data: dict[str, object], **_: object) -> None:
        if "after" in data and "before" in data:
            raise ValidationError("A list goes up from after or down from before, not both.", "before")


class ProofsQuery(Body):
    """Which proofs: a range, or numbers one by one."""

    after = QueryWhole(validate=Range(0, MAX_NUMBER), metadata={"description": "Numbers above this one, ascending."})
    limit = QueryWhole(
        load_default=100, validate=Range(1, MOST_PROOFS), metadata={"description": "How many numbers at most."}
    )
    numbers = Formed(
        f"[1-9][0-9]{{0,15}}(,[1-9][0-9]{{0,15}}){{0,{MOST_NAMED - 1}}}",
        f"up to {MOST_NAMED} numbers without zeros in front, separated by commas",
        metadata={
            "description": f"Numbers one by one, up to {MOST_NAMED}, separated by commas; then neither after nor limit.",
            "example": "3,17",
        },
    )

    @validates_schema(skip_on_field_errors=True)
    def _one_way(self, data: dict[str, object], **_: object) -> None:
        if "numbers" in data and "after" in data:
            raise ValidationError("Numbers are listed by numbers or counted from after, not both.", "numbers")
        for number in numbers_of(data) or ():
            if number > MAX_NUMBER:
                raise ValidationError(f"Numbers go up to {MAX_NUMBER}.", "numbers")


def numbers_of(query: dict[str, Any]) -> list[int] | None:
    """The numbers that a loaded `ProofsQuery` names one by one; ``None`` if it names none."""
    return [int(number) for number in query["numbers"].split(",")] if "numbers" in query else None
