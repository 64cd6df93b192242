"""The addresses of all pages, for tests of what holds for each."""

import pytest

from service.pages import assets

PATHS = ("/", "/deals/1", "/play", "/fairness", "/docs", "/problems", "/problems/busy", "/verify")
MAIN_SCRIPTS = {"/deals/1": "deal.js", "/play": "play.js", "/verify": "verify_page.js"}


def needs_scripts(*paths: str) -> pytest.MarkDecorator:
    """Skip what is about pages whose scripts are not there yet."""
    missing = [MAIN_SCRIPTS[path] for path in paths if path in MAIN_SCRIPTS and assets.own(MAIN_SCRIPTS[path]) is None]
    return pytest.mark.skipif(bool(missing), reason=f"without {', '.join(missing)}")


on_every_page = pytest.mark.parametrize("path", [pytest.param(path, marks=needs_scripts(path)) for path in PATHS])
"""Runs a test once for each page, as ``path``."""
