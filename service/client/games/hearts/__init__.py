"""Hearts, as the client of one seat plays it."""

from fairdeal.service.client.games.hearts.seat import HeartsSeat

__all__ = ["HeartsSeat"]
