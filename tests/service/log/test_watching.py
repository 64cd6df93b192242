"""The watch over the logs finds what it is there for."""

import pytest
from sqlalchemy import text

from fairdeal.service.log.publishing import publish
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.storage import log as store

# The first 256 entries fill one tile and one bundle, which appending does not read again.
SPOILT = {
    "a tile": "UPDATE log_tiles SET hashes = (SELECT root FROM log_heads WHERE log = 'outcomes')"
    " WHERE log = 'commits' AND level = 0 AND \"index\" = 0",
    "an entry": "UPDATE log_entries SET bundle = (SELECT bundle FROM log_entries WHERE log = 'commits' AND \"index\" = 1)"
    " WHERE log = 'commits' AND \"index\" = 0",
    "a checkpoint": "DELETE FROM log_checkpoints WHERE log = 'commits' AND size = 129",
    "a commitment": "UPDATE deals SET secret = (SELECT secret FROM deals WHERE number = 1) WHERE number = 200",
}


def grow(service, nobody, ahead):
    while commit_ahead(service.logs.commits, service.keys, ahead):
        pass
    publish(service.logs.commits, nobody)


@pytest.fixture
def found(log_watch):
    """What was found in the test, which then is no fault of it."""
    yield log_watch.faults
    log_watch.faults.clear()


def test_each_step_is_looked_at(service, nobody, log_watch):
    """Each transaction that appends, and each that publishes, is one step; what was published by a start counts too."""
    grow(service, nobody, 300)
    assert log_watch.steps == 2
    grow(service, nobody, 600)
    assert log_watch.steps == 4 + (service.logs.commits.head().size > 700)


@pytest.mark.parametrize("spoilt", SPOILT)
def test_what_is_spoilt_is_found_at_the_next_step(service, nobody, found, spoilt):
    """Whatever row was changed by another hand; the service itself need not notice."""
    grow(service, nobody, 300)
    assert found == []
    service.database.write(lambda conn: conn.execute(text(SPOILT[spoilt])))
    with pytest.raises(BaseException):  # noqa: B017, PT011 - whichever check it is that fails
        grow(service, nobody, 900)
    assert len(found) == 1


def test_a_checkpoint_of_another_tree_is_found(service, nobody, found, monkeypatch):
    """A published note that is not the root of what is stored fails the very step that published it."""
    publishing = store.publish

    def another(conn, log, size, _note):
        return publishing(conn, log, size, service.logs.commits.sign(size, bytes(32)))

    monkeypatch.setattr(store, "publish", another)
    with pytest.raises(AssertionError):
        grow(service, nobody, 300)
    assert len(found) == 1


def test_a_rewritten_log_is_found(service, nobody, found, log_watch):
    """A log that is sound in itself, but is not the one of the step before."""
    grow(service, nobody, 300)
    (place,) = [place for place in log_watch._before if place[1] == "commits"]
    leaves, shown = log_watch._before[place]
    log_watch._before[place] = ([bytes(32), *leaves[1:]], shown)
    with pytest.raises(AssertionError, match="commits was rewritten"):
        grow(service, nobody, 600)
    assert len(found) == 1
