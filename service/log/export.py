"""Writing a log as static files, for any web server (C2SP tlog-tiles): the same tree as the service itself serves."""

from pathlib import Path

from fairdeal.service.files import durable_file
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
            durable_file.put(path, content)
    durable_file.put(folder / "checkpoint", note.encode())
    return int(note.split("\n", 2)[1])
