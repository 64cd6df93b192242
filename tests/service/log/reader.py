"""A reader of logs that shares no code with the service: bytes in, hashes by the letter of RFC 6962, keys from their vkeys.

`check_log` re-verifies both logs of a store whole: what is stored, what is published, what the anchor knows, and what the deals say.
"""

import base64
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import Connection, text

from fairdeal.engine.protocol.commitment import commitment

Get = Callable[[str], bytes]


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def root_of(leaves: list[bytes]) -> bytes:
    """The root over leaf hashes."""
    return _root(b"".join(leaves))


# A log is verified again after each step: what has not changed is not hashed again.
@lru_cache(16384)
def _root(leaves: bytes) -> bytes:
    size = len(leaves) // 32
    if size == 0:
        return sha256(b"")
    if size == 1:
        return leaves
    left = 1
    while left * 2 < size:
        left *= 2
    return sha256(b"\x01" + _root(leaves[: 32 * left]) + _root(leaves[32 * left :]))


def entries_of(bundle: bytes) -> list[bytes]:
    entries = []
    while bundle:
        length = bundle[0] * 256 + bundle[1]
        assert len(bundle) >= 2 + length
        entries.append(bundle[2 : 2 + length])
        bundle = bundle[2 + length :]
    return entries


def open_note(note: str, vkey: str) -> tuple[int, bytes]:
    """Size and root of a checkpoint, which the key of that log signed."""
    name, _, key = vkey.split("+", 2)
    raw = base64.b64decode(key)
    assert raw[0] == 1
    key_id = sha256(name.encode() + b"\n" + raw)[:4]
    signed, signatures = note.split("\n\n")
    own = [line.split(" ")[2] for line in signatures.splitlines() if line.split(" ")[1] == name]
    assert len(own) == 1
    signature = base64.b64decode(own[0])
    assert signature[:4] == key_id
    Ed25519PublicKey.from_public_bytes(raw[1:]).verify(signature[4:], signed.encode() + b"\n")
    lines = signed.split("\n")
    assert lines[0] == name
    assert len(lines) == 3
    return int(lines[1]), base64.b64decode(lines[2])


def read_log(get: Get, vkey: str) -> list[bytes]:
    """All entries of a log, read from its files: each full and each partial tile and bundle is fetched and recomputed."""
    size, root = open_note(get("checkpoint").decode(), vkey)
    entries: list[bytes] = []
    for address, count in addresses("entries", size):
        bundle = entries_of(get(f"tile/{address}"))
        assert len(bundle) == count
        entries += bundle
    hashes = [sha256(b"\x00" + entry) for entry in entries]
    assert root_of(hashes) == root
    level = 0
    while hashes:
        for number, (address, count) in enumerate(addresses(str(level), len(hashes))):
            assert get(f"tile/{address}") == b"".join(hashes[256 * number : 256 * number + count])
        hashes = [root_of(hashes[at : at + 256]) for at in range(0, len(hashes) // 256 * 256, 256)]
        level += 1
    return entries


def addresses(level: str, count: int) -> list[tuple[str, int]]:
    """The addresses of the tiles that hold so many hashes, and how many each holds."""
    found = []
    for number in range((count + 255) // 256):
        digits = str(number).rjust(3, "0")
        while len(digits) % 3:
            digits = "0" + digits
        parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
        address = "/".join([level, *("x" + part for part in parts[:-1]), parts[-1]])
        width = min(256, count - 256 * number)
        found.append((address if width == 256 else f"{address}.p/{width}", width))
    return found


def check_log(service) -> dict[str, int]:
    """Re-verify both logs whole, as they are at one moment; the published sizes.

    ``service`` is a service, or whatever else has its database, keys and anchor.
    """
    before = service.anchor.heads()
    with snapshot(service.database) as conn:
        sizes = {log: check_stored(conn, service, log) for log in ("commits", "outcomes")}
        heads = {row.log: row for row in rows_of(conn, "SELECT * FROM log_heads")}
        leaves = {log: [sha256(b"\x00" + entry) for entry in stored_entries(conn, log)] for log in heads}
    after = service.anchor.heads()
    for log, head in heads.items():
        # What may have been seen is a beginning of what is stored, and no more was published than the anchor knows.
        assert before[log].size <= head.size
        assert before[log].root == root_of(leaves[log][: before[log].size])
        assert head.published_size <= after[log].size
    return sizes


def check_stored(conn, service, log: str) -> int:
    """The same of one log, the anchor left out; the published size."""
    (head,) = rows_of(conn, f"SELECT * FROM log_heads WHERE log = '{log}'")
    vkey = service.keys.vkeys[log]
    entries = stored_entries(conn, log)
    leaves = [sha256(b"\x00" + entry) for entry in entries]
    # What is stored holds together, and is signed.
    assert open_note(head.note, vkey) == (head.size, head.root) == (len(leaves), root_of(leaves))
    tiles = rows_of(conn, f"SELECT * FROM log_tiles WHERE log = '{log}'")
    assert {(row.level, row.index): row.hashes for row in tiles} == tiles_of(leaves)
    # Every checkpoint that was published is the beginning of it: so each is consistent with all before it.
    shown = rows_of(conn, f"SELECT size, note FROM log_checkpoints WHERE log = '{log}' ORDER BY size")
    assert (shown[-1].size if shown else 0) == head.published_size
    for row in shown:
        assert open_note(row.note, vkey) == (row.size, root_of(leaves[: row.size]))
    {"commits": check_commits, "outcomes": check_outcomes}[log](conn, service, [entry.decode() for entry in entries])
    return head.published_size


def stored_entries(conn, log: str) -> list[bytes]:
    rows = rows_of(conn, f"SELECT bundle FROM log_entries WHERE log = '{log}' ORDER BY \"index\"")
    return [entry for row in rows for entry in entries_of(row.bundle)]


@contextmanager
def snapshot(database) -> Iterator[Connection]:
    """A connection of this thread, all of whose queries see the database as it was at the first."""
    conn = database._connection()
    driver = conn.connection.driver_connection
    driver.execute("BEGIN ISOLATION LEVEL REPEATABLE READ" if database.kind == "postgresql" else "BEGIN")
    try:
        yield conn
    finally:
        driver.execute("ROLLBACK")


def tiles_of(leaves: list[bytes]) -> dict[tuple[int, int], bytes]:
    found = {}
    level = 0
    while leaves:
        for at in range(0, len(leaves), 256):
            found[level, at // 256] = b"".join(leaves[at : at + 256])
        leaves = [root_of(leaves[at : at + 256]) for at in range(0, len(leaves) // 256 * 256, 256)]
        level += 1
    return found


def check_commits(conn, service, entries: list[str]) -> None:
    """Entry N is the commitment of number N, which its own seed opens; none was handed out that is not published."""
    origin = service.anchor.origin
    assert entries[0].startswith(f"fairdeal/v1 genesis\n{origin}\n{service.keys.vkeys['outcomes']}\n")
    rows = rows_of(conn, "SELECT number, commitment, key_id, secret FROM deals ORDER BY number")
    assert [row.number for row in rows] == list(range(1, len(entries)))
    for row in rows:
        assert entries[row.number] == f"fairdeal/v1 commit\n{origin}\n{row.number}\n{row.commitment.hex()}\n"
        seed = service.keys.decrypt_secret(row.number, row.key_id, row.secret)[:32]
        assert commitment(origin, row.number, seed) == row.commitment
    (numbers,) = rows_of(conn, "SELECT * FROM numbers")
    (head,) = rows_of(conn, "SELECT published_size FROM log_heads WHERE log = 'commits'")
    assert numbers.committed == len(entries) - 1
    assert numbers.next <= max(1, head.published_size)


def check_outcomes(conn, _service, entries: list[str]) -> None:
    """Each entry is the outcome of one deal, each of which has its own place; none that has a place has no outcome."""
    rows = rows_of(
        conn,
        "SELECT outcome_index, outcome FROM deals WHERE outcome_index IS NOT NULL ORDER BY outcome_index",
    )
    assert [row.outcome for row in rows] == entries
    assert [row.outcome_index for row in rows] == list(range(len(entries)))


def select(database, query: str) -> list:
    return database.read(partial(rows_of, query=query))


def rows_of(conn, query):
    return conn.execute(text(query)).all()
