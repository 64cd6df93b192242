"""``/v1/validations``: is this sequence legal?"""

from functools import partial
from typing import Any, Final

from flask import Response

from fairdeal.service.api import callers
from fairdeal.service.api.bodies import load, read_json
from fairdeal.service.api.errors import document_of
from fairdeal.service.api.rendering import JSON, dumps
from fairdeal.service.api.resources.blueprints import BODY, answers, documents_body, make, problems
from fairdeal.service.api.sequence_schemas import SequencesBody, read_sequence
from fairdeal.service.api.shapes import ref
from fairdeal.service.deals.past import past_hand
from fairdeal.service.games.hearts.validations import validate
from fairdeal.service.problems import Problem

blueprint = make("validations", "Judging hands that are no deals of this service, or past ones")

_MANY: Final = SequencesBody()
_EXAMPLES: Final = {
    "past deal": {
        "summary": "What could have been played in a past deal",
        "value": {"deal": 17, "passes": None, "plays": ["2C", {"seat": 1, "card": "5C"}]},
    },
    "line": {
        "summary": "A whole hand as a line, by another ruleset",
        "value": {
            "ruleset": {"preset": "omnibus"},
            "pbn": "0:AKQ.AKQ.AKQ.AKQJ JT9.JT9.JT9.T987 876.876.876.654 5432.5432.5432.32; play 2C",
        },
    },
    "many": {
        "summary": "Several at once",
        "value": {"items": [{"deal": 17, "passes": None}, {"deal": 18, "passes": None}]},
    },
}


@blueprint.route("/validations", methods=["POST"])
@answers(200, ref("ValidationAnswer"), "What is to be said of it, or of each, in order")
@problems(404, 409, *BODY)
@documents_body(ref("ValidationBody"), examples=_EXAMPLES)
def validate_sequences() -> Response:
    """Judge a sequence.

    Passes and plays, partial or complete, from any hands or those of a past deal: the first violation with its rule, or the
    tricks, the points, the moon, and who is next. Nothing is stored.
    """
    body = read_json()
    if isinstance(body, dict) and "items" in body:
        sequences = load(_MANY, body)["items"]
        answer: object = {"items": [_judged(sequence, f"#/items/{at}") for at, sequence in enumerate(sequences)]}
    else:
        answer = _validate(read_sequence(body))
    return Response(dumps(answer), headers=[("Cache-Control", "no-store")], content_type=JSON)


def _validate(sequence: dict[str, object]) -> dict[str, object]:
    return validate(sequence, partial(past_hand, callers.service()))


def _judged(sequence: Any, place: str) -> dict[str, object]:  # noqa: ANN401 - whatever stands there
    """What there is to say of one of many; what is wrong with it is said in its place, and does not touch the others."""
    try:
        return _validate(read_sequence(sequence))
    except Problem as problem:
        document = document_of(problem)
        if "errors" in problem.members:
            faults: Any = problem.members["errors"]
            document["errors"] = [{**fault, "pointer": place + fault["pointer"].removeprefix("#")} for fault in faults]
        return {"problem": document}
