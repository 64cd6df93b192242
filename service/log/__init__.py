"""The two append-only logs of an origin: its commitments and its outcomes (protocol section 7)."""
