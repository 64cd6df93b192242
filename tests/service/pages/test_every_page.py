"""What holds for every page, in light and dark, on a phone and on a desk."""

import pytest

from tests.service.pages.browsing import DESKTOP, PHONE
from tests.service.pages.dealing import give_up
from tests.service.pages.every_page import on_every_page


@pytest.fixture(scope="module", autouse=True)
def _dealt(dealer):
    """The pages have something to show."""
    give_up(dealer.url, "standard")


@on_every_page
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_fits_and_is_accessible(visit, path, scheme):
    """No page scrolls sideways, and axe finds nothing serious in any; loading them makes no fault (see `Visit`)."""
    guest = visit(color_scheme=scheme, viewport=PHONE)
    page = guest.open(path)
    page.wait_for_load_state("networkidle")
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert guest.axe() == []
