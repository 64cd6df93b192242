"""Run a built image without a container engine, as its own user on a read-only root file system, and judge how it behaves.

``judge_image.py IMAGE.json ROOT WORK``: what ``buildah inspect`` says of the image, its mounted root file system, and a folder
for whatever has to be written. Started by ``.ci/image`` as root in mount and network namespaces of its own.
"""

import contextlib
import errno
import fcntl
import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

PATIENCE_SECONDS = 60
STOP_SECONDS = 40
ADDRESS = ("127.0.0.1", 8000)
COMPILER = re.compile(r"(.*-)?(cc|gcc|c\+\+|g\+\+|clang|clang\+\+|tcc|ld|as|rustc|cargo|go)(-[0-9.]+)?")
DEVICES = ("null", "zero", "full", "random", "urandom")


class Fault(Exception):
    """Something of the image is not as it must be."""


def require(holds: object, promise: str, found: str = "") -> None:
    """Say what holds; end with what does not, and with what was found instead."""
    if not holds:
        raise Fault(f"not true: {promise}{found and f' ({found.strip()})'}")
    print(f"  {promise}")


@dataclass
class Image:
    """What the image says of itself, as a container engine would read it."""

    user: int
    group: int
    folder: str
    environ: dict[str, str]
    command: list[str]
    health: list[str]
    volumes: list[str]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read what ``buildah inspect`` wrote."""
        config: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["Docker"]["config"]
        user, _, group = config["User"].partition(":")
        require(
            user.isdecimal() and group.isdecimal() and int(user) and int(group),
            f"its user {user}:{group} is a number and not root",
        )
        kind, *health = config["Healthcheck"]["Test"]
        require(kind == "CMD" and health, "it has a health check")
        return cls(
            user=int(user),
            group=int(group),
            folder=config["WorkingDir"],
            environ=dict(one.split("=", 1) for one in config["Env"]),
            command=[*config["Entrypoint"], *config["Cmd"]],
            health=health,
            volumes=sorted(config["Volumes"]),
        )


def lay_out(image: Image, source: Path, work: Path) -> Path:
    """Mount the root file system read-only, with what an engine adds to it; these mounts end with this process's namespace."""
    root = work / "root"
    root.mkdir()
    _run("mount", "--make-rprivate", "/")
    _run("mount", "--bind", source, root)
    _run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", root / "dev")
    for name in DEVICES:
        (root / "dev" / name).touch()
        _run("mount", "--bind", f"/dev/{name}", root / "dev" / name)
    (root / "dev" / "shm").mkdir()
    _run("mount", "-t", "tmpfs", "-o", "size=64m,mode=1777,nosuid,nodev,noexec", "tmpfs", root / "dev" / "shm")
    for at, volume in enumerate(image.volumes):
        # A new volume begins as a copy of what the image has there, its owner and mode included.
        kept = work / f"volume-{at}"
        _run("cp", "--archive", f"{root}{volume}", kept)
        _run("mount", "--bind", kept, f"{root}{volume}")
    _run("mount", "-o", "remount,bind,ro", root)
    return root


def raise_loopback() -> None:
    """The network namespace is new: its loopback interface is down, and there is no other."""
    up = 0x1
    set_flags = 0x8914
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sH14x", b"lo", up))


class Container:
    """The image's own command as process 1 of a process namespace, in its root, as its user, with its variables."""

    def __init__(self, image: Image, root: Path, log: Path, **settings: str) -> None:
        self._image = image
        self._root = root
        self.log = log
        self._settings = settings
        self._unshare: subprocess.Popen[bytes] | None = None

    def _inside(self, command: list[str], **settings: str) -> list[str]:
        given = {f"FAIRDEAL_{name.upper()}": value for name, value in (self._settings | settings).items()}
        variables = [f"{name}={value}" for name, value in (self._image.environ | given).items()]
        return ["env", "-i", "-C", self._image.folder, *variables, *command]

    def __enter__(self) -> Self:
        image = self._image
        with self.log.open("wb") as log:
            self._unshare = subprocess.Popen(
                [
                    *("unshare", "--pid", "--mount", "--kill-child", "--fork", f"--mount-proc={self._root}/proc"),
                    *("chroot", f"--userspec={image.user}:{image.group}", "--groups=", self._root),
                    *self._inside(image.command),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + PATIENCE_SECONDS
        while not self._is_inside():
            if self._unshare.poll() is not None or time.monotonic() > until:
                raise Fault("it cannot be started")
            time.sleep(0.01)
        return self

    def _is_inside(self) -> bool:
        """Whether process 1 is there, and is in the image's root."""
        try:
            return Path("/proc", str(self.process), "root").samefile(self._root)
        except (Fault, OSError):
            return False

    def __exit__(self, *exc: object) -> None:
        if self._unshare is not None:
            self._unshare.kill()
            self._unshare.wait()

    @property
    def process(self) -> int:
        """The process that is number 1 in there."""
        assert self._unshare is not None
        own = Path(f"/proc/{self._unshare.pid}/task/{self._unshare.pid}/children")
        child = own.read_text(encoding="ascii").split()
        if not child:
            raise Fault("it has ended")
        return int(child[0])

    def run(self, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run another command in there, as ``docker exec`` would."""
        image = self._image
        enter = ["nsenter", "--target", str(self.process), "--mount", "--pid", "--root"]
        enter += ["--setuid", str(image.user), "--setgid", str(image.group)]
        return subprocess.run(
            [*enter, "--", *self._inside(list(command), **settings)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            text=True,
        )

    def become_healthy(self) -> None:
        """Wait until its health check says so."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            done = self.run(*self._image.health)
            if done.returncode == 0:
                return
            assert self._unshare is not None
            if self._unshare.poll() is not None or time.monotonic() > until:
                raise Fault(f"it does not become healthy: {done.stdout}{done.stderr}")
            time.sleep(0.2)

    def stop(self) -> int:
        """Tell process 1 to stop, as ``docker stop`` does, and wait; its exit code."""
        assert self._unshare is not None
        os.kill(self.process, signal.SIGTERM)
        try:
            return self._unshare.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            raise Fault(f"it does not stop within {STOP_SECONDS} seconds of SIGTERM") from None

    def said(self) -> str:
        """All that it wrote so far."""
        return self.log.read_text(encoding="utf-8")


def judge_files(image: Image, root: Path) -> None:
    """What must not be in the root file system, and that nothing can be written there."""
    folders = [Path(f"{root}{folder}") for folder in image.environ["PATH"].split(":")]
    tools = [
        path for folder in folders if folder.is_dir() for path in folder.iterdir() if COMPILER.fullmatch(path.name)
    ]
    require(not tools, "no compiler is in it", ", ".join(map(str, tools)))
    try:
        (root / "written").touch()
    except OSError as error:
        refused = error.errno == errno.EROFS
    else:
        refused = False
    require(refused, "its root file system is read-only")
    require(image.folder in image.volumes, f"{image.folder}, where it runs, is a volume")
    data = Path(f"{root}{image.folder}").stat()
    require(
        (data.st_uid, data.st_gid, data.st_mode & 0o777) == (image.user, image.group, 0o700),
        f"only its user may enter {image.folder}",
    )


def judge_tcp(image: Image, root: Path, work: Path) -> None:
    """As the image is configured: healthy, serving, able to deal; a request under way is answered before it stops."""
    with telling(Container(image, root, work / "tcp.log", workers="2")) as container:
        container.become_healthy()
        require(True, "its health check holds when it serves")
        unhealthy = container.run(*image.health, bind="127.0.0.1:1")
        require(unhealthy.returncode == 1, "its health check fails where nobody serves", unhealthy.stderr)
        status = Path(f"/proc/{container.process}/status").read_text(encoding="ascii")
        ids = {name: value.split() for name, _, value in (line.partition(":") for line in status.splitlines())}
        require(ids["Uid"] == [str(image.user)] * 4 and ids["Gid"] == [str(image.group)] * 4, "it runs as that user")
        require(not ids["Groups"] and not int(ids["CapEff"][0], 16), "it has no other group and no capability")
        for path in ("/readyz", "/", "/verify", "/openapi.yaml", "/static/style.css"):
            require(ask(path) == http.client.OK, f"GET {path} is 200")
        played = container.run("fairdeal", "play", "--server", "http://{}:{}".format(*ADDRESS))
        require(played.returncode == 0, "a deal is played, and its proof holds", played.stderr)
        under_way = begin_request(b"{}")
        os.kill(container.process, signal.SIGTERM)
        time.sleep(0.5)
        under_way.sendall(b"}")
        answer = http.client.HTTPResponse(under_way)
        answer.begin()
        require(answer.status == http.client.CREATED, "after SIGTERM it still answers the request that was under way")
        code = container.stop()
        require(code == 0, f"then it stops: exit code {code}")


def judge_unix(image: Image, root: Path, work: Path) -> None:
    """On a socket file in its volume: healthy, and it finds that it was stopped in good order."""
    bind = f"unix:{image.folder}/socket"
    with telling(Container(image, root, work / "unix.log", workers="2", bind=bind)) as container:
        container.become_healthy()
        require(True, "its health check holds on a socket file")
        with socket.socket(socket.AF_UNIX) as to_service:
            to_service.connect(f"{root}{image.folder}/socket")
            to_service.sendall(b"GET /readyz HTTP/1.1\r\nHost: service\r\nConnection: close\r\n\r\n")
            answer = http.client.HTTPResponse(to_service)
            answer.begin()
            require(answer.status == http.client.OK, "it serves there")
        code = container.stop()
        require(code == 0, f"SIGTERM stops it: exit code {code}")
        said = container.said()
        require("retiring" not in said and "Traceback" not in said, "no number was in doubt after the stop before")


def ask(path: str) -> int:
    """The status of one GET."""
    connection = http.client.HTTPConnection(*ADDRESS, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def begin_request(body: bytes) -> socket.socket:
    """Send the opening of a deal but for the last byte of its body."""
    head = f"POST /v1/deals HTTP/1.1\r\nHost: service\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    to_service = socket.create_connection(ADDRESS, PATIENCE_SECONDS)
    to_service.sendall(head.encode() + body[:-1])
    return to_service


@contextlib.contextmanager
def telling(container: Container) -> Iterator[Container]:
    """Run it; if something is at fault, tell what it wrote."""
    try:
        with container:
            yield container
    except BaseException:
        sys.stdout.flush()
        print(f"--- what it wrote ---\n{container.said()}---", file=sys.stderr)
        raise


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)


def main() -> None:
    """Judge the image; the exit code is 1, with a sentence, if something is not as it must be."""
    described, source, work = map(Path, sys.argv[1:])
    try:
        image = Image.read(described)
        root = lay_out(image, source, work)
        raise_loopback()
        judge_files(image, root)
        judge_tcp(image, root, work)
        judge_unix(image, root, work)
    except Fault as fault:
        sys.stdout.flush()
        sys.exit(f"image: at fault: {fault}")


if __name__ == "__main__":
    main()
