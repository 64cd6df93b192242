"""How commands end when nothing was judged: never with the exit code of a failed check (case P3)."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import IO

import pytest

from tests.running import SOURCE

CODE = "from fairdeal.service.command import main; main()"


def environ(folder: Path, **more: str) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(SOURCE), "LANG": "C.UTF-8", "HOME": str(folder), **more}


def command(
    folder: Path, *arguments: str, stdout: int | IO[str] = subprocess.PIPE, **settings: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", CODE, *arguments],
        env=environ(folder, **settings), text=True, stdout=stdout, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip


@pytest.fixture
def readable(tmp_path: Path) -> str:
    """A bundle that fails every check: its report is printed."""
    (tmp_path / "bundle.json").write_text('{"protocol": "fairdeal/v1"}')
    return str(tmp_path / "bundle.json")


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_a_report_that_nobody_reads_is_no_verdict(tmp_path, readable, arguments):
    """With the reader of a pipe gone the command ends quietly, as if by SIGPIPE."""
    reading, writing = os.pipe()
    os.close(reading)
    done = command(tmp_path, "verify", readable, *arguments, stdout=writing)
    os.close(writing)
    assert done.returncode == 141
    assert done.stderr == ""


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_a_full_disk_is_no_verdict(tmp_path, readable, arguments):
    """A report that cannot be written is said in a sentence, and the exit code is that of an I/O error."""
    with Path("/dev/full").open("w") as full:
        done = command(tmp_path, "verify", readable, *arguments, stdout=full)
    assert done.returncode == 74
    assert done.stderr == "fairdeal: No space left on device.\n"


def test_an_interruption_is_no_verdict(tmp_path):
    """Ctrl-C ends a command as shells expect, in a word and without a traceback."""
    reading, writing = os.pipe()
    running = subprocess.Popen(
        [sys.executable, "-c", CODE, "verify", "-"],
        env=environ(tmp_path), stdin=reading, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    # It waits for its input by the time that it has taken the first bytes of it from the pipe.
    os.write(writing, b"{")
    while _waiting(reading):
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    os.close(writing)
    os.close(reading)
    assert running.returncode == 130
    assert said.split() == ["Interrupted."]


def _waiting(descriptor: int) -> bool:
    """Whether bytes in a pipe are still unread."""
    return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, b"\0" * 4), sys.byteorder) > 0


@pytest.mark.parametrize("name", ["ALL_PROXY", "SSL_CERT_FILE"])
def test_settings_of_the_network_that_cannot_be_used_are_named(tmp_path, name):
    """A proxy of an unknown kind, or a certificate file that is not there, is exit code 2 and one line."""
    value = {"ALL_PROXY": "socks://127.0.0.1:9", "SSL_CERT_FILE": "/nonexistent"}[name]
    done = command(tmp_path, "verify", "1", "--server", "https://127.0.0.1:9", **{name: value})
    assert done.returncode == 2
    assert "proxy or certificate settings" in done.stderr
    assert done.stderr.count("\n") == 1
