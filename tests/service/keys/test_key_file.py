import json
import os
import stat

import pytest

from fairdeal.engine.tlog.note import Verifier
from fairdeal.service.keys.key_file import KeyFile, KeyFileError

ORIGIN = "deals.example.com"
SECRET = bytes(range(64))


@pytest.fixture
def path(tmp_path):
    KeyFile.create(tmp_path / "keys.json", ORIGIN)
    return tmp_path / "keys.json"


def test_the_file_is_its_owners_alone(path):
    """The key file is created with mode 0600."""
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_existing_file_is_never_overwritten(path):
    """Keys that are there cannot be lost by creating others."""
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        KeyFile.create(path, ORIGIN)
    assert path.read_bytes() == before


def test_three_keys_sign_under_three_names(path):
    """Statements, commits and outcomes each have a key and a name of their own, the same after every load."""
    keys = KeyFile.load(path, ORIGIN)
    names = {role: vkey.split("+")[0] for role, vkey in keys.vkeys.items()}
    assert names == {"statements": ORIGIN, "commits": f"{ORIGIN}/commits", "outcomes": f"{ORIGIN}/outcomes"}
    assert len({vkey.split("+", 2)[2] for vkey in keys.vkeys.values()}) == 3
    assert KeyFile.load(path, ORIGIN).vkeys == keys.vkeys
    for signer in (keys.statement_signer, keys.commits_signer, keys.outcomes_signer):
        assert Verifier.from_vkey(signer.vkey).verify(signer.sign("text\n")) == "text\n"


def test_a_secret_opens_where_it_was_sealed_and_nowhere_else(path):
    """A sealed secret opens for its own number under its own origin; for another number it does not."""
    keys = KeyFile.load(path, ORIGIN)
    sealed = keys.encrypt_secret(7, keys.active, SECRET)
    assert keys.decrypt_secret(7, keys.active, sealed) == SECRET
    with pytest.raises(KeyFileError, match="number 8"):
        keys.decrypt_secret(8, keys.active, sealed)


def test_another_origin_does_not_open_a_secret(path, tmp_path):
    """The origin is bound to the secret as well: the same keys under another origin do not open it."""
    keys = KeyFile.load(path, ORIGIN)
    sealed = keys.encrypt_secret(7, keys.active, SECRET)
    copied = tmp_path / "copied.json"
    copied.touch(0o600)
    copied.write_text(path.read_text().replace(ORIGIN, "other.example.com"))
    with pytest.raises(KeyFileError, match="does not open"):
        KeyFile.load(copied, "other.example.com").decrypt_secret(7, keys.active, sealed)


def test_every_byte_of_a_sealed_secret_is_authenticated(path):
    """A changed nonce, ciphertext or tag is refused."""
    keys = KeyFile.load(path, ORIGIN)
    sealed = keys.encrypt_secret(7, keys.active, SECRET)
    assert len(sealed) == 12 + 64 + 16
    for at in range(len(sealed)):
        changed = sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
        with pytest.raises(KeyFileError):
            keys.decrypt_secret(7, keys.active, changed)


def test_no_two_seals_are_equal(path):
    """The nonce is fresh each time."""
    keys = KeyFile.load(path, ORIGIN)
    assert len({keys.encrypt_secret(7, keys.active, SECRET) for _ in range(100)}) == 100


def test_a_running_service_finds_a_key_that_was_added_later(path):
    """A key id that is not known yet makes the file be read again."""
    running = KeyFile.load(path, ORIGIN)
    rotating = KeyFile.load(path, ORIGIN)
    new = rotating.add_key()
    sealed = rotating.encrypt_secret(7, new, SECRET)
    assert running.decrypt_secret(7, new, sealed) == SECRET
    assert running.active == new


def test_a_key_that_nobody_has_is_named(path):
    """A secret whose key is gone is refused with the key's id, which is no secret."""
    with pytest.raises(KeyFileError, match="encryption key 00000000"):
        KeyFile.load(path, ORIGIN).decrypt_secret(7, "00000000", bytes(92))


def test_dropping_keys_keeps_the_active_one(path):
    """Old keys go, the active one cannot be dropped, and the signing keys are untouched."""
    keys = KeyFile.load(path, ORIGIN)
    old, vkeys = keys.active, keys.vkeys
    new = keys.add_key()
    keys.drop_keys(frozenset({old, new}))
    loaded = KeyFile.load(path, ORIGIN)
    assert loaded.key_ids == {new} == keys.key_ids
    assert loaded.vkeys == vkeys
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o777])
def test_a_file_that_others_could_read_is_refused(path, mode):
    """A key file that its group or anybody may read or write is not used."""
    path.chmod(mode)
    with pytest.raises(KeyFileError, match=f"{mode:04o}"):
        KeyFile.load(path, ORIGIN)


def test_another_origins_file_is_refused(path):
    """A key file says whose keys it holds."""
    with pytest.raises(KeyFileError, match=f"{ORIGIN}.*other"):
        KeyFile.load(path, "other.example.com")


def test_a_missing_file_is_refused(tmp_path):
    """Keys are not made up where a store expects them."""
    with pytest.raises(KeyFileError, match="no key file"):
        KeyFile.load(tmp_path / "keys.json", ORIGIN)


@pytest.mark.parametrize("spoil", ["cut", "list", "signing", "active", "short", "hex", "protocol"])
def test_a_malformed_file_is_refused_without_quoting_it(path, spoil):
    """Whatever is wrong with the file, no key of it is in the error."""
    document = json.loads(path.read_text())
    secrets = [*document["signing"].values(), *document["encryption"]["keys"].values()]
    text = None
    match spoil:
        case "cut":
            text = path.read_text()[:-5]
        case "list":
            text = json.dumps([document])
        case "signing":
            del document["signing"][ORIGIN]
        case "active":
            document["encryption"]["active"] = "00000000"
        case "short":
            document["signing"][ORIGIN] = document["signing"][ORIGIN][:-2]
        case "hex":
            document["signing"][ORIGIN] = document["signing"][ORIGIN][:-2] + "zz"
        case _:
            document["protocol"] = "fairdeal/v2"
    path.write_text(json.dumps(document) if text is None else text)
    with pytest.raises(KeyFileError) as refused:
        KeyFile.load(path, ORIGIN)
    assert not any(secret[:16] in str(refused.value) for secret in secrets)


def test_no_key_is_shown(path):
    """Neither the keys nor the parts that hold them are in a repr."""
    keys = KeyFile.load(path, ORIGIN)
    document = json.loads(path.read_text())
    shown = repr(keys) + repr(vars(keys)) + repr(keys.statement_signer)
    for secret in [*document["signing"].values(), *document["encryption"]["keys"].values()]:
        assert secret not in shown
        assert repr(bytes.fromhex(secret))[2:-1] not in shown


def test_a_first_start_that_is_killed_leaves_no_half_written_keys(tmp_path):
    """Killed at any flush, the file is whole or not there at all."""
    for at in (1, 2):
        path = tmp_path / f"{at}.json"
        child = os.fork()
        if child == 0:
            flushes = []
            fsync = os.fsync

            def killing(descriptor, at=at, flushes=flushes, fsync=fsync):
                flushes.append(descriptor)
                if len(flushes) == at:
                    os.kill(os.getpid(), 9)
                fsync(descriptor)

            os.fsync = killing
            KeyFile.create(path, ORIGIN)
        assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
        if path.exists():
            KeyFile.load(path, ORIGIN)
        else:
            KeyFile.create(path, ORIGIN)
