"""What a card game adds to the API: its routes, and its members of the shapes that all games share."""

from collections.abc import Mapping
from dataclasses import dataclass

from marshmallow import Schema

from fairdeal.service.http.operations import Body, Group
from fairdeal.service.http.schemas import ResponseSchema, Shape


@dataclass(frozen=True, slots=True)
class SheetApi:
    """What a game that has score sheets adds to them."""

    entry: Body
    """What a hand scored, as it is entered."""
    row: type[Schema]
    """A row as it is shown."""
    next_hand: type[Schema]
    """Its members of what comes next."""
    sheet: type[Schema]
    """Its members of a sheet."""


@dataclass(frozen=True, slots=True)
class GameApi:
    """A game's half of the API. Its folder is beside this file, and `fairdeal.service.api.games` lists it."""

    groups: tuple[Group, ...]
    """Its routes."""
    public: type[ResponseSchema]
    """Its members of the public view."""
    private: type[ResponseSchema]
    """Its members of what a seat sees."""
    problem: type[Schema]
    """Its members of problems."""
    ruleset: type[Schema]
    """A ruleset of the game, as it is shown."""
    ruleset_bodies: tuple[type[Schema], ...]
    """The objects by which a request may name a ruleset of the game."""
    sheets: SheetApi | None
    """None for a game that has no score sheets."""
    shapes: Mapping[str, Shape | Schema]
    """Its named shapes that no schema can say."""
