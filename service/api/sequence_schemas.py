"""The bodies of validations: one sequence of passes and plays, or many."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, Range

from fairdeal.service.api.addresses import MAX_NUMBER
from fairdeal.service.api.bodies import load
from fairdeal.service.api.fields import CardLists, Whole, card_lists, cards
from fairdeal.service.api.request_schemas import Body
from fairdeal.service.api.shapes import Shape, array, or_null, record, ref
from fairdeal.service.games.hearts.validations import Plays

MOST_SEQUENCES: Final = 1000
"""How many sequences one request may hold."""
FORMS: Final = ("hands", "deal", "pbn", "openspiel")
"""The ways to say which hands; a sequence has one of them."""

_MOST_ACTIONS: Final = 1 + 52 + 12 + 52
_CARDS: Final = array(ref("CardInput"), maxItems=54)
_PLAY: Final[Shape] = {
    "anyOf": [
        ref("CardInput"),
        record({"card": ref("CardInput")}, seat={"type": "integer", "minimum": 0, "maximum": 5}),
    ]
}


class PlayList(fields.Field[Plays]):
    """Plays: cards, or ``{seat, card}`` where it is said who plays."""

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> Plays:
        return _plays(value)


def _plays(value: object) -> Plays:
    if not isinstance(value, list) or dict not in map(type, value):
        return Plays(cards(value), None)
    faults: dict[str | int, Any] = {}
    seats: list[int | None] = []
    named: list[object] = []
    for at, play in enumerate(value):
        seat = None
        card = play
        if isinstance(play, dict):
            fault, seat, card = _read_play(play)
            if fault:
                faults[at] = fault
        seats.append(seat)
        named.append(card)
    if faults:
        raise ValidationError(faults)
    try:
        return Plays(cards(named), seats)
    except ValidationError as error:
        if isinstance(error.messages, dict):
            raise ValidationError(
                {at: {"card": said} if isinstance(value[at], dict) else said for at, said in error.messages.items()}
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

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object
    ) -> list[int]:
        if isinstance(value, str):
            words = value.split(" ")
            if not all(word.isascii() and word.isdigit() and len(word) <= 2 for word in words):
                raise ValidationError("Expected whole numbers, separated by single spaces.")
            return [int(word) for word in words]
        if not isinstance(value, list) or not all(type(action) is int for action in value):
            raise ValidationError("Expected a list of whole numbers.")
        return value


class SequenceBody(Body):
    """A sequence of passes and plays, and the hands that it starts from."""

    ruleset = fields.Raw(metadata={"shape": "RulesetChoice"})
    hand = Whole(
        validate=Range(1, MAX_NUMBER),
        metadata={"description": "Hand number on its score sheet: sets the direction of the pass."},
    )
    hands = CardLists(metadata={**array(_CARDS, minItems=3, maxItems=6), "description": "The cards of each seat."})
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
        metadata={
            "anyOf": [
                array({"type": "integer", "minimum": 0, "maximum": 51}, maxItems=_MOST_ACTIONS),
                {"type": "string"},
            ],
            "description": "Hands, passes and plays as OpenSpiel's actions.",
        },
        validate=Length(max=_MOST_ACTIONS),
    )
    passes = CardLists(
        gaps=True,
        allow_none=True,
        metadata={
            **or_null(array(or_null(_CARDS), maxItems=6)),
            "description": "By seat, null for a seat that has not passed; null as a whole if the hands are those after the pass.",
        },
    )
    plays = PlayList(metadata={**array(_PLAY, maxItems=54), "description": "In the order played."})

    @validates_schema
    def _one_form(self, data: dict[str, object], **_: object) -> None:
        given = [form for form in FORMS if form in data]
        if len(given) != 1:
            raise ValidationError(f"Say which hands in one of these ways: {', '.join(FORMS)}.")
        if given[0] in ("pbn", "openspiel"):
            doubled = [name for name in ("passes", "plays") if name in data]
            if doubled:
                raise ValidationError({name: [f"They come from {given[0]}."] for name in doubled})


_SEQUENCE: Final = SequenceBody()


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
    """What `SequenceBody` makes of a JSON value; 422 with a pointer to each fault.

    Nearly every sequence writes out its hands and has no fault. Such a one is read field by field: the schema is there to find
    and to name every fault, and costs more than judging the hand.
    """
    if isinstance(value, dict) and "hands" in value and value.keys() <= _PLAIN.keys():
        try:
            return {name: _PLAIN[name](given) for name, given in value.items()}
        except ValidationError:
            pass
    loaded: dict[str, object] = load(_SEQUENCE, value)
    return loaded


class SequencesBody(Body):
    """Up to a thousand sequences."""

    items = fields.List(fields.Raw(allow_none=True), required=True, validate=Length(1, MOST_SEQUENCES))
