"""Audit bundles made without the engine's own statements, notes or trees: texts by hand, signatures by ``cryptography``."""

import base64
import hashlib
import hmac
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from fairdeal.engine.cards import card_of
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.ruleset import Ruleset

COSIGNED = 1_796_100_000
"""When the witness cosigns: after every deal of these tests has expired."""
NUMBERS_AFTER = 5  # how many leaves a test's log has beyond the one that is proved


def sha256(*parts: bytes) -> bytes:
    """SHA-256 of the parts, joined."""
    return hashlib.sha256(b"".join(parts)).digest()


def text_hash(text: str) -> str:
    """The hash of a statement, as hex."""
    return sha256(text.encode()).hex()


DEFAULTS = {
    "removed": [],
    "jokers": 0,
    "pass_count": 3,
    "pass_cycle": [1, -1, 2, 0],
    "opening": "lowest-club",
    "first_trick_points": "unless-only-points",
    "hearts_must_be_broken": True,
    "hearts_broken_by": "heart-played",
    "queen_breaks_hearts": False,
    "hearts_led_from_points_only": False,
    "heart_points": "one",
    "card_points": {"QS": 13},
    "moon": "others-add",
    "target": 100,
    "exact_target_resets_to": None,
}
"""What an option of Hearts means that a ruleset leaves out (rules.md)."""


def canonical(ruleset: dict) -> str:
    """RFC 8785 of a ruleset without its defaults: its keys and strings are plain ASCII."""
    kept = {option: value for option, value in ruleset.items() if option not in DEFAULTS or DEFAULTS[option] != value}
    return json.dumps(kept, sort_keys=True, separators=(",", ":"))


@dataclass
class Signer:
    """A key with a name, drawn from a label: the same label gives the same key."""

    name: str
    label: str
    key_type: int = 1
    private: Ed25519PrivateKey = field(init=False)

    def __post_init__(self):
        self.private = Ed25519PrivateKey.from_private_bytes(sha256(f"test key {self.label} {self.name}".encode()))

    @property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    @property
    def typed_key(self) -> bytes:
        return bytes([self.key_type]) + self.public

    @property
    def key_id(self) -> bytes:
        return sha256(self.name.encode(), b"\n", self.typed_key)[:4]

    @property
    def vkey(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{base64.b64encode(self.typed_key).decode()}"

    def line(self, signature: bytes) -> str:
        return f"— {self.name} {base64.b64encode(self.key_id + signature).decode()}\n"

    def note(self, text: str) -> str:
        """The text as a C2SP signed note."""
        return text + "\n" + self.line(self.private.sign(text.encode()))

    def cosignature(self, text: str, time: int) -> str:
        """A C2SP tlog-cosignature line over a checkpoint's text."""
        message = f"cosignature/v1\ntime {time}\n{text}".encode()
        return self.line(time.to_bytes(8, "big") + self.private.sign(message))


class Origin:
    """A service's three keys, and a witness that it asks."""

    def __init__(self, name: str, label: str = "one"):
        self.name = name
        self.statements = Signer(name, label)
        self.commits = Signer(f"{name}/commits", label)
        self.outcomes = Signer(f"{name}/outcomes", label)
        self.witness = Signer("witness.example/w1", label, key_type=4)

    @property
    def vkeys(self) -> dict[str, str]:
        return {"statements": self.statements.vkey, "commits": self.commits.vkey, "outcomes": self.outcomes.vkey}

    @property
    def policy(self) -> str:
        return f"witness w1 {self.witness.vkey}\nquorum w1\n"

    def proof(self, log: Signer, statement: str, index: int, size: int | None = None, cosigned: int = COSIGNED) -> str:
        """A C2SP tlog-proof of the statement at ``index``, in a tree whose other leaves nobody needs to know."""
        size = index + NUMBERS_AFTER if size is None else size
        root, path = tree_around(sha256(b"\0", statement.encode()), index, size)
        text = f"{log.name}\n{size}\n{base64.b64encode(root).decode()}\n"
        checkpoint = log.note(text) + self.witness.cosignature(text, cosigned)
        lines = "".join(base64.b64encode(node).decode() + "\n" for node in path)
        return f"c2sp.org/tlog-proof@v1\nindex {index}\n{lines}\n{checkpoint}"


def tree_around(leaf: bytes, index: int, size: int) -> tuple[bytes, list[bytes]]:
    """The root of a tree of ``size`` with ``leaf`` at ``index``, and the leaf's path (RFC 6962, section 2.1.1).

    The subtrees beside the path are made up: a proof shows nothing of them but their hashes, so any size is cheap.
    """
    if size == 1:
        return leaf, []
    split = 1 << (size - 1).bit_length() - 1
    beside = sha256(b"beside", str((index, size)).encode())
    if index < split:
        node, path = tree_around(leaf, index, split)
        return sha256(b"\1", node, beside), [*path, beside]
    node, path = tree_around(leaf, index - split, size - split)
    return sha256(b"\1", beside, node), [*path, beside]


def cards(text: str) -> list[str]:
    """The card names of a vector's line."""
    return text.split()


def bundle(
    origin: Origin,
    number: int,
    commit: str,
    outcome: str,
    *,
    ruleset: dict | None = None,
    hand: int | None = None,
    open_: str | None = None,
    seals: str | None = None,
    table: str | None = None,
    contributions: dict[int, str] | None = None,
    deck: list[str] | None = None,
    hands: list[list[str]] | None = None,
    record: str | None = None,
    signed: list[dict] | None = None,
    points: list[int] | None = None,
    logged: bool = True,
) -> dict:
    """A bundle of these parts, with every note and proof signed; ``logged=False`` leaves the proofs out."""

    def noted(text: str | None) -> dict | None:
        return None if text is None else {"statement": text, "note": origin.statements.note(text)}

    index = number // 2
    return {
        "protocol": "fairdeal/v1",
        "origin": origin.name,
        "vkeys": origin.vkeys,
        "number": number,
        "commit": {"statement": commit, "proof": origin.proof(origin.commits, commit, number) if logged else None},
        "ruleset": ruleset,
        "hand": hand,
        "open": noted(open_),
        "seals": noted(seals),
        "table": noted(table),
        "contributions": None
        if contributions is None
        else [{"seat": seat, "nonce": nonce} for seat, nonce in sorted(contributions.items())],
        "deck": deck,
        "hands": hands,
        "record": record,
        "signed": signed,
        "points": points,
        "outcome": {
            "statement": outcome,
            "index": index if logged else None,
            "proof": origin.proof(origin.outcomes, outcome, index) if logged else None,
        },
    }


def of_vector(case: dict, *, logged: bool = True) -> dict:
    """The bundle of a known deal. Of a keyed one the known answers hold some moves only, so its `signed` is incomplete."""
    points = [line.split()[1:] for line in case["record"].splitlines() if line.startswith("points ")]
    return bundle(
        Origin(case["origin"]),
        case["number"],
        case["commit"],
        case["outcome"],
        ruleset=case["ruleset"],
        hand=case["hand"],
        open_=case["open"],
        seals=case["seals"],
        table=case["table"],
        contributions={int(seat): nonce for seat, nonce in case["nonces"].items()},
        deck=cards(case["deck"]),
        hands=[cards(hand) for hand in case["hands"]],
        record=case["record"],
        signed=case["moves"],
        points=[int(value) for value in points[0]] if points else None,
        logged=logged,
    )


def commit_statement(origin: str, number: int, seed: bytes) -> str:
    """The commit statement of a seed (section 1)."""
    commitment = sha256(f"fairdeal/v1 seed\n{origin}\n{number}\n".encode(), seed)
    return f"fairdeal/v1 commit\n{origin}\n{number}\n{commitment.hex()}\n"


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869 with SHA-256, from its two steps."""
    key = hmac.digest(salt, secret, "sha256")
    block, out = b"", b""
    while len(out) < length:
        block = hmac.digest(key, block + info + bytes([len(out) // 32 + 1]), "sha256")
        out += block
    return out[:length]


def shuffled(deck: Sequence[str], seed: bytes, table: str) -> list[str]:
    """The deck by section 5."""
    stream = hkdf(seed, sha256(table.encode()), b"fairdeal/v1 shuffle", 255 * 32)
    words = (int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4))
    out = list(deck)
    for i in range(len(out) - 1, 0, -1):
        word = next(word for word in words if word < 2**32 - 2**32 % (i + 1))
        j = word % (i + 1)
        out[i], out[j] = out[j], out[i]
    return out


def deck_of(ruleset: dict) -> list[str]:
    """The deck in deck order."""
    full = DEFAULTS | ruleset
    names = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] + ["XC", "XD"][: full["jokers"]]
    return [name for name in names if name not in full["removed"]]


def pass_line(seat: int, to: int, names: Sequence[str], order: Sequence[str]) -> str:
    """A pass line of a record, its cards in deck order."""
    return f"pass {seat} {to} {' '.join(sorted(names, key=order.index))}\n"


def played(
    ruleset: dict,
    *,
    label: str,
    origin: Origin | None = None,
    number: int = 17,
    hand: int = 1,
    contributors: Sequence[int] = (0,),
    sealed: bool = False,
    opener: str = "sighted",
    keyed: Sequence[int] = (),
    by: str = "seats",
    plays: int | None = None,
    passed: bool = True,
    sheet: str = "-",
    times: tuple[int, int] = (1796000000, 1796086400),
    reason: str = "expired",
    logged: bool = True,
) -> dict:
    """The bundle of a hand played at random, everything in it drawn from ``label``: a reveal, or a void after ``plays`` plays.

    ``passed=False`` ends it before the pass; a seat in ``keyed`` signs each of its moves.
    """
    origin = origin or Origin("deals.example.com")
    chance = random.Random(label)
    seed = sha256(b"seed", label.encode())
    count = ruleset["players"]
    order = deck_of(ruleset)
    options = DEFAULTS | ruleset
    head = f"{origin.name}\n{number}\n"

    rules = sha256(canonical(ruleset).encode()).hex()
    open_ = (
        f"fairdeal/v1 open\n{head}rules {rules}\nhand {hand}\ncontributors {' '.join(map(str, contributors))}\n"
        f"sealed {'yes' if sealed else 'no'}\nopener {opener}\nbeacon -\ntimes {times[0]} {times[1]}\nsheet {sheet}\n"
    )
    nonces = {seat: sha256(b"nonce", label.encode(), bytes([seat])).hex() for seat in contributors}
    seals = None
    if sealed:
        lines = [f"seat {seat} {seal_of(open_, seat, nonce)}\n" for seat, nonce in nonces.items()]
        seals = f"fairdeal/v1 seals\n{head}open {text_hash(open_)}\n{''.join(lines)}"
    signers = {seat: Signer(f"seat {seat}", label) for seat in keyed}
    table = (
        f"fairdeal/v1 table\n{head}open {text_hash(open_)}\nseals {text_hash(seals) if seals else '-'}\n"
        + "".join(f"seat {seat} {nonce}\n" for seat, nonce in nonces.items())
        + "".join(f"key {seat} {signer.public.hex()}\n" for seat, signer in signers.items())
    )
    deck = shuffled(order, seed, table)
    dealt = [deck[seat::count] for seat in range(count)]

    signed: list[dict] = []

    def sign(seat: int, move: str, after: str) -> None:
        if seat in signers:
            text = f"fairdeal/v1 move\n{head}table {text_hash(table)}\nseat {seat}\n{move}\nafter {after}\n"
            signed.append({"statement": text, "signature": signers[seat].private.sign(text.encode()).hex()})

    state = Hand(Ruleset.from_object(options), hand, [[card_of(name) for name in names] for names in dealt])
    start = f"fairdeal/v1 record\n{head}by {by}\n"
    signed_start = f"fairdeal/v1 record\n{head}by seats\n"  # who signs plays its seat, whatever the record says
    passes: list[tuple[int, int, str]] = []
    offset = options["pass_cycle"][(hand - 1) % len(options["pass_cycle"])]
    if offset and passed:
        for seat in range(count):
            names = sorted(chance.sample(dealt[seat], options["pass_count"]), key=order.index)
            state.give(seat, [card_of(name) for name in names])
            to = (seat + offset) % count
            passes.append((seat, to, pass_line(seat, to, names, order)))
            sign(seat, f"pass {' '.join(names)}", "-")
    tricks: list[tuple[int, list[str]]] = []
    wanted = len(deck) if plays is None else plays
    for ply in range(wanted if passed or not offset else 0):
        (seat,) = state.to_act
        legal = [name for name in order if state.legal(seat) >> card_of(name) & 1]
        name = chance.choice(legal)
        known = "".join(line for giver, to, line in passes if seat in {giver, to})
        begun = "".join(f"trick {leader} {' '.join(names)}\n" for leader, names in tricks)
        sign(seat, f"play {ply} {name}", text_hash(signed_start + known + begun))
        if not tricks or len(tricks[-1][1]) == count:
            tricks.append((seat, []))
        tricks[-1][1].append(name)
        state.play(card_of(name))
    complete = len(state.plays) == len(deck)
    points = list(state.points()) if complete else None
    record = (
        start
        + "".join(line for _, _, line in passes)
        + "".join(f"trick {leader} {' '.join(names)}\n" for leader, names in tricks)
        + (f"points {' '.join(map(str, points))}\n" if points is not None else "")
    )
    if complete:
        outcome = f"fairdeal/v1 reveal\n{head}seed {seed.hex()}\ntable {text_hash(table)}\nrecord {text_hash(record)}\n"
    else:
        waiting = " ".join(map(str, state.to_act)) if reason == "expired" else "-"
        outcome = (
            f"fairdeal/v1 void\n{head}reason {reason}\nseats {waiting}\nseed {seed.hex()}\nopen {text_hash(open_)}\n"
            f"seals {text_hash(seals) if seals else '-'}\ntable {text_hash(table)}\nrecord {text_hash(record)}\n"
        )
    return bundle(
        origin,
        number,
        commit_statement(origin.name, number, seed),
        outcome,
        ruleset=ruleset,
        hand=hand,
        open_=open_,
        seals=seals,
        table=table,
        contributions=nonces,
        deck=deck,
        hands=dealt,
        record=record,
        signed=signed,
        points=points,
        logged=logged,
    )


def seal_of(open_: str, seat: int, nonce: str) -> str:
    """The seal of a nonce (section 3)."""
    return sha256(b"fairdeal/v1 seal\n", sha256(open_.encode()), f"{seat}\n".encode(), bytes.fromhex(nonce)).hex()


def without_table(
    ruleset: dict,
    *,
    label: str,
    number: int = 18,
    contributors: Sequence[int] = (0, 2),
    sealed: bool = True,
    seals_in: bool = False,
    contributed: Sequence[int] = (),
    reason: str = "expired",
    waiting: str = "-",
    opener: str = "blind",
    opened: bool = True,
    logged: bool = True,
) -> dict:
    """The bundle of a number that ended before cards were dealt."""
    origin = Origin("deals.example.com")
    seed = sha256(b"seed", label.encode())
    head = f"{origin.name}\n{number}\n"
    rules = sha256(canonical(ruleset).encode()).hex()
    open_ = (
        f"fairdeal/v1 open\n{head}rules {rules}\nhand 1\ncontributors {' '.join(map(str, contributors))}\n"
        f"sealed {'yes' if sealed else 'no'}\nopener {opener}\nbeacon -\ntimes 1796000000 1796086400\nsheet -\n"
    )
    nonces = {seat: sha256(b"nonce", label.encode(), bytes([seat])).hex() for seat in contributors}
    lines = [f"seat {seat} {seal_of(open_, seat, nonce)}\n" for seat, nonce in nonces.items()]
    seals = f"fairdeal/v1 seals\n{head}open {text_hash(open_)}\n{''.join(lines)}" if seals_in else None
    outcome = (
        f"fairdeal/v1 void\n{head}reason {reason}\nseats {waiting}\nseed {seed.hex()}\n"
        f"open {text_hash(open_) if opened else '-'}\nseals {text_hash(seals) if seals else '-'}\ntable -\nrecord -\n"
    )
    return bundle(
        origin,
        number,
        commit_statement(origin.name, number, seed),
        outcome,
        ruleset=ruleset if opened else None,
        hand=1 if opened else None,
        open_=open_ if opened else None,
        seals=seals,
        contributions={seat: nonces[seat] for seat in contributed} if seals_in else None,
        logged=logged,
    )
