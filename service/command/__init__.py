"""The command ``fairdeal``."""

import sys
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any, Final

import click

from fairdeal.service.command.exit_code import PipeClosed, exit_code_of

_COMMANDS: Final = ("serve", "play", "verify", "audit", "keys", "log", "restore", "health", "openapi")
"""Subcommands, in the order of the help. Each has the name of its module and is imported when it is called, so that the others
cost it nothing."""


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"fairdeal.service.command.{cmd_name}"), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            # Click itself would exit with 1.
            raise PipeClosed from error

    def main(self, *args: Any, standalone_mode: bool = True, **options: Any) -> Any:  # noqa: ANN401 - click's signature
        run = partial(super().main, *args, standalone_mode=False, **options)
        if not standalone_mode:
            return run()
        sys.exit(exit_code_of(run))


@click.command(cls=_Lazy)
@click.version_option(version("fairdeal"), prog_name="fairdeal")
def main() -> None:
    """Deal cards provably fairly, and check past deals."""
