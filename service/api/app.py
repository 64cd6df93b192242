"""The application factory."""

from flask import Flask

from fairdeal.service.api import addresses, description, errors, log, rate_limit
from fairdeal.service.api.envelope import Envelope
from fairdeal.service.api.metrics import Metrics
from fairdeal.service.api.proof_lines import StreamSlots
from fairdeal.service.api.resources import BLUEPRINTS, upkeep
from fairdeal.service.api.response_cache import ResponseCache
from fairdeal.service.context import Service
from fairdeal.service.deals.info import MAX_BODY_BYTES
from fairdeal.service.pages import pages
from fairdeal.service.sheets.linking import enter_points


def create_app(service: Service | None = None) -> Flask:
    """The HTTP API of a service; without one it can be described, but not called."""
    app = Flask("fairdeal", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES + 1
    addresses.register(app)
    api = description.register(app)
    addresses.describe(api)
    # After the library's own handlers, which they replace.
    errors.register(app)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    app.register_blueprint(log.blueprint)
    app.register_blueprint(pages.blueprint)
    if service is not None:
        _serve(app, service)
    return app


def _serve(app: Flask, service: Service) -> None:
    """Give the app what its calls need."""
    service.on_reveal = enter_points
    metrics = Metrics(lambda: upkeep.gauges(service))
    app.extensions["fairdeal"] = service
    app.extensions["fairdeal.metrics"] = metrics
    app.extensions["fairdeal.rendered"] = ResponseCache()
    app.extensions["fairdeal.turns"] = StreamSlots(service.settings.threads)
    rate_limit.register(app, service.settings.rate_limit)
    app.wsgi_app = Envelope(app.wsgi_app, metrics)  # type: ignore[method-assign]  # as Flask documents it for middleware
