"""The resources of the API, one blueprint a file."""

from typing import Final

from flask_smorest import Blueprint

from fairdeal.service.api.resources import deals, documents, info, moves, proofs, rulesets, seats, upkeep, validations
from fairdeal.service.api.resources import sheets as games

BLUEPRINTS: Final[tuple[Blueprint, ...]] = (
    info.blueprint,
    deals.blueprint,
    seats.blueprint,
    moves.blueprint,
    games.blueprint,
    proofs.blueprint,
    validations.blueprint,
    rulesets.blueprint,
    documents.blueprint,
    upkeep.blueprint,
)
"""In the order in which the description lists them."""
