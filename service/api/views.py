"""What is shown of a deal: to everybody, to a seat, to an opener who may see all cards. Each game adds its members."""

from typing import Final

from marshmallow import fields
from marshmallow.validate import Length, Range

from fairdeal.service.api.games import GAMES
from fairdeal.service.api.ruleset_fields import ShownRuleset
from fairdeal.service.api.statements import OutcomeSchema, Proof, SignedStatementSchema, hand_number, number
from fairdeal.service.deals.deal import ENDED, RUNNING
from fairdeal.service.http.fields import Hash, SeatNumber, Text, Time, Token, Truth, Whole, chosen, seats, words_named
from fairdeal.service.http.schemas import ResponseSchema, joined

STATES: Final = ("committed", *sorted(RUNNING), *sorted(ENDED))

DealState = words_named("DealState", "Where a deal stands (api: states).", *STATES)


class CommitLogSchema(ResponseSchema):
    """Where the commitment stands in the commits log."""

    name = Text(metadata={"description": "The log's name."})
    index = number("The leaf, which is the deal's number.")
    proof = Proof(allow_none=True, metadata={"description": "Null until a published checkpoint covers it."})


class DealSchema(ResponseSchema):
    """What everybody may know of a deal, whatever its game. Terms are null for a number that was not handed out."""

    number = number()
    state = DealState()
    commitment = Hash(metadata={"description": "Fixes the server seed (protocol, section 1)."})
    log = fields.Nested(CommitLogSchema)
    open = fields.Nested(SignedStatementSchema, allow_none=True, metadata={"description": "The terms."})
    ruleset = ShownRuleset(allow_none=True)
    players = Whole(allow_none=True, validate=Range(1, 10), metadata={"description": "How many seats it has."})
    hand = hand_number(allow_none=True)
    sealed = Truth(allow_none=True, metadata={"description": "Whether contributions are sealed first."})
    opener = chosen(
        "blind", "sighted", allow_none=True, metadata={"description": "Whether the opener holds the seats' tokens."}
    )
    opened_at = Time(allow_none=True, metadata={"description": "When the number was handed out."})
    expires_at = Time(allow_none=True, metadata={"description": "When the deal is voided if it has not ended."})
    claimed = seats("Seats that were claimed.")
    sealed_by = seats("Seats whose seal is there.")
    contributed = seats("Seats whose contribution is there.")
    seals = fields.Nested(
        SignedStatementSchema,
        allow_none=True,
        metadata={"description": "Null until the last seal is there, and for a deal that is not sealed."},
    )
    table = fields.Nested(
        SignedStatementSchema, allow_none=True, metadata={"description": "Null until the last contribution is there."}
    )
    to_act = seats("Seats that the deal waits for.")
    outcome = fields.Nested(OutcomeSchema, allow_none=True, metadata={"description": "Null while the deal can go on."})
    poll_after = Whole(
        allow_none=True,
        validate=Range(0),
        metadata={"description": "Milliseconds after which it is worth looking again; null when nothing will change."},
    )


class SeatCardsSchema(ResponseSchema):
    """The seat that the cards are shown to."""

    seat = SeatNumber()


class TokensSchema(ResponseSchema):
    """The tokens of a new deal, which nobody can get again."""

    opener = Token(metadata={"description": "The opener's."})
    seats = fields.List(
        Token(),
        validate=Length(1, 10),
        metadata={"description": "By seat; with a blind opener they are invites, good for claiming alone."},
    )


class _WithTokens(ResponseSchema):
    tokens = fields.Nested(TokensSchema)


PublicViewSchema = joined(
    "PublicView", "What everybody may know of a deal.", DealSchema, *(game.public for game in GAMES)
)
HandViewSchema = joined(
    "HandView", "What a seat sees of the cards.", SeatCardsSchema, *(game.private for game in GAMES)
)
SeatViewSchema = joined("SeatView", "The public view, and what a seat sees.", PublicViewSchema, HandViewSchema)
OpenedDealSchema = joined("OpenedDeal", "The public view, and the tokens.", PublicViewSchema, _WithTokens)


class _WithHands(ResponseSchema):
    hands = fields.List(fields.Nested(HandViewSchema), metadata={"description": "By seat."})


AllHandsSchema = joined("AllHands", "The public view, and what each seat sees.", PublicViewSchema, _WithHands)


class DealListSchema(ResponseSchema):
    """Public views by number."""

    items = fields.List(fields.Nested(PublicViewSchema))
    next = number("Where the list goes on, for `after` or `before`; null at its end.", allow_none=True)
