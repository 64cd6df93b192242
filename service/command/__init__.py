"""The command ``fairdeal``."""

from importlib import import_module
from importlib.metadata import version
from typing import Final

import click

_COMMANDS: Final = ("serve", "play", "verify", "audit", "keys", "log", "restore", "health", "openapi")
"""Subcommands, in the order of the help. Each is called like its module here and imported when it is asked for, so that the
others cost it nothing."""


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"fairdeal.service.command.{cmd_name}"), cmd_name)
        return command


@click.command(cls=_Lazy)
@click.version_option(version("fairdeal"), prog_name="fairdeal")
def main() -> None:
    """Deals cards, provably fairly, and checks past deals."""
