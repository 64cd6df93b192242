"""Starting, serving, housekeeping and restoring: how the service lives as processes."""
