"""Which checkpoints the browser takes for the same log as the largest that it has seen."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import Page, Route

from fairdeal.engine.tlog import merkle, tiles
from fairdeal.engine.tlog.note import NoteSigner
from fairdeal.engine.tlog.tiles import Resource, Tile

NAME = "log.example/commits"
SIGNER = NoteSigner(NAME, Ed25519PrivateKey.from_private_bytes(b"\7" * 32))
SEE = """async ([vkey, note]) => {
  try {
    await fairdeal.logView.see('commits', vkey, note);
    return 'one log';
  } catch (error) {
    return error.message;
  }
}"""
LARGE = 65_536 + 700
"""Leaves: there are three levels of tiles."""


class Log:
    """A log whose leaf hashes are numbers, and different from ``odd`` on if that is given."""

    def __init__(self, odd: int = LARGE) -> None:
        leaves = [at.to_bytes(31) + (b"\1" if at >= odd else b"\0") for at in range(LARGE)]
        self.tiles: dict[Tile, bytes] = tiles.extend(lambda _: b"", 0, leaves)
        self.node = tiles.reader(self.tiles.__getitem__)

    def checkpoint(self, size: int) -> str:
        """The signed note of its first ``size`` entries."""
        root = base64.b64encode(merkle.root(size, self.node)).decode()
        return SIGNER.sign(f"{NAME}\n{size}\n{root}\n")

    def answer(self, route: Route) -> None:
        """Serve a tile."""
        resource = Resource.from_path(route.request.url.partition("/tile/")[2])
        route.fulfill(body=self.tiles[resource.tile][: resource.width * merkle.HASH_SIZE])


@pytest.fixture(scope="module")
def log() -> Log:
    """The log that the service shows."""
    return Log()


class Browser:
    """A browser that can read the tiles of one log."""

    def __init__(self, page: Page, log: Log) -> None:
        self.page = page
        page.route("**/log/commits/tile/**", log.answer)

    def __call__(self, note: str) -> str:
        """Show it a checkpoint; what it says to it."""
        return self.page.evaluate(SEE, [SIGNER.vkey, note])


@pytest.fixture
def see(visit, log):
    """A browser with the tiles of `log`, that has seen nothing yet."""
    return Browser(visit().open("/play"), log)


def test_a_log_that_grows_or_is_late_is_one_log(see, log):
    """Larger and smaller checkpoints of one log are taken in any order, over every level of tiles."""
    for size in (0, 1, 3, 256, 3, 300, 257, 65_536, 65_537, LARGE, 65_900, 700, LARGE):
        assert see(log.checkpoint(size)) == "one log", size


FORKS = {
    "an old entry was changed": (300, 299, LARGE),
    "the same size": (300, 299, 300),
    "the smaller one comes later": (65_540, 299, 301),
    "the last entry that was seen": (65_537, 65_536, LARGE),
}
"""Size seen, the entry from which on that log differs from `log`, and the size shown then."""


def test_a_fork_is_told(see, log):
    """A checkpoint of a log that differs in an entry both have is refused; the one that was seen first stays."""
    others = {odd: Log(odd) for _, odd, _ in FORKS.values()}
    for case, (seen, odd, shown) in FORKS.items():
        see.page.evaluate("localStorage.clear()")
        first = others[odd].checkpoint(seen)
        assert see(first) == "one log", case
        assert "was forked" in see(log.checkpoint(shown)), case
        assert see(first) == "one log", case


def test_a_checkpoint_by_another_key_is_refused(see, log):
    """What the log's key did not sign is not even compared."""
    other = NoteSigner(NAME, Ed25519PrivateKey.from_private_bytes(b"\1" * 32))
    text = log.checkpoint(3).partition("\n\n")[0] + "\n"
    assert "does not hold" in see(other.sign(text))
