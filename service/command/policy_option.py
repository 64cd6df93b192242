"""The witnesses that a user requires, as an option of a command."""

from pathlib import Path

import click

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog.policy import Policy


class _PolicyFile(click.Path):
    """A file with a policy (C2SP tlog-policy)."""

    name = "policy"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Policy:  # type: ignore[override]
        path = Path(str(super().convert(str(value), param, ctx)))
        try:
            # Not as text: Python would turn the carriage returns that a policy may not have into newlines.
            return Policy.from_text(path.read_bytes().decode("utf-8"))
        except (MalformedError, UnicodeDecodeError) as fault:
            self.fail(f"the policy {path} cannot be read: {fault}", param, ctx)


policy_option = click.option(
    "--policy",
    type=_PolicyFile(exists=True, dir_okay=False),
    help="A file with the witnesses, and the quorum that must have cosigned every checkpoint (C2SP tlog-policy).",
)
"""Adds ``--policy`` to a command, which gets a `Policy`."""
