"""The key file, the anchor and the durable files that they are kept in."""
