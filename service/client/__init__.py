"""A client that trusts nobody: it checks each receipt of the service before it goes on."""
