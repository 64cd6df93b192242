"""The settings of a service: read once from the environment, checked as a whole, the same for every process."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Self

from sqlalchemy import URL
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

PREFIX: Final = "FAIRDEAL_"
HIGHEST_PORT: Final = 65_535

# What Kubernetes sets in every container beside a Service that is called fairdeal.
_OF_KUBERNETES: Final = re.compile(
    r"SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT(?:_[0-9]+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?"
)
_ORIGIN: Final = re.compile(r"[a-z0-9.-]{1,100}")
_BIND: Final = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}|unix:.+")
_RATE: Final = re.compile(r"[1-9][0-9]{0,8} per (?:second|minute|hour|day)")
_PREVIOUS: Final = re.compile(r"[a-z0-9.-]{1,100} (?:0|[1-9][0-9]{0,15}) [0-9a-f]{64}")
_DECIMAL: Final = re.compile(r"0|[1-9][0-9]{0,11}")


class SettingsError(RuntimeError):
    """Settings with which no service can start; the text names each variable, what came and what was expected."""


def _text(value: str) -> str:
    return value


def _origin(value: str) -> str:
    if not _ORIGIN.fullmatch(value):
        raise ValueError("1 to 100 characters of a-z, 0-9, dot and hyphen")
    return value


def _bind(value: str) -> str:
    port = value.rpartition(":")[2]
    if not _BIND.fullmatch(value) or (not value.startswith("unix:") and int(port) > HIGHEST_PORT):
        raise ValueError(f"HOST:PORT, with a port up to {HIGHEST_PORT}, or unix:PATH")
    return value


def _rate(value: str) -> str:
    if not _RATE.fullmatch(value):
        raise ValueError("a rate such as 100 per minute (per second, minute, hour or day)")
    return value


def _previous(value: str) -> str:
    if not _PREVIOUS.fullmatch(value):
        raise ValueError("an origin, a size, and a root of 64 hex digits, separated by single spaces")
    return value


def _path(value: str) -> Path:
    if not value or "\0" in value:
        raise ValueError("a path")
    return Path(value)


def _integer(low: int, high: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        if not _DECIMAL.fullmatch(value) or not low <= int(value) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(value)

    return read


def _read_by(read: Callable[[str], object], about: str) -> dict[str, object]:
    return {"read": read, "about": about}


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Settings:
    """How a service runs. Each field is the variable ``FAIRDEAL_<NAME>``, and the flag ``--<name>`` of the command."""

    bind: str = field(default="127.0.0.1:8000", metadata=_read_by(_bind, "where to listen: HOST:PORT or unix:PATH"))
    data: Path = field(
        default=Path("data"),
        metadata=_read_by(_path, "folder of the embedded database, the keys and the anchor; made on first start"),
    )
    database_url: str = field(
        default="",
        repr=False,
        metadata=_read_by(_text, "postgresql://… or sqlite:///PATH; by default SQLite in the data folder"),
    )
    keys: Path | None = field(
        default=None, metadata=_read_by(_path, "key file; by default keys.json in the data folder")
    )
    origin: str = field(
        default="localhost",
        metadata=_read_by(_origin, "the service's name in every statement; fixed by the first start"),
    )
    workers: int = field(default=0, metadata=_read_by(_integer(0, 256), "processes; 0 for one a core"))
    threads: int = field(default=4, metadata=_read_by(_integer(2, 64), "threads in each process"))
    deadline: int = field(
        default=604_800,
        metadata=_read_by(
            _integer(60, 31_536_000), "the longest time, in seconds, that a deal may run; fixed by the first start"
        ),
    )
    min_ttl: int = field(
        default=60,
        metadata=_read_by(_integer(1, 86_400), "the shortest time, in seconds, that a deal may be given"),
    )
    ahead: int = field(
        default=4096, metadata=_read_by(_integer(1, 1_000_000), "how many committed numbers to keep ahead of demand")
    )
    policy: Path | None = field(
        default=None,
        metadata=_read_by(
            _path,
            "file with the witnesses that cosign checkpoints before they are published, and their quorum (C2SP tlog-policy)",
        ),
    )
    previous: str = field(
        default="",
        metadata=_read_by(
            _previous,
            "the origin that this one succeeds and the last head of its commits log: ORIGIN SIZE ROOT; first start only",
        ),
    )
    wait: int = field(
        default=5,
        metadata=_read_by(_integer(1, 60), "seconds that a request may wait for the database before it is refused"),
    )
    rate_limit: str = field(
        default="",
        metadata=_read_by(
            _rate, "requests that each worker takes from one address, such as 100 per minute; by default any number"
        ),
    )

    def __post_init__(self) -> None:
        if self.min_ttl > self.deadline:
            raise SettingsError(
                f"{PREFIX}MIN_TTL is {self.min_ttl}: expected at most {PREFIX}DEADLINE, which is {self.deadline}."
            )
        if self.database_url:
            _database(self.database_url)

    @classmethod
    def from_environment(
        cls, environ: Mapping[str, str] = os.environ, *, flags: Mapping[str, str | None] | None = None
    ) -> Self:
        """The settings that ``environ`` and the command's flags give; a flag wins, an empty variable counts as unset.

        Raises:
            SettingsError: naming every variable that is wrong or unknown.
        """
        settings = {setting.name: setting for setting in fields(cls)}
        texts = {name: environ[variable(name)] for name in settings if environ.get(variable(name))}
        texts |= {name: value for name, value in (flags or {}).items() if value is not None}
        problems = [
            f"{name} is set, but there is no such setting."
            for name in sorted(environ)
            if name.startswith(PREFIX)
            and name.removeprefix(PREFIX).lower() not in settings
            and not _OF_KUBERNETES.fullmatch(name.removeprefix(PREFIX))
        ]
        values: dict[str, Any] = {}
        for name, value in texts.items():
            try:
                values[name] = settings[name].metadata["read"](value)
            except ValueError as expected:
                problems.append(f"{variable(name)} is {value!r}: expected {expected}.")
        if problems:
            raise SettingsError("\n".join(problems))
        return cls(**values)

    def to_environment(self) -> dict[str, str]:
        """The variables that give these very settings to a child process."""
        values = {variable(setting.name): getattr(self, setting.name) for setting in fields(self)}
        return {name: str(value) for name, value in values.items() if value is not None}

    @property
    def database(self) -> URL:
        """Where the database is: SQLite in the data folder unless a URL says otherwise."""
        if self.database_url:
            return _database(self.database_url)
        return URL.create("sqlite", database=str(self.data / "fairdeal.sqlite"))

    @property
    def keys_path(self) -> Path:
        """Where the key file is."""
        return self.keys if self.keys is not None else self.data / "keys.json"

    @property
    def anchor_path(self) -> Path:
        """Where the anchor is."""
        return self.data / "anchor"

    @property
    def worker_count(self) -> int:
        """How many processes serve: as said, or one for each core that we may run on."""
        return self.workers or _cores()


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def about(setting: Field[Any]) -> str:
    """What a setting means, in a few words."""
    text: str = setting.metadata["about"]
    return text


_DRIVERS: Final = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


def _database(text: str) -> URL:
    expected = f"{PREFIX}DATABASE_URL: expected sqlite:///PATH or postgresql://USER:PASSWORD@HOST/DATABASE"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # The text may hold a password, so neither it nor SQLAlchemy's own message is repeated.
        raise SettingsError(f"{expected}; what came cannot be read as a URL.") from None
    if url.drivername not in _DRIVERS:
        raise SettingsError(f"{expected}; what came begins with {url.drivername}://.")
    if url.drivername == "sqlite" and url.database in (None, "", ":memory:"):
        raise SettingsError(f"{expected}; an SQLite database in memory would be lost with the process.")
    return url.set(drivername=_DRIVERS[url.drivername])
