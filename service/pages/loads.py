"""What each page loads of ``service/static``: styles, and scripts in the order in which they run."""

from typing import Final, NamedTuple


class Loads(NamedTuple):
    """Names of files, besides what all pages share."""

    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


def _of(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{name}.js" for name in names)


_HAND: Final = _of("hand", "story", "frames", "fan", "seat", "tricks", "hand")
_PROOF: Final = _of("proof", "checks", "remembered", "inputs", "elsewhere", "trust", "proof")
_PLAY: Final = (
    *_of(
        "play", "client", "trust", "log_view", "receipts", "moves", "hand_tracker", "seat", "simple_seat", "same_story"
    ),
    *_of("play", "opening", "own_hand", "score_sheet", "setup", "play_table", "notices", "play_hand", "play"),
)
_BUNDLE: Final = ("core.js", "dom.js", "cards.js", "felt.js", *_HAND, "drawings.js", *_PROOF)
"""Shows a bundle and checks it."""
_BUNDLE_STYLES: Final = ("hand/hand.css", "proof/proof.css")

STYLE: Final = "style.css"
"""What all pages look like."""

NOTHING: Final = Loads()
HOME: Final = Loads(("home/home.css",), ("dom.js", "api.js", "home/home.js"))
DEAL: Final = Loads(
    (*_BUNDLE_STYLES, "deal/deal.css"),
    (*_BUNDLE, "api.js", *_of("deal", "about", "public", "deal")),
)
PLAY: Final = Loads(
    (*_BUNDLE_STYLES, "play/play.css"),
    (*_BUNDLE, "api.js", *_PLAY),
)
VERIFY: Final = Loads(_BUNDLE_STYLES, (*_BUNDLE, "proof/verify_page.js"))
FAIRNESS: Final = Loads(
    ("fairness/fairness.css",),
    (
        "core.js",
        "dom.js",
        "api.js",
        "cards.js",
        *_of("fairness", "chi_square", "binomial", "counts", "chart", "fairness"),
    ),
)
PROBLEMS: Final = Loads(("problems.css",))
