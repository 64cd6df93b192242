"""The application factory."""

from flask import Flask
from flask_smorest import Api

from service.api import addresses, description, envelope, errors, health, pages
from service.api.resources import BLUEPRINTS
from service.context import Service
from service.info import MAX_BODY_BYTES


def create_app(service: Service | None = None) -> Flask:
    """The HTTP API of a service; without one it can be described, but not called."""
    app = Flask("fairdeal", static_folder=None)
    app.config.update(description.CONFIG, MAX_CONTENT_LENGTH=MAX_BODY_BYTES)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the default provider has it
    app.extensions["fairdeal"] = service
    app.url_map.strict_slashes = True
    envelope.register(app)
    addresses.register(app)
    api = Api(app)
    # After the library's own handlers, which they replace.
    errors.register(app)
    addresses.describe(api)
    description.register(app, api)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    health.register(app)
    pages.register(app)
    return app
