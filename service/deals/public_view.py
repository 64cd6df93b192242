"""What everybody may see of a deal (api: the public view), and how soon it is worth looking again."""

from datetime import UTC, datetime
from typing import Final

from fairdeal.service.deals import ending
from fairdeal.service.deals.deal import IN_PLAY, Deal
from fairdeal.service.deals.statement_view import signed
from fairdeal.service.games import GAMES, LiveHand

POLL_MS: Final = {"committed": 10_000, "sealing": 2_000, "contributing": 2_000, **dict.fromkeys(IN_PLAY, 1_000)}
"""How long a client waits before it asks again, in milliseconds, by state."""
FINAL_POLL_MS: Final = 1_000
"""The same for a deal that has ended, until its outcome is in a published checkpoint."""


def public_view(deal: Deal) -> dict[str, object]:
    """The public view of a deal as it stands; for a number that was not handed out, what exists of it."""
    view = {**_commitment(deal), **_terms(deal), **_inputs(deal), **_outcome(deal)}
    view |= _play(deal, None if deal.table is None else deal.live)
    view["to_act"] = list(ending.waited_for(deal)) if deal.is_running else []
    view["poll_after"] = _poll_after(deal, view["outcome"])
    return view


def _poll_after(deal: Deal, outcome: object) -> int | None:
    if not isinstance(outcome, dict):
        return POLL_MS[deal.row.state]
    # Final: nothing about the deal ever changes again.
    return FINAL_POLL_MS if outcome["proof"] is None else None


def as_opened(deal: Deal) -> dict[str, object]:
    """The public view as it was when the deal was opened, whatever has happened since: what a replayed opening answers."""
    state = "sealing" if deal.open.sealed else "contributing"
    return {
        **_commitment(deal),
        **_terms(deal),
        "state": state,
        "claimed": [],
        "sealed_by": [],
        "contributed": [],
        "seals": None,
        "table": None,
        **_play(deal, None),
        "to_act": list(deal.open.contributors),
        "outcome": None,
        "poll_after": POLL_MS[state],
    }


def _commitment(deal: Deal) -> dict[str, object]:
    return {
        "number": deal.number,
        "state": deal.row.state,
        "commitment": deal.row.commitment.hex(),
        "log": {
            "name": f"{deal.origin}/commits",
            "index": deal.number,
            "proof": deal.service.logs.proof_of_commit(deal.number),
        },
    }


def _terms(deal: Deal) -> dict[str, object]:
    if not deal.was_opened:
        nothing = ("open", "ruleset", "players", "hand", "sealed", "opener", "opened_at", "expires_at")
        return dict.fromkeys(nothing)
    terms = deal.open
    return {
        "open": signed(deal.row.open_note),
        "ruleset": deal.ruleset.to_object(),
        "players": deal.ruleset.players,
        "hand": terms.hand,
        "sealed": terms.sealed,
        "opener": terms.opener,
        "opened_at": timestamp(terms.opened),
        "expires_at": timestamp(terms.expires),
    }


def _inputs(deal: Deal) -> dict[str, object]:
    return {
        "claimed": sorted(deal.claims),
        "sealed_by": sorted(deal.seals),
        "contributed": sorted(deal.nonces),
        "seals": signed(deal.row.seals_note),
        "table": signed(deal.row.table_note),
    }


_OF_GAMES: Final = tuple(dict.fromkeys(name for game in GAMES.values() for name in game.public_members))


def _play(deal: Deal, live: LiveHand | None) -> dict[str, object]:
    """What the games add; null where it is another game's, or no game's yet."""
    view: dict[str, object] = dict.fromkeys(_OF_GAMES)
    return view | deal.game.public(deal.ruleset, deal.open.hand, live) if deal.was_opened else view


def _outcome(deal: Deal) -> dict[str, object]:
    if deal.row.outcome is None:
        return {"outcome": None}
    index, proof = deal.service.logs.place_of_outcome(deal.row.outcome_index)
    return {"outcome": {"statement": deal.row.outcome, "index": index, "proof": proof}}


def timestamp(seconds: int) -> str:
    """Unix seconds as RFC 3339 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
