"""``fairdeal audit``: check everything that a service has ever dealt."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fairdeal.engine.errors import FairdealError
from fairdeal.engine.protocol.grammar import MAX_NUMBER
from fairdeal.engine.tlog.policy import Policy
from fairdeal.service.client.audit import Audit
from fairdeal.service.client.audited import Finding, Pinned
from fairdeal.service.client.errors import Caught, Refused, Unreachable
from fairdeal.service.client.http import Api
from fairdeal.service.client.trust import Trust
from fairdeal.service.command.pins import pin_options, read_pins

_NUMBER = click.IntRange(1, MAX_NUMBER)
_SHOWN = 20
"""How many failures are told to people; the lines of JSON name all."""


@click.command()
@click.option("--server", required=True, help="Address of the service.")
@click.option("--from", "first", type=_NUMBER, help="The first number; by default 1.")
@click.option("--to", "last", type=_NUMBER, help="The last number; by default all that are committed.")
@click.option("--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the logs are mirrored; an audit goes on where the last one there stopped. By default audit-ORIGIN.",
)
@click.option(
    "--policy", "policy_file", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Witnesses, and the quorum that has to have cosigned every checkpoint (C2SP tlog-policy).",
)  # fmt: skip
@click.option(
    "--max-failed",
    type=click.IntRange(0),
    help="Exit with 1 if the service itself gave up more deals than this (void `failed`).",
)
@pin_options
def audit(
    server: str,
    first: int | None,
    last: int | None,
    jobs: int,
    folder: Path | None,
    policy_file: Path | None,
    max_failed: int | None,
    origin: str | None,
    vkeys: tuple[str, ...],
    vkeys_file: Path | None,
) -> None:
    """Mirror both logs of a service and check every number; a line of JSON for each goes to stdout.

    Exits with 0 when nothing failed (deals that still run are not proved), 1 when a check failed, an outcome is overdue,
    attempts have a gap or the service gave up more deals than --max-failed, 2 when the service could not be read or a
    ruleset is not known here.
    """
    pins = read_pins(origin, vkeys, vkeys_file)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    counted: Counter[str] = Counter()
    bad: list[str] = []
    given_up: list[Finding] = []
    try:
        with Api(server) as api, _bar(console) as bar:
            trust = Trust.in_service(api, pins.origin, pins.vkeys)
            if not trust.is_pinned:
                bar.console.print(
                    "No keys are pinned: the service's own are taken, and prove nothing about who signed."
                )
            pinned = Pinned(trust.origin, dict(trust.vkeys), _policy(policy_file))
            place = folder or Path(f"audit-{trust.origin}")
            _claim(place, pinned)
            task = bar.add_task("checked", total=None)
            for finding in Audit(api, pinned, place, now=int(time.time()), jobs=jobs).run(
                first, last, lambda done, total: bar.update(task, completed=done, total=total)
            ):
                counted[finding.result] += 1
                if finding.given_up is not None:
                    given_up.append(finding)
                if finding.result in ("fail", "overdue"):
                    why = "; ".join(f"{check}: {reason}" for check, reason in finding.failed.items())
                    bad.append(f"{finding.number}: {finding.result}: {why}")
                click.echo(finding.line())
    except Caught as caught:
        console.print(f"[bold red]Caught:[/] {escape(str(caught))}")
        sys.exit(1)
    except (Refused, Unreachable) as error:
        click.echo(f"fairdeal audit: {error}", err=True)
        sys.exit(2)
    _tell_given_up(console, given_up)
    _tell(console, counted, bad)
    if bad or (max_failed is not None and len(given_up) > max_failed):
        sys.exit(1)
    sys.exit(2 if counted["unjudged"] else 0)


def _tell_given_up(console: Console, given_up: list[Finding]) -> None:
    """How many deals the service itself gave up, how many of them with cards on the table, and on which score sheets."""
    after = sum(finding.given_up == "after the table" for finding in given_up)
    sheets = sorted({finding.terms.sheet[0] for finding in given_up if finding.terms and finding.terms.sheet})
    console.print(
        f"{len(given_up)} numbers ended `failed`, {after} of them after the table"
        + (f"; score sheets: {', '.join(sheets[:_SHOWN])}" if sheets else "")
        + "."
    )


def _tell(console: Console, counted: Counter[str], bad: list[str]) -> None:
    for line in bad[:_SHOWN]:
        console.print(f"[bold red]{escape(line)}[/]")
    if len(bad) > _SHOWN:
        console.print(f"… and {len(bad) - _SHOWN} more")
    said = ", ".join(f"{count} {result}" for result, count in sorted(counted.items())) or "nothing to check"
    console.print(f"{said}.")


def _bar(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True)


def _policy(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        text = path.read_text("utf-8")
        Policy.from_text(text)
    except (FairdealError, UnicodeDecodeError) as fault:
        raise click.UsageError(f"The policy {path} cannot be read: {fault}") from None
    return text


def _claim(folder: Path, pinned: Pinned) -> None:
    """Let a folder be of one origin and its keys: what was found under others is worth nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    keys = "".join(f"{vkey}\n" for vkey in pinned.vkeys.values())
    path = folder / "vkeys"
    if path.exists() and path.read_text("utf-8") != keys:
        raise click.UsageError(f"The folder {folder} holds an audit of other keys; name another --folder.")
    path.write_text(keys, "utf-8")
