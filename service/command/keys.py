"""``fairdeal keys``: manage the key file."""

import click

from fairdeal.service.command.settings_flags import read_settings, settings_flags
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.runtime.key_rotation import rotate
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage.database import Busy
from fairdeal.service.storage.kinds import open_database
from fairdeal.service.storage.migrating import require_current


@click.group()
def keys() -> None:
    """Manage the keys of the service."""


@keys.command("rotate")
@settings_flags
def rotate_keys(**flags: str | None) -> None:
    """Encrypt all stored secrets under a new key, and delete the old one.

    The service may keep running. The signing keys stay: they live as long as the origin. Several hosts share one key file.
    """
    settings = read_settings(flags)
    try:
        key_file = KeyFile.load(settings.keys_path, settings.origin)
        with open_database(settings.database, settings.wait) as database:
            require_current(database)
            count = rotate(database, key_file, lambda done: click.echo(f"{done} secrets encrypted", err=True))
    except (StartupRefused, Busy) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{count} secrets were encrypted under the new key {key_file.active}; the old keys are deleted.")
