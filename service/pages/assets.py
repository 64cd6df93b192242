"""The files that pages load: this project's own, and those of Swagger UI, which come with a package of their own."""

import re
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from fairdeal.service.http.rendering import etag_of
from fairdeal.service.pages.joining import join


class Asset(NamedTuple):
    """A file as it is served."""

    content: bytes
    content_type: str
    etag: str


SWAGGER_UI: Final = ("swagger-ui.css", "swagger-ui-bundle.js")
"""The files of Swagger UI that its page loads."""


TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""Media types by suffix: the tables of operating systems differ (text/javascript: RFC 9239)."""

JOINED: Final = {"verify.js": "verifier/entry.js", "core.js": "verifier/page.js"}
"""Scripts that are joined from modules when they are asked for: the verifier to save and run anywhere, and what pages use of it."""

STATIC: Final = files("fairdeal.service") / "static"
"""The folder of this project's own files."""
# The folder itself is never left: no segment is "..".
_NAME: Final = re.compile(r"(?:[a-z_]+/){0,2}[a-z0-9_]+\.(?:css|js|svg)", re.ASCII)


@lru_cache(maxsize=128)
def own(name: str) -> Asset | None:
    """A file of ``service/static`` by its path there, or ``None``."""
    if not _NAME.fullmatch(name):
        return None
    if name in JOINED:
        return _asset(name, join(JOINED[name], _source).encode())
    file = STATIC / name
    return _asset(name, file.read_bytes()) if file.is_file() else None


@lru_cache(maxsize=len(SWAGGER_UI))
def swagger_ui(name: str) -> Asset | None:
    """A file of Swagger UI, or ``None`` for those that the page does not load."""
    if name not in SWAGGER_UI:
        return None
    return _asset(name, (files("flask_swagger_ui") / "dist" / name).read_bytes())


def text(name: str) -> str:
    """A file of ``service/static`` as text."""
    asset = own(name)
    assert asset is not None
    return asset.content.decode()


def _source(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")


def _asset(name: str, content: bytes) -> Asset:
    return Asset(content, TYPES[name[name.rfind(".") :]], etag_of(content))
