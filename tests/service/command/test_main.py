"""The command itself: its help, its version, its description of the API."""

import subprocess
import sys
import tomllib
from pathlib import Path

from click.testing import CliRunner

from fairdeal.service.command import main

ROOT = Path(__file__).parents[3]


def test_the_help_lists_every_command():
    """Each subcommand stands in the help with a line that says what it does, and has a help of its own."""
    told = CliRunner().invoke(main, ["--help"])
    assert told.exit_code == 0
    for name in ("serve", "play", "verify", "keys", "openapi"):
        assert f"\n  {name} " in told.output
        assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0


def test_the_version_is_the_distributions():
    """`fairdeal --version` prints the version of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    told = CliRunner().invoke(main, ["--version"])
    assert told.output == f"fairdeal, version {project['version']}\n"


def test_an_unknown_command_is_a_usage_error():
    """A command that does not exist is named, and the exit code is 2."""
    told = CliRunner().invoke(main, ["deal"])
    assert told.exit_code == 2
    assert "'deal'" in told.output


def test_a_command_costs_only_what_it_needs():
    """Asking for the version loads neither the service nor its server."""
    code = (
        "import sys\nfrom fairdeal.service.command import main\n"
        "try: main(['--version'])\nexcept SystemExit: pass\n"
        "print(sorted({'flask', 'sqlalchemy', 'gunicorn', 'httpx', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_openapi_prints_the_description():
    """`fairdeal openapi` prints what openapi.yaml holds: an OpenAPI document with the paths of the API."""
    told = CliRunner().invoke(main, ["openapi"])
    assert told.exit_code == 0
    assert "openapi: 3.1" in told.output
    assert "/v1/deals/{number}/proof:" in told.output
