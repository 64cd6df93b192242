"""Ways to spoil an audit bundle, each with the check that must fail for it."""

import copy
import json
from collections.abc import Callable, Iterator

from tests.service.static.bundle_maker import NUMBERS_AFTER, Origin, text_hash

Spoil = Callable[[dict], None]
OTHER = Origin("other.example.com")
IMPOSTOR = Origin("deals.example.com", "two")


def put(*path, value) -> Spoil:
    """Replace the member at ``path``."""

    def spoil(bundle):
        for key in path[:-1]:
            bundle = bundle[key]
        bundle[path[-1]] = value

    return spoil


def text(*path, old, new) -> Spoil:
    """Replace a piece of the text at ``path``."""

    def spoil(bundle):
        for key in path[:-1]:
            bundle = bundle[key]
        assert old in bundle[path[-1]], (path, old)
        bundle[path[-1]] = bundle[path[-1]].replace(old, new, 1)

    return spoil


def change(function) -> Spoil:
    """Spoil by a function whose value is of no use."""
    return lambda bundle: function(bundle) and None


def drop(*path) -> Spoil:
    """Take the member at ``path`` out."""

    def spoil(bundle):
        for key in path[:-1]:
            bundle = bundle[key]
        del bundle[path[-1]]

    return spoil


def resign(part, origin) -> Spoil:
    """Let another service sign the part's statement."""
    return lambda bundle: bundle[part].update(note=origin.statements.note(bundle[part]["statement"]))


def restate(part, old, new) -> Spoil:
    """Let the service itself sign another statement of this kind: only the links between statements can show it."""

    def spoil(bundle):
        statement = bundle[part]["statement"].replace(old(bundle) if callable(old) else old, new, 1)
        assert statement != bundle[part]["statement"]
        bundle[part] = {"statement": statement, "note": Origin(bundle["origin"]).statements.note(statement)}

    return spoil


def relog(part, log, index, statement=None) -> Spoil:
    """Let the service itself log the statement (or another) at another index."""

    def spoil(bundle):
        origin = Origin(bundle["origin"])
        entry = statement or bundle[part]["statement"]
        bundle[part]["proof"] = origin.proof(getattr(origin, log), entry, index(bundle))

    return spoil


def flipped(hexadecimal: str) -> str:
    """Another hex text of the same length."""
    return ("0" if hexadecimal[0] != "0" else "1") + hexadecimal[1:]


def line_of(statement: str, number: int) -> str:
    """A line of a statement, counted from 0."""
    return statement.splitlines()[number]


def with_stray_bits(note: str) -> str:
    """The note with a last base64 digit that decodes to the same bytes: only a strict reader sees it."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    assert note.endswith("=\n")
    at = len(note.rstrip("=\n")) - 1
    return note[:at] + alphabet[alphabet.index(note[at]) | 1] + note[at + 1 :]


def pass_reversed(bundle: dict) -> None:
    """Turn the cards of the first pass around, and let the outcome name that record."""
    line = next(line for line in bundle["record"].split("\n") if line.startswith("pass "))
    words = line.split(" ")
    old = text_hash(bundle["record"])
    bundle["record"] = bundle["record"].replace(line, " ".join([*words[:3], *reversed(words[3:])]))
    outcome = bundle["outcome"]["statement"]
    bundle["outcome"]["statement"] = outcome.replace(old, text_hash(bundle["record"]))


# Of a deal with everything: seals, keys, passes, proofs.
WHOLE: dict[str, tuple[str, Spoil]] = {
    "another origin": ("commit-logged", put("origin", value="other.example.com")),
    "an origin that is none": ("commit-logged", put("origin", value="DEALS.example.com")),
    "another number": ("commit-logged", put("number", value=4)),
    "a number as text": ("commit-logged", put("number", value="17")),
    "another key": ("commit-logged", put("vkeys", "statements", value=IMPOSTOR.statements.vkey)),
    "another log key": ("commit-logged", put("vkeys", "outcomes", value=IMPOSTOR.outcomes.vkey)),
    "a key missing": ("commit-logged", drop("vkeys", "commits")),
    "an unknown member": ("commit-logged", lambda b: b.update(seed="0" * 64)),
    "no commit": ("commit-logged", put("commit", value=None)),
    "the commit statement of another number": (
        "commit-logged",
        text("commit", "statement", old="\n17\n", new="\n18\n"),
    ),
    "the commit logged elsewhere": ("commit-logged", relog("commit", "commits", lambda b: b["number"] + 1)),
    "another commit logged": ("commit-logged", relog("commit", "commits", lambda b: b["number"], "fairdeal\n")),
    "the commit in the outcomes log": ("commit-logged", relog("commit", "outcomes", lambda b: b["number"])),
    "a checkpoint by another": (
        "commit-logged",
        lambda b: b["commit"].update(
            proof=IMPOSTOR.proof(IMPOSTOR.commits, b["commit"]["statement"], b["number"], b["number"] + NUMBERS_AFTER)
        ),
    ),
    "an extra line in the proof": ("commit-logged", text("commit", "proof", old="\nindex", new="\nextra AA==\nindex")),
    "a hash of the path missing": (
        "commit-logged",
        lambda b: b["commit"].update(proof="\n".join((p := b["commit"]["proof"].split("\n"))[:2] + p[3:])),
    ),
    "an unknown commit member": ("commit-logged", lambda b: b["commit"].update(index=17)),
    "another commitment": (
        "commitment-opens",
        lambda b: b["commit"].update(
            statement=b["commit"]["statement"].replace((c := line_of(b["commit"]["statement"], 3)), flipped(c))
        ),
    ),
    "another seed": (
        "commitment-opens",
        lambda b: b["outcome"].update(
            statement=b["outcome"]["statement"].replace(
                (c := line_of(b["outcome"]["statement"], 3)), "seed " + flipped(c[5:])
            )
        ),
    ),
    "the commitment as the seed": (
        "commitment-opens",
        lambda b: b["outcome"].update(
            statement=b["outcome"]["statement"].replace(
                line_of(b["outcome"]["statement"], 3), "seed " + line_of(b["commit"]["statement"], 3)
            )
        ),
    ),
    "an option changed": ("terms", put("ruleset", "target", value=50)),
    "an option of the deal missing": ("terms", drop("ruleset", "players")),
    "a ruleset without its game": ("terms", drop("ruleset", "game")),
    "an option that is null": ("terms", put("ruleset", "moon", value=None)),
    "an option as another type": ("terms", put("ruleset", "jokers", value=False)),
    "no ruleset": ("terms", put("ruleset", value=None)),
    "another hand": ("terms", put("hand", value=2)),
    "the hand as text": ("terms", put("hand", value="1")),
    "no hand": ("terms", put("hand", value=None)),
    "no open statement": ("terms", put("open", value=None)),
    "the open statement signed by another": ("terms", resign("open", IMPOSTOR)),
    "the note of another text": ("terms", text("open", "note", old="blind", new="sighted")),
    "the open statement without its note": ("terms", drop("open", "note")),
    "a signature of the open statement broken": (
        "terms",
        lambda b: b["open"].update(note=b["open"]["note"][:-4] + "A==\n"),
    ),
    "a contributor without a seat": ("terms", restate("open", "contributors 0 2", "contributors 0 5")),
    "an open statement that expires before": ("terms", restate("open", "1796086400", "1795999999")),
    "another hand in the open statement": ("terms", restate("open", "hand 1", "hand 2")),
    "another opener, signed": ("table", restate("open", "opener blind", "opener sighted")),
    "trailing space in a statement": ("terms", restate("open", "sealed yes\n", "sealed yes \n")),
    "a beacon": ("terms", restate("open", "beacon -", "beacon drand")),
    "a leading zero": ("terms", restate("open", "hand 1", "hand 01")),
    "two signatures of the open statement": (
        "terms",
        lambda b: b["open"].update(
            note=b["open"]["note"] + IMPOSTOR.statements.note(b["open"]["statement"]).split("\n\n")[1]
        ),
    ),
    "stray last bits in base64": ("terms", lambda b: b["open"].update(note=with_stray_bits(b["open"]["note"]))),
    "an open statement that expires at once": ("terms", restate("open", "1796086400", "1796000000")),
    "no seals": ("contributions", put("seals", value=None)),
    "a seal changed": (
        "contributions",
        restate("seals", lambda b: b["seals"]["statement"][-65:], "0" * 64 + "\n"),
    ),
    "seals signed by another": ("contributions", resign("seals", IMPOSTOR)),
    "seals of another deal": (
        "contributions",
        lambda b: b["seals"].update(statement=b["seals"]["statement"].replace("open ", "open 0", 1)),
    ),
    "a contribution changed": (
        "contributions",
        lambda b: b["contributions"][0].update(nonce=flipped(b["contributions"][0]["nonce"])),
    ),
    "a contribution missing": ("contributions", change(lambda b: b["contributions"].pop())),
    "a contribution of another seat": ("contributions", put("contributions", 0, "seat", value=1)),
    "contributions out of order": ("contributions", change(lambda b: b["contributions"].reverse())),
    "no contributions": ("contributions", put("contributions", value=None)),
    "a contribution with more to say": ("contributions", lambda b: b["contributions"][0].update(seal="")),
    "not sealed after all": ("contributions", restate("open", "sealed yes", "sealed no")),
    "another contributor": ("contributions", restate("open", "contributors 0 2", "contributors 0 1")),
    "no table": ("table", put("table", value=None)),
    "the table signed by another": ("table", resign("table", IMPOSTOR)),
    "another table signed": ("table", restate("table", "\nkey 0 ", "\nkey 1 ")),
    "a table of another open statement": (
        "table",
        restate("table", lambda b: line_of(b["table"]["statement"], 3), "open " + "0" * 64),
    ),
    "two cards exchanged in the deck": ("deal", lambda b: b["deck"].insert(0, b["deck"].pop())),
    "a card missing in the deck": ("deal", change(lambda b: b["deck"].pop())),
    "no deck": ("deal", put("deck", value=None)),
    "two hands exchanged": ("deal", change(lambda b: b["hands"].reverse())),
    "a hand sorted": ("deal", change(lambda b: b["hands"][0].sort())),
    "no hands": ("deal", put("hands", value=None)),
    "a pass changed": ("play", text("record", old="\npass 0 1 ", new="\npass 0 2 ")),
    "a pass out of deck order, linked anew": ("play", pass_reversed),
    "a play changed": ("play", lambda b: b.update(record=b["record"].replace("\ntrick ", "\ntrick 9", 1))),
    "two plays exchanged": (
        "play",
        lambda b: b.update(
            record="\n".join(
                " ".join([*w[:2], w[3], w[2], *w[4:]]) if (w := line.split(" "))[0] == "trick" else line
                for line in b["record"].split("\n")
            )
        ),
    ),
    "the points changed": ("play", change(lambda b: b["points"].append(b["points"].pop(0) + 1))),
    "no points": ("play", put("points", value=None)),
    "the points as texts": ("play", lambda b: b.update(points=[str(point) for point in b["points"]])),
    "the record cut short": (
        "play",
        lambda b: b.update(record=b["record"][: b["record"].rindex("trick")], points=None),
    ),
    "no record": ("play", put("record", value=None)),
    "the record by the opener": ("play", text("record", old="by seats", new="by opener")),
    "a newline missing": ("play", lambda b: b.update(record=b["record"][:-1])),
    "a blank line": ("play", text("record", old="\nby", new="\n\nby")),
    "a signed move missing": ("signatures", change(lambda b: b["signed"].pop())),
    "two signed moves exchanged": ("signatures", lambda b: b["signed"].insert(0, b["signed"].pop())),
    "a signature of another move": (
        "signatures",
        lambda b: b["signed"][0].update(signature=b["signed"][1]["signature"]),
    ),
    "a signature in capitals": (
        "signatures",
        lambda b: b["signed"][0].update(signature=b["signed"][0]["signature"].upper()),
    ),
    "a signed move twice": ("signatures", lambda b: b["signed"].append(b["signed"][-1])),
    "a signed move of another ply": (
        "signatures",
        lambda b: b["signed"][-1].update(statement=b["signed"][-2]["statement"]),
    ),
    "no signed moves": ("signatures", put("signed", value=None)),
    "an empty list of signed moves": ("signatures", put("signed", value=[])),
    "no outcome": ("outcome-logged", put("outcome", value=None)),
    "another index": ("outcome-logged", put("outcome", "index", value=3)),
    "no index": ("outcome-logged", put("outcome", "index", value=None)),
    "the outcome logged elsewhere": (
        "outcome-logged",
        relog("outcome", "outcomes", lambda b: b["outcome"]["index"] + 1),
    ),
    "the outcome in the commits log": ("outcome-logged", relog("outcome", "commits", lambda b: b["outcome"]["index"])),
    "another outcome logged": (
        "outcome-logged",
        relog("outcome", "outcomes", lambda b: b["outcome"]["index"], "fairdeal\n"),
    ),
    "an outcome of another kind": ("outcome-logged", text("outcome", "statement", old="reveal", new="redeal")),
    "an unknown outcome member": ("outcome-logged", lambda b: b["outcome"].update(note="")),
    "another record in the outcome": (
        "play",
        lambda b: b["outcome"].update(
            statement=b["outcome"]["statement"].replace(
                (c := line_of(b["outcome"]["statement"], 5)), "record " + flipped(c[7:])
            )
        ),
    ),
    "another table in the outcome": (
        "table",
        lambda b: b["outcome"].update(
            statement=b["outcome"]["statement"].replace(
                (c := line_of(b["outcome"]["statement"], 4)), "table " + flipped(c[6:])
            )
        ),
    ),
}


def spoiled(bundle: dict, ways: dict[str, tuple[str, Spoil]]) -> Iterator[tuple[str, str, dict]]:
    """Each way's name, the check that must fail, and the spoiled bundle."""
    for name, (check, spoil) in ways.items():
        copied = copy.deepcopy(bundle)
        spoil(copied)
        assert json.dumps(copied) != json.dumps(bundle), name
        yield name, check, copied
