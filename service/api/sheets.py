"""`/v1/sheets`: score sheets."""

from typing import Any, Final

from fairdeal.service.api.games import SHEETS
from fairdeal.service.api.sheet_callers import MATCH_PARAMETER, holds_token, if_match
from fairdeal.service.api.sheet_schemas import CreatedSheetSchema, ScoreSheetSchema, SheetBodySchema
from fairdeal.service.context import Service
from fairdeal.service.http.idempotency import KEY_PARAMETER, once
from fairdeal.service.http.operations import Body, Group, Returns, example, operation
from fairdeal.service.sheets import creating, sheet_view, writing

_ABOUT: Final = """Score sheets: the hands of a game, their totals, the ranking.

Whoever creates a sheet gets its id and its one token; the sheet, and every change of it, need that token. Hands are entered in
order, each as totals, as counts, as the cards taken, or from a deal. A deal that is opened with the sheet's id and token as
`sheet` takes its ruleset and its hand number from the sheet and enters its points itself when the last card is played. One that
is voided enters nothing, and the next deal for that hand is its next attempt. While such a deal runs no hand is entered or
taken back.

Correcting a hand, choosing how it is scored and taking the last hand back (the undo) need `If-Match` with the `ETag` of the
sheet that was read: without it they are 428, and 412 if the sheet changed since; then read it again. A repeat of what is
stored already gets the same response.

What a hand cannot score is 422 and says why: how sums are checked stands in docs/rules.md.
"""

group = Group("sheets", _ABOUT)

_LINKS: Final = {
    name: {
        "operationId": name,
        "parameters": {"sheet": "$response.body#/id"},
        "description": "The sheet that was created.",
    }
    for name in ("getSheet", "addHand")
}


@group.post("/sheets")
@operation(
    Returns(CreatedSheetSchema(), "The sheet, with its token", status=201, location="/v1/sheets/{id}", links=_LINKS),
    body=Body(SheetBodySchema(), example({"ruleset": "standard", "players": ["Ann", "Ben", "Cem", "Dee"]})),
    headers=(KEY_PARAMETER,),
    problems=(409,),
)
def create_sheet(service: Service, body: dict[str, Any]) -> dict[str, object]:
    """Begin a score sheet.

    Whoever holds the token sees and changes it. Deals can be opened for it, too: they enter their points by themselves.
    """
    with once() as key:
        return creating.create(service, body, key)


@group.get("/sheets/<string(length=32):sheet>")
@operation(Returns(ScoreSheetSchema(), "The sheet", etag=True), requires=holds_token())
def get_sheet(service: Service, sheet: str) -> dict[str, object]:
    """See a score sheet.

    Rows, running totals, ranking, what comes next, and who has won.
    """
    return sheet_view.current(service, sheet)


@group.post("/sheets/<string(length=32):sheet>/hands")
@operation(
    Returns(SHEETS.row(), "The row that was entered", status=201),
    requires=holds_token(),
    body=SHEETS.entry,
    headers=(KEY_PARAMETER,),
    problems=(409,),
)
def add_hand(service: Service, body: dict[str, Any], sheet: str) -> dict[str, object]:
    """Enter the next hand.

    From a deal, as totals, as counts, or as the cards taken; what cannot occur is refused. A deal is entered once.
    """
    with once() as key:
        return writing.add(service, sheet, body, key)


@group.put("/sheets/<string(length=32):sheet>/hands/<row:hand>")
@operation(
    Returns(SHEETS.row(), "The row that was stored"),
    requires=holds_token(of_row=True),
    body=SHEETS.entry,
    headers=(MATCH_PARAMETER,),
    problems=(409, 412, 428),
)
def put_hand(service: Service, body: dict[str, Any], sheet: str, hand: int) -> dict[str, object]:
    """Correct a hand.

    Only the totals after the latest row count: a correction may end the game, or let it go on.
    """
    return writing.correct(service, sheet, hand, body, if_match())


@group.delete("/sheets/<string(length=32):sheet>/hands/<row:hand>")
@operation(
    Returns(None, "The row is not there", status=204),
    requires=holds_token(),
    headers=(MATCH_PARAMETER,),
    problems=(409, 412, 428),
)
def delete_hand(service: Service, sheet: str, hand: int) -> None:
    """Take the last hand back.

    Only the last row can be taken back; without such a row there is nothing to do.
    """
    writing.take_back(service, sheet, hand, if_match())
