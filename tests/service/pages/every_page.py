"""The addresses of all pages, for tests of what holds for each."""

import pytest

PATHS = ("/", "/deals/1", "/play", "/fairness", "/docs", "/problems", "/problems/busy", "/verify")

on_every_page = pytest.mark.parametrize("path", PATHS)
"""Runs a test once for each page, as ``path``."""
