"""The HTTP API: a view reads a request, calls one function, returns what it says."""
