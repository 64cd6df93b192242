"""Deals on a running service, for pages to show."""

import secrets

import httpx


def give_up(url: str, ruleset: object, *, is_dealt: bool = True) -> int:
    """Open a deal and give it up, after its cards were dealt or before; returns its number."""
    with httpx.Client(base_url=url) as client:
        opened = client.post("/v1/deals", json={"ruleset": ruleset}).json()
        number: int = opened["number"]
        seat, opener = opened["tokens"]["seats"][0], opened["tokens"]["opener"]
        if is_dealt:
            _put(client, f"/v1/deals/{number}/contributions/0", seat, {"nonce": secrets.token_hex(32)})
        _put(client, f"/v1/deals/{number}/void", opener, {})
        return number


def _put(client: httpx.Client, address: str, token: str, body: object) -> None:
    client.put(address, json=body, headers={"Authorization": f"Bearer {token}"}).raise_for_status()
