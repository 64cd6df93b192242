"""``fairdeal play``: play a deal to its end, checking every receipt, and verify its proof."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from fairdeal.engine import strict_json
from fairdeal.engine.errors import RulesetError
from fairdeal.engine.games import DEFAULT_PRESET, Ruleset, resolve
from fairdeal.engine.protocol.grammar import MAX_NUMBER
from fairdeal.service.client.checkpoint_store import CheckpointStore
from fairdeal.service.client.deal import play_deal
from fairdeal.service.client.errors import Caught, Refused, Unreachable
from fairdeal.service.client.http import Api
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust
from fairdeal.service.command.pins import pin_options, read_pins
from fairdeal.service.command.report_view import show
from fairdeal.service.command.seen_option import folder_of, seen_option
from fairdeal.service.command.terminal import complain, marked, terminal


@click.command()
@click.option("--server", default="http://127.0.0.1:8000", show_default=True, help="Address of the service.")
@click.option("--ruleset", default=DEFAULT_PRESET, show_default=True, help="A preset, or a ruleset as JSON.")
@click.option("--players", type=int, help="Number of players, for a preset that has several.")
@click.option(
    "--hand", type=click.IntRange(1, MAX_NUMBER), default=1, show_default=True, help="Hand number on its score sheet."
)
@click.option(
    "--seats",
    is_flag=True,
    help="Play each seat as a client of its own, with its own token, key and sealed contribution, and a blind opener.",
)
@click.option(
    "--save", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Write the proof to this file."
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
    """Open a deal, play it with legal moves chosen at random, and verify its proof.

    Before contributing anything, the command checks that the commitments log extends the largest checkpoint that it, or
    `verify`, has seen. If it does not, both checkpoints are kept as evidence and nothing is contributed.

    Exit codes: 0 if no check failed; 1 if a check failed or the service was caught cheating; 2 if the service could not be
    reached, refused, or plays by rules that this version does not know.
    """
    pins = read_pins(origin, vkeys, vkeys_file)
    rules = _ruleset(ruleset, players)
    terms = Terms.of_distrustful_seats(rules, hand) if seats else Terms.of_one_program(rules, hand)
    console = terminal(stderr=as_json)
    try:
        with Api(server) as api:
            trust = Trust.in_service(api, pins.origin, pins.vkeys)
            source = "pinned" if trust.is_pinned else "as the service gave them before the deal"
            console.print(f"Trusted: {marked(trust.origin)} with its keys, {source}.")
            seen = CheckpointStore(api, folder_of(trust.origin, seen_folder))
            if seen.knew_other_keys("commits", trust.vkeys["commits"]):
                console.print(
                    "This origin had other keys when you last used it: pin the right ones, or do not trust these."
                )
            played = play_deal(api, trust, terms, seen=seen, progress=lambda line: console.print(marked(line)))
    except Caught as caught:
        complain("play", f"the service was caught. {caught}", *caught.notes)
        if as_json:
            click.echo(json.dumps({"caught": str(caught), "notes": caught.notes}, indent=2))
        sys.exit(1)
    except (Refused, Unreachable) as error:
        complain("play", error)
        sys.exit(2)
    if save is not None:
        save.write_bytes(played.bundle)
    if as_json:
        report = played.report.to_object()
        click.echo(json.dumps({"number": played.number, "points": played.points, **report}, indent=2))
    else:
        show(played.report, console, f"Deal {played.number}")
    sys.exit(played.report.exit_code)


def _ruleset(text: str, players: int | None) -> Ruleset:
    """The ruleset that a user names; a usage error says what is wrong with it."""
    try:
        value: object = text if not text.lstrip().startswith("{") else strict_json.loads(text.encode())
        return resolve(value if players is None else _at(value, players))
    except strict_json.NotStrict as fault:
        raise click.UsageError(f"The ruleset cannot be read: {fault}") from None
    except RulesetError as error:
        raise click.UsageError(f"No ruleset: {error}.") from None


def _at(value: object, players: int) -> dict[str, object]:
    return {**(value if isinstance(value, dict) else {"preset": value}), "players": players}
