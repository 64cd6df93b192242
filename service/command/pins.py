"""What a user pins: the origin and its verifier keys, as options of a command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from fairdeal.engine.errors import FairdealError
from fairdeal.engine.tlog.note import Verifier
from fairdeal.engine.verification.evidence import KEY_NAMES


@dataclass(frozen=True)
class Pins:
    """A pinned origin and its keys by role; None for what is not pinned."""

    origin: str | None
    vkeys: dict[str, str] | None

    def to_object(self) -> dict[str, object]:
        """The pins as JSON has them."""
        return {"origin": self.origin, "vkeys": self.vkeys}


def pin_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add ``--origin``, ``--vkey`` and ``--vkeys`` to a command, which gets them to give to `read_pins`."""
    for option in (
        click.option(
            "--vkeys",
            "vkeys_file",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="A file of pinned keys, one a line.",
        ),
        click.option(
            "--vkey",
            "vkeys",
            multiple=True,
            help="A pinned verifier key. Give all three: statements, commits and outcomes.",
        ),
        click.option(
            "--origin",
            envvar="FAIRDEAL_ORIGIN",
            show_envvar=True,
            help="The origin that must have dealt; by default the one that the pinned keys name.",
        ),
    ):
        command = option(command)
    return command


def read_pins(origin: str | None, vkeys: tuple[str, ...], file: Path | None) -> Pins:
    """The pins; a usage error says what is wrong with them."""
    lines = list(vkeys)
    if file is not None:
        lines += _lines(file)
        if not lines:
            raise click.UsageError(f"{file} has no verifier key.")
    if not lines:
        return Pins(origin, None)
    by_name: dict[str, str] = {}
    for line in lines:
        try:
            name = Verifier.from_vkey(line).name
        except FairdealError as fault:
            raise click.UsageError(f"A pinned key cannot be read: {fault}.") from None
        if by_name.setdefault(name, line) != line:
            raise click.UsageError(f"Two different keys are pinned for {name}.")
    # The other two names are this one and a suffix.
    origin = origin or min(by_name, key=len)
    roles = {origin + suffix: role for role, suffix in KEY_NAMES.items()}
    if set(by_name) != set(roles):
        raise click.UsageError(f"Expected the keys of {', '.join(roles)}; got those of {', '.join(by_name)}.")
    return Pins(origin, {roles[name]: line for name, line in by_name.items()})


def _lines(file: Path) -> list[str]:
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{file} cannot be read: {error}") from None
    if text.startswith("\ufeff"):
        raise click.UsageError(f"{file} begins with a byte order mark; save it as UTF-8 without one.")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
