import os
import signal
import threading

import pytest

from fairdeal.service.keys.anchor import Anchor, Anchored, AnchorError, Halted

ORIGIN = "deals.example.com"


@pytest.fixture
def path(tmp_path):
    Anchor.create(tmp_path / "anchor", ORIGIN)
    return tmp_path / "anchor"


def test_the_mark_is_on_disk_before_a_number_is_covered(path):
    """After covering a number the mark on disk is at least that number, and at most 63 above it."""
    anchor = Anchor.load(path, ORIGIN)
    for number in (1, 2, 64, 65, 1000):
        anchor.raise_mark(number, committed=10_000)
        assert number <= Anchor.load(path, ORIGIN).mark() <= number + 63


def test_the_mark_rises_in_steps(path, monkeypatch):
    """Covering 128 numbers one by one writes the file twice."""
    written = []
    rename = type(path).replace
    monkeypatch.setattr(type(path), "replace", lambda *paths: (written.append(1), rename(*paths)))
    anchor = Anchor.load(path, ORIGIN)
    for number in range(1, 129):
        anchor.raise_mark(number, committed=10_000)
    assert len(written) == 2


def test_the_mark_never_passes_what_is_committed(path):
    """Near the last committed number the step is shorter: a mark above it would look like a rollback."""
    anchor = Anchor.load(path, ORIGIN)
    anchor.raise_mark(3, committed=10)
    assert anchor.mark() == 10


def test_two_processes_share_one_mark(path):
    """What another process has raised is seen, not raised again or lowered."""
    one, other = Anchor.load(path, ORIGIN), Anchor.load(path, ORIGIN)
    one.raise_mark(200, committed=10_000)
    other.raise_mark(5, committed=10_000)
    assert other.mark() == 263


def test_threads_raise_the_mark_together(path):
    """Many threads that cover numbers at once leave a mark that covers the highest."""
    anchor = Anchor.load(path, ORIGIN)
    threads = [threading.Thread(target=anchor.raise_mark, args=(number, 10_000)) for number in range(300, 0, -1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 300 <= anchor.mark() <= 363


ROOT = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
FORM = f"fairdeal/v1 anchor\ndeals.example.com\nmark 1\ncommits 0 {ROOT}\noutcomes 0 {ROOT}\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (FORM, ""),
        (FORM, FORM[:-1]),
        ("mark 1", "mark 01"),
        ("mark 1", "mark -1"),
        ("mark 1", "mark ٣"),
        ("mark 1\n", "mark 1\nmark 2\n"),
        ("v1", "v2"),
        ("commits 0", "commits 00"),
        (f"outcomes 0 {ROOT}\n", ""),
        (f"outcomes 0 {ROOT}", f"outcomes 0 {ROOT[:-1]}"),
        (f"outcomes 0 {ROOT}", f"outcomes 0 {ROOT.upper()}"),
    ],
)
def test_a_malformed_anchor_is_refused(path, old, new):
    """Anything but the one form is no anchor."""
    path.write_bytes(FORM.encode())
    Anchor.load(path, ORIGIN)
    path.write_bytes(FORM.replace(old, new).encode())
    with pytest.raises(AnchorError, match="malformed"):
        Anchor.load(path, ORIGIN)


def test_a_missing_anchor_is_refused(tmp_path):
    """Nothing is made in the place of an anchor that is gone."""
    with pytest.raises(AnchorError, match="missing"):
        Anchor.load(tmp_path / "anchor", ORIGIN)
    assert list(tmp_path.iterdir()) == []


def test_another_origins_anchor_is_refused(path):
    """An anchor says whose it is."""
    with pytest.raises(AnchorError, match=r"other\.example\.com"):
        Anchor.load(path, "other.example.com")


def test_a_mark_that_went_back_stops_the_handing_out(path):
    """An older anchor put in place while the service runs is noticed at the next step."""
    anchor = Anchor.load(path, ORIGIN)
    old = path.read_bytes()
    anchor.raise_mark(100, committed=10_000)
    path.write_bytes(old)
    with pytest.raises(AnchorError, match="went back from 163 to 0"):
        anchor.raise_mark(164, committed=10_000)


def test_an_anchor_that_vanished_stops_the_handing_out(path):
    """Numbers above the known mark are not handed out without the file, and it is not made anew."""
    anchor = Anchor.load(path, ORIGIN)
    anchor.raise_mark(1, committed=10_000)
    path.unlink()
    anchor.raise_mark(64, committed=10_000)
    with pytest.raises(AnchorError, match="missing"):
        anchor.raise_mark(65, committed=10_000)
    assert not path.exists()


def test_lowering_only_lowers(path):
    """A clean stop brings the mark down to the highest number handed out, and never up."""
    anchor = Anchor.load(path, ORIGIN)
    anchor.raise_mark(10, committed=10_000)
    anchor.lower_mark(10)
    assert anchor.mark() == 10
    anchor.lower_mark(50)
    assert anchor.mark() == 10
    anchor.raise_mark(11, committed=10_000)
    assert anchor.mark() == 74


def test_one_that_serves_keeps_others_from_being_alone(path):
    """Several may serve at once; alone is only who has no other beside him, and who serves later waits for him."""
    one, other = Anchor.load(path, ORIGIN), Anchor.load(path, ORIGIN)
    one.hold_shared(wait=0)
    other.hold_shared(wait=0)
    assert not other.serve_alone()
    one.close()
    assert other.serve_alone()
    with pytest.raises(AnchorError, match="Another start"):
        one.hold_shared(wait=0)
    other.close()
    one.hold_shared(wait=0)
    one.close()


def test_a_killed_process_serves_no_more(path):
    """The kernel lets go of what a dead process held."""
    ready, tell = os.pipe()
    child = os.fork()
    if child == 0:
        Anchor.load(path, ORIGIN).hold_shared(wait=0)
        os.write(tell, b"x")
        signal.pause()
    os.read(ready, 1)
    anchor = Anchor.load(path, ORIGIN)
    assert not anchor.serve_alone()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert anchor.serve_alone()
    anchor.close()
    os.close(ready)
    os.close(tell)


def test_heads_advance_from_one_to_the_next(path):
    """A new head is on disk when this returns, beside the mark and the other log's head; a stale one changes nothing."""
    anchor = Anchor.load(path, ORIGIN)
    anchor.raise_mark(5, 100)
    empty, first, second = anchor.heads()["commits"], Anchored(1, b"1" * 32), Anchored(2, b"2" * 32)
    assert empty == Anchored(0, bytes.fromhex(ROOT))
    assert anchor.update_head("commits", empty, first)
    assert not anchor.update_head("commits", empty, second)
    assert Anchor.load(path, ORIGIN).heads() == {"commits": first, "outcomes": empty}
    assert anchor.update_head("outcomes", empty, second)
    anchor.raise_mark(70, 100)
    anchor.lower_mark(70)
    assert Anchor.load(path, ORIGIN).heads() == {"commits": first, "outcomes": second}
    assert anchor.mark() == 70


def test_a_halt_is_seen_by_every_process_until_a_start_lifts_it(path, caplog):
    """The reason is logged once, and told to whoever asks whether to go on."""
    anchor, other = Anchor.load(path, ORIGIN), Anchor.load(path, ORIGIN)
    other.require_running()
    anchor.halt("The database was rolled back.")
    assert "The database was rolled back." in caplog.text
    with pytest.raises(Halted, match="rolled back"):
        other.require_running()
    other.resume()
    anchor.require_running()
