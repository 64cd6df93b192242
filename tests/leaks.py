"""What would be a leak: secrets in any spelling, and cards that whoever reads them cannot know yet."""

import base64
import re
from collections.abc import Iterable

# A card's name where a value stands: in JSON a whole string, in a statement or a sentence a word. Names of members are no
# values («"QS": 13» in a ruleset), and no other text of the service has such words.
_CARD = re.compile(rb'(?<=[" \[(>=])(?:[2-9TJQKA][CDHS]|X[CD])(?=[" ,.;\])<\\\n\r]|$)(?!":)')


def spellings(secret: bytes) -> dict[str, bytes]:
    """The ways in which a program that leaks bytes would write them."""
    # What follows a secret changes the last character that it has a part in.
    plain = base64.b64encode(secret)[: len(secret) * 8 // 6]
    found = {
        "raw": secret,
        "hex": secret.hex().encode(),
        "HEX": secret.hex().upper().encode(),
        "base64": plain,
        "base64url": plain.translate(bytes.maketrans(b"+/", b"-_")),
        "repr": repr(secret)[2:-1].encode(),
        "list": ", ".join(map(str, secret)).encode(),
        "compact list": ",".join(map(str, secret)).encode(),
        "integer": str(int.from_bytes(secret, "big")).encode(),
    }
    # Base64 of something longer that holds the secret looks different by where it starts.
    for shift in (1, 2):
        inner = base64.b64encode(b"\0" * shift + secret)
        found[f"base64 within, {shift}"] = inner[4:-4]
    return found


def secrets_in(text: bytes, secrets: dict[str, bytes]) -> list[str]:
    """Which secrets (by name) stand in a text, and how they are spelled."""
    return [
        f"{name} as {how}"
        for name, secret in secrets.items()
        for how, spelled in spellings(secret).items()
        if spelled in text
    ]


def words_in(text: bytes, words: dict[str, str]) -> list[str]:
    """Which texts (by name), such as tokens, stand in a text."""
    return [name for name, word in words.items() if word.encode() in text]


def cards_in(text: bytes, known: Iterable[str] = ()) -> set[str]:
    """The cards that a text names, without those that its reader knows."""
    return {name.decode() for name in _CARD.findall(text)} - set(known)
