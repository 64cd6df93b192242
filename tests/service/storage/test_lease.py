import threading

from fairdeal.service.storage import lease


def hold(database, holder, now, seconds=20):
    return lease.hold(database, "work", holder, now, seconds)


def test_one_holds_a_lease_until_it_is_over(database):
    """Another gets it when its time is up, not a second earlier; who lost it does not get it back meanwhile."""
    assert hold(database, "a", 100)
    assert not hold(database, "b", 119)
    assert hold(database, "b", 120)
    assert not hold(database, "a", 121)


def test_a_holder_keeps_its_lease_by_asking(database):
    """Asked for again in time, it is prolonged; for at least half its length it is the holder's for sure."""
    assert hold(database, "a", 100)
    assert hold(database, "a", 109)
    assert not hold(database, "b", 119)
    assert hold(database, "a", 111)
    assert not hold(database, "b", 130)
    assert hold(database, "b", 131)


def test_a_fresh_lease_costs_no_write(database, monkeypatch):
    """A holder that asks again soon, and everybody else, only read."""
    assert hold(database, "a", 100)
    monkeypatch.setattr(type(database), "write", None)
    assert hold(database, "a", 105)
    assert not hold(database, "b", 105)


def test_leases_have_names(database):
    """Another name is another lease."""
    assert hold(database, "a", 100)
    assert lease.hold(database, "other", "b", 100, 20)


def test_a_lease_that_is_given_up_is_free(database):
    """Its holder can give it up, and nobody else; more than a second passes before anybody has it, the old holder included."""
    assert hold(database, "a", 100)
    database.write(lambda conn: lease.release(conn, "work", "b", 100))
    assert not hold(database, "b", 103)
    database.write(lambda conn: lease.release(conn, "work", "a", 103))
    assert not hold(database, "b", 104)
    assert not hold(database, "a", 104)
    assert hold(database, "b", 105)


def test_a_clock_that_was_set_back_leaves_no_lease_for_hours(database):
    """A holder that is gone is not waited for until the old time comes again; one whose clock is a little ahead is."""
    assert hold(database, "a", 10_000)
    assert not hold(database, "b", 9_970)
    assert hold(database, "b", 6_400)
    assert not hold(database, "a", 6_401)
    assert hold(database, "b", 3_000)
    assert hold(database, "c", 3_020)


def test_one_of_many_gets_it(database):
    """Of threads that ask at once, exactly one gets it."""
    got = []
    threads = [threading.Thread(target=lambda n=n: got.append(hold(database, f"t{n}", 100))) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got.count(True) == 1
