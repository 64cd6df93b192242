"""The named shapes of responses: they document what is built elsewhere, and the tests hold the two together."""

from typing import Final

from fairdeal.service.api.addresses import MAX_NUMBER
from fairdeal.service.api.request_schemas import STATES
from fairdeal.service.api.shapes import (
    CARD,
    CARDS,
    COUNT,
    HASH,
    POINTS,
    SEAT,
    SEATS,
    SIGNATURE,
    STATEMENT,
    TEXT,
    TIME,
    TOKEN,
    TRUTH,
    WHOLE,
    Shape,
    array,
    one_of,
    or_null,
    record,
    ref,
)

NUMBER: Final[Shape] = {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER}
SIGNED: Final = or_null(ref("SignedStatement"))
VKEYS: Final = record({"statements": TEXT, "commits": TEXT, "outcomes": TEXT})
PROOF: Final = or_null({"type": "string", "description": "A tlog-proof; null until the number is in a published log."})
OUTCOME: Final = record({"statement": STATEMENT, "index": or_null(COUNT), "proof": PROOF})

_VIEW: Final[Shape] = {
    "number": NUMBER,
    "state": one_of(*STATES),
    "commitment": HASH,
    "log": record({"name": TEXT, "index": NUMBER, "proof": PROOF}),
    "open": SIGNED,
    "ruleset": or_null(ref("Ruleset")),
    "players": or_null({"type": "integer", "minimum": 3, "maximum": 6}),
    "hand": or_null(NUMBER),
    "pass": or_null(record({"offset": WHOLE, "name": TEXT})),
    "sealed": or_null(TRUTH),
    "opener": or_null(one_of("blind", "sighted")),
    "opened_at": or_null(TIME),
    "expires_at": or_null(TIME),
    "claimed": SEATS,
    "sealed_by": SEATS,
    "contributed": SEATS,
    "passed": or_null(SEATS),
    "seals": SIGNED,
    "table": SIGNED,
    "ply": or_null(COUNT),
    "to_act": SEATS,
    "tricks": or_null(array(ref("Trick"))),
    "hearts_broken": or_null(TRUTH),
    "points": or_null(POINTS),
    "outcome": or_null(OUTCOME),
    "poll_after": or_null(
        {"type": "integer", "minimum": 0, "description": "Milliseconds; null when nothing will change."}
    ),
}
_SEAT: Final[Shape] = {
    "seat": SEAT,
    "dealt": or_null(CARDS),
    "cards": or_null(CARDS),
    "passed_cards": or_null(CARDS),
    "received": or_null(CARDS),
    "playable": array(record({"card": CARD, "ok": TRUTH, "rule": or_null(TEXT)})),
}
_DECK_COUNTS: Final = record(
    {
        "game": TEXT,
        "players": COUNT,
        "hand_size": COUNT,
        "removed": CARDS,
        "jokers": COUNT,
        "deals": COUNT,
        "cards": {"type": "object", "additionalProperties": array(COUNT)},
    }
)

ANSWER_SHAPES: Final[dict[str, Shape]] = {
    "SignedStatement": {
        "description": "A statement, and the signed note that it stands in (C2SP signed-note).",
        **record({"statement": STATEMENT, "note": TEXT}),
    },
    "Trick": record({"leader": SEAT, "cards": CARDS, "winner": or_null(SEAT)}),
    "PublicView": {"description": "What everybody may know of a deal.", **record(_VIEW)},
    "OpenedDeal": {
        "description": "The public view, and the tokens that nobody can get again.",
        **record({**_VIEW, "tokens": record({"opener": TOKEN, "seats": array(TOKEN, minItems=3, maxItems=6)})}),
    },
    "SeatView": {"description": "The public view, and what a seat sees.", **record({**_VIEW, **_SEAT})},
    "AllHands": {
        "description": "The public view, and what each seat sees.",
        **record({**_VIEW, "hands": array(record(_SEAT))}),
    },
    "DealList": record({"items": array(ref("PublicView")), "next": or_null(NUMBER)}),
    "Claim": record({"seat": SEAT, "key": or_null(HASH)}),
    "Seal": record({"seat": SEAT, "seal": HASH}),
    "Contribution": record({"seat": SEAT, "nonce": HASH, "table": SIGNED}),
    "Pass": record({"seat": SEAT, "cards": CARDS}),
    "Play": record({"ply": COUNT, "seat": SEAT, "card": CARD}),
    "OutcomeStatement": record({"outcome": STATEMENT}),
    "Bundle": {
        "description": "The audit bundle: everything a stranger needs to check one number (protocol, section 8).",
        **record(
            {
                "protocol": {"type": "string", "const": "fairdeal/v1"},
                "origin": TEXT,
                "vkeys": VKEYS,
                "number": NUMBER,
                "commit": record({"statement": STATEMENT, "proof": PROOF}),
                "ruleset": or_null(ref("Ruleset")),
                "hand": or_null(NUMBER),
                "open": SIGNED,
                "seals": SIGNED,
                "table": SIGNED,
                "contributions": or_null(array(record({"seat": SEAT, "nonce": HASH}))),
                "deck": or_null(CARDS),
                "hands": or_null(array(CARDS)),
                "record": or_null(STATEMENT),
                "signed": or_null(array(record({"statement": STATEMENT, "signature": SIGNATURE}))),
                "points": or_null(POINTS),
                "outcome": OUTCOME,
            }
        ),
    },
    "Info": record(
        {
            "origin": TEXT,
            "protocol": {"type": "string", "const": "fairdeal/v1"},
            "vkeys": VKEYS,
            "limits": {"type": "object", "additionalProperties": COUNT},
            "logs": record({"commits": COUNT, "outcomes": COUNT}),
            "handed_out": COUNT,
            "overdue": COUNT,
        }
    ),
    "Counts": record({"block": COUNT, "first": NUMBER, "last": NUMBER, "ended": COUNT, "decks": array(_DECK_COUNTS)}),
    "Problem": {
        "type": "object",
        "description": "A problem of RFC 9457; its type resolves to a page that explains the kind.",
        "required": ["type", "title", "status", "detail", "instance"],
        "properties": {
            "type": {"type": "string", "format": "uri-reference"},
            "title": TEXT,
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": TEXT,
            "instance": {"type": "string", "format": "uri"},
            "errors": array(record({"detail": TEXT, "pointer": TEXT})),
            "rule": TEXT,
            "state": one_of(*STATES),
            "ply": or_null(COUNT),
            "seat": or_null(SEAT),
            "card": or_null(CARD),
            "allowed": CARDS,
        },
    },
    "ProblemKind": record({"type": TEXT, "title": TEXT, "about": TEXT}),
    "Health": record({"status": TEXT}),
}
"""Every named shape of a response, but for those of rulesets."""
