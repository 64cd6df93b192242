"""Content security policies (CSP level 3): what a page may load, run and call. Nothing of another host, ever."""

import base64
import hashlib
from collections.abc import Iterable
from typing import Final

_UNFRAMED: Final = "frame-ancestors 'none'"
_SEALED: Final = "default-src 'none'; base-uri 'none'; form-action 'none'"
# Scripts build their nodes one by one: text that was fetched never becomes markup.
_NO_MARKUP: Final = "require-trusted-types-for 'script'; trusted-types 'none'"

PAGE: Final = (
    f"{_SEALED}; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; {_NO_MARKUP}; {_UNFRAMED}"
)
"""For pages that ask the API: scripts, styles and pictures of this service, and calls to it."""

DOCS: Final = f"{_SEALED}; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; {_UNFRAMED}"
"""For the API's documentation, a program by others: its pictures stand in its style sheet, and it parses markup (Trusted Types would
forbid that). It styles its nodes from script, which needs no 'unsafe-inline', and evaluates nothing."""


def alone(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """For a page that holds all that it needs: only these texts run and style it, and it may call nobody, not even us."""
    return f"{saved(scripts, styles)}; {_UNFRAMED}"


def saved(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """The same for its copy on a disk, where no header says it: without what only a header may say."""
    script_src = " ".join(map(_digest, scripts))
    style_src = " ".join(map(_digest, styles))
    return f"{_SEALED}; script-src {script_src}; style-src {style_src}; img-src data:; {_NO_MARKUP}"


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
