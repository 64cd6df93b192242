"""``fairdeal restore``: make a restored copy of the database fit to serve from."""

import click

from fairdeal.service.command.settings_flags import read_settings, settings_flags
from fairdeal.service.runtime.restoring import restore as restore_store
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage.database import Busy


@click.command()
@settings_flags
def restore(**flags: str | None) -> None:
    """Void every deal that runs in a restored copy of the database, before the service serves from it.

    Put the copy in place first, with the newest anchor and the key file beside it; the service must not be running. A copy
    from before the logs last grew is refused: nobody may serve from it.
    """
    try:
        count = restore_store(read_settings(flags))
    except (StartupRefused, Busy) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{count} running deals are voided; the service may serve from this copy.")
