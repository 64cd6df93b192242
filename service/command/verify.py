"""``fairdeal verify``: check a past deal, on this machine, with this machine's code."""

import json
import sys
from pathlib import Path

import click
from rich.console import Console

from engine.verification import UnreadableBundle, verify as verify_bundle
from service.client.http import Api, Refused, Unreachable
from service.command.pins import pin_options, read_pins
from service.command.report_view import show


@click.command()
@click.argument("what", metavar="NUMBER|FILE")
@click.option("--server", help="Address of the service to fetch the bundle from; it is asked for nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@pin_options
def verify(
    what: str, server: str | None, as_json: bool, origin: str | None, vkey: tuple[str, ...], vkeys_file: Path | None
) -> None:
    """Check the proof of a deal: by NUMBER at a --server, or from a saved bundle.

    Exits with 0 when no check failed (what is not proved is listed), 1 when one did, 2 when the bundle could not be had or
    read. Without pinned keys the signatures prove nothing.
    """
    pins = read_pins(origin, vkey, vkeys_file)
    number = _number(what) if server is not None else None
    try:
        document = _fetch(server, what) if server is not None else Path(what).read_bytes()
        report = verify_bundle(document, origin=pins.origin, number=number, vkeys=pins.vkeys)
    except (UnreadableBundle, Refused, Unreachable, OSError) as error:
        click.echo(f"fairdeal verify: {error}", err=True)
        sys.exit(2)
    if as_json:
        click.echo(json.dumps(report.to_object(), indent=2))
    else:
        show(report, Console(), f"deal {what}" if server is not None else what)
    sys.exit(report.exit_code)


def _number(what: str) -> int:
    if not what.isascii() or not what.isdigit() or what.startswith("0"):
        raise click.UsageError(f"With --server, the deal is told by its number, not by {what!r}.")
    return int(what)


def _fetch(server: str, number: str) -> bytes:
    with Api(server) as api:
        return api.get_raw(f"/v1/deals/{number}/proof")
