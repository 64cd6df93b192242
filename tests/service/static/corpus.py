"""Valid audit bundles over all presets, ends and ways to open a deal; each is drawn from its place in the list."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

from tests.service.static.bundle_maker import Origin, deck_of, played, without_table

PRESETS = json.loads((Path(__file__).parents[2] / "vectors" / "presets.json").read_text(encoding="utf-8"))
ORIGIN = Origin("deals.example.com")
STANDARD = next(preset["ruleset"] for preset in PRESETS if preset["preset"] == "standard")
REASONS = ("expired", "failed", "abandoned")
"""Why a deal with a table may be void; a blind opener cannot abandon it."""

# What no preset has: each option's other values, alone and together.
OWN = [
    STANDARD | {"moon": "shooter-subtracts"},
    STANDARD | {"moon": "shooter-chooses", "opening": "seat-0", "hearts_led_from_points_only": True},
    STANDARD | {"first_trick_points": "allowed", "opening": "rotating-seat", "pass_cycle": [2, -1], "pass_count": 5},
    STANDARD | {"jokers": 1, "removed": ["2C"], "card_points": {"QS": 13, "TD": 5, "JD": -10, "KS": -3}},
    STANDARD | {"heart_points": "rank", "queen_breaks_hearts": True, "card_points": {}, "target": 500},
    STANDARD | {"exact_target_resets_to": 50, "hearts_must_be_broken": False, "card_points": {"QS": 1000, "AS": -1000}},
]


def valid(count: int) -> Iterator[dict]:
    """``count`` valid bundles, no two alike."""
    rulesets = [preset["ruleset"] for preset in PRESETS] + OWN
    for i in range(count):
        chance = random.Random(f"corpus {i}")
        ruleset = rulesets[i % len(rulesets)]
        seats = range(ruleset["players"])
        label = f"bundle {i}"
        logged = i % 11 != 0
        if i % 13 == 12:
            yield before_cards(ruleset, label, chance, logged=logged)
            continue
        contributors = sorted(chance.sample(seats, chance.randint(1, len(seats))))
        keyed = sorted(chance.sample(seats, chance.randint(0, len(seats)))) if i % 3 else []
        opener = chance.choice(["blind", "sighted"])
        cards = len(deck_of(ruleset))
        whole = i % 4 != 3
        yield played(
            ruleset,
            label=label,
            number=chance.choice([1, 2, 255, 256, 257, 2**53 - 6, chance.randrange(1, 2**40)]),
            hand=chance.randint(1, 12),
            contributors=contributors,
            sealed=chance.random() < 0.5,
            opener=opener,
            keyed=keyed,
            by="opener" if whole and not keyed and opener == "sighted" and i % 2 else "seats",
            plays=None if whole else chance.randrange(cards),
            passed=whole or i % 8 != 7,
            sheet=chance.choice(["-", f"{chance.getrandbits(128):032x} {chance.randint(1, 9)}"]),
            reason=chance.choice(REASONS if opener == "sighted" else REASONS[:-1]),
            logged=logged,
        )


def before_cards(ruleset: dict, label: str, chance: random.Random, *, logged: bool) -> dict:
    """A void before cards were dealt: never opened, not sealed by all, or a contribution missing."""
    seats = range(ruleset["players"])
    kind = chance.choice(["unclaimed", "unsealed", "sealing", "withheld", "abandoned", "failed"])
    contributors = sorted(chance.sample(seats, chance.randint(2, len(seats))))
    if kind == "unclaimed":
        return without_table(ruleset, label=label, opened=False, reason="unclaimed", logged=logged)
    if kind in {"withheld", "abandoned", "failed"}:
        given = sorted(chance.sample(contributors, chance.randrange(len(contributors))))
        missing = [seat for seat in contributors if seat not in given]
        return without_table(
            ruleset,
            label=label,
            contributors=contributors,
            seals_in=True,
            contributed=given,
            reason=kind,
            opener="sighted" if kind == "abandoned" else "blind",
            waiting=" ".join(map(str, missing)) if kind == "withheld" else "-",
            logged=logged,
        )
    waiting = " ".join(map(str, sorted(chance.sample(contributors, chance.randint(1, len(contributors))))))
    return without_table(
        ruleset, label=label, contributors=contributors, sealed=kind == "sealing", waiting=waiting, logged=logged
    )
