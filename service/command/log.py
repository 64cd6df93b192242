"""``fairdeal log``: the logs of the service."""

from pathlib import Path

import click

from fairdeal.service.command.settings_flags import read_settings, settings_flags
from fairdeal.service.keys.anchor import Anchor
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.log.export import export
from fairdeal.service.log.logs import Logs
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage.database import Busy
from fairdeal.service.storage.kinds import open_database


@click.group()
def log() -> None:
    """Manage the logs of the service."""


@log.command("export")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@settings_flags
def export_logs(folder: Path, **flags: str | None) -> None:
    """Write both published logs into FOLDER as static files, for any web server.

    The service may keep running. Run it again to add what has been published since.
    """
    settings = read_settings(flags)
    try:
        keys = KeyFile.load(settings.keys_path, settings.origin)
        anchor = Anchor.load(settings.anchor_path, settings.origin)
        with open_database(settings.database, settings.wait) as database:
            for each_log in Logs(database, keys, anchor):
                size = export(each_log, folder / each_log.name)
                click.echo(f"{each_log.full_name}: {size} entries")
    except (StartupRefused, Busy, LookupError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{error.filename or folder}: {error.strerror}.") from error
