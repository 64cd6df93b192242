"""What the API's tests share: responses are held to their schemas here too."""

from tests.service.api.conftest import app

__all__ = ["app"]
