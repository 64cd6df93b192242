"""The addresses of all pages, for tests of what holds for each."""

import pytest

from service.pages import assets, pages

PATHS = ("/", "/deals/1", "/play", "/fairness", "/docs", "/problems", "/problems/busy", "/verify")
SCRIPTS = {
    "/deals/1": (*pages.VERIFIER, "deal.js"),
    "/play": (*pages.VERIFIER, "play.js"),
    "/verify": (*pages.VERIFIER, "verify_page.js"),
}


def missing(path: str) -> list[str]:
    """The scripts of a page that are not there yet."""
    return [name for name in SCRIPTS.get(path, ()) if assets.own(name) is None]


def needs_scripts(path: str) -> pytest.MarkDecorator:
    """Skip what is about a page whose scripts are not there yet."""
    return pytest.mark.skipif(bool(missing(path)), reason=f"without {', '.join(missing(path))}")


on_every_page = pytest.mark.parametrize("path", [pytest.param(path, marks=needs_scripts(path)) for path in PATHS])
"""Runs a test once for each page, as ``path``."""
