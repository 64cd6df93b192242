"""Where a user's commands remember the checkpoints that they saw, as an option of a command."""

from pathlib import Path

import click

seen_option = click.option(
    "--seen",
    "seen_folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the largest checkpoints seen are kept, to find a fork; by default in your folder of fairdeal.",
)
"""Adds ``--seen`` to a command, which gets a folder or ``None`` to give to `folder_of`."""


def folder_of(origin: str, seen_folder: Path | None) -> Path:
    """The folder of what was seen of one origin: the same for all commands."""
    return (seen_folder or Path(click.get_app_dir("fairdeal")) / "seen") / origin
