"""A wire tap: stands between one client and a service, and keeps every byte that the service sends to it."""

import contextlib
import socket
import threading
from typing import Self


class Tap:
    """Listens on an address of its own, and passes everything on in both directions."""

    def __init__(self, upstream: str) -> None:
        host, _, port = upstream.partition(":")
        self._upstream = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        # Guards what was heard: the threads of several connections add to it.
        self._mutex = threading.Lock()
        self._heard = bytearray()
        self._open: list[socket.socket] = []

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        # A thread that waits in accept is not woken by closing what it waits for.
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._mutex:
            for one in self._open:
                one.close()

    def take(self) -> bytes:
        """What the service has sent since this was asked last. A byte is heard before the client gets it."""
        with self._mutex:
            heard = bytes(self._heard)
            self._heard.clear()
        return heard

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client = self._keep(self._listener.accept()[0])
                try:
                    service = self._keep(socket.create_connection(self._upstream))
                except OSError:
                    client.close()
                    continue
                threading.Thread(target=self._pump, args=(client, service, False), daemon=True).start()
                threading.Thread(target=self._pump, args=(service, client, True), daemon=True).start()

    def _keep(self, connection: socket.socket) -> socket.socket:
        # Small messages go on at once: they are answered before the next one comes.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._mutex:
            self._open.append(connection)
        return connection

    def _pump(self, source: socket.socket, sink: socket.socket, listening: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if listening:
                    with self._mutex:
                        self._heard += data
                sink.sendall(data)
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)
