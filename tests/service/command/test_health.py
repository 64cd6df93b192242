"""``fairdeal health``, as a container's health check runs it."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.running import Running

COMMAND = Path(sys.executable).with_name("fairdeal")


def health(bind: str) -> subprocess.CompletedProcess[str]:
    """The command, told by its variable where the service listens."""
    environ = {**os.environ, "FAIRDEAL_BIND": bind}
    return subprocess.run([COMMAND, "health"], env=environ, capture_output=True, check=False, text=True)


@contextmanager
def answering(listener: socket.socket, answer: bytes) -> Iterator[None]:
    """Somebody who gives the first who connects this answer."""

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(answer)

    thread = threading.Thread(target=serve)
    with listener:
        thread.start()
        yield
        thread.join()


def test_a_service_that_serves_is_healthy(tmp_path):
    """It exits with 0 and says nothing, also if the service listens on every address."""
    with Running(tmp_path, workers=1) as running:
        every = running.address.replace("127.0.0.1", "0.0.0.0")  # noqa: S104 - only asked
        for bind in (running.address, every):
            done = health(bind)
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 0, ""),
        (b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", 1, "503, expected 200"),
        (b"220 mail.example.com ESMTP\r\n", 1, "no answer"),
        (b"", 1, "no answer"),
    ],
)
def test_the_answer_decides(tmp_path, answer, code, said):
    """200 from a socket file is healthy; another status, another protocol or no answer is not, and the reason is told."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(tmp_path / "s"))
    listener.listen()
    with answering(listener, answer):
        done = health(f"unix:{tmp_path}/s")
    assert done.returncode == code
    assert said in done.stderr


@pytest.mark.parametrize("bind", ["unix:/nonexistent/socket", "127.0.0.1:1", "[::1]:1"])
def test_nobody_listens(bind):
    """Where nobody listens, it exits with 1 and names the address, without a traceback."""
    done = health(bind)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Error: no answer at {bind}: ")


@pytest.mark.parametrize("bind", ["8000", "localhost:http", "127.0.0.1:0", "127.0.0.1:99999"])
def test_an_address_that_is_none_is_a_usage_error(bind):
    """What is neither a host with a port nor a socket file is refused, with exit code 2."""
    done = health(bind)
    assert done.returncode == 2
    assert f"'{bind}': expected HOST:PORT or unix:PATH" in done.stderr


def test_it_asks_where_a_service_listens_by_default():
    """Its default is the service's own, though it reads no other setting."""
    about = subprocess.run([COMMAND, "serve", "--help"], capture_output=True, check=True, text=True).stdout
    own = subprocess.run([COMMAND, "health", "--help"], capture_output=True, check=True, text=True).stdout
    default = "default 127.0.0.1:8000"
    assert default in " ".join(about.split())
    assert default in " ".join(own.split())
