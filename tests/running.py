"""A real service for a test: ``fairdeal serve`` as a program of its own, on a free port, with a folder of its own."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import httpx

SERVE = [sys.executable, "-c", "from fairdeal.service.command import main; main()", "serve"]
START_SECONDS = 60
SOURCE = Path(__file__).parent.parent


class Running:
    """The program, its address, and all that it says."""

    def __init__(self, folder: Path, *, database_url: str = "", workers: int = 2, **settings: object) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.address = f"127.0.0.1:{probe.getsockname()[1]}"
        self.url = f"http://{self.address}"
        self.folder = folder
        self.log = folder / "service.log"
        given = {"bind": self.address, "data": folder / "data", "workers": workers, **settings}
        if database_url:
            given["database_url"] = database_url
        self._environ = {**os.environ, "PYTHONPATH": str(SOURCE)}
        self._environ |= {f"FAIRDEAL_{name.upper()}": str(value) for name, value in given.items()}
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                SERVE, cwd=self.folder, env=self._environ, stdout=log, stderr=log, start_new_session=True
            )
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                if httpx.get(f"{self.url}/readyz").is_success:
                    return
            except httpx.TransportError:
                pass
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"the service did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill the whole of it, master and workers, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Tell it to stop, and wait until it has."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)

    def _end(self, how: signal.Signals) -> None:
        process = self._process
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        process.wait(30)
        # The workers are no children of ours: they are gone when nothing listens any more.
        while _listens(self.address):
            time.sleep(0.01)
        self._process = None


def _listens(address: str) -> bool:
    host, _, port = address.partition(":")
    try:
        socket.create_connection((host, int(port)), 1).close()
    except OSError:
        return False
    return True
