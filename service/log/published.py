"""What the world is shown of a log: the published checkpoint, and the tiles and entries below its size (C2SP tlog-tiles)."""

from collections.abc import Iterator

from sqlalchemy import Connection

from fairdeal.engine.tlog import tiles
from fairdeal.engine.tlog.merkle import HASH_SIZE
from fairdeal.engine.tlog.tiles import WIDTH, Resource
from fairdeal.service.log.log import Log
from fairdeal.service.storage import log as store


def checkpoint(log: Log) -> str | None:
    """The newest published checkpoint, cosignatures included; ``None`` before the first."""
    return log.head().published_note


def content(log: Log, resource: Resource) -> bytes | None:
    """A tile or a bundle; ``None`` if the published tree has none such, or not so wide a one."""
    return log.database.read(lambda conn: _content(conn, log.name, resource))


def everything(log: Log) -> tuple[str, Iterator[tuple[str, bytes]]]:
    """The published checkpoint, and every file that belongs to a tree of its size: address behind ``tile/``, and content.

    Raises:
        LookupError: nothing is published yet.
    """
    head = log.head()
    if head.published_note is None:
        raise LookupError(f"nothing of {log.full_name} is published yet")

    def files() -> Iterator[tuple[str, bytes]]:
        for resource in tiles.resources(head.published_size):
            published = content(log, resource)
            assert published is not None, "what is published is stored"
            yield resource.path(), published

    return head.published_note, files()


def _content(conn: Connection, log: str, resource: Resource) -> bytes | None:
    if resource.width > resource.tile.width(store.fetch(conn, log).published_size):
        return None
    if resource.level is None:
        bundle = store.bundle(conn, log, resource.index)
        assert bundle is not None, "what is published is stored"
        return bundle if resource.width == WIDTH else tiles.first_of(bundle, resource.width)
    hashes = store.tile(conn, log, resource.tile)
    assert hashes is not None, "what is published is stored"
    return hashes[: resource.width * HASH_SIZE]
