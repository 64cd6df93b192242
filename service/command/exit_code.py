"""How a command ends: exit code 1 is a verdict, and no accident looks like one.

For the commands that check, 1 means that a check failed or the service was caught. A command that cannot write its output, or
that is interrupted, ends with a code of its own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

import click

INTERRUPTED: Final = 130
"""128 + SIGINT, as shells have it."""
PIPE_CLOSED: Final = 141
"""128 + SIGPIPE, as shells have it."""
IO_FAILED: Final = 74
"""EX_IOERR of sysexits.h."""


class PipeClosed(Exception):
    """Nobody reads what the command prints any more. No OSError: click would make exit code 1 of it."""


def exit_code_of(run: Callable[[], object]) -> int:
    """Run a command and give its exit code; what cannot be printed, and an interruption, get codes of their own."""
    try:
        code = _code_of(run)
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return INTERRUPTED
    except (BrokenPipeError, PipeClosed):
        _discard(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        _discard(sys.stdout)
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"fairdeal: {place}{error.strerror or error}.", err=True)
        return IO_FAILED
    return code


def _code_of(run: Callable[[], object]) -> int:
    try:
        result = run()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except SystemExit as exiting:
        return _as_code(exiting.code)
    return _as_code(result)


def _as_code(code: object) -> int:
    if code is None or isinstance(code, int):
        return code or 0
    click.echo(code, err=True)
    return 1


def _discard(stream: IO[str]) -> None:
    """Let what is left in the buffer go nowhere: the interpreter flushes it once more when it ends."""
    with suppress(OSError), Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())
