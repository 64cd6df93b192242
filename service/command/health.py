"""``fairdeal health``: whether the service on this machine answers, told by the exit code."""

import http.client
import socket
from typing import Final

import click

TIMEOUT: Final = 4
"""Seconds to wait for the answer."""
_ANY: Final = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104 - nothing is bound here
"""Where a service that listens on every address of a family is asked."""


class _SocketFile(http.client.HTTPConnection):
    """An HTTP connection to a socket file."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=TIMEOUT)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


# The settings are not read as a whole: a container asks every few seconds, and reading them loads SQLAlchemy.
@click.command()
@click.option(
    "--bind",
    envvar="FAIRDEAL_BIND",
    default="127.0.0.1:8000",
    metavar="VALUE",
    help="where the service listens: HOST:PORT or unix:PATH (FAIRDEAL_BIND, default 127.0.0.1:8000)",
)
def health(bind: str) -> None:
    """Ask the service on this machine whether it is alive.

    Exits with 0 if it is, and with 1 and the reason if it is not. A container's health check runs this.
    """
    connection = _connection(bind)
    try:
        connection.request("GET", "/livez")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise click.ClickException(f"no answer at {bind}: {str(error) or type(error).__name__}") from error
    finally:
        connection.close()
    if status != http.client.OK:
        raise click.ClickException(f"the answer at {bind} is {status}, expected 200")


def _connection(bind: str) -> http.client.HTTPConnection:
    if bind.startswith("unix:"):
        return _SocketFile(bind.removeprefix("unix:"))
    host, _, port = bind.rpartition(":")
    if not (host and port.isdecimal() and 0 < int(port) < 2**16):
        raise click.UsageError(f"FAIRDEAL_BIND is {bind!r}: expected HOST:PORT or unix:PATH.")
    return http.client.HTTPConnection(_ANY.get(host, host), int(port), timeout=TIMEOUT)
