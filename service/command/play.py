"""``fairdeal play``: play a deal to its end, checking every receipt, and verify its proof."""

import json
import sys
from pathlib import Path

import click
from rich.console import Console

from engine.errors import RulesetError
from engine.presets import preset
from service.client.game import play_deal
from service.client.http import Api, Refused, Unreachable
from service.client.receipts import Caught
from service.command.pins import pin_options, read_pins
from service.command.report_view import show


@click.command()
@click.option("--server", default="http://127.0.0.1:8000", show_default=True, help="Address of the service.")
@click.option("--ruleset", default="standard", show_default=True, help="The name of a preset.")
@click.option("--players", type=int, help="At how many players, where the preset has several.")
@click.option("--hand", type=click.IntRange(1), default=1, show_default=True, help="Hand number: sets the pass.")
@click.option("--seats", is_flag=True, help="As clients that distrust: own tokens, keys and sealed nonces, a blind opener.")
@click.option("--save", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Write the bundle to a file.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@pin_options
def play(
    server: str,
    ruleset: str,
    players: int | None,
    hand: int,
    seats: bool,
    save: Path | None,
    as_json: bool,
    origin: str | None,
    vkey: tuple[str, ...],
    vkeys_file: Path | None,
) -> None:
    """Open a deal, play it with legal cards drawn at random, and verify its proof.

    Exits with 0 when no check failed, 1 when one did or the service was caught, 2 when it could not be reached or refused.
    """
    pins = read_pins(origin, vkey, vkeys_file)
    console = Console(stderr=as_json)
    try:
        rules = preset(ruleset, players).to_object()
    except RulesetError as error:
        raise click.UsageError(str(error)) from None
    try:
        with Api(server) as api:
            terms: dict[str, object] = {"ruleset": rules, "hand": hand}
            played = play_deal(api, terms, seats=seats, vkeys=pins.vkeys, origin=pins.origin, tell=console.print)
    except Caught as caught:
        click.echo(f"fairdeal play: the service was caught. {caught}", err=True)
        for note in caught.notes:
            click.echo(note, err=True)
        sys.exit(1)
    except (Refused, Unreachable) as error:
        click.echo(f"fairdeal play: {error}", err=True)
        sys.exit(2)
    if save is not None:
        save.write_bytes(played.bundle)
    if as_json:
        click.echo(json.dumps({"number": played.number, "points": played.points, **played.report.to_object()}, indent=2))
    else:
        show(played.report, console, f"deal {played.number}")
    sys.exit(played.report.exit_code)
