"""A whole deal, from opening it to verifying its proof: as one program that plays all seats, or as seats that distrust."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import card_of
from engine.note import note_text
from engine.presets import resolve
from engine.verification import Report, verify
from service.client.http import Api
from service.client.receipts import Caught, Receipts
from service.client.seat import Seat

Tell = Callable[[str], None]
"""Hears what the game is at."""


@dataclass(frozen=True)
class Played:
    """A deal that was played out, its proof and what verifying it said."""

    number: int
    points: list[int]
    bundle: bytes
    report: Report


def play_deal(
    api: Api,
    terms: Mapping[str, object],
    *,
    seats: bool,
    vkeys: Mapping[str, str] | None = None,
    origin: str | None = None,
    tell: Tell = lambda _: None,
) -> Played:
    """Open a deal on these terms (``ruleset``, ``hand``) and play it with legal cards drawn at random.

    ``seats``: each seat is a client of its own, with its own token, key and sealed nonce; the opener is blind. Else one
    program plays all seats and contributes for seat 0. Without pinned ``vkeys`` and ``origin`` those of ``/v1/info`` are
    taken before the deal is opened.

    Raises:
        Caught: a receipt is not what it has to be.
        Refused, Unreachable: as `service.client.http` has it.
    """
    info = api.get("/v1/info")
    origin, vkeys = origin or info["origin"], vkeys or info["vkeys"]
    if seats:
        players = resolve(terms.get("ruleset", "standard")).players
        terms = {**terms, "contributors": list(range(players)), "sealed": True, "opener": "blind"}
    opened = api.post("/v1/deals", dict(terms))
    number: int = opened["number"]
    tell(f"deal {number}: commitment {opened['commitment']}")
    clients = _clients(api, opened, origin, vkeys["statements"], terms, one_program=not seats)
    _close_table(api, number, clients, claims=seats, tell=tell)
    if opened["pass"]["offset"]:
        _pass(clients)
        tell(f"passed {opened['pass']['name']}")
    points = _play(api, number, clients)
    tell(f"played: {points}")
    bundle = api.get_raw(f"/v1/deals/{number}/proof")
    for client in clients:
        _compare(client.receipts, bundle)
    report = verify(bundle, origin=origin, number=number, vkeys=vkeys)
    return Played(number, points, bundle, report)


def _clients(
    api: Api, opened: Mapping[str, Any], origin: str, vkey: str, terms: Mapping[str, object], *, one_program: bool
) -> list[Seat]:
    """A client a seat. One program shares what it has seen; clients that distrust each look for themselves."""
    wanted = {name: value for name, value in terms.items() if name in ("hand", "contributors", "sealed", "opener")}
    shared = Receipts(origin, vkey, opened["number"])
    clients = []
    for seat, token in enumerate(opened["tokens"]["seats"]):
        receipts = shared if one_program else Receipts(origin, vkey, opened["number"])
        receipts.see_open(opened, wanted)
        clients.append(Seat(api, receipts, seat, token))
    return clients


def _close_table(api: Api, number: int, clients: Sequence[Seat], *, claims: bool, tell: Tell) -> None:
    """Claim, seal and contribute; each client checks the receipts before it gives anything away."""
    where = f"/v1/deals/{number}"
    contributors = [client for client in clients if client.receipts.open and client.seat in client.receipts.open.contributors]
    for client in clients:
        if claims:
            client.receipts.see_open(api.get(where))
            client.claim()
    for client in contributors:
        client.draw_nonce()
    sealed = contributors[0].receipts.open is not None and contributors[0].receipts.open.sealed
    if sealed:
        seals = {client.seat: client.seal() for client in contributors}
        for client in contributors:
            client.receipts.see_seals(api.get(where), {client.seat: seals[client.seat]})
        tell("all seals are in")
    for client in contributors:
        client.contribute()
    for client in clients:
        own = {} if client.nonce is None else {client.seat: client.nonce}
        keys = {} if client.public_key is None else {client.seat: client.public_key}
        view = client.look()
        if sealed and client.receipts.seals is None:
            client.receipts.see_seals(view, {})
        client.receipts.see_table(view, own, keys)
    tell("the table is closed")


def _pass(clients: Sequence[Seat]) -> None:
    draw = random.SystemRandom()
    for client in clients:
        view = client.look()
        cards = draw.sample(view["cards"], view["ruleset"]["pass_count"])
        client.give([card_of(card) for card in cards])


def _play(api: Api, number: int, clients: Sequence[Seat]) -> list[int]:
    draw = random.SystemRandom()
    view = api.get(f"/v1/deals/{number}")
    while view["state"] == "playing":
        client = clients[view["to_act"][0]]
        view = client.look()
        bright = [one["card"] for one in view["playable"] if one["ok"]]
        if not bright:
            raise Caught(f"Seat {client.seat} is to play, but the service says that none of its cards may be.")
        client.play(view["ply"], card_of(draw.choice(bright)), view)
        view = api.get(f"/v1/deals/{number}")
    if view["state"] != "revealed":
        raise Caught(f"The deal was played out, but the service says that it is {view['state']}.")
    points: list[int] = view["points"]
    return points


def _compare(receipts: Receipts, bundle: bytes) -> None:
    """The proof has to tell the story that the receipts told."""
    document = json.loads(bundle)
    for kind, note in receipts.notes.items():
        if (document.get(kind) or {}).get("statement") != note_text(note):
            raise Caught(f"The proof holds another {kind} statement than the one that the service signed before.", note)
