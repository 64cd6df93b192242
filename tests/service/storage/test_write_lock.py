import os
import signal
import time

import pytest

from fairdeal.service.storage.database import Busy
from fairdeal.service.storage.write_lock import WriteLock


def test_one_holds_it_at_a_time(tmp_path):
    """A second one waits until its deadline, and has it once the first lets go."""
    one, other = WriteLock(tmp_path / "lock"), WriteLock(tmp_path / "lock")
    one.acquire(time.monotonic())
    with pytest.raises(Busy):
        other.acquire(time.monotonic() + 0.01)
    one.release()
    other.acquire(time.monotonic())
    one.close()
    other.close()


def test_who_gave_up_waiting_holds_nobody_up(tmp_path):
    """After a wait in vain the place in the queue is free again."""
    one, other, third = (WriteLock(tmp_path / "lock") for _ in range(3))
    one.acquire(time.monotonic())
    with pytest.raises(Busy):
        other.acquire(time.monotonic())
    one.release()
    third.acquire(time.monotonic())
    for lock in (one, other, third):
        lock.close()


def test_who_comes_back_queues_behind_who_waits(tmp_path):
    """While somebody waits, the one who has just had the lock does not get it again first: no writer starves."""
    ready, tell = os.pipe()
    holder, back = WriteLock(tmp_path / "lock"), WriteLock(tmp_path / "lock")
    holder.acquire(time.monotonic())
    child = os.fork()
    if child == 0:
        waiting = WriteLock(tmp_path / "lock")
        os.write(tell, b"x")
        waiting.acquire(time.monotonic() + 30)
        signal.pause()
    os.read(ready, 1)
    # The child holds the turnstile from its first attempt on; nobody passes it, though the lock itself is given back.
    deadline = time.monotonic() + 30
    while True:
        try:
            back.acquire(time.monotonic() - 1)
        except Busy:
            if _turnstile_is_held(tmp_path):
                break
            assert time.monotonic() < deadline
    holder.release()
    with pytest.raises(Busy):
        back.acquire(time.monotonic() + 0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    back.acquire(time.monotonic())
    for descriptor in (ready, tell):
        os.close(descriptor)
    holder.close()
    back.close()


def _turnstile_is_held(folder):
    import fcntl

    with (folder / "lock-turnstile").open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
