"""The command ``fairdeal``."""

from importlib import import_module
from importlib.metadata import version
from typing import Final

import click

_COMMANDS: Final = {
    "serve": "serve",
    "play": "play",
    "verify": "verify",
    "keys": "keys",
    "openapi": "openapi",
}
"""Subcommands by name, and the module here that holds each: imported when it is called, so the others cost nothing."""


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"service.command.{_COMMANDS[cmd_name]}"), cmd_name)
        return command


@click.command(cls=_Lazy)
@click.version_option(version("fairdeal"), prog_name="fairdeal")
def main() -> None:
    """Deals Hearts, provably fairly, and checks past deals."""
