"""The application factory."""

from typing import Final

from flask import Flask

from fairdeal.service.api import counts, deals, documents, health, info, log_files, proofs, rulesets, seats, sheets
from fairdeal.service.api.games import GAMES
from fairdeal.service.api.problem_schema import ProblemSchema
from fairdeal.service.api.proof_lines import StreamSlots
from fairdeal.service.api.ruleset_fields import RULESET_CHOICE, RULESET_SCHEMAS
from fairdeal.service.context import Service
from fairdeal.service.deals.info import MAX_VALIDATION_BYTES
from fairdeal.service.http import addresses, description, errors, rate_limit
from fairdeal.service.http.description import About
from fairdeal.service.http.envelope import Envelope
from fairdeal.service.http.fields import CARD_INPUT
from fairdeal.service.http.metrics import Metrics
from fairdeal.service.http.operations import Group
from fairdeal.service.http.response_cache import ResponseCache
from fairdeal.service.pages import pages
from fairdeal.service.sheets.linking import enter_points

GROUPS: Final[tuple[Group, ...]] = (
    info.group,
    deals.group,
    seats.group,
    *(group for game in GAMES for group in game.groups),
    sheets.group,
    proofs.group,
    counts.group,
    rulesets.group,
    documents.group,
    health.group,
)
"""In the order in which the description lists them."""

_TEXT: Final = """Deals card games, provably fairly: commitments before the cards, every move checked, every deal verifiable by anyone.

**Order of judgement.** A call is judged for 404, 401, 403, then its body (413, 415, 400, 422), then whether it repeats what was
accepted before (then it gets the same response), then the state of the deal (409), then the rules (409).

**Errors** are problems of RFC 9457; their `type` leads to a page that explains it. Their `instance` is the request id.

**Retries are safe.** A PUT repeated with the same body has no second effect and the same response; `POST /v1/deals` takes an
`Idempotency-Key`.

**Request ids.** A UUID in `X-Request-ID` is echoed; any other value is replaced.
"""
_ABOUT: Final = About(
    summary="Card games, dealt so that nobody has to be trusted.",
    text=_TEXT,
    problem=ProblemSchema(),
    shapes={
        "CardInput": CARD_INPUT,
        **RULESET_SCHEMAS,
        "RulesetChoice": RULESET_CHOICE,
        **{name: shape for game in GAMES for name, shape in game.shapes.items()},
    },
)


def create_app(service: Service | None = None) -> Flask:
    """The HTTP API of a service; without one it can be described, but not called."""
    app = Flask("fairdeal", static_folder=None)
    # Each operation has its own limit, which is lower (`fairdeal.service.http.bodies`).
    app.config["MAX_CONTENT_LENGTH"] = MAX_VALIDATION_BYTES + 1
    addresses.register(app)
    errors.register(app)
    description.register(app, _ABOUT)
    for group in GROUPS:
        app.register_blueprint(group)
    app.register_blueprint(log_files.blueprint)
    app.register_blueprint(pages.blueprint)
    if service is not None:
        _serve(app, service)
    return app


def _serve(app: Flask, service: Service) -> None:
    """Give the app what its calls need."""
    service.on_reveal = enter_points
    metrics = Metrics(lambda: health.gauges(service))
    app.extensions["fairdeal"] = service
    app.extensions["fairdeal.metrics"] = metrics
    app.extensions["fairdeal.responses"] = ResponseCache()
    app.extensions["fairdeal.streams"] = StreamSlots(service.settings.threads)
    rate_limit.register(app, service.settings.rate_limit)
    app.wsgi_app = Envelope(app.wsgi_app, metrics)  # type: ignore[method-assign]  # as Flask documents it for middleware
