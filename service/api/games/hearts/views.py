"""What Hearts adds to views and problems: the pass, the tricks, the points; the rule that a move broke."""

from marshmallow import Schema, fields

from fairdeal.engine.games.hearts.legality import PHASES, RULES
from fairdeal.service.http.fields import (
    CardName,
    SeatNumber,
    Text,
    Truth,
    Whole,
    cards_named,
    counted,
    points_by_seat,
    seats,
    words_named,
)
from fairdeal.service.http.schemas import ResponseSchema

Rule = words_named("Rule", "The rule that a move breaks, or why no move of its kind is possible.", *RULES, *PHASES)


class DirectionSchema(ResponseSchema):
    """Whom a seat passes to."""

    offset = Whole(metadata={"description": "Seats to the left: cards go to seat + offset; 0 in a hold hand."})
    name = Text(metadata={"description": "The direction in words.", "example": "left"})


class TrickSchema(ResponseSchema):
    """A trick, complete or begun."""

    leader = SeatNumber()
    cards = cards_named("In the order played; the leader's first.")
    winner = SeatNumber(allow_none=True, metadata={"description": "Null while the trick is being played."})


class PublicMembersSchema(ResponseSchema):
    """What everybody may see of a hand."""

    direction = fields.Nested(
        DirectionSchema,
        data_key="pass",
        allow_none=True,
        metadata={"description": "Null for a number that was not handed out."},
    )
    passed = seats("Seats that have passed.", allow_none=True)
    ply = counted(allow_none=True, metadata={"description": "How many cards were played: the next play's number."})
    tricks = fields.List(
        fields.Nested(TrickSchema), allow_none=True, metadata={"description": "The tricks begun, in order."}
    )
    hearts_broken = Truth(allow_none=True, metadata={"description": "Whether hearts may be led."})
    points = points_by_seat("By seat, so far; null before the cards are dealt.", allow_none=True)


class PlayableSchema(ResponseSchema):
    """Whether a card may be played now."""

    card = CardName()
    ok = Truth(metadata={"description": "Whether it may be played."})
    rule = Rule(allow_none=True, metadata={"description": "The rule that bars it; null if it may be played."})


class SeatMembersSchema(ResponseSchema):
    """What a seat sees of its cards; null before they are dealt."""

    dealt = cards_named("In the order dealt.", allow_none=True)
    cards = cards_named("In hand now.", allow_none=True)
    passed_cards = cards_named("What the seat passed; null as long as it has not.", allow_none=True)
    received = cards_named("What the seat received; null before all have passed.", allow_none=True)
    playable = fields.List(
        fields.Nested(PlayableSchema),
        allow_none=True,
        metadata={
            "description": "For each card in hand whether it may be played; empty unless cards are being played."
        },
    )


class ProblemMembersSchema(Schema):
    """What a refused move says."""

    rule = Rule(metadata={"description": "The rule that the move breaks."})
    ply = counted(allow_none=True, metadata={"description": "The play, or the one that is next; null for a pass."})
    seat = SeatNumber(allow_none=True)
    card = CardName(
        allow_none=True, metadata={"description": "The card that is refused; null if it is no single card."}
    )
    allowed = cards_named("What the seat could play or pass instead; only for the seat that asked.")
