"""A service whose logs a test drives by hand."""

import pytest

from service.log.witnessing import Witnesses


@pytest.fixture
def nobody() -> Witnesses:
    """No witnesses."""
    return Witnesses(None)
