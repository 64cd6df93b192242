"""A past hand as text that other programs read."""

from fairdeal.engine.errors import NotRepresentable
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.notation import to_line, to_openspiel
from fairdeal.service.problems import Problem


def notate(hand: Hand, notation: str) -> str:
    """A hand as one line without its end: `pbn` or `openspiel`; raises 404 for one that the notation cannot tell."""
    if notation == "pbn":
        return to_line(hand)
    if notation != "openspiel":
        raise Problem("not-found", f"There is no notation {notation[:20]!a} of Hearts.")
    try:
        return " ".join(map(str, to_openspiel(hand)))
    except NotRepresentable as error:
        raise Problem("not-found", str(error)) from None
