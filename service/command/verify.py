"""``fairdeal verify``: check a past deal with this machine's code."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console

from fairdeal.engine.protocol.grammar import MAX_NUMBER
from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.tlog.proof import TlogProof
from fairdeal.engine.verification import UnreadableBundle, read_bundle
from fairdeal.engine.verification import verify as verify_bundle
from fairdeal.service.client.checkpoint_store import CheckpointStore
from fairdeal.service.client.errors import Caught, Refused, Unreachable
from fairdeal.service.client.http import Api
from fairdeal.service.command.pins import Pins, pin_options, read_pins
from fairdeal.service.command.policy_option import policy_option
from fairdeal.service.command.report_view import show
from fairdeal.service.command.seen_option import folder_of, seen_option
from fairdeal.service.command.terminal import complain, marked, terminal

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,15}", re.ASCII)


@click.command()
@click.argument("what", metavar="NUMBER|FILE")
@click.option("--server", help="Address of the service to fetch the proof from.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@policy_option
@seen_option
@pin_options
def verify(
    what: str,
    server: str | None,
    as_json: bool,
    policy: Policy | None,
    seen_folder: Path | None,
    origin: str | None,
    vkeys: tuple[str, ...],
    vkeys_file: Path | None,
) -> None:
    """Check the proof of a deal: by NUMBER at a --server, or offline from a saved FILE (- for standard input).

    Without pinned keys, signatures are tried with the keys in the proof itself and prove nothing about who signed. With
    pinned keys and a --server, the checkpoints in the proof must also extend the largest ones that you have seen; if they do
    not, both are kept as evidence and the exit code is 1.

    Exit codes: 0 if no check failed (what is not proved is listed); 1 if a check failed; 2 if there is no readable proof, or
    if it uses rules that this version does not know.
    """
    pins = read_pins(origin, vkeys, vkeys_file)
    number = None if server is None else _number(what)
    try:
        document = _read(what) if server is None else _fetch(server, what)
        report = verify_bundle(document, origin=pins.origin, number=number, vkeys=pins.vkeys, policy=policy)
        if server is not None and pins.vkeys is not None and not report.failed:
            _look_for_a_fork(server, document, pins, seen_folder)
    except Caught as caught:
        complain("verify", caught, *caught.notes)
        sys.exit(1)
    except (UnreadableBundle, Refused, Unreachable) as error:
        complain("verify", error)
        sys.exit(2)
    if as_json:
        click.echo(json.dumps({"pinned": pins.to_object(), **report.to_object()}, indent=2))
    else:
        console = terminal()
        _tell_trust(pins, console)
        show(report, console, f"Deal {what}" if server is not None else what)
    sys.exit(report.exit_code)


def _tell_trust(pins: Pins, console: Console) -> None:
    if pins.vkeys is None:
        origin = "" if pins.origin is None else f" The origin must be {marked(pins.origin)}."
        console.print(f"No keys are pinned: the proof's own are tried, and prove nothing about who signed.{origin}")
        return
    console.print(f"Trusted: {marked(str(pins.origin))}, by the pinned keys")
    for vkey in pins.vkeys.values():
        console.print(f"  {marked(vkey)}")


def _look_for_a_fork(server: str, document: bytes, pins: Pins, folder: Path | None) -> None:
    """Check that the checkpoints of a verified bundle extend the largest ones seen before; raises `Caught`."""
    assert pins.vkeys is not None and pins.origin is not None
    bundle: Mapping[str, Any] = read_bundle(document)
    with Api(server) as api:
        seen = CheckpointStore(api, folder_of(pins.origin, folder))
        for role, part in (("commits", bundle["commit"]), ("outcomes", bundle["outcome"])):
            if part["proof"] is not None:
                seen.see(role, pins.vkeys[role], TlogProof.from_text(part["proof"]).note)


def _number(what: str) -> int:
    if not _NUMBER.fullmatch(what) or int(what) > MAX_NUMBER:
        raise click.UsageError(f"With --server, name a deal by its number, not {what!r}.")
    return int(what)


def _fetch(server: str, number: str) -> bytes:
    with Api(server) as api:
        return api.get_raw(f"/v1/deals/{number}/proof")


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        hint = " To check a deal by its number, name a --server." if _NUMBER.fullmatch(file) else ""
        raise Unreachable(f"{file} cannot be read: {error.strerror}.{hint}") from None
