"""The service as a whole program: started, asked over a socket, and stopped in every way."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from fairdeal.service.http.metrics import Folder
from fairdeal.service.keys.anchor import Anchor
from fairdeal.service.runtime.serving import Host, cores
from fairdeal.service.settings import Settings

ROOT = Path(__file__).parents[3]
SERVE = [sys.executable, "-c", "from fairdeal.service.command import main; main()", "serve"]


@pytest.fixture
def settings(tmp_path):
    """Settings of a store that does not exist yet, served by two processes on a socket file."""
    return Settings(
        bind=f"unix:{tmp_path}/s", data=tmp_path / "data", origin="deals.example.com", workers=2, threads=2, ahead=100
    )


@contextmanager
def serving(settings, command=SERVE):
    environ = {**os.environ, **settings.to_environment()}
    process = subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        wait_until(lambda: process.poll() is not None or accepts(settings))
        with client(settings) as http:
            yield process, http
    finally:
        if process.poll() is None:
            for child in children(process):
                os.kill(child, signal.SIGKILL)
            process.kill()
        process.communicate()


def client(settings):
    transport = httpx.HTTPTransport(uds=settings.bind.removeprefix("unix:"))
    # Each call on a connection of its own: one that is kept leads to the same worker again.
    return httpx.Client(transport=transport, base_url="http://service", timeout=60, headers={"Connection": "close"})


def accepts(settings):
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(settings.bind.removeprefix("unix:"))
        except OSError:
            return False
    return True


def children(process):
    try:
        return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def wait_until(condition):
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def open_deal(http):
    answer = http.post("/v1/deals", json={})
    assert answer.status_code == 201, answer.text
    return answer.json()["number"]


def stop(process):
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=120)
    return output


def mark(settings):
    return Anchor.load(settings.anchor_path, settings.origin).mark()


def test_a_service_starts_serves_and_stops_cleanly(settings):
    """It hands out numbers, and after it was told to stop no number is lost to the next start."""
    with serving(settings) as (process, http):
        assert [open_deal(http) for _ in range(5)] == [1, 2, 3, 4, 5]
        assert mark(settings) == 64
        output = stop(process)
        assert process.returncode == 0
    assert mark(settings) == 5
    assert "/v1/deals" not in output, "access is not logged"
    with serving(settings) as (process, http):
        assert open_deal(http) == 6
        assert "retiring" not in stop(process)


def test_after_a_crash_the_doubtful_numbers_are_retired_and_said_so(settings):
    """Killed as a whole, it starts again above the mark, and its log names the numbers that are void now."""
    with serving(settings) as (process, http):
        assert open_deal(http) == 1
        for pid in (*children(process), process.pid):
            os.kill(pid, signal.SIGKILL)
        process.wait()
    with serving(settings) as (process, http):
        assert open_deal(http) == 65
        assert http.get("/v1/deals/2").json()["state"] == "voided"
        assert "retiring the numbers 2 to 64" in stop(process)


def test_a_worker_that_dies_costs_no_number(settings):
    """A killed worker is replaced while the other serves on; nothing is retired, and the numbers go on."""
    with serving(settings) as (process, http):
        assert open_deal(http) == 1
        wait_until(lambda: len(children(process)) == 2)
        before = set(children(process))
        os.kill(min(before), signal.SIGKILL)
        assert [open_deal(http) for _ in range(4)] == [2, 3, 4, 5]
        wait_until(lambda: len(set(children(process)) - before) == 1)
        assert [open_deal(http) for _ in range(4)] == [6, 7, 8, 9]
        stop(process)
    assert mark(settings) == 9


def test_a_refused_start_is_one_sentence(settings):
    """A store of another origin: the program says so and exits with 1; there is no traceback."""
    with serving(settings) as (process, _):
        stop(process)
    other = Settings(
        **{**{name: getattr(settings, name) for name in settings.__slots__}, "origin": "other.example.com"}
    )
    with serving(other) as (process, _):
        output = process.communicate(timeout=120)[0]
    assert process.returncode == 1
    assert "of the origin 'deals.example.com', not of 'other.example.com'" in output
    assert "Traceback" not in output


def test_a_setting_that_cannot_be_is_a_usage_error(settings):
    """The command names the variable and exits with 2, before it touches anything."""
    environ = {**os.environ, **settings.to_environment(), "FAIRDEAL_THREADS": "one"}
    done = subprocess.run(SERVE, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "FAIRDEAL_THREADS is 'one'" in done.stderr
    assert not settings.data.exists()


def test_gunicorn_itself_serves_the_same(settings):
    """`gunicorn` with this repository's configuration file is the same service, from the same environment."""
    with serving(settings, [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py"]) as (process, http):
        assert open_deal(http) == 1
        stop(process)
        assert process.returncode == 0
    assert mark(settings) == 1


def test_each_worker_gets_the_core_that_the_fewest_have(settings, monkeypatch):
    """Workers are spread over the cores, also when one of them was replaced."""
    monkeypatch.setattr("fairdeal.service.runtime.serving.cores", lambda: [0, 1, 2])
    host = Host(settings)
    arbiter = SimpleNamespace(WORKERS={})

    def spawn(pid):
        worker = SimpleNamespace()
        host.pre_fork(arbiter, worker)
        arbiter.WORKERS[pid] = worker
        return worker.core

    assert [spawn(pid) for pid in range(4)] == [0, 1, 2, 0]
    del arbiter.WORKERS[1]
    assert spawn(9) == 1


def test_a_worker_is_pinned_to_its_core(settings):
    """Each running worker may run on one core, and the parent on all."""
    with serving(settings) as (process, _):
        wait_until(lambda: len(children(process)) == 2)
        wait_until(lambda: all(len(os.sched_getaffinity(child)) == 1 for child in children(process)))
        pinned = [next(iter(os.sched_getaffinity(child))) for child in children(process)]
        assert len(set(pinned)) == min(2, len(cores()))
        assert sorted(os.sched_getaffinity(process.pid)) == cores()
        stop(process)


def test_every_worker_tells_the_counts_of_all(settings):
    """Whichever worker is asked, the metrics are those of the whole service."""
    with serving(settings) as (_, http):
        for _ in range(20):
            assert http.get("/v1/info").status_code == 200
        for _ in range(4):
            text = http.get("/metrics").text
            assert 'fairdeal_requests_total{method="GET",route="/v1/info",status="200"} 20.0' in text


def test_the_folder_of_the_counts_goes_with_the_service(tmp_path):
    """A clean stop leaves nothing in memory, and a start removes what a killed service left."""
    left = tmp_path / "fairdeal-counts-999999999-abc"
    left.mkdir()
    running = tmp_path / f"fairdeal-counts-{os.getpid()}-abc"
    running.mkdir()
    folder = Folder(tmp_path)
    assert folder.path.is_dir()
    assert not left.exists()
    assert running.exists()
    folder.remove()
    assert not folder.path.exists()
