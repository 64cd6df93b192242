"""What `tests.service.players.Table` wants of a client, of a service that runs elsewhere."""

from types import SimpleNamespace
from typing import Any, cast

import httpx
from flask.testing import FlaskClient

from tests.service.players import Table


class Remote:
    """Calls a running service, and answers as a test client of the application does."""

    def __init__(self, url: str) -> None:
        self._url = url

    def post(self, path: str, **options: Any) -> Any:
        """POST to a path."""
        return self.open(path, "POST", **options)

    def open(self, path: str, method: str = "GET", **options: Any) -> Any:
        """Any call."""
        answer = httpx.request(method, self._url + path, **options)
        return SimpleNamespace(
            status_code=answer.status_code, text=answer.text, json=answer.json(), headers=answer.headers
        )


def open_table(url: str, **terms: Any) -> Table:
    """Open a deal on a running service, to move for its seats."""
    return Table.open(cast("FlaskClient", Remote(url)), **terms)
