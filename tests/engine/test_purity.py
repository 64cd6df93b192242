"""The engine is bytes and values in, values out: the same answer for everybody, everywhere, at any time."""

import ast
import sys
from pathlib import Path

import pytest

from fairdeal import engine

ENGINE = Path(engine.__file__).parent
SOURCES = sorted(ENGINE.rglob("*.py"))

# Beyond the standard library the engine stands on signatures and HKDF of this one package.
ALLOWED_PACKAGES = {"cryptography"}
CLOCK = {"calendar", "datetime", "sched", "time", "zoneinfo"}
RANDOMNESS = {"random", "secrets", "uuid"}
OUTSIDE = {
    "asyncio", "builtins", "concurrent", "ctypes", "fcntl", "fileinput", "getpass", "glob", "http", "importlib", "io", "logging",
    "mmap", "multiprocessing", "os", "pathlib", "pickle", "platform", "select", "selectors", "shelve", "shutil", "signal",
    "socket", "socketserver", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "urllib", "warnings",
}  # fmt: skip
FORBIDDEN_CALLS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}


def offences(source: str) -> list[str]:
    """What in a module's source reaches for the clock, for randomness or for the world outside."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                modules = [name.name for name in names]
            case ast.ImportFrom(module=module, level=level):
                modules = [module or ""] if level == 0 else []
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                found.append(f"line {node.lineno} calls {name}")
                continue
            case ast.Attribute(attr="urandom" | "SystemRandom" | "generate" as name):
                found.append(f"line {node.lineno} uses {name}")
                continue
            case _:
                continue
        for module in modules:
            top = module.partition(".")[0]
            if module == "fairdeal.engine" or module.startswith("fairdeal.engine."):
                continue
            if top in CLOCK | RANDOMNESS | OUTSIDE or top not in ALLOWED_PACKAGES | sys.stdlib_module_names:
                found.append(f"line {node.lineno} imports {module}")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=[str(path.relative_to(ENGINE)) for path in SOURCES])
def test_an_engine_module_is_pure(path: Path):
    """No file of the engine imports or calls the clock, randomness or I/O, nor a package but `cryptography`."""
    assert offences(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from datetime import UTC",
        "def f():\n    import random",
        "import secrets as s",
        "import os.path",
        "from pathlib import Path",
        "import socket",
        "from fairdeal.service.deals import deal",
        "import flask",
        "import sqlalchemy",
        "text = open('x').read()",
        "exec('import os')",
        "__import__('time')",
        "key = Ed25519PrivateKey.generate()",
    ],
)
def test_an_impure_module_is_caught(source: str):
    """The check itself sees each kind of impurity, wherever in the module it stands."""
    assert offences(source) != []


@pytest.mark.parametrize(
    "source", ["import hashlib", "from cryptography.hazmat.primitives import hashes", "from . import cards"]
)
def test_a_pure_module_is_left_alone(source: str):
    """Hashing, signatures and the engine's own modules are allowed."""
    assert offences(source) == []
