"""fairdeal deals cards, provably fairly: the pure engine in `fairdeal.engine`, the service in `fairdeal.service`."""
