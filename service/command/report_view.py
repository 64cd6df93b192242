"""A verification report as people read it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rich.console import Console
from rich.table import Table

from fairdeal.engine.verification import Report
from fairdeal.service.command.terminal import marked

_COLOURS: Final = {
    "pass": "green",
    "fail": "bold red",
    "unjudged": "yellow",
    "not proved": "yellow",
    "not applicable": "dim",
}
_LONGEST: Final = 500
"""Characters of a detail that are printed."""


def show(report: Report, console: Console, title: str) -> None:
    """Print the named checks as a table, and the reservations below it; never a bare yes."""
    table = Table(title=_short(title), title_justify="left")
    for column in ("check", "result", "why"):
        table.add_column(column, overflow="fold")
    for check in report.checks:
        colour = _COLOURS[check.result]
        table.add_row(check.name, f"[{colour}]{check.result}[/]", _short(check.detail))
    console.print(table)
    if report.reservations:
        console.print("Reservations (they change no result):")
        for reservation in report.reservations:
            console.print(f"  {reservation.name}: {_short(reservation.detail)}")
    failed = report.failed
    counts = Counter(check.result for check in report.checks)
    if failed:
        console.print(f"[bold red]{len(failed)} failed:[/] {', '.join(check.name for check in failed)}")
    else:
        unjudged = (
            f", {counts['unjudged']} not judged (rules that this version does not know)" if counts["unjudged"] else ""
        )
        console.print(f"No check failed; {counts['not proved']} not proved{unjudged}.")


def _short(text: str) -> str:
    return marked(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
