"""Runs the scripts that are served in Node.js, many questions at a time."""

import json
import subprocess
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from fairdeal.service.pages import assets

DRIVER = Path(__file__).with_name("driver.js")


@cache
def _folder() -> tempfile.TemporaryDirectory:
    folder = tempfile.TemporaryDirectory(prefix="fairdeal-scripts-")
    for name in assets.JOINED:
        Path(folder.name, name).write_text(assets.text(name), encoding="utf-8")
    return folder


def script(name: str) -> Path:
    """A joined script as it is served, in a file: ``verify.js`` or ``core.js``."""
    return Path(_folder().name, name)


def ask(requests: Iterable[dict]) -> list:
    """The answers of driver.js to the requests, in their order."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    command: list[str | Path] = ["node", DRIVER, script("core.js"), script("verify.js")]
    done = subprocess.run(command, input=lines.encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


def verify(bundles: Iterable[dict | str | bytes], **options) -> list[dict]:
    """The reports on these bundles, each with the same options."""
    requests = []
    for bundle in bundles:
        request: dict = {"ask": "verify", "options": options}
        if isinstance(bundle, bytes):
            request["bytes"] = bundle.hex()
        else:
            request["text"] = bundle if isinstance(bundle, str) else json.dumps(bundle)
        requests.append(request)
    return ask(requests)


def results(report: dict) -> dict[str, str]:
    """The results of a report by check."""
    return {check["name"]: check["result"] for check in report["checks"]}
