"""A client that costs next to nothing: on a machine that also serves, whatever it spends is taken from the service."""

import socket
from typing import Final

_LENGTH: Final = b"\r\nContent-Length: "


class Caller:
    """One HTTP/1.1 connection that is kept open. It speaks to our own service alone, and reads no more than it needs."""

    def __init__(self, address: str) -> None:
        host, _, port = address.partition(":")
        self._address = (host, int(port))
        self._socket: socket.socket | None = None

    def __call__(self, method: str, path: str, body: bytes = b"", token: str | None = None) -> bytes:
        """The body of what the service answers, which has to be a success."""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._address[0]}\r\nContent-Length: {len(body)}\r\n"
        if body:
            head += "Content-Type: application/json\r\n"
        if token is not None:
            head += f"Authorization: Bearer {token}\r\n"
        if self._socket is None:
            self._socket = socket.create_connection(self._address, 60)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(head.encode() + b"\r\n" + body)
        return self._answer(f"{method} {path}", self._socket)

    def _answer(self, call: str, connection: socket.socket) -> bytes:
        received = bytearray()
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += _some(connection)
        head = bytes(received[: end + 2])
        start = head.index(_LENGTH) + len(_LENGTH)
        whole = end + 4 + int(head[start : head.index(b"\r\n", start)])
        while len(received) < whole:
            received += _some(connection)
        answer = bytes(received[end + 4 :])
        if not head.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"{call}: {head.decode()} {answer.decode()}")
        if b"\r\nConnection: close\r\n" in head:
            connection.close()
            self._socket = None
        return answer


def _some(connection: socket.socket) -> bytes:
    some = connection.recv(65536)
    if not some:
        raise ConnectionError("the service closed the connection")
    return some
