"""What a user pins: the origin and its verifier keys, as options of a command."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from engine.errors import FairdealError
from engine.note import Verifier
from engine.verification.evidence import KEY_NAMES


@dataclass(frozen=True)
class Pins:
    """A pinned origin and its keys by role; ``None`` for what is not pinned."""

    origin: str | None
    vkeys: dict[str, str] | None


def pin_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--origin``, ``--vkey`` and ``--vkeys`` to a command."""
    for option in (
        click.option("--origin", help="The origin that has to have dealt; told by the keys when they are pinned."),
        click.option("--vkey", "vkey", multiple=True, help="A pinned verifier key; given three times, one for each role."),
        click.option(
            "--vkeys", "vkeys_file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A file of them, one a line."
        ),
    ):
        command = option(command)
    return command


def read_pins(origin: str | None, vkey: tuple[str, ...], vkeys_file: Path | None) -> Pins:
    """The pins; raises a usage error that says what is wrong with them."""
    lines = list(vkey)
    if vkeys_file is not None:
        lines += [line.strip() for line in vkeys_file.read_text().splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        return Pins(origin, None)
    try:
        names = {Verifier.from_vkey(line).name: line for line in lines}
    except FairdealError as fault:
        raise click.UsageError(f"A pinned key cannot be read: {fault}") from None
    origin = origin or min(names, key=len)
    wanted = {origin + suffix: role for role, suffix in KEY_NAMES.items()}
    if set(names) != set(wanted):
        raise click.UsageError(f"Expected the keys of {', '.join(wanted)}; got those of {', '.join(names)}.")
    return Pins(origin, {wanted[name]: line for name, line in names.items()})
