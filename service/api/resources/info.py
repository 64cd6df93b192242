"""``/v1/info``: what the service is and where its numbers stand."""

from flask import Response

from fairdeal.service.api import callers
from fairdeal.service.api.rendering import REVALIDATE, dumps, resource
from fairdeal.service.api.resources.blueprints import answers, make, problems
from fairdeal.service.api.shapes import ref
from fairdeal.service.deals.info import info

blueprint = make("info", "The service itself: its name, keys and limits")


@blueprint.route("/info")
@answers(200, ref("Info"), "What the service is", headers=("ETag",))
@problems()
def get_info() -> Response:
    """See name, keys, limits and numbers.

    Pin the vkeys that you find here once, through a channel that you trust; a verifier needs them.
    """
    return resource(dumps(info(callers.service())), REVALIDATE)
