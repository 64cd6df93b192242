"""Responses from plain values: JSON bytes, ETags, caching headers, 304."""

import hashlib
from typing import Final

import orjson
from flask import Response, request

FOREVER: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"
PRIVATE: Final = "private, no-store"


def dumps(value: object) -> bytes:
    """JSON in UTF-8, without white space."""
    return orjson.dumps(value)


def created(value: object, location: str, status: int = 201) -> Response:
    """A new resource; it holds tokens, so nobody may store it."""
    response = Response(dumps(value), status, content_type="application/json")
    response.headers["Location"] = location
    response.headers["Cache-Control"] = PRIVATE
    return response


def stored(value: object) -> Response:
    """What a state-changing call answers."""
    response = Response(dumps(value), content_type="application/json")
    response.headers["Cache-Control"] = PRIVATE
    return response


def resource(body: bytes, caching: str, content_type: str = "application/json", etag: str | None = None) -> Response:
    """A representation with a strong ETag; 304 when the client has it already."""
    if etag is None:
        etag = etag_of(body)
    if request.if_none_match.contains(etag):
        response = Response(status=304)
    else:
        response = Response(body, content_type=content_type)
    response.headers["ETag"] = f'"{etag}"'
    response.headers["Cache-Control"] = caching
    return response


def etag_of(body: bytes) -> str:
    """A strong ETag: it differs whenever a byte does."""
    return hashlib.blake2b(body, digest_size=16).hexdigest()
