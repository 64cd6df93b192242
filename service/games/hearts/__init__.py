"""Hearts over HTTP: all that only this game knows."""
