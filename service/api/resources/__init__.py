"""The resources of the API, one blueprint a file."""

from flask_smorest import Blueprint

from service.api.resources import deals, info, moves, proofs, seats

BLUEPRINTS: list[Blueprint] = [info.blueprint, deals.blueprint, seats.blueprint, moves.blueprint, proofs.blueprint]
