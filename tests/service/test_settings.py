from pathlib import Path

import pytest

from fairdeal.service.settings import Settings, SettingsError


def test_nothing_has_to_be_set():
    """Without any variable, the defaults of the documentation hold."""
    settings = Settings.from_environment({})
    assert (settings.bind, settings.data, settings.origin) == ("127.0.0.1:8000", Path("data"), "localhost")
    assert settings.database.render_as_string() == "sqlite:///data/fairdeal.sqlite"
    assert settings.keys_path == Path("data/keys.json")
    assert settings.worker_count >= 1


def test_each_variable_is_read_and_a_flag_wins():
    """A variable sets its field; a flag of the same name wins over it; other programs' variables are left alone."""
    environ = {"FAIRDEAL_ORIGIN": "a.example", "FAIRDEAL_THREADS": "8", "FAIRDEAL_KEYS": "/k.json", "PATH": "/bin"}
    settings = Settings.from_environment(environ, flags={"origin": "b.example", "workers": None})
    assert (settings.origin, settings.threads, settings.keys_path) == ("b.example", 8, Path("/k.json"))


def test_what_kubernetes_sets_is_left_alone():
    """A Service called fairdeal puts its own variables beside ours; a misspelled setting is refused all the same."""
    address = "tcp://10.0.0.7:80"
    environ = {
        "FAIRDEAL_PORT": address,
        "FAIRDEAL_PORT_80_TCP": address,
        "FAIRDEAL_PORT_80_TCP_PROTO": "tcp",
        "FAIRDEAL_PORT_80_TCP_PORT": "80",
        "FAIRDEAL_PORT_80_TCP_ADDR": "10.0.0.7",
        "FAIRDEAL_SERVICE_HOST": "10.0.0.7",
        "FAIRDEAL_SERVICE_PORT": "80",
        "FAIRDEAL_SERVICE_PORT_HTTP": "80",
    }
    assert Settings.from_environment(environ) == Settings.from_environment({})
    with pytest.raises(SettingsError, match="FAIRDEAL_PORTS is set"):
        Settings.from_environment({**environ, "FAIRDEAL_PORTS": "80"})


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("ORIGIN", "Deals.example", "a-z"),
        ("ORIGIN", "a" * 101, "1 to 100 characters"),
        ("BIND", "8000", "HOST:PORT"),
        ("BIND", "127.0.0.1:99999", "HOST:PORT"),
        ("THREADS", "1", "2 to 64"),
        ("THREADS", "4.0", "whole number"),
        ("WORKERS", "-1", "0 to 256"),
        ("DEADLINE", "٩٩٩", "whole number"),
        ("DATABASE_URL", "mysql://u:geheim@h/d", "postgresql://"),
        ("DATABASE_URL", "sqlite://", "in memory"),
        ("DATABASE_URL", "geheim", "cannot be read as a URL"),
    ],
)
def test_a_wrong_value_is_named_with_what_was_expected(name, value, expected):
    """A value that cannot be is refused with its variable's name and what was expected; a password is never repeated."""
    with pytest.raises(SettingsError, match=f"FAIRDEAL_{name}") as refused:
        Settings.from_environment({f"FAIRDEAL_{name}": value})
    assert expected in str(refused.value)
    assert "geheim" not in str(refused.value)


def test_all_problems_are_told_at_once():
    """Every wrong variable is named in one go, and so is one that does not exist."""
    with pytest.raises(SettingsError) as refused:
        Settings.from_environment({"FAIRDEAL_BIND": "x", "FAIRDEAL_THREADS": "x", "FAIRDEAL_ORIGNI": "a.example"})
    assert all(name in str(refused.value) for name in ("FAIRDEAL_BIND", "FAIRDEAL_THREADS", "FAIRDEAL_ORIGNI"))


def test_bounds_that_contradict_each_other_are_refused():
    """No deal could be opened if the shortest life were longer than the longest."""
    with pytest.raises(SettingsError, match="MIN_TTL"):
        Settings.from_environment({"FAIRDEAL_MIN_TTL": "120", "FAIRDEAL_DEADLINE": "60"})


def test_settings_survive_the_way_to_a_child_process():
    """The environment written for a child gives it the very same settings."""
    settings = Settings(origin="a.example", keys=Path("k"), threads=3, database_url="postgresql://u:p@h/d")
    assert Settings.from_environment(settings.to_environment()) == settings


def test_the_database_password_is_not_shown():
    """The settings can be logged: the database's address, which may hold a password, is not in their repr."""
    assert "geheim" not in repr(Settings(database_url="postgresql://u:geheim@h/d"))


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_reached_through_psycopg(scheme):
    """Each usual spelling of a PostgreSQL URL leads to the one driver there is."""
    assert Settings(database_url=f"{scheme}://u@h/d").database.drivername == "postgresql+psycopg"
