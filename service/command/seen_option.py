"""Where commands remember the checkpoints that they have seen, as an option of a command."""

from pathlib import Path

import click

seen_option = click.option(
    "--seen",
    "seen_folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the largest checkpoints seen, which show a fork. By default in your user folder.",
)
"""Adds ``--seen`` to a command, which gets a folder or None for `folder_of`."""


def folder_of(origin: str, seen_folder: Path | None) -> Path:
    """The folder of the checkpoints of one origin, the same for all commands."""
    return (seen_folder or Path(click.get_app_dir("fairdeal")) / "seen") / origin
