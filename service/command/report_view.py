"""A verification report as people read it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fairdeal.engine.verification import Report

_COLOURS: Final = {
    "pass": "green",
    "fail": "bold red",
    "unjudged": "yellow",
    "not proved": "yellow",
    "not applicable": "dim",
}


_LONGEST: Final = 500
"""Characters of a detail that are printed."""


def printable(text: str) -> str:
    """A text from a bundle as a terminal may print it: control characters escaped, markup too, and cut to a length worth reading."""
    cut = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return escape("".join(char if char.isprintable() else ascii(char)[1:-1] for char in cut))


def show(report: Report, console: Console, title: str) -> None:
    """Print the named checks as a table, and the reservations below it; never a bare yes."""
    table = Table(title=printable(title), title_justify="left")
    for column in ("check", "result", "why"):
        table.add_column(column, overflow="fold")
    for check in report.checks:
        colour = _COLOURS[check.result]
        table.add_row(check.name, f"[{colour}]{check.result}[/]", printable(check.detail))
    console.print(table)
    if report.reservations:
        console.print("Reservations, which change no result:")
        for reservation in report.reservations:
            console.print(f"  {reservation.name}: {printable(reservation.detail)}")
    failed = report.failed
    counts = Counter(check.result for check in report.checks)
    if failed:
        console.print(f"[bold red]{len(failed)} failed:[/] {', '.join(check.name for check in failed)}")
    else:
        unjudged = (
            f", {counts['unjudged']} not judged (rules that this version does not know)" if counts["unjudged"] else ""
        )
        console.print(f"No check failed; {counts['not proved']} not proved{unjudged}.")
