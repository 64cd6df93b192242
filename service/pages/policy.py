"""Content security policies (CSP level 3): what a page may load, run and call. Never anything of another host."""

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
"""For pages that call the API: scripts, styles and pictures of this service, and requests to it."""

DOCS: Final = f"{_SEALED}; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; {_UNFRAMED}"
"""For the API's documentation (Swagger UI): its pictures are in its style sheet, and it parses markup, which Trusted Types would
forbid. It styles its nodes from scripts, which needs no 'unsafe-inline', and evaluates no text."""


def standalone(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """For a page that contains all it needs: only these scripts and styles apply, and it may send no requests, not even here."""
    return f"{saved_copy(scripts, styles)}; {_UNFRAMED}"


def saved_copy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """The same for a copy on disk, whose policy is in a meta element: without the directives that only a header may have."""
    script_src = " ".join(map(_digest, scripts))
    style_src = " ".join(map(_digest, styles))
    return f"{_SEALED}; script-src {script_src}; style-src {style_src}; img-src data:; {_NO_MARKUP}"


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
