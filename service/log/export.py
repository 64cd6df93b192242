"""Writing a log as static files, for any web server (C2SP tlog-tiles): the same tree as the service itself serves."""

from pathlib import Path

from fairdeal.service.log import published as shown
from fairdeal.service.log.log import Log


def export(log: Log, folder: Path) -> int:
    """Write the published log into ``folder``; the size of its tree.

    Files that are there stay, since none of them ever changes but the checkpoint: repeated, it adds what was published since.
    The checkpoint comes last, so whoever reads the folder meanwhile finds all that it speaks of.

    Raises:
        LookupError: nothing is published yet.
        OSError: the folder cannot be written.
    """
    note, files = shown.everything(log)
    for address, content in files:
        path = folder / "tile" / address
        if not path.exists():
            _write(path, content)
    _write(folder / "checkpoint", note.encode())
    return int(note.split("\n", 2)[1])


def _write(path: Path, content: bytes) -> None:
    """Put a file in place as a whole: a web server may be reading."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = path.with_name(f".{path.name}.new")
    written.write_bytes(content)
    written.replace(path)
