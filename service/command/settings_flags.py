"""The service's settings as flags of a command."""

from collections.abc import Callable
from dataclasses import fields

import click

from fairdeal.service.settings import Settings, SettingsError, about, variable


def settings_flags(command: Callable[..., None]) -> Callable[..., None]:
    """Add a flag for each setting, named like its environment variable, which it overrides."""
    for setting in reversed(fields(Settings)):
        default = f", default {setting.default}" if setting.default else ""
        command = click.option(
            f"--{setting.name.replace('_', '-')}",
            setting.name,
            metavar="VALUE",
            help=f"{about(setting)} ({variable(setting.name)}{default})",
        )(command)
    return command


def read_settings(flags: dict[str, str | None]) -> Settings:
    """The settings of the environment and the flags; a usage error names what is wrong."""
    try:
        return Settings.from_environment(flags=flags)
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
