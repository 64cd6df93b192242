import os

import pytest

from fairdeal.service.context import Service
from fairdeal.service.keys.anchor import AnchorError
from fairdeal.service.numbers.issuing import issue


def take(service):
    return service.database.write(lambda conn: issue(service, conn))


def test_a_number_comes_with_its_time(service, clock):
    """The lowest number, and the time that the open statement will name."""
    assert (take(service).number, take(service).opened_at) == (1, clock.now)


def test_no_number_leaves_before_its_mark_is_on_disk(service):
    """Inside the write, before anything can be signed, the mark on disk covers the number."""
    for _ in range(100):

        def fn(conn):
            claimed = issue(service, conn)
            assert service.anchor.mark() >= claimed.number
            return claimed

        service.database.write(fn)


def test_none_is_left(service):
    """When all committed numbers are handed out, the answer is none, and the mark is that of the last."""
    assert [take(service).number for _ in range(128)] == list(range(1, 129))
    assert take(service) is None
    assert service.anchor.mark() == 128


def test_without_the_anchor_nothing_is_handed_out(service):
    """A claim above the known mark fails when the file is gone, and the number is not lost by it."""
    content = service.settings.anchor_path.read_bytes()
    service.settings.anchor_path.unlink()
    with pytest.raises(AnchorError):
        take(service)
    service.settings.anchor_path.write_bytes(content)
    assert take(service).number == 1


def test_processes_share_the_mark_and_the_numbers(service, settings):
    """Eight processes that hand out numbers at once: distinct, consecutive, and all covered."""
    told, tell = os.pipe()
    children = []
    for _ in range(8):
        child = os.fork()
        if child == 0:
            mine = Service.start(settings)
            for _ in range(12):
                os.write(tell, b"%d\n" % take(mine).number)
            os._exit(0)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 8
    os.close(tell)
    with os.fdopen(told) as answers:
        numbers = sorted(int(line) for line in answers)
    assert numbers == list(range(1, 97))
    assert service.anchor.mark() >= 96
