"""``fairdeal play``: play a deal to its end, checking every receipt, and verify its proof."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from fairdeal.engine.errors import RulesetError
from fairdeal.engine.games import DEFAULT_PRESET, resolve
from fairdeal.service.client.checkpoint_store import CheckpointStore
from fairdeal.service.client.deal import play_deal
from fairdeal.service.client.errors import Caught, Refused, Unreachable
from fairdeal.service.client.http import Api
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust
from fairdeal.service.command.pins import pin_options, read_pins
from fairdeal.service.command.report_view import show
from fairdeal.service.command.seen_option import folder_of, seen_option


@click.command()
@click.option("--server", default="http://127.0.0.1:8000", show_default=True, help="Address of the service.")
@click.option("--ruleset", default=DEFAULT_PRESET, show_default=True, help="The name of a preset.")
@click.option("--players", type=int, help="At how many players, where the preset has several.")
@click.option(
    "--hand", type=click.IntRange(1, 2**53 - 1), default=1, show_default=True, help="Hand number: sets the pass."
)
@click.option(
    "--seats", is_flag=True, help="As clients that distrust: own tokens, keys and sealed nonces, a blind opener."
)
@click.option(
    "--save", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Write the bundle to a file."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON; progress goes to stderr.")
@seen_option
@pin_options
def play(
    server: str,
    ruleset: str,
    players: int | None,
    hand: int,
    seats: bool,
    save: Path | None,
    as_json: bool,
    seen_folder: Path | None,
    origin: str | None,
    vkeys: tuple[str, ...],
    vkeys_file: Path | None,
) -> None:
    """Open a deal, play it with legal cards drawn at random, and verify its proof.

    Before anything is contributed, the log that holds the commitment has to be the one of which the largest checkpoint was seen
    before, by this command or by `verify`: if not, both notes are kept, and nothing is contributed.

    Exits with 0 when no check failed, 1 when one did or the service was caught, 2 when it could not be reached or refused.
    """
    pins = read_pins(origin, vkeys, vkeys_file)
    try:
        rules = resolve(ruleset if players is None else {"preset": ruleset, "players": players})
    except RulesetError as error:
        raise click.UsageError("; ".join(sentence for _, sentence in error.problems)) from None
    terms = Terms.of_distrustful_seats(rules, hand) if seats else Terms.of_one_program(rules, hand)
    console = Console(stderr=as_json, highlight=False, soft_wrap=True)
    try:
        with Api(server) as api:
            trust = Trust.in_service(api, pins.origin, pins.vkeys)
            said = "pinned" if trust.is_pinned else "as the service told them before the deal"
            console.print(f"Trusted: {escape(trust.origin)} with its keys, {said}.")
            seen = CheckpointStore(api, folder_of(trust.origin, seen_folder))
            if seen.knew_other_keys("commits", trust.vkeys["commits"]):
                console.print(
                    "This origin had other keys when it was seen before: pin its keys, or do not trust these."
                )
            played = play_deal(api, trust, terms, seen=seen, tell=lambda line: console.print(escape(line)))
    except Caught as caught:
        _tell_caught(caught, as_json)
        sys.exit(1)
    except (Refused, Unreachable) as error:
        click.echo(f"fairdeal play: {error}", err=True)
        sys.exit(2)
    if save is not None:
        save.write_bytes(played.bundle)
    if as_json:
        report = played.report.to_object()
        click.echo(json.dumps({"number": played.number, "points": played.points, **report}, indent=2))
    else:
        show(played.report, console, f"Deal {played.number}")
    sys.exit(played.report.exit_code)


def _tell_caught(caught: Caught, as_json: bool) -> None:
    """Say what the operator did, and print the notes that show it: they are the evidence."""
    click.echo(f"fairdeal play: the service was caught. {caught}", err=True)
    for note in caught.notes:
        click.echo(f"\n{note}", err=True)
    if as_json:
        click.echo(json.dumps({"caught": str(caught), "notes": caught.notes}, indent=2))
