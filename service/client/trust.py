"""Whom a client trusts: an origin and its keys, pinned, or else as the service itself gives them before the deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fairdeal.engine.errors import FairdealError
from fairdeal.engine.protocol.grammar import PROTOCOL, read_origin
from fairdeal.engine.tlog.note import Verifier
from fairdeal.engine.verification.evidence import KEY_NAMES
from fairdeal.service.client.errors import Caught, Unreachable
from fairdeal.service.client.http import Api


@dataclass(frozen=True, slots=True)
class Trust:
    """An origin, its keys by role, and the longest time that it lets a deal run."""

    origin: str
    vkeys: Mapping[str, str]
    """By role: ``statements``, ``commits``, ``outcomes``."""
    deadline: int
    """Seconds."""
    is_pinned: bool
    """Whether the keys came from the user, not from the service."""

    @classmethod
    def in_service(cls, api: Api, origin: str | None = None, vkeys: Mapping[str, str] | None = None) -> Trust:
        """What is pinned; the rest from `/v1/info`, before any deal is opened.

        Raises:
            Caught: the service has another name, or other keys, than what is pinned.
            Unreachable: it is not a service of this protocol.
        """
        info = api.get("/v1/info")
        if info.text("protocol") != PROTOCOL:
            raise Unreachable(f"The service speaks {info.text('protocol')[:80]!r}, not {PROTOCOL}.")
        own_name = _origin(info.text("origin"))
        own = {role: info.view("vkeys").text(role) for role in KEY_NAMES}
        if origin is not None and origin != own_name:
            raise Caught(f"The service calls itself {own_name[:100]!r}; {origin!r} is pinned.")
        for role, vkey in own.items():
            if vkeys is not None and vkeys[role] != vkey:
                raise Caught(f"The service signs {role} with another key than the pinned one.", vkeys[role], vkey)
            _require_named(vkey, own_name + KEY_NAMES[role])
        return cls(own_name, own, info.view("limits").integer("deadline"), is_pinned=vkeys is not None)


def _origin(text: str) -> str:
    # A folder is named after it.
    if text.strip(".") == "":
        raise Unreachable(f"The service calls itself {text[:100]!r}, which is no name.")
    try:
        return read_origin(text)
    except FairdealError as fault:
        raise Unreachable(f"The service gives no valid origin: {fault}.") from None


def _require_named(vkey: str, name: str) -> None:
    try:
        key_name = Verifier.from_vkey(vkey).name
    except FairdealError as fault:
        raise Unreachable(f"The service gives a bad key: {fault}.") from None
    if key_name != name:
        raise Unreachable(f"The service gives the key of {key_name!r} as that of {name!r}.")
