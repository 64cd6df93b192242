"""Why a service must not serve."""


class StartupRefused(RuntimeError):
    """The store, the keys or the anchor are not fit to serve from; the text tells the operator what was found and what to do."""
