"""For running `gunicorn` itself instead of `fairdeal serve`: the same settings, from the same environment."""

from fairdeal.service.runtime.serving import Host
from fairdeal.service.settings import Settings

globals().update(Host(Settings.from_environment()).configuration())
