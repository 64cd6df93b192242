"""Serving with gunicorn: what it is configured to, and what is done in the parent and in each worker.

The parent prepares the store once and forks; each worker then opens its own connections. Workers run threads (``gthread``): the
drivers of both databases release the interpreter while they wait.
"""

import os
from pathlib import Path
from typing import Any, Final

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from fairdeal.service.api.app import create_app
from fairdeal.service.context import Service
from fairdeal.service.http import metrics
from fairdeal.service.keys.anchor import Anchor
from fairdeal.service.runtime import logging as journal
from fairdeal.service.runtime import startup
from fairdeal.service.runtime.housekeeping import Housekeeper
from fairdeal.service.settings import Settings

TIMEOUT: Final = 60
"""Seconds after which a worker that shows no life is replaced."""
GRACE: Final = 30
"""Seconds that requests get to finish when the service stops."""
KEEP_ALIVE: Final = 15
"""Seconds that an idle connection is kept."""
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - gunicorn makes a file of its own, which it unlinks at once


class Host:
    """The hooks that gunicorn calls, and what they keep from one to the next."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        # In the parent.
        self._anchor: Anchor | None = None
        self._counts: metrics.Folder | None = None
        # In a worker.
        self._service: Service | None = None
        self._housekeeper: Housekeeper | None = None

    def configuration(self) -> dict[str, Any]:
        """The settings that gunicorn runs with."""
        settings = self._settings
        return {
            "bind": [settings.bind],
            "proc_name": "fairdeal",
            "worker_class": "gthread",
            "workers": settings.worker_count,
            "threads": settings.threads,
            # Only named: each worker is told in post_fork how to make its application.
            "wsgi_app": "fairdeal.service.api.app:create_app",
            "preload_app": False,
            # The faster parser has no wheel for Linux; one parser everywhere, whatever else is installed.
            "http_parser": "python",
            "timeout": TIMEOUT,
            "graceful_timeout": GRACE,
            "keepalive": KEEP_ALIVE,
            # The heartbeat of the workers must not wait for a busy disk.
            "worker_tmp_dir": str(MEMORY) if MEMORY.is_dir() else None,
            "control_socket_disable": True,
            "accesslog": None,
            "errorlog": "-",
            "on_starting": self.on_starting,
            "pre_fork": self.pre_fork,
            "post_fork": self.post_fork,
            "worker_exit": self.worker_exit,
            "on_exit": self.on_exit,
        }

    def on_starting(self, arbiter: Arbiter) -> None:
        """Prepare the store, before any worker is there; a refusal ends the start with its text."""
        # What the service has to say goes where gunicorn's own words go; workers inherit it.
        journal.configure_logging(arbiter.log.error_log.handlers)
        self._anchor = startup.prepare(self._settings)
        self._counts = metrics.Folder(MEMORY)
        metrics.share(self._counts.path)

    def pre_fork(self, arbiter: Arbiter, worker: Worker) -> None:
        """Choose the core that the fewest workers have: unpinned, a worker runs at half speed every now and then."""
        taken = [other.core for other in arbiter.WORKERS.values()]
        worker.core = min(cores(), key=taken.count)

    def post_fork(self, _arbiter: Arbiter, worker: Worker) -> None:
        """Pin this worker, and let it make its application when it is ready to be told to stop, too."""
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {worker.core})
        if self._anchor is not None:
            # The parent's: it must not stay held by a worker when the parent lets go of it.
            self._anchor.close()
            self._anchor = None
        worker.app.load = self._load

    def _load(self) -> Flask:
        """Make this worker's service: its connections, its housekeeping, its application."""
        self._service = Service.start(self._settings)
        self._housekeeper = Housekeeper(self._service)
        self._housekeeper.start()
        return create_app(self._service)

    def worker_exit(self, _arbiter: Arbiter, _worker: Worker) -> None:
        """Stop what the worker started. gunicorn also calls this in the parent, where there is nothing to stop."""
        if self._housekeeper is not None:
            self._housekeeper.stop()
            self._housekeeper = None
        if self._service is not None:
            self._service.close()
            self._service = None

    def on_exit(self, arbiter: Arbiter) -> None:
        """After the last worker: note that nothing above the last number was handed out."""
        if self._counts is not None:
            self._counts.remove()
        if self._anchor is not None:
            anchor, self._anchor = self._anchor, None
            if not startup.clean_stop(self._settings, anchor):
                arbiter.log.info("Another host goes on serving: the number mark stays.")


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn ships no types
    """The service as one program."""

    def __init__(self, settings: Settings) -> None:
        self._host = Host(settings)
        super().__init__()

    def load_config(self) -> None:
        """Take the host's settings; neither the command line nor a file adds to them."""
        for name, value in self._host.configuration().items():
            self.cfg.set(name, value)

    def load(self) -> None:
        """Never called, since each worker is told how to make its application."""
        raise RuntimeError("a worker was not told how to make its application")


def cores() -> list[int]:
    """The cores that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))
