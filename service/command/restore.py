"""``fairdeal restore``: make a restored copy of the database fit to serve from."""

import click

from fairdeal.service.command.settings_flags import read_settings, settings_flags
from fairdeal.service.runtime.restoring import restore as restore_store
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage.database import Busy


@click.command()
@settings_flags
def restore(**flags: str | None) -> None:
    """Prepare a restored copy of the database for serving: end every running deal as void `failed`.

    Put the copy in place first, with the newest anchor and the key file beside it, and stop the service. A copy older than
    the newest log entries is refused: nobody may serve from it.

    Numbers that may have been handed out since the copy was made end as `failed` too. A deal that cannot be read is set
    aside: it is named, and stays without an outcome.
    """
    try:
        restored = restore_store(read_settings(flags))
    except (StartupRefused, Busy) as error:
        raise click.ClickException(str(error)) from error
    if restored.set_aside:
        listed = ", ".join(map(str, restored.set_aside))
        click.echo(f"Set aside, as not even their seeds can be read: {listed}. They stay without an outcome.", err=True)
    click.echo(
        f"{restored.voided} running deals, and {restored.retired} numbers that may have been handed out, were voided. "
        "The service may now serve from this copy."
    )
