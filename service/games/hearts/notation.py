"""A past deal as text that other programs read."""

from typing import Final, Literal

from fairdeal.engine.errors import NotRepresentable
from fairdeal.engine.games.hearts.notation import to_line, to_openspiel
from fairdeal.service.context import Service
from fairdeal.service.games.hearts.validations import past_deal
from fairdeal.service.problems import Problem

Notation = Literal["pbn", "openspiel"]
NOTATIONS: Final[tuple[Notation, ...]] = ("pbn", "openspiel")


def notate(service: Service, number: int, notation: Notation) -> str:
    """A deal that has ended, in a notation: one line without its end.

    Raises 404 for a number that is not there and for a hand that the notation cannot tell, ``not-yet-revealed`` and ``no-cards``
    (409).
    """
    hand = past_deal(service, number).hand
    if notation == "pbn":
        return to_line(hand)
    try:
        return " ".join(map(str, to_openspiel(hand)))
    except NotRepresentable as error:
        raise Problem("not-found", str(error)) from None
