import pytest
from sqlalchemy import text

from fairdeal.engine.games.hearts.presets import preset
from fairdeal.service.storage import rulesets
from fairdeal.service.storage.rulesets import Rulesets


def test_a_ruleset_comes_back_by_its_hash(database):
    """What was stored is found by another process's memory too, equal in every option."""
    ruleset = preset("standard")
    digest = Rulesets(database).ensure(ruleset)
    assert digest == ruleset.hash()
    assert Rulesets(database).by_hash(digest) == ruleset


def test_a_ruleset_is_stored_once(database):
    """Several processes may store the same one."""
    for _ in range(3):
        Rulesets(database).ensure(preset("standard"))
    assert database.read(lambda conn: conn.execute(text("SELECT count(*) FROM rulesets")).scalar()) == 1


def test_a_known_ruleset_costs_no_write(database, monkeypatch):
    """Once stored or read, it is in memory."""
    kept = Rulesets(database)
    digest = kept.ensure(preset("standard"))
    other = Rulesets(database)
    other.by_hash(digest)
    monkeypatch.setattr(type(database), "write", None)
    monkeypatch.setattr(type(database), "read", None)
    assert kept.ensure(preset("standard")) == other.ensure(preset("standard")) == digest
    assert kept.by_hash(digest) == other.by_hash(digest)


def test_an_unknown_hash_is_an_error(database):
    """Nothing stands in for a ruleset that is not stored."""
    with pytest.raises(LookupError, match="00" * 32):
        Rulesets(database).by_hash(bytes(32))


def test_memory_is_bounded(database, monkeypatch):
    """However many rulesets strangers think of, only so many stay in memory; the others are read again."""
    monkeypatch.setattr(rulesets, "MOST_KEPT", 2)
    kept = Rulesets(database)
    digests = [kept.ensure(preset("standard", target=target)) for target in (50, 60, 70)]
    assert len(kept._kept) == 2
    assert [kept.by_hash(digest).hash() for digest in digests] == digests
