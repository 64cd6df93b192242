"""Hearts: all that only this game knows."""
