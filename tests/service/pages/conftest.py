"""A real browser (Debian's Chromium) before a real service that has dealt."""

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.running import Running
from tests.service.pages.browsing import PATIENCE_MS, Visit

CHROMIUM = "/usr/bin/chromium"

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; each visit is a profile of its own."""
    # Chromium's own sandbox cannot be had by root, as whom containers run.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def dealer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that runs as long as the tests of the pages do."""
    with Running(tmp_path_factory.mktemp("pages"), workers=1) as service:
        yield service


@pytest.fixture
def visit(browser: Browser, dealer: Running) -> Iterator[Callable[..., Visit]]:
    """Opens visits; in the end each has to have done nothing that a page must not do."""
    made: list[Visit] = []

    def begin(**options: Any) -> Visit:
        made.append(Visit(browser, dealer.url, **options))
        return made[-1]

    yield begin
    for one in made:
        one.close()


@pytest.fixture(scope="session")
def draw() -> random.Random:
    """Chance for choices that the tests make."""
    return random.Random(5)
