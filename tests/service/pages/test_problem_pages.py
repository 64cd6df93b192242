"""The pages that the `type` of a problem leads to."""

import pytest

from fairdeal.service.api.app import create_app
from fairdeal.service.problems import KINDS


@pytest.mark.parametrize("address", ["/problems", *(f"/problems/{slug}" for slug in KINDS)])
def test_names_in_a_problem_are_shown_as_code(address: str) -> None:
    """What a kind writes in backticks is code on its page, and no mark is left over."""
    page = create_app().test_client().get(address, headers={"Accept": "text/html"})
    assert page.status_code == 200
    text = page.get_data(as_text=True)
    assert "`" not in text
    assert "«" not in text
    about = (
        [KINDS[address.rpartition("/")[2]].about] if address != "/problems" else [kind.about for kind in KINDS.values()]
    )
    assert text.count("<code>") >= sum(words.count("`") for words in about) // 2
