"""`/v1/counts/{block}`: what a chart of fairness is drawn from."""

from typing import Any

from marshmallow import fields
from marshmallow.validate import Range

from fairdeal.service.api.statements import number
from fairdeal.service.context import Service
from fairdeal.service.deals.counts import counts
from fairdeal.service.http.fields import Text, Whole, cards_named, counted
from fairdeal.service.http.operations import Group, Returns, operation
from fairdeal.service.http.rendering import REVALIDATE
from fairdeal.service.http.response_cache import kept_when_final
from fairdeal.service.http.schemas import ResponseSchema

group = Group("counts", "How often each card went to each seat")


class DeckCountsSchema(ResponseSchema):
    """The counts of deals that share a deck and a number of seats."""

    game = Text(metadata={"description": "The game that was dealt."})
    players = Whole(validate=Range(1, 10), metadata={"description": "How many seats they had."})
    hand_size = counted(metadata={"description": "How many cards each seat was dealt."})
    removed = cards_named("Cards that were taken out of the deck.")
    jokers = counted(metadata={"description": "How many jokers were added."})
    deals = counted(metadata={"description": "How many deals there were."})
    cards = fields.Dict(
        values=fields.List(counted()), metadata={"description": "By card, how often it was dealt to each seat."}
    )


class CountsSchema(ResponseSchema):
    """How often each card went to each seat, over every ended deal of a block whose cards were dealt."""

    block = counted(metadata={"description": "The block, counted from 0."})
    first = number("The first number of the block.")
    last = number("The last number of the block.")
    ended = counted(metadata={"description": "How many of its numbers have their outcome."})
    decks = fields.List(fields.Nested(DeckCountsSchema), metadata={"description": "One for each deck in use."})


def _is_whole(view: dict[str, Any]) -> bool:
    """Whether every number of the block has its outcome, so that the counts can never change again."""
    whole: bool = view["ended"] == view["last"] - view["first"] + 1
    return whole


@group.get("/counts/<block:block>")
@operation(Returns(CountsSchema(), "How often each card went to each seat", cache=REVALIDATE, etag=True))
@kept_when_final("counts", part="block", is_final=_is_whole)
def get_counts(service: Service, block: int) -> dict[str, object]:
    """Count cards by seat.

    How often each card went to each seat, over all ended deals with a table among the numbers 1000b to 1000b + 999.
    """
    view, _ = counts(service, block)
    return view
