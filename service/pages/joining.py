"""Joins ES modules of ``service/static`` into one classic script, which runs from a disk, in a page and in Node.js alike.

Each module becomes a function that returns what it exports, in the order in which they need one another. Modules keep to the
few forms that are read here; anything else is refused.
"""

import posixpath
import re
from collections.abc import Callable
from typing import Final

_IMPORT: Final = re.compile(
    r"import (?:\{(\s*[\w$]+(?:,\s*[\w$]+)*,?\s*)\}|\* as ([\w$]+)) from '(\.{1,2}/[\w./]+\.js)';\n", re.ASCII
)
_EXPORT: Final = re.compile(r"^export (?=(?:const|class|function|async function) ([\w$]+))", re.ASCII | re.MULTILINE)
_STATEMENT: Final = re.compile(r"^\s*(?:import|export)\b.*$", re.ASCII | re.MULTILINE)
_TITLE: Final = re.compile(r"/\*.*?\*/\n+", re.DOTALL)


def join(entry: str, read: Callable[[str], str]) -> str:
    """The modules that ``entry`` leads to as one script; its first comment is that of ``entry``.

    Args:
        entry: the path of a module.
        read: the text of a module by its path.

    Raises:
        ValueError: an import or export in a form that is not read here, or modules that need each other.
    """
    joined: dict[str, str] = {}
    _take(entry, read, joined, ())
    title = _TITLE.match(read(entry))
    body = "\n".join(joined.values())
    return f"{title.group() if title else ''}(function () {{\n'use strict';\n\n{body}}})();\n"


def _take(path: str, read: Callable[[str], str], joined: dict[str, str], above: tuple[str, ...]) -> None:
    """Put a module behind those that it needs."""
    if path in joined:
        return
    if path in above:
        raise ValueError(f"modules need each other: {' -> '.join((*above, path))}")
    source = read(path)
    bindings = []
    for names, whole, relative in _IMPORT.findall(source):
        needed = posixpath.normpath(posixpath.join(posixpath.dirname(path), relative))
        _take(needed, read, joined, (*above, path))
        named = f"{{ {', '.join(names.replace(',', ' ').split())} }}"
        bindings.append(f"const {whole or named} = {_variable(needed)};\n")
    body = _EXPORT.sub("", _IMPORT.sub("", source))
    if not above:
        body = _TITLE.sub("", body, count=1)
    stray = _STATEMENT.search(body)
    if stray:
        raise ValueError(f"{path}: not a form of import or export that is joined: {stray.group().strip()[:80]}")
    exports = ", ".join(_EXPORT.findall(source))
    joined[path] = (
        f"// {'-' * 20} {path}\n\nconst {_variable(path)} = (() => {{\n{''.join(bindings)}{body.strip()}\n\n"
        f"return {{ {exports} }};\n}})();\n"
    )


def _variable(path: str) -> str:
    return re.sub(r"\W", "_", path.removesuffix(".js"), flags=re.ASCII) + "_module"
