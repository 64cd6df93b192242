"""A verification report as people read it."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fairdeal.engine.verification import Report

_COLOURS: Final = {"pass": "green", "fail": "bold red", "not proved": "yellow", "not applicable": "dim"}


def show(report: Report, console: Console, title: str) -> None:
    """Print the named checks as a table, and the reservations below it; never a bare yes."""
    table = Table(title=escape(title), title_justify="left")
    for column in ("check", "result", "why"):
        table.add_column(column, overflow="fold")
    for check in report.checks:
        colour = _COLOURS[check.result]
        table.add_row(check.name, f"[{colour}]{check.result}[/]", escape(check.detail))
    console.print(table)
    if report.reservations:
        console.print("Reservations, which change no result:")
        for one in report.reservations:
            console.print(f"  {escape(one.name)}: {escape(one.detail)}")
    failed = report.failed
    unproved = sum(check.result == "not proved" for check in report.checks)
    if failed:
        console.print(f"[bold red]{len(failed)} failed:[/] {', '.join(check.name for check in failed)}")
    else:
        console.print(f"No check failed; {unproved} not proved.")
