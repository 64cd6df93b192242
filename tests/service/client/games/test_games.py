"""The registry of the client's games."""

from fairdeal.engine.games import GAMES as RULES
from fairdeal.service.client.games import GAMES


def test_every_game_can_be_played():
    """Whatever game the engine knows, the client has a seat for."""
    assert set(GAMES) == set(RULES)
