"""The bodies of validations: one sequence of passes and plays, or many."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, Range

from fairdeal.engine.protocol.grammar import MAX_NUMBER
from fairdeal.service.games.hearts.validations import Plays
from fairdeal.service.http.bodies import load
from fairdeal.service.http.fields import MOST_CARDS, BoundedList, CardLists, RulesetField, Whole, card_lists, cards
from fairdeal.service.http.schemas import BodySchema, Shape, ref

MOST_SEQUENCES: Final = 1000
"""How many sequences one request may hold."""
FORMS: Final = ("hands", "deal", "pbn", "openspiel")
"""The ways to say which hands; a sequence has one of them."""

_MOST_ACTIONS: Final = 1 + 52 + 12 + 52
_PLAY: Final[Shape] = {
    "anyOf": [
        ref("CardInput"),
        {
            "type": "object",
            "properties": {"seat": ref("Seat"), "card": ref("CardInput")},
            "required": ["card"],
            "additionalProperties": False,
        },
    ]
}


class PlayList(fields.Field[Plays]):
    """Plays: cards, or `{seat, card}` where it is said who plays."""

    shape: ClassVar[Shape] = {"type": "array", "items": _PLAY, "maxItems": MOST_CARDS}

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> Plays:
        return _plays(value)


def _plays(value: object) -> Plays:
    if not isinstance(value, list) or len(value) > MOST_CARDS or dict not in map(type, value):
        return Plays(cards(value), None)
    faults: dict[str | int, Any] = {}
    seats: list[int | None] = []
    named: list[object] = []
    for index, play in enumerate(value):
        seat = None
        card = play
        if isinstance(play, dict):
            fault, seat, card = _read_play(play)
            if fault:
                faults[index] = fault
        seats.append(seat)
        named.append(card)
    if faults:
        raise ValidationError(faults)
    try:
        return Plays(cards(named), seats)
    except ValidationError as error:
        if isinstance(error.messages, dict):
            raise ValidationError(
                {
                    index: {"card": said} if isinstance(value[index], dict) else said
                    for index, said in error.messages.items()
                }
            ) from None
        raise


def _read_play(play: dict[str, object]) -> tuple[dict[str, list[str]], int | None, object]:
    faults = {str(name): ["Unknown field."] for name in play if name not in ("seat", "card")}
    seat = play.get("seat")
    if "seat" in play and (not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat <= 5):
        faults["seat"] = ["Expected a seat, 0 to 5."]
    if "card" not in play:
        faults["card"] = ["Missing data for required field."]
    return faults, seat if isinstance(seat, int) else None, play.get("card")


class Actions(fields.Field[list[int]]):
    """OpenSpiel's actions: integers, or the text that a deal's notation gives."""

    shape: ClassVar[Shape] = {
        "anyOf": [
            {
                "type": "array",
                "items": {"type": "integer", "minimum": 0, "maximum": 51},
                "maxItems": _MOST_ACTIONS,
            },
            {"type": "string"},
        ]
    }

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object
    ) -> list[int]:
        if isinstance(value, str | list) and len(value) > _MOST_ACTIONS * (3 if isinstance(value, str) else 1):
            raise ValidationError(f"Expected at most {_MOST_ACTIONS} actions.")
        if isinstance(value, str):
            words = value.split(" ")
            if not all(word.isascii() and word.isdigit() and len(word) <= 2 for word in words):
                raise ValidationError("Expected whole numbers, separated by single spaces.")
            return [int(word) for word in words]
        if not isinstance(value, list) or not all(type(action) is int for action in value):
            raise ValidationError("Expected a list of whole numbers.")
        return value


class SequenceBodySchema(BodySchema):
    """A sequence of passes and plays, and the hands that it starts from."""

    ruleset = RulesetField()
    hand = Whole(
        validate=Range(1, MAX_NUMBER),
        metadata={"description": "The number of the hand on its score sheet: sets the direction of the pass."},
    )
    hands = CardLists(least=3, metadata={"description": "The cards of each seat."})
    deal = Whole(
        validate=Range(1, MAX_NUMBER),
        metadata={
            "description": "A deal that has ended: its hands, and its ruleset and hand number unless others are given."
        },
    )
    pbn = fields.String(
        validate=Length(max=1000), metadata={"description": "Hands, passes and plays as a line in the manner of PBN."}
    )
    openspiel = Actions(
        validate=Length(max=_MOST_ACTIONS), metadata={"description": "Hands, passes and plays as OpenSpiel's actions."}
    )
    passes = CardLists(
        gaps=True,
        allow_none=True,
        metadata={
            "description": "By seat, null for a seat that has not passed; null as a whole if the hands are those after the pass."
        },
    )
    plays = PlayList(metadata={"description": "In the order played."})

    @validates_schema
    def _one_form(self, data: dict[str, object], **_: object) -> None:
        forms = [form for form in FORMS if form in data]
        if len(forms) != 1:
            raise ValidationError(f"Expected the hands as exactly one of {', '.join(FORMS)}.")
        if forms[0] in ("pbn", "openspiel"):
            doubled = [name for name in ("passes", "plays") if name in data]
            if doubled:
                raise ValidationError({name: [f"They come from {forms[0]}."] for name in doubled})


_SEQUENCE: Final = SequenceBodySchema()


def _ruleset(value: object) -> object:
    if value is None:
        raise ValidationError("Expected a ruleset.")
    return value


_PLAIN: Final[Mapping[str, Callable[[object], object]]] = {
    "ruleset": _ruleset,
    "hand": _SEQUENCE.fields["hand"].deserialize,
    "hands": card_lists,
    "passes": lambda value: None if value is None else card_lists(value, gaps=True),
    "plays": _plays,
}
"""How the schema reads the fields of a sequence that writes out its hands."""


def read_sequence(value: object) -> dict[str, object]:
    """What `SequenceBodySchema` makes of a JSON value; 422 with a pointer to each fault.

    Nearly every sequence writes out its hands and has no fault. Such a one is read field by field: the schema is there to find
    and to name every fault, and costs more than judging the hand.
    """
    if isinstance(value, dict) and "hands" in value and value.keys() <= _PLAIN.keys():
        try:
            return {name: _PLAIN[name](member) for name, member in value.items()}
        except ValidationError:
            pass
    loaded: dict[str, object] = load(_SEQUENCE, value)
    return loaded


class SequencesBodySchema(BodySchema):
    """Up to a thousand sequences."""

    items = BoundedList(fields.Raw(allow_none=True), 1, MOST_SEQUENCES, required=True)
