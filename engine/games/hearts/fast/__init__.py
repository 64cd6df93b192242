"""What stands twice for speed: complete records judged in one pass. `fairdeal.engine.games.hearts.hand` is the rules."""
