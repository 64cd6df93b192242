import threading

import pytest

from fairdeal.service.storage.database import Busy
from fairdeal.service.storage.group_commit import MOST_JOBS, GroupCommit


class Store:
    """Stands for a database: lists what each transaction ran, and lets a test hold one open."""

    def __init__(self, wait=30.0):
        self.transactions = []
        self.entered = threading.Semaphore(0)
        self.gate = threading.Semaphore(0)
        self.failure = None
        self.commits = GroupCommit(self.commit, wait)

    def commit(self, jobs, _deadline):
        self.entered.release()
        self.gate.acquire()
        taken = jobs()
        for job in taken:
            job.call(None)
        self.transactions.append(len(taken))
        if self.failure is not None:
            raise self.failure

    def start(self, fn, results):
        def work():
            try:
                results.append(self.commits.run(fn))
            except BaseException as error:
                results.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        return thread

    def wait_for_queue(self, length):
        while len(self.commits._queue) < length:
            threading.Event().wait(0.001)


@pytest.fixture
def store():
    return Store()


def test_a_writer_alone_is_its_own_transaction(store):
    """Without others, each function has a transaction to itself, in its own thread."""
    store.gate.release(2)
    here = threading.get_ident()
    assert store.commits.run(lambda _: threading.get_ident()) == here
    assert store.commits.run(lambda _: 2) == 2
    assert store.transactions == [1, 1]


def test_those_that_wait_share_the_next_transaction(store):
    """While one waits for the lock, the others queue up and come along; each gets its own answer."""
    results = []
    threads = [store.start(lambda _: 0, results)]
    store.entered.acquire()
    threads += [store.start(lambda _, n=n: n, results) for n in range(1, 6)]
    store.wait_for_queue(5)
    store.gate.release()
    for thread in threads:
        thread.join()
    assert store.transactions == [6]
    assert sorted(results) == [0, 1, 2, 3, 4, 5]


def test_one_that_fails_does_not_fail_the_others(store):
    """An error is its own caller's; the others that share the transaction are stored."""
    results = []
    threads = [store.start(lambda _: 1, results)]
    store.entered.acquire()
    threads.append(store.start(lambda _: 1 // 0, results))
    store.wait_for_queue(1)
    store.gate.release()
    for thread in threads:
        thread.join()
    assert {type(result) for result in results} == {int, ZeroDivisionError}


def test_a_failed_commit_fails_all_that_shared_it(store):
    """Nobody is told that something is stored when the commit failed; the next transaction is not concerned."""
    results = []
    store.failure = OSError("disk")
    threads = [store.start(lambda _: 1, results)]
    store.entered.acquire()
    threads.append(store.start(lambda _: 2, results))
    store.wait_for_queue(1)
    store.gate.release()
    for thread in threads:
        thread.join()
    assert [type(result) for result in results] == [OSError, OSError]
    store.failure = None
    store.gate.release()
    assert store.commits.run(lambda _: 3) == 3


def test_a_thread_that_is_stopped_leaves_the_lead_to_the_next(store):
    """When the leading thread is told to exit, those that it took along may try again, and the rest go on."""
    results = []
    store.failure = SystemExit()
    threads = [store.start(lambda _: 1, results)]
    store.entered.acquire()
    threads.append(store.start(lambda _: 2, results))
    store.wait_for_queue(1)
    store.gate.release()
    for thread in threads:
        thread.join()
    assert {type(result) for result in results} == {SystemExit, Busy}
    store.failure = None
    store.gate.release()
    assert store.commits.run(lambda _: 3) == 3


def test_a_transaction_takes_a_bounded_number(store):
    """However many wait, one transaction runs so many and hands the lead on; none is forgotten."""
    results = []
    threads = [store.start(lambda _: 0, results)]
    store.entered.acquire()
    threads += [store.start(lambda _: 0, results) for _ in range(MOST_JOBS + 10)]
    store.wait_for_queue(MOST_JOBS + 10)
    store.gate.release(2)
    for thread in threads:
        thread.join()
    assert store.transactions == [MOST_JOBS, 11]
    assert len(results) == MOST_JOBS + 11


def test_one_that_waits_too_long_leaves_the_queue():
    """It is told so, and its function is never run."""
    store = Store(wait=0.05)
    results, late, ran = [], [], []
    leader = store.start(lambda _: 1, results)
    store.entered.acquire()
    store.start(lambda _: ran.append(1), late).join()
    store.gate.release()
    leader.join()
    assert results == [1]
    assert [type(result) for result in late] == [Busy]
    assert ran == []
