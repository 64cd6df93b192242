"""``fairdeal serve``: run the service."""

import click

from fairdeal.service.command.settings_flags import read_settings, settings_flags
from fairdeal.service.runtime.serving import Server


@click.command()
@settings_flags
def serve(**flags: str | None) -> None:
    """Run the service until it is stopped.

    The first start creates the data folder with its database, keys and anchor, and fixes the origin.
    """
    Server(read_settings(flags)).run()
