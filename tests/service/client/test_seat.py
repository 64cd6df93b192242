"""What a seat sends is what has to be stored, and a deal that was begun has to end."""

import pytest

from fairdeal.service.client.errors import Unreachable
from tests.service.client.cheating import caught, is_view


@pytest.mark.parametrize("stored", ["seats", "seals", "contributions", "passes", "plays"])
def test_what_was_stored_has_to_be_what_was_sent(operator, stored):
    """The answer to a change that tells of another one is no receipt for it."""
    others = {"seats": "key", "seals": "seal", "contributions": "nonce", "passes": "cards", "plays": "card"}

    def tamper(request, document):
        if request.method == "PUT" and f"/{stored}/" in request.url.path:
            document[others[stored]] = ["2H"] if stored == "passes" else "00"

    assert f"sent {others[stored]}" in str(caught(operator, tamper))


@pytest.mark.parametrize("state", ["voided", "contributing"])
def test_a_deal_that_ends_early_is_seen(operator, state):
    """A deal that the operator does not like cannot be dropped in the middle of the play without a word."""

    def tamper(request, document):
        if request.url.path == "/v1/deals/1" and document["ply"] == 30:
            document["state"] = state

    assert f"In mid-hand the service says: {state}" in str(caught(operator, tamper))


@pytest.mark.parametrize(
    ("path", "said"),
    [("/v1/deals/1", "In mid-hand the service says: playing"), ("/v1/deals/1/hands/2", "was played out, but")],
)
def test_a_deal_that_does_not_end_is_seen(operator, path, said):
    """After the last move a deal is revealed, in the public view and in that of each seat."""

    def tamper(request, document):
        if request.url.path == path and is_view(document) and document["state"] == "revealed":
            document["state"] = "playing"

    assert said in str(caught(operator, tamper))


def test_a_seat_does_not_play_out_of_turn(operator):
    """A service that waits for one seat in public, and shows that seat that it is another's turn, is caught."""

    def tamper(request, document):
        if request.url.path == "/v1/deals/1" and document["ply"] == 5:
            document["to_act"] = [(document["to_act"][0] + 1) % 4]

    assert "which is not to play" in str(caught(operator, tamper))


def test_a_turn_that_is_no_seat_is_no_answer(operator):
    """Seats are integers: anything else is named, and nobody plays."""

    def tamper(request, document):
        if request.url.path == "/v1/deals/1" and document["ply"] == 5:
            document["to_act"] = [str(document["to_act"][0])]

    with pytest.raises(Unreachable, match=r"`to_act`.* is not a list of integers"):
        operator.play(tamper)


def test_an_opening_gives_a_token_for_each_seat(operator):
    """With a token less a seat could not be played: the deal is not begun."""

    def tamper(request, document):
        if request.method == "POST":
            document["tokens"]["seats"].pop()

    with pytest.raises(Unreachable, match="gave 3 tokens for 4 seats"):
        operator.play(tamper)
