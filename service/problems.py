"""Errors as clients see them: problems of RFC 9457, each of a kind that has a page of its own."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

MOST_FAULTS: Final = 50
"""How many invalid values a problem names, at most; it says how many more there are."""


class Kind(NamedTuple):
    """A kind of problem: the last part of its ``type``, and what its page says."""

    title: str
    about: str


class Problem(Exception):
    """One error: its kind, a sentence for a person, when to try again, and the members that its kind adds.

    The HTTP status and headers follow from the kind: `fairdeal.service.http.errors`.

    Args:
        slug: One of `KINDS`.
        detail: What was wrong, in a sentence.
        retry_after: Seconds after which the same call may succeed.
        members: Further members of the problem document.
    """

    def __init__(self, slug: str, detail: str, *, retry_after: int | None = None, **members: object) -> None:
        super().__init__(detail)
        assert slug in KINDS, slug
        self.slug = slug
        self.detail = detail
        self.retry_after = retry_after
        self.members = members


def invalid(pointer: str, sentence: str) -> Problem:
    """A well-formed body with one value that cannot be (422), and where it stands."""
    return invalid_values([(pointer, sentence)])


def invalid_values(faults: Sequence[tuple[str, str]], most: int = MOST_FAULTS) -> Problem:
    """The same for several values: JSON pointers and sentences. The first `most` are named; the others are counted."""
    errors = [{"detail": sentence, "pointer": pointer} for pointer, sentence in faults[:most]]
    if len(faults) == 1:
        return Problem("invalid-request", faults[0][1], errors=errors)
    detail = f"{len(faults)} values in the request are invalid."
    if len(faults) <= most:
        return Problem("invalid-request", detail, errors=errors)
    more = len(faults) - most
    return Problem("invalid-request", f"{detail} The first {most} are named.", errors=errors, more_errors=more)


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "bad-request": Kind(
            "Bad request",
            "The body is not JSON as RFC 8259 and I-JSON have it (duplicate names, lone surrogates, NaN, absurd nesting and huge"
            " integers are refused), or a header is malformed. Nothing was done.",
        ),
        "invalid-request": Kind(
            "Invalid values in the request",
            "`errors` lists each fault: a sentence, and a JSON pointer into the body (`#/cards/2`) or to the query"
            " parameter (`#/limit`). It names 50 at most; `more_errors` says how many more there are.",
        ),
        "unauthorized": Kind(
            "Token required", "Send `Authorization: Bearer fd_…` with the token that opening or claiming gave you."
        ),
        "forbidden": Kind(
            "Token not valid for this address",
            "The token is known, but belongs to another seat, another role or another deal.",
        ),
        "not-found": Kind(
            "Not found", "No resource has this address. Numbers have one spelling, without zeros in front."
        ),
        "method-not-allowed": Kind("Method not allowed", "The header `Allow` lists the methods of this address."),
        "not-acceptable": Kind(
            "Not acceptable", "The resource exists, but not in a media type that the request accepts."
        ),
        "payload-too-large": Kind("Request body too large", "The limit is in `GET /v1/info`."),
        "unsupported-media-type": Kind("Unsupported media type", "Send `Content-Type: application/json` in UTF-8."),
        "precondition-required": Kind(
            "If-Match required", "Send `If-Match` with the ETag of the version that you mean to change."
        ),
        "precondition-failed": Kind(
            "The resource has changed", "The resource changed since you read it: read it again, then decide."
        ),
        "too-many-requests": Kind("Too many requests", "Wait for as many seconds as `Retry-After` says."),
        "internal-error": Kind(
            "Internal error", "It was logged under the request id in `instance`. Repeating the call is safe."
        ),
        "halted": Kind(
            "The service has halted",
            "What the service keeps outside its database does not fit the database: until its operator has looked at it, no number"
            " is handed out. Nothing was done.",
        ),
        "busy": Kind(
            "The service is busy", "Nothing was done. Repeat the call after `Retry-After` seconds; that is always safe."
        ),
        "wrong-state": Kind(
            "Wrong state",
            "The member `state` is the state of the deal; the detail says which it would have to be.",
        ),
        "deal-over": Kind(
            "The deal is over",
            "The deal has its outcome: nothing about it changes any more. Its proof says how it went.",
        ),
        "wrong-ply": Kind("Wrong ply", "Plies count from 0; the member `ply` is the one that is next."),
        "illegal-play": Kind(
            "Illegal play",
            "The member `rule` names the rule, `allowed` the cards that could be played instead. Nothing was changed.",
        ),
        "illegal-pass": Kind(
            "Illegal pass",
            "The member `rule` names the rule, `allowed` the cards that could be passed. Nothing was changed.",
        ),
        "seat-taken": Kind(
            "Seat already claimed", "A seat is claimed once, its key included; another claim was first."
        ),
        "seal-repeated": Kind("Repeated seal", "Two equal seals are refused: each client draws a nonce of its own."),
        "seal-mismatch": Kind(
            "Nonce does not match the seal",
            'The contribution has to hash to the seal that this seat sent: SHA-256("fairdeal/v1 seal\\n" ‖ open hash ‖ seat ‖'
            ' "\\n" ‖ nonce).',
        ),
        "bad-signature": Kind(
            "Signature missing or invalid",
            "A seat that has a key signs each of its moves with Ed25519; the statement to sign is in the protocol, section 6.",
        ),
        "incomplete": Kind("Incomplete record", "A record that is submitted whole has to reach the last card."),
        "no-numbers": Kind(
            "No numbers available", "More are being committed: repeat the call after `Retry-After` seconds."
        ),
        "not-yet-revealed": Kind(
            "Deal still running",
            "What is asked for exists once the deal has its outcome; its cards are secret until then.",
        ),
        "no-cards": Kind("No cards were dealt", "The deal ended before its table closed, so it never had cards."),
        "still-running": Kind(
            "First request still in progress",
            "Another call with the same Idempotency-Key has not ended yet: repeat it after `Retry-After` seconds.",
        ),
        "idempotency-key-reused": Kind(
            "Idempotency key reused", "A key stands for one call; draw a new one for a new call."
        ),
        "game-over": Kind(
            "The game is over", "The game has a winner, or its sheet is full: no further hand is entered or dealt."
        ),
        "deal-running": Kind(
            "A deal for this score sheet is still running",
            "A score sheet has one running deal; the member `number` names it. Its points are entered when it is played out; given up or"
            " out of time, it enters nothing.",
        ),
        "not-the-last-row": Kind(
            "Only the last row can be deleted", "Rows before it can be corrected, each at its own address."
        ),
        "nothing-to-choose": Kind(
            "Nothing to choose",
            "Nothing in this hand is left to a player to choose. Nothing was changed.",
        ),
    }
)
"""All kinds, by the last part of their ``type``, ``/problems/<slug>``."""
