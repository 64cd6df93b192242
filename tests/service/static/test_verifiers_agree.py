"""The two verifiers on the same bundles: equal results, check by check; a difference means that one of them is wrong."""

import itertools
import json
import random

from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.verification import UnreadableBundle
from fairdeal.engine.verification import verify as engine_verify
from tests.service.static.asking import ask
from tests.service.static.bundle_maker import Origin, played, text_hash, without_table
from tests.service.static.corpus import ORIGIN, STANDARD, valid
from tests.service.static.mutation import mutated
from tests.service.static.tamperings import WHOLE, spoiled
from tests.service.static.test_verify_bounds import LOGGED
from tests.service.static.test_verify_bundles import UNREADABLE
from tests.service.static.test_verify_rules import KEYED, UNKNOWN

VALID = 2000
FAULTY = 2000

STRANGER = Origin("elsewhere", "two").witness.vkey
BOTH = f"witness a {ORIGIN.witness.vkey}\nwitness b {STRANGER}\ngroup both all a b\nquorum both\n"
POLICIES = [
    None,
    ORIGIN.policy,
    f"witness a {ORIGIN.witness.vkey}\nwitness b {STRANGER}\ngroup one any a b\nquorum one\n",
    BOTH,
    "quorum none\n",
]

UNKNOWN_BESIDE = {
    name: WHOLE[name]
    for name in (
        "another hand",
        "no open statement",
        "no contributions",
        "no table",
        "no deck",
        "no record",
        "the points changed",
        "no signed moves",
        "a signed move missing",
        "another seed",
    )
}

Case = tuple[str, bytes, dict]


def by_engine(document: bytes, vkeys: dict | None = None, policy: str | None = None) -> tuple:
    """Exit code, results by check and names of reservations, as the engine has them."""
    asked = None if policy is None else Policy.from_text(policy)
    try:
        report = engine_verify(document, vkeys=vkeys, policy=asked)
    except UnreadableBundle:
        return 2, {}, []
    checks = {check.name: str(check.result) for check in report.checks}
    return report.exit_code, checks, [reservation.name for reservation in report.reservations]


def compare(cases: list[Case]) -> None:
    """Verify each document twice and fail on the first difference."""
    reports = ask({"ask": "verify", "bytes": document.hex(), "options": pins} for _, document, pins in cases)
    for (name, document, pins), report in zip(cases, reports, strict=True):
        checks = {check["name"]: check["result"] for check in report["checks"]}
        second = (report["exit_code"], checks, [reservation["name"] for reservation in report["reservations"]])
        assert by_engine(document, **pins) == second, (name, pins, report)


def pins_by(chance: random.Random) -> dict:
    """Something to pin: the keys mostly, a policy now and then."""
    return {"vkeys": ORIGIN.vkeys if chance.random() < 0.7 else None, "policy": chance.choice([None, *POLICIES])}


def as_bytes(document: dict | str | bytes) -> bytes:
    """A document as it would be in a file."""
    if isinstance(document, bytes):
        return document
    return (document if isinstance(document, str) else json.dumps(document)).encode()


def test_valid_bundles_of_all_presets():
    """2,000 valid bundles over all presets, with pinned keys and policies and without."""
    compare(
        [(f"valid {i}", as_bytes(bundle), pins_by(random.Random(f"pins {i}"))) for i, bundle in enumerate(valid(VALID))]
    )


def test_every_tampering():
    """Each way to spoil a whole bundle, with pinned keys and without, and with policies that hold and that do not."""
    bundle = played(STANDARD, label="whole", contributors=(0, 2), sealed=True, opener="blind", keyed=(0, 1, 3))
    cases = [(name, as_bytes(spoiled_bundle)) for name, _, spoiled_bundle in spoiled(bundle, WHOLE)]
    pins = [{"vkeys": ORIGIN.vkeys, "policy": policy} for policy in (None, ORIGIN.policy, BOTH)] + [{}]
    compare([(name, document, pinned) for name, document in cases for pinned in pins])


def test_every_reason_of_a_void():
    """Voids of every reason, with everything in them that a reason may and may not have."""
    parts = {
        "opened": (True, False),
        "sealed": (True, False),
        "seals_in": (True, False),
        "contributed": ((), (0,), (0, 2)),
        "reason": ("unclaimed", "abandoned", "expired", "withheld", "failed"),
        "opener": ("blind", "sighted"),
        "waiting": ("-", "0", "2", "0 2", "1", "5"),
    }
    cases: list[Case] = []
    for values in itertools.product(*parts.values()):
        how = dict(zip(parts, values, strict=True))
        cases.append((str(how), as_bytes(without_table(STANDARD, label="void", **how)), {"vkeys": ORIGIN.vkeys}))
    for plays, passed in ((0, False), (0, True), (7, True), (52, True)):
        for reason, waiting in itertools.product(parts["reason"], ("-", "0", "1", "2", "3", "1 2", "0 1 2 3", "5")):
            bundle = voided(played(STANDARD, label="void", plays=plays, passed=passed), reason, waiting)
            cases.append((f"{plays} plays, {reason}, {waiting}", as_bytes(bundle), {"vkeys": ORIGIN.vkeys}))
    compare(cases)


def voided(bundle: dict, reason: str, waiting: str) -> dict:
    """The bundle with a void of this reason for an outcome, not logged."""
    lines = bundle["outcome"]["statement"].splitlines()
    hashes = {line.split()[0]: line for line in lines[3:]}
    opened = text_hash(bundle["open"]["statement"])
    statement = (
        f"fairdeal/v1 void\n{lines[1]}\n{lines[2]}\nreason {reason}\nseats {waiting}\n{hashes['seed']}\n"
        f"open {opened}\nseals -\n{hashes['table']}\n{hashes['record']}\n"
    )
    return bundle | {"outcome": {"statement": statement, "index": None, "proof": None}}


def test_random_faults():
    """2,000 random faults: in statements (some signed and linked anew, as a lying service would), notes and members."""
    sound = list(valid(150))
    cases = []
    for i in range(FAULTY):
        chance = random.Random(f"fault {i}")
        bundle = mutated(chance, chance.choice(sound), ORIGIN)
        cases.append((f"fault {i}", as_bytes(bundle), pins_by(chance)))
    compare(cases)


def test_unreadable_input():
    """What one verifier cannot read the other cannot read either."""
    compare([(name, as_bytes(document), {}) for name, document in UNREADABLE.items()])


def test_bounds():
    """Proofs and notes at their bounds and beyond them, under a policy and without one."""
    pins = [{"vkeys": ORIGIN.vkeys, "policy": policy} for policy in (None, ORIGIN.policy)]
    compare([(name, as_bytes(bundle), pinned) for name, (bundle, _) in LOGGED.items() for pinned in pins])


def test_what_is_unknown():
    """A game, an option or a named value that is unknown, alone and beside each tampering."""
    cases = [
        (f"{name}, {way}", as_bytes(bundle | {"ruleset": STANDARD | change}), {"vkeys": ORIGIN.vkeys})
        for name, change in UNKNOWN.items()
        for way, _, bundle in [("sound", "", KEYED), *spoiled(KEYED, UNKNOWN_BESIDE)]
    ]
    compare(cases)
