"""``/v1/info``: what the service is and where its numbers stand."""

from flask import Response

from service.api import callers
from service.api.rendering import REVALIDATE, dumps, resource
from service.api.resources.blueprints import make, problems
from service.api.shapes import ref
from service.info import info

blueprint = make("info", "The service itself")


@blueprint.route("/info")
@blueprint.response(200, ref("Info"))
@problems(blueprint)
def get_info() -> Response:
    """Name, keys, limits and numbers

    Pin the vkeys that you find here once, through a channel that you trust; a verifier needs them.
    """
    return resource(dumps(info(callers.service())), REVALIDATE)
