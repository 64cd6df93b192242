"""Files as the service and the client keep them: written whole, and locked between processes."""
