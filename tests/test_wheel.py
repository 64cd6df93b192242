"""What a stranger installs: the built wheel, in an environment that holds nothing else, run from an empty folder."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
START_SECONDS = 60


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, built by the pinned build tools that are installed here, with no network."""
    folder = tmp_path_factory.mktemp("wheel")
    _run(sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
    [built] = folder.glob("fairdeal-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a new environment: the pinned requirements for running, the wheel, nothing else."""
    environment = tmp_path_factory.mktemp("environment")
    _run(sys.executable, "-m", "venv", environment)
    python = environment / "bin" / "python"
    # Wheels alone: who installs it need not have a compiler.
    wheels = ("--only-binary=:all:", "--require-hashes")
    _run(python, "-m", "pip", "install", *wheels, "-r", ROOT / "requirements" / "run.txt")
    _run(python, "-m", "pip", "install", "--no-index", "--no-deps", wheel)
    return environment / "bin"


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A folder with nothing in it, far from this tree."""
    return tmp_path


@pytest.fixture
def served(installed: Path, empty: Path) -> Iterator[str]:
    """The URL of `fairdeal serve`, started from an empty folder with no setting but its address."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    log = empty.with_name(f"{empty.name}.log")
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [installed / "fairdeal", "serve"],
            cwd=empty,
            env=_stranger(installed) | {"FAIRDEAL_BIND": address},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        ) as process,
    ):
        try:
            url = f"http://{address}"
            _wait(process, url, log)
            yield url
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=START_SECONDS) == 0, log.read_text()
        finally:
            # Its workers too, should it have died before them.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def test_the_wheel_holds_the_code_and_the_licence_only(wheel: Path):
    """Engine, service and the licence are inside, under one name; no test, tool or setting of this tree comes along."""
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"fairdeal", f"fairdeal-{VERSION}.dist-info"}
    assert f"fairdeal-{VERSION}.dist-info/licenses/LICENSE" in names
    assert not [name for name in names if "tests/" in name or "/test_" in name]
    tracked = subprocess.run(
        ["git", "ls-files", "engine", "service"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert {f"fairdeal/{name}" for name in tracked.stdout.split()} <= set(names)


def test_the_requirements_are_all_that_the_wheel_asks_for(installed: Path):
    """What the wheel's own metadata demands is there, in versions that fit together."""
    _run(installed / "python", "-m", "pip", "check")


def test_the_command_tells_its_version(installed: Path, empty: Path):
    """`fairdeal --version` prints the version of the distribution, and writes nothing into the folder it runs in."""
    assert VERSION in _run(installed / "fairdeal", "--version", cwd=empty, env=_stranger(installed)).split()[-1]
    assert list(empty.iterdir()) == []


def test_the_command_serves_from_an_empty_folder(served: str, empty: Path):
    """`fairdeal serve` needs no file of this tree: it answers, pages included, and has made its data folder where it was started."""
    for path in ("/livez", "/", "/verify", "/static/style.css", "/static/swagger-ui/swagger-ui.css"):
        with urllib.request.urlopen(f"{served}{path}", timeout=START_SECONDS) as response:
            assert response.status == 200, path
    assert [path.name for path in empty.iterdir()] == ["data"]


def test_the_served_deal_is_played_and_verified(installed: Path, served: str, empty: Path):
    """The installed command plays a whole deal against the installed service, and no check of its proof fails."""
    _run(installed / "fairdeal", "play", "--server", served, cwd=empty, env=_stranger(installed))


def _stranger(installed: Path) -> dict[str, str]:
    """The environment of somebody who has only this installation: nothing of the caller's own settings."""
    return {"PATH": f"{installed}{os.pathsep}{os.defpath}", "LANG": "C.UTF-8", "HOME": str(installed.parent)}


def _wait(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{url}/livez", timeout=5).close()
        except urllib.error.HTTPError as error:
            error.close()
            raise
        except OSError:
            if process.poll() is not None or time.monotonic() > until:
                pytest.fail(f"the service did not start:\n{log.read_text()}")
            time.sleep(0.1)
        else:
            return


def _run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, f"{command} exited {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout
