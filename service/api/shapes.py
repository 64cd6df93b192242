"""The shapes of responses, as JSON Schema: they document what the views build, and the tests hold the two together."""

from typing import Any, Final

from service.api.request_schemas import STATES

Shape = dict[str, Any]


def ref(name: str) -> Shape:
    """A reference to a named shape."""
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(shape: Shape) -> Shape:
    if isinstance(shape.get("type"), str):
        return {**shape, "type": [shape["type"], "null"]}
    return {"anyOf": [shape, {"type": "null"}]}


def record(required: Shape, **optional: Shape) -> Shape:
    """An object with exactly these members."""
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


def array(items: Shape) -> Shape:
    return {"type": "array", "items": items}


TEXT: Final[Shape] = {"type": "string"}
TRUTH: Final[Shape] = {"type": "boolean"}
WHOLE: Final[Shape] = {"type": "integer"}
HASH: Final[Shape] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
TIME: Final[Shape] = {"type": "string", "format": "date-time"}
CARD: Final[Shape] = {"type": "string", "pattern": "^([2-9TJQKA][CDHS]|X[CD])$"}
TOKEN: Final[Shape] = {"type": "string", "pattern": "^fd_[A-Za-z0-9_-]{43}$"}
CARDS: Final = array(CARD)
SEATS: Final = array(WHOLE)
SIGNED: Final = or_null(ref("SignedStatement"))
OPEN_OBJECT: Final[Shape] = {"type": "object"}

_STATE: Final[Shape] = {"type": "string", "enum": list(STATES)}
_VIEW: Final[Shape] = {
    "number": WHOLE,
    "state": _STATE,
    "commitment": HASH,
    "log": record({"name": TEXT, "index": WHOLE, "proof": or_null(TEXT)}),
    "open": SIGNED,
    "ruleset": or_null(OPEN_OBJECT),
    "players": or_null(WHOLE),
    "hand": or_null(WHOLE),
    "pass": or_null(record({"offset": WHOLE, "name": TEXT})),
    "sealed": or_null(TRUTH),
    "opener": or_null(TEXT),
    "opened_at": or_null(TIME),
    "expires_at": or_null(TIME),
    "claimed": SEATS,
    "sealed_by": SEATS,
    "contributed": SEATS,
    "passed": SEATS,
    "seals": SIGNED,
    "table": SIGNED,
    "ply": WHOLE,
    "to_act": SEATS,
    "tricks": array(ref("Trick")),
    "hearts_broken": TRUTH,
    "points": or_null(array(WHOLE)),
    "outcome": or_null(record({"statement": TEXT, "index": or_null(WHOLE), "proof": or_null(TEXT)})),
    "poll_after": or_null(WHOLE),
}
_SEAT: Final[Shape] = {
    "seat": WHOLE,
    "dealt": or_null(CARDS),
    "cards": or_null(CARDS),
    "passed_cards": or_null(CARDS),
    "received": or_null(CARDS),
    "playable": array(record({"card": CARD, "ok": TRUTH, "rule": or_null(TEXT)})),
}

SHAPES: Final[dict[str, Shape]] = {
    "RulesetChoice": {
        "description": "The name of a preset, a preset with changed options, or a whole ruleset.",
        "anyOf": [TEXT, OPEN_OBJECT],
    },
    "SignedStatement": record({"statement": TEXT, "note": TEXT}),
    "Trick": record({"leader": WHOLE, "cards": CARDS, "winner": or_null(WHOLE)}),
    "PublicView": record(_VIEW),
    "OpenedDeal": record({**_VIEW, "tokens": record({"opener": TOKEN, "seats": array(TOKEN)})}),
    "SeatView": record({**_VIEW, **_SEAT}),
    "AllHands": record({**_VIEW, "hands": array(record(_SEAT))}),
    "DealList": record({"items": array(ref("PublicView")), "next": or_null(WHOLE)}),
    "Claim": record({"seat": WHOLE, "key": or_null(HASH)}),
    "Seal": record({"seat": WHOLE, "seal": HASH}),
    "Contribution": record({"seat": WHOLE, "nonce": HASH, "table": SIGNED}),
    "Pass": record({"seat": WHOLE, "cards": CARDS}),
    "Play": record({"ply": WHOLE, "seat": WHOLE, "card": CARD}),
    "OutcomeStatement": record({"outcome": TEXT}),
    "Bundle": {
        "type": "object",
        "description": "The audit bundle: everything a stranger needs to check one number (protocol, section 8).",
        "required": ["protocol", "origin", "vkeys", "number", "commit", "outcome"],
        "properties": {"protocol": TEXT, "origin": TEXT, "number": WHOLE},
    },
    "Info": record(
        {
            "origin": TEXT,
            "protocol": TEXT,
            "vkeys": record({"statements": TEXT, "commits": TEXT, "outcomes": TEXT}),
            "limits": {"type": "object", "additionalProperties": WHOLE},
            "logs": record({"commits": WHOLE, "outcomes": WHOLE}),
            "handed_out": WHOLE,
            "overdue": WHOLE,
        }
    ),
    "Counts": record(
        {
            "block": WHOLE,
            "first": WHOLE,
            "last": WHOLE,
            "ended": WHOLE,
            "decks": array(
                record(
                    {
                        "players": WHOLE,
                        "removed": CARDS,
                        "jokers": WHOLE,
                        "deals": WHOLE,
                        "cards": {"type": "object", "additionalProperties": array(WHOLE)},
                    }
                )
            ),
        }
    ),
    "Problem": {
        "type": "object",
        "description": "A problem of RFC 9457; its type resolves to a page that explains the kind.",
        "required": ["type", "title", "status", "detail", "instance"],
        "properties": {
            "type": {"type": "string", "format": "uri-reference"},
            "title": TEXT,
            "status": WHOLE,
            "detail": TEXT,
            "instance": {"type": "string", "format": "uri"},
            "errors": array(record({"detail": TEXT, "pointer": TEXT})),
            "rule": TEXT,
            "state": TEXT,
            "ply": or_null(WHOLE),
            "seat": or_null(WHOLE),
            "card": or_null(CARD),
            "allowed": CARDS,
        },
    },
    "Health": record({"status": TEXT}),
}
"""Every named shape of a response."""
