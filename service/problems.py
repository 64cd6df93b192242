"""Errors as clients see them: problems of RFC 9457, each of a kind that has a page of its own."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


class Kind(NamedTuple):
    """A kind of problem: the last part of its ``type``, and what its page says."""

    title: str
    about: str


class Problem(Exception):
    """One error: HTTP status, kind, a sentence for a human, further headers and members."""

    def __init__(
        self, status: int, slug: str, detail: str, *, headers: Mapping[str, str] = NO_HEADERS, **members: object
    ) -> None:
        super().__init__(detail)
        assert slug in KINDS, slug
        self.status = status
        self.slug = slug
        self.detail = detail
        self.headers = headers
        self.members = members


def invalid(pointer: str, sentence: str) -> Problem:
    """A well-formed body with one value that cannot be (422), and where it stands."""
    return invalid_values([(pointer, sentence)])


def invalid_values(faults: Sequence[tuple[str, str]]) -> Problem:
    """The same for several values: JSON pointers and sentences."""
    errors = [{"detail": sentence, "pointer": pointer} for pointer, sentence in faults]
    detail = faults[0][1] if len(faults) == 1 else f"{len(faults)} values of the request cannot be."
    return Problem(422, "invalid-request", detail, errors=errors)


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "bad-request": Kind(
            "The request cannot be read",
            "The body is not JSON as RFC 8259 and I-JSON have it (duplicate names, lone surrogates, NaN, absurd nesting and huge"
            " integers are refused), or a header is malformed. Nothing was done.",
        ),
        "invalid-request": Kind(
            "The request holds values that cannot be",
            "The member «errors» lists each fault: a sentence, and a JSON pointer into the body («#/cards/2») or to the query"
            " parameter («#/limit»).",
        ),
        "unauthorized": Kind(
            "A token is needed", "Send «Authorization: Bearer fd_…» with the token that opening or claiming gave you."
        ),
        "forbidden": Kind(
            "The token is not for this",
            "The token is known, but belongs to another seat, another role or another deal.",
        ),
        "not-found": Kind(
            "Nothing is there", "No resource has this address. Numbers have one spelling, without zeros in front."
        ),
        "method-not-allowed": Kind(
            "The method is not for this", "The header «Allow» lists the methods of this address."
        ),
        "not-acceptable": Kind(
            "Not in that form", "The resource exists, but not in a media type that the request accepts."
        ),
        "payload-too-large": Kind("The body is too large", "The limit is in «GET /v1/info»."),
        "unsupported-media-type": Kind(
            "The body is of the wrong type", "Send «Content-Type: application/json» in UTF-8."
        ),
        "precondition-required": Kind(
            "If-Match is needed", "Send «If-Match» with the ETag of the version that you mean to change."
        ),
        "precondition-failed": Kind(
            "Somebody was faster", "The resource changed since you read it: read it again, then decide."
        ),
        "too-many-requests": Kind("Too many requests", "Wait for as many seconds as «Retry-After» says."),
        "internal-error": Kind(
            "A fault of the service", "It was logged under the request id in «instance». Repeating the call is safe."
        ),
        "halted": Kind(
            "The service has halted",
            "What the service keeps outside its database does not fit the database: until its operator has looked at it, no number"
            " is handed out. Nothing was done.",
        ),
        "busy": Kind(
            "The service is busy", "Nothing was done. Repeat the call after «Retry-After» seconds; that is always safe."
        ),
        "wrong-state": Kind(
            "Not in this state",
            "The member «state» is the state of the deal; the detail says which it would have to be.",
        ),
        "deal-over": Kind(
            "The deal is over",
            "The deal has its outcome: nothing about it changes any more. Its proof says how it went.",
        ),
        "wrong-ply": Kind("Another ply is next", "Plies count from 0; the member «ply» is the one that is next."),
        "illegal-play": Kind(
            "The rules forbid this play",
            "The member «rule» names the rule, «allowed» the cards that could be played instead. Nothing was changed.",
        ),
        "illegal-pass": Kind(
            "The rules forbid this pass",
            "The member «rule» names the rule, «allowed» the cards that could be passed. Nothing was changed.",
        ),
        "seat-taken": Kind("The seat is taken", "A seat is claimed once, its key included; another claim was first."),
        "seal-repeated": Kind(
            "The seal was sent before", "Two equal seals are refused: each client draws a nonce of its own."
        ),
        "seal-mismatch": Kind(
            "The nonce does not open the seal",
            'The contribution has to hash to the seal that this seat sent: SHA-256("fairdeal/v1 seal\\n" ‖ open hash ‖ seat ‖'
            ' "\\n" ‖ nonce).',
        ),
        "bad-signature": Kind(
            "The signature is missing or wrong",
            "A seat that has a key signs each of its moves with Ed25519; the statement to sign is in the protocol, section 6.",
        ),
        "incomplete": Kind(
            "The hand is not played out", "A record that is submitted whole has to reach the last card."
        ),
        "no-numbers": Kind(
            "No committed number is left", "More are being committed: repeat the call after «Retry-After» seconds."
        ),
        "not-yet-revealed": Kind(
            "The deal still runs",
            "What is asked for exists once the deal has its outcome; its cards are secret until then.",
        ),
        "no-cards": Kind("No cards were dealt", "The deal ended before its table closed, so it never had cards."),
        "still-running": Kind(
            "The first call still runs",
            "Another call with the same Idempotency-Key has not ended yet: repeat it after «Retry-After» seconds.",
        ),
        "idempotency-key-reused": Kind(
            "The idempotency key was used for another body", "A key stands for one call; draw a new one for a new call."
        ),
        "game-over": Kind(
            "The game is over", "The game has a winner, or its sheet is full: no further hand is entered or dealt."
        ),
        "deal-running": Kind(
            "A deal of this game runs",
            "A game has one running deal; the member «number» names it. Its points are entered when it is played out; given up or"
            " out of time, it enters nothing.",
        ),
        "not-the-last-row": Kind(
            "Only the last row can be taken back", "Rows before it can be corrected, each at its own address."
        ),
        "nothing-to-choose": Kind(
            "There is nothing to choose",
            "A shooter chooses where the ruleset says so, after a moon. Nothing was changed.",
        ),
    }
)
"""All kinds, by the last part of their ``type``, ``/problems/<slug>``."""
