import pytest
from click.testing import CliRunner

from fairdeal.service.command.keys import keys
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.storage import deals


@pytest.fixture
def run(settings):
    """Runs the command with the settings of the test's store."""
    return lambda *arguments: CliRunner().invoke(keys, arguments, env=settings.to_environment())


def test_rotating_leaves_one_new_key(run, service):
    """The command says how many secrets it encrypted, and under which key; the running service reads them all."""
    old = service.keys.active
    done = run("rotate")
    assert done.exit_code == 0, done.output
    new = KeyFile.load(service.settings.keys_path, service.settings.origin).active
    assert f"128 secrets were encrypted under the new key {new}; the old keys are deleted." in done.stdout
    assert new != old
    rows = service.database.read(lambda conn: deals.list_after(conn, 0, 200, None))
    assert all(len(service.keys.decrypt_secret(row.number, row.key_id, row.secret)) == 64 for row in rows)


def test_no_key_is_printed(run, service):
    """The id of a key is no secret; the key is, and so are the secrets."""
    done = run("rotate")
    stored = service.settings.keys_path.read_text()
    assert not any(word in stored for word in done.output.split() if len(word) > 16)


def test_without_its_key_file_nothing_is_rotated(run, settings):
    """The error is a sentence, and no key file is made."""
    settings.keys_path.unlink()
    done = run("rotate")
    assert done.exit_code == 1
    assert "no key file" in done.output
    assert not settings.keys_path.exists()


def test_a_database_that_was_never_started_is_refused(run, settings, tmp_path):
    """A database with no store in it is named, and no key is added for it."""
    before = settings.keys_path.read_bytes()
    done = run("rotate", "--database-url", f"sqlite:///{tmp_path / 'other.db'}")
    assert done.exit_code == 1
    assert "no store" in done.output
    assert settings.keys_path.read_bytes() == before
