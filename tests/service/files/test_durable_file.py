import os
import stat

import pytest

from fairdeal.service.files import durable_file


def test_a_new_file_is_its_owners_alone(tmp_path):
    """Whatever the umask, a created or replaced file has mode 0600, and nothing else is left in the folder."""
    old = os.umask(0)
    try:
        durable_file.create(tmp_path / "made", b"1")
        durable_file.replace(tmp_path / "put", b"2")
    finally:
        os.umask(old)
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {
        "made": 0o600,
        "put": 0o600,
    }


def test_creating_never_replaces(tmp_path):
    """A file that is there stays as it is."""
    path = tmp_path / "made"
    durable_file.create(path, b"first")
    with pytest.raises(FileExistsError):
        durable_file.create(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_content_and_name_are_flushed_in_that_order(tmp_path, monkeypatch):
    """The content is on disk before it gets its name, and the name before the call returns."""
    steps = []
    fsync, replace = os.fsync, type(tmp_path).replace
    monkeypatch.setattr(os, "fsync", lambda fd: (steps.append(stat.S_ISDIR(os.fstat(fd).st_mode)), fsync(fd)))
    monkeypatch.setattr(type(tmp_path), "replace", lambda *a: (steps.append("named"), replace(*a)))
    durable_file.replace(tmp_path / "put", b"2")
    assert steps == [False, "named", True]


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    """When the disk fails, the old content is still there, and no half-written file."""
    path = tmp_path / "put"
    path.write_bytes(b"old")

    def fail(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        durable_file.replace(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
