"""A whole deal, from opening it to verifying its proof: as one program that plays all seats, or as seats that distrust."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from fairdeal.engine.protocol.open import Opener
from fairdeal.engine.verification import Report, UnreadableBundle, verify
from fairdeal.service.client.checkpoint_store import CheckpointStore
from fairdeal.service.client.errors import Caught, Unreachable
from fairdeal.service.client.http import Api
from fairdeal.service.client.proof import require_same_story
from fairdeal.service.client.receipts import Receipts
from fairdeal.service.client.seat import Seat
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust
from fairdeal.service.client.view import View

Tell = Callable[[str], None]
"""Hears what the game is at."""

_BLIND: Opener = "blind"


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that was played out, its proof and what verifying it said."""

    number: int
    points: tuple[int, ...]
    bundle: bytes
    report: Report


def play_deal(
    api: Api,
    trust: Trust,
    terms: Terms,
    *,
    seen: CheckpointStore | None = None,
    tell: Tell = lambda _: None,
    draw: random.Random | None = None,
) -> Played:
    """Open a deal on these terms, play it with legal cards drawn at random, and verify its proof with this machine's code.

    With a blind opener each seat is a client of its own, that shares neither token nor key nor receipts with the others.
    ``seen`` holds what was seen of the commits log in earlier deals: the log has to be the same one, or nothing is contributed.
    ``draw`` chooses the cards; nonces and keys never come from it.

    Raises:
        Caught: the service was caught cheating, or contradicting itself.
        Refused, Unreachable: as `Api` has it.
    """
    draw = draw or random.SystemRandom()
    opened = api.post("/v1/deals", terms.to_body())
    number = opened.integer("number")
    clients = _clients(api, opened, terms, lambda seats: Receipts(trust, number, terms, frozenset(seats), seen))
    tell(f"Deal {number} is opened; its commitment is {opened.text('commitment')}.")
    _close_table(clients, terms, tell)
    if terms.ruleset.pass_offset(terms.hand):
        for client in clients:
            client.pass_at_random(draw)
        tell(f"All seats have passed ({opened.view('pass').text('name')}).")
    points = _play(api, number, clients, draw)
    tell(f"The hand is played out; the points by seat: {', '.join(map(str, points))}.")
    bundle = api.get_raw(f"/v1/deals/{number}/proof")
    require_same_story(bundle, clients, points)
    try:
        report = verify(bundle, origin=trust.origin, number=number, vkeys=trust.vkeys)
    except UnreadableBundle as fault:
        raise Unreachable(f"The proof of deal {number} cannot be read: {fault}") from None
    return Played(number, points, bundle, report)


def _clients(api: Api, opened: View, terms: Terms, receipts_for: Callable[[Iterable[int]], Receipts]) -> list[Seat]:
    """A client a seat, each of which has looked at the terms. One program shares what it saw among its seats."""
    tokens = opened.view("tokens").texts("seats")
    players = terms.ruleset.players
    if len(tokens) != players:
        raise Unreachable(f"The service gave {len(tokens)} tokens for {players} seats.")
    shared = receipts_for(range(players))
    clients = []
    for seat, token in enumerate(tokens):
        receipts = receipts_for([seat]) if terms.opener == _BLIND else shared
        receipts.see(opened)
        clients.append(Seat(api, receipts, seat, token))
    return clients


def _close_table(clients: Sequence[Seat], terms: Terms, tell: Tell) -> None:
    """Claim, seal and contribute; each client checks the receipts before it gives anything away."""
    contributors = [clients[seat] for seat in terms.contributors]
    if terms.opener == _BLIND:
        for client in clients:
            client.claim()
        tell("Each seat is claimed with a token and a key of its own.")
    if terms.sealed:
        for client in contributors:
            client.seal()
        tell("All contributions are sealed.")
    for client in contributors:
        client.contribute()
    for client in clients:
        client.look()
        client.receipts.require_table()
    tell("The table is closed and signed; the cards are dealt.")


def _play(api: Api, number: int, clients: Sequence[Seat], draw: random.Random) -> tuple[int, ...]:
    plies = len(clients[0].receipts.terms.ruleset.deck)
    for _ in range(plies):
        view = api.get(f"/v1/deals/{number}")
        waited_for = view.integers("to_act")
        if view.text("state") != "playing" or len(waited_for) != 1 or not 0 <= waited_for[0] < len(clients):
            raise Caught(
                f"In the middle of the play the service says: {view.text('state')}, waiting for {list(waited_for)}."
            )
        clients[waited_for[0]].play_at_random(draw)
    views = [client.look() for client in clients]
    for view in views:
        if view.text("state") != "revealed":
            raise Caught(f"The deal was played out, but the service says that it is {view.text('state')}.")
    return views[0].integers("points")
