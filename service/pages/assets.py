"""The files that pages load: this project's own, and those of Swagger UI, which come with a package of their own."""

import re
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from fairdeal.service.http.rendering import etag_of


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
"""Media types by suffix: what a machine's own tables say of them differs (text/javascript: RFC 9239)."""

# The folder itself is never left: no segment is "..".
_NAME: Final = re.compile(r"(?:[a-z_]+/)?[a-z_]+\.(?:css|js|svg)", re.ASCII)


@lru_cache(maxsize=128)
def own(name: str) -> Asset | None:
    """A file of ``service/static`` by its path there, or ``None``."""
    if not _NAME.fullmatch(name):
        return None
    file = files("fairdeal.service") / "static" / name
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


def _asset(name: str, content: bytes) -> Asset:
    return Asset(content, TYPES[name[name.rfind(".") :]], etag_of(content))
