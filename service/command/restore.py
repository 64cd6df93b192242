"""``fairdeal restore``: make a restored copy of the database fit to serve from."""

import click

from fairdeal.service.command.settings_flags import read_settings, settings_flags
from fairdeal.service.runtime.restoring import restore as restore_store
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage.database import Busy


@click.command()
@settings_flags
def restore(**flags: str | None) -> None:
    """End every deal that runs in a restored copy of the database, before the service serves from it.

    Put the copy in place first, with the newest anchor and the key file beside it; the service must not be running. A copy
    from before the logs last grew is refused: nobody may serve from it.

    Deals that run in the copy, and numbers that may have been handed out since it was made, end as void `failed`. A deal that
    cannot be read is set aside: it is named, and has no outcome.
    """
    try:
        restored = restore_store(read_settings(flags))
    except (StartupRefused, Busy) as error:
        raise click.ClickException(str(error)) from error
    if restored.set_aside:
        listed = ", ".join(map(str, restored.set_aside))
        click.echo(f"Set aside, as they cannot be read; they stay without an outcome: {listed}.", err=True)
    click.echo(
        f"{restored.voided} running deals and {restored.retired} numbers that may have been handed out are void; "
        "the service may serve from this copy."
    )
