"""For running `gunicorn` itself instead of `fairdeal serve`: the same settings, from the same environment."""

from service.serving import Host
from service.settings import Settings

globals().update(Host(Settings.from_environment()).configuration())
