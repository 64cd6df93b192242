"""Writing a small file so that a crash at any moment leaves the old one or the new one, whole and on disk."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def create(path: Path, content: bytes) -> None:
    """Make a new file that its owner alone may read.

    Raises:
        FileExistsError: there is one already; it is not touched.
    """
    with _written_beside(path, content) as written:
        # Unlike a rename, a link never replaces what is there.
        os.link(written, path)
    _flush_folder(path.parent)


def replace(path: Path, content: bytes) -> None:
    """Put a new file in the place of the one at ``path``, readable by its owner alone."""
    with _written_beside(path, content) as written:
        written.replace(path)
    _flush_folder(path.parent)


def put(path: Path, content: bytes) -> None:
    """Put a file in place as a whole, with its folders, for others to read; it can be made again, so nothing is flushed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    written.write_bytes(content)
    written.replace(path)


@contextmanager
def _written_beside(path: Path, content: bytes) -> Iterator[Path]:
    written = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield written
    finally:
        written.unlink(missing_ok=True)


def _flush_folder(folder: Path) -> None:
    """Put the folder's own entries on disk: without it a new name may be lost, though its content was flushed."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
