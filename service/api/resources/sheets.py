"""``/v1/sheets``: score sheets."""

from typing import Any, Final

from flask import Response

from fairdeal.service.api import callers
from fairdeal.service.api.idempotency import KEY_PARAMETER, once
from fairdeal.service.api.rendering import JSON, PRIVATE, created, dumps, resource, stored
from fairdeal.service.api.resources.blueprints import BODY, answers, make, problems, reads_header, takes
from fairdeal.service.api.shapes import ref
from fairdeal.service.api.sheet_callers import MATCH_PARAMETER, holding_the_token, if_match
from fairdeal.service.api.sheet_schemas import HandBody, MoonBody, SheetBody
from fairdeal.service.games.hearts.score_sheet import with_choice
from fairdeal.service.sheets import creating, sheet_view, writing

_ABOUT: Final = """Score sheets: the hands of a sheet, its totals, its ranking.

Whoever creates a sheet gets its id and its one token; the sheet, and every change of it, need that token. Hands are entered in
order, each as totals, as counts, as the cards taken, or from a deal. A deal that is opened with the sheet's id and token as
`sheet` takes its ruleset and its hand number from the sheet and enters its points itself when the last card is played. One that
is voided enters nothing, and the next deal for that hand is its next attempt. While such a deal runs no hand is entered or
taken back.

Correcting a hand, choosing how a moon is scored and taking the last hand back (the undo) need `If-Match` with the `ETag` of the
sheet that was read: without it they are 428, and 412 if the sheet changed since; then read it again. A repeat of what is
stored already is answered as it was.

What a hand cannot score is 422 and says why: how sums are checked stands in docs/rules.md.
"""

blueprint = make("sheets", _ABOUT)

_CHANGE: Final = (401, 403, 404, 409)
_CHECKED: Final = (*_CHANGE, 412, 428)
_POINTS: Final = {"points": [3, 15, 8, 0]}
_FORMS: Final = {
    "points": {"summary": "Totals", "value": _POINTS},
    "counts": {
        "summary": "Hearts, and who took the queen",
        "value": {"hearts": [3, 2, 8, 0], "queen": 1, "jack": None},
    },
}
_LINKS: Final = {
    name: {
        "operationId": name,
        "parameters": {"sheet": "$response.body#/id"},
        "description": "The sheet that was created.",
    }
    for name in ("getGame", "addHand")
}


@blueprint.route("/sheets", methods=["POST"])
@answers(201, ref("CreatedGame"), "The sheet, with its token", headers=("Location",), links=_LINKS)
@problems(*BODY, 409)
@reads_header(KEY_PARAMETER)
@takes(SheetBody(), example={"ruleset": "standard", "players": ["Ann", "Ben", "Cem", "Dee"]})
def create_sheet(body: dict[str, Any]) -> Response:
    """Begin a score sheet.

    Whoever holds the token sees and changes it. Deals can be opened for it, too: they enter their points by themselves.
    """
    with once() as key:
        sheet = creating.create(callers.service(), body, key)
    return created(sheet, f"/v1/sheets/{sheet['id']}")


@blueprint.route("/sheets/<string(length=32):sheet>")
@answers(200, ref("ScoreSheet"), "The sheet", headers=("ETag",))
@problems(401, 403, 404)
@holding_the_token()
def get_sheet(sheet: str) -> Response:
    """See a score sheet.

    Rows, running totals, ranking, what comes next, and who has won.
    """
    return resource(dumps(sheet_view.current(callers.service(), sheet)), PRIVATE)


@blueprint.route("/sheets/<string(length=32):sheet>/hands", methods=["POST"])
@answers(201, ref("EnteredHand"), "The row that was entered")
@problems(*_CHANGE, *BODY)
@holding_the_token()
@reads_header(KEY_PARAMETER)
@takes(HandBody(), examples=_FORMS)
def add_hand(body: dict[str, Any], sheet: str) -> Response:
    """Enter the next hand.

    From a deal, as totals, as counts, or as the cards taken; what cannot occur is refused. A deal is entered once.
    """
    with once() as key:
        row = writing.add(callers.service(), sheet, body, key)
    return Response(dumps(row), 201, headers=[("Cache-Control", PRIVATE)], content_type=JSON)


@blueprint.route("/sheets/<string(length=32):sheet>/hands/<row:hand>", methods=["PUT"])
@answers(200, ref("EnteredHand"), "The row that was stored")
@problems(*_CHECKED, *BODY)
@holding_the_token(of_row=True)
@reads_header(MATCH_PARAMETER)
@takes(HandBody(), examples=_FORMS)
def put_hand(body: dict[str, Any], sheet: str, hand: int) -> Response:
    """Correct a hand.

    Only the totals after the latest row count: a correction may end the sheet, or let it go on.
    """
    return stored(writing.correct(callers.service(), sheet, hand, body, if_match()))


@blueprint.route("/sheets/<string(length=32):sheet>/hands/<row:hand>", methods=["DELETE"])
@answers(204, description="The row is not there")
@problems(*_CHECKED)
@holding_the_token()
@reads_header(MATCH_PARAMETER)
def delete_hand(sheet: str, hand: int) -> Response:
    """Take the last hand back.

    Only the last row can be taken back; without such a row there is nothing to do.
    """
    writing.take_back(callers.service(), sheet, hand, if_match())
    return Response(status=204, headers=[("Cache-Control", PRIVATE)])


@blueprint.route("/sheets/<string(length=32):sheet>/hands/<row:hand>/moon", methods=["PUT"])
@answers(200, ref("EnteredHand"), "The row, as it counts now")
@problems(*_CHECKED, *BODY)
@holding_the_token(of_row=True)
@reads_header(MATCH_PARAMETER)
@takes(MoonBody(), example={"choice": "shooter-subtracts"})
def put_moon(body: dict[str, Any], sheet: str, hand: int) -> Response:
    """Choose how a moon is scored.

    Where the ruleset leaves it to the shooter; until then the others' points go up.
    """
    return stored(
        writing.amend(
            callers.service(), sheet, hand, lambda row, ruleset: with_choice(row, ruleset, body["choice"]), if_match()
        )
    )
