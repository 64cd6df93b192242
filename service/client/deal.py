"""A whole deal, from opening it to verifying its proof: by one program that plays all seats, or by seats that share nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

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

Progress = Callable[[str], None]
"""Called with a line of progress."""

_BLIND: Opener = "blind"

_IN_PLAY: Final = frozenset({"passing", "playing"})
"""The states in which seats move."""

MOST_ROUNDS: Final = 1000
"""No game takes more moves; a service that asks for more would keep a client busy for ever."""


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that was played out, its proof, and the report on it."""

    number: int
    points: tuple[int, ...] | None
    """By seat; None in a game without points."""
    bundle: bytes
    report: Report


def play_deal(
    api: Api,
    trust: Trust,
    terms: Terms,
    *,
    seen: CheckpointStore | None = None,
    progress: Progress = lambda _: None,
    rng: random.Random | None = None,
) -> Played:
    """Open a deal on these terms, play it with legal moves chosen at random, and verify its proof with this machine's code.

    With a blind opener each seat is a client of its own, which shares no token, key or receipt with the others.

    Args:
        api: The service.
        trust: Its origin and keys.
        terms: What the service has to sign.
        seen: The largest checkpoints seen in earlier deals; nothing is contributed to a log that does not extend them.
        progress: Called with a line of progress at each step.
        rng: Chooses the moves; nonces and keys never come from it.

    Raises:
        Caught: the service cheated, or contradicted itself.
        Refused, Unreachable: as `Api` has it.
    """
    rng = rng or random.SystemRandom()
    opened = api.post("/v1/deals", terms.to_body())
    number = opened.integer("number")
    clients = _clients(api, opened, terms, lambda seats: Receipts(trust, number, terms, frozenset(seats), seen))
    progress(f"Opened deal {number}; its commitment is {opened.text('commitment')}.")
    _close_table(clients, terms, progress)
    points = _play(api, number, clients, rng)
    result = "" if points is None else f"; points by seat: {', '.join(map(str, points))}"
    progress(f"The hand is complete{result}.")
    bundle = api.get_raw(f"/v1/deals/{number}/proof")
    require_same_story(bundle, clients, points)
    try:
        report = verify(bundle, origin=trust.origin, number=number, vkeys=trust.vkeys)
    except UnreadableBundle as fault:
        raise Unreachable(f"The proof of deal {number} cannot be read: {fault}") from None
    return Played(number, points, bundle, report)


def _clients(api: Api, opened: View, terms: Terms, receipts_for: Callable[[Iterable[int]], Receipts]) -> list[Seat]:
    """One client for each seat, each of which has checked the terms. The seats of one program share their receipts."""
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


def _close_table(clients: Sequence[Seat], terms: Terms, progress: Progress) -> None:
    """Claim, seal and contribute; each client checks its receipts before it gives anything away."""
    contributors = [clients[seat] for seat in terms.contributors]
    if terms.opener == _BLIND:
        for client in clients:
            client.claim()
        progress("Every seat is claimed, with a token and a key of its own.")
    if terms.sealed:
        for client in contributors:
            client.seal()
        progress("All contributions are sealed.")
    for client in contributors:
        client.contribute()
    for client in clients:
        client.look()
        client.receipts.require_table()
    progress("The table is closed and signed; the cards are dealt.")


def _play(api: Api, number: int, clients: Sequence[Seat], rng: random.Random) -> tuple[int, ...] | None:
    """Let each seat move when the service waits for it; the points at the end, None in a game without points."""
    for _ in range(MOST_ROUNDS):
        view = api.get(f"/v1/deals/{number}")
        state, to_act = view.text("state"), view.integers("to_act")
        if state == "revealed":
            break
        if state not in _IN_PLAY or not to_act or not set(to_act) <= set(range(len(clients))):
            raise Caught(f"In mid-hand the service says: {state}, waiting for {list(to_act)}.")
        for seat in to_act:
            clients[seat].move(rng)
    views = [client.look() for client in clients]
    for view in views:
        if view.text("state") != "revealed":
            raise Caught(f"The hand was played out, but the service says that the deal is {view.text('state')}.")
    return views[0].integers("points") if views[0].has("points") else None
