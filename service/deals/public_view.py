"""What everybody may see of a deal (api: the public view), and how soon it is worth looking again."""

from datetime import UTC, datetime
from typing import Final

from fairdeal.engine.cards import names_of
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.ruleset import pass_name
from fairdeal.service.deals import ending
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.statement_view import signed

POLL_MS: Final = {"committed": 10_000, "sealing": 2_000, "contributing": 2_000, "passing": 1_000, "playing": 1_000}
"""How long a client waits before it asks again, in milliseconds, by state."""
FINAL_POLL_MS: Final = 1_000
"""The same for a deal that has ended, until its outcome is in a published checkpoint."""


def public_view(deal: Deal) -> dict[str, object]:
    """The public view of a deal as it stands; for a number that was not handed out, what exists of it."""
    view = {**_commitment(deal), **_terms(deal), **_inputs(deal), **_play(deal), **_outcome(deal)}
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
        "passed": [],
        "seals": None,
        "table": None,
        **_NO_CARDS,
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
        nothing = ("open", "ruleset", "players", "hand", "pass", "sealed", "opener", "opened_at", "expires_at")
        return dict.fromkeys(nothing)
    terms = deal.open
    offset = deal.ruleset.pass_offset(terms.hand)
    return {
        "open": signed(deal.row.open_note),
        "ruleset": deal.ruleset.to_object(),
        "players": deal.ruleset.players,
        "hand": terms.hand,
        "pass": {"offset": offset, "name": pass_name(offset, deal.ruleset.players)},
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
        "passed": sorted(deal.passes),
        "seals": signed(deal.row.seals_note),
        "table": signed(deal.row.table_note),
    }


_NO_CARDS: Final[dict[str, object]] = {"ply": 0, "tricks": [], "hearts_broken": False, "points": None}


def _play(deal: Deal) -> dict[str, object]:
    to_act = list(ending.waited_for(deal)) if deal.is_running else []
    if deal.table is None:
        return {**_NO_CARDS, "to_act": to_act}
    hand = deal.hand
    return {
        "ply": deal.row.ply,
        "to_act": to_act,
        "tricks": trick_views(hand),
        "hearts_broken": hand.hearts_broken,
        "points": list(hand.points()),
    }


def trick_views(hand: Hand) -> list[dict[str, object]]:
    """The tricks begun as clients get them; the winner is ``null`` while a trick is being played."""
    tricks = hand.in_tricks(names_of(hand.plays))
    return [{"leader": leader, "cards": cards, "winner": winner} for leader, cards, winner in tricks]


def _outcome(deal: Deal) -> dict[str, object]:
    if deal.row.outcome is None:
        return {"outcome": None}
    index, proof = deal.service.logs.place_of_outcome(deal.row.outcome_index)
    return {"outcome": {"statement": deal.row.outcome, "index": index, "proof": proof}}


def timestamp(seconds: int) -> str:
    """Unix seconds as RFC 3339 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
