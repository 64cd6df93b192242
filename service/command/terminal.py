"""What commands print: text from bundles and services never controls the terminal."""

from __future__ import annotations

import click
from rich.console import Console
from rich.markup import escape


class Terminal(Console):
    """Rich's console, which leaves a closed pipe to `fairdeal.service.command.exit_code`; Rich itself would exit with 1."""

    def on_broken_pipe(self) -> None:
        """Raise what writing raised."""
        raise BrokenPipeError


def terminal(*, stderr: bool = False) -> Terminal:
    """A console that colours only what we mark, and never breaks lines itself."""
    return Terminal(stderr=stderr, highlight=False, soft_wrap=True)


def printable(text: str) -> str:
    """Text from elsewhere, safe to print: all but newlines and printable characters is escaped.

    Control characters could move the cursor, retitle the window or hide what follows.
    """
    return "".join(char if char == "\n" or char.isprintable() else ascii(char)[1:-1] for char in text)


def marked(text: str) -> str:
    """The same, for a console that reads markup."""
    return escape(printable(text))


def complain(command: str, error: object, *notes: str) -> None:
    """Say on stderr why a command ends, with the statements that show it."""
    click.echo(f"fairdeal {command}: {printable(str(error))}", err=True)
    for note in notes:
        click.echo(f"\n{printable(note)}", err=True)
