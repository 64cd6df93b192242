"""Responses from plain values: JSON bytes, ETags, caching headers, 304."""

import hashlib
from typing import Final

import orjson
from flask import Response, request

JSON: Final = "application/json"

FOREVER: Final = "public, max-age=31536000, immutable"
"""For what can never change."""
REVALIDATE: Final = "no-cache"
"""For what may change: it can be stored, but is asked about each time, by its ETag."""
PRIVATE: Final = "private, no-store"
"""For what is one caller's: cards and tokens."""
HOUR: Final = "public, max-age=3600"
"""For what changes with the program alone."""
NO_STORE: Final = "no-store"
"""For what is of no use a moment later."""


def dumps(value: object) -> bytes:
    """JSON in UTF-8, without white space."""
    return orjson.dumps(value)


def resource(body: bytes, caching: str, content_type: str = JSON, etag: str | None = None) -> Response:
    """A representation with a strong ETag (made here, if none is given); 304 when the client has it (RFC 9110, section 13.1.2)."""
    if etag is None:
        etag = etag_of(body)
    headers = [("ETag", f'"{etag}"'), ("Cache-Control", caching)]
    if "HTTP_IF_NONE_MATCH" in request.environ and request.if_none_match.contains_weak(etag):
        return Response(status=304, headers=headers)
    return Response(body, headers=headers, content_type=content_type)


def etag_of(body: bytes) -> str:
    """A strong ETag, without its quotes: it differs whenever a byte does."""
    return hashlib.blake2b(body, digest_size=16).hexdigest()
