"""The resources of the API, one blueprint a file."""

from typing import Final

from flask_smorest import Blueprint

from fairdeal.service.api.resources import (
    deals,
    documents,
    info,
    moves,
    proofs,
    rulesets,
    seats,
    sheets,
    upkeep,
    validations,
)

BLUEPRINTS: Final[tuple[Blueprint, ...]] = (
    info.blueprint,
    deals.blueprint,
    seats.blueprint,
    moves.blueprint,
    sheets.blueprint,
    proofs.blueprint,
    validations.blueprint,
    rulesets.blueprint,
    documents.blueprint,
    upkeep.blueprint,
)
"""In the order in which the description lists them."""
