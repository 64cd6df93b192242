"""Random faults in a bundle's statements and members, some of them hidden by a service that signs and links them anew."""

import copy
import random

from tests.service.static.bundle_maker import Origin, text_hash

FIELDS = [
    *(
        "0",
        "1",
        "2",
        "5",
        "6",
        "-1",
        "00",
        "01",
        "+1",
        "1.0",
        "9007199254740992",
        "-",
        "",
        "f" * 64,
        "F" * 64,
        "f" * 63,
    ),
    *(
        "QS",
        "2C",
        "XC",
        "AH",
        "TD",
        "10C",
        "yes",
        "no",
        "blind",
        "sighted",
        "seats",
        "opener",
        "unclaimed",
        "abandoned",
    ),
    *("expired", "withheld", "pass", "trick", "points", "key", "seat", "open", "table", "reveal", "void", "é"),
]
VALUES: list[object] = [None, 0, 1, -1, 2.5, 1.0, True, "", "0", [], {}, [[]], "QS", 2**53, 10**18]


def fault_in_text(chance: random.Random, text: str) -> str:
    """The statement with one thing changed: a line, a field, or white space."""
    lines = text.split("\n")[:-1]
    i = chance.randrange(len(lines))
    fields = lines[i].split(" ")
    j = chance.randrange(len(fields))
    kind = chance.randrange(14)
    if kind == 0:
        del lines[i]
    elif kind == 1:
        lines.insert(i, lines[i])
    elif kind == 2:
        k = chance.randrange(len(lines))
        lines[i], lines[k] = lines[k], lines[i]
    elif kind == 3:
        k = chance.randrange(len(fields))
        fields[j], fields[k] = fields[k], fields[j]
        lines[i] = " ".join(fields)
    elif kind in {4, 5, 6, 7}:
        fields[j] = chance.choice(FIELDS)
        lines[i] = " ".join(fields)
    elif kind == 8:
        fields.insert(j, chance.choice(FIELDS))
        lines[i] = " ".join(fields)
    elif kind == 9:
        del fields[j]
        lines[i] = " ".join(fields)
    elif kind == 10:
        lines[i] += chance.choice([" ", "\t", "\r", "\u00a0", "\n"])
    elif kind == 11:
        lines[i] = lines[i].replace(" ", "  ", 1)
    elif kind == 12:
        lines[i] = chance.choice([lines[i].upper(), lines[i].lower()])
    else:
        return text[:-1]
    return "".join(line + "\n" for line in lines)


def relink(bundle: dict, changed: str, origin: Origin) -> None:
    """Make every hash and signature right again for the statement that was changed, as a lying service would."""

    def put(part: str, line: str, value: str) -> None:
        if bundle[part] is None:
            return
        lines = bundle[part]["statement"].split("\n")
        for i, each in enumerate(lines):
            if each.startswith(line + " ") and not each.endswith(" -"):
                lines[i] = f"{line} {value}"
                break
        bundle[part]["statement"] = "\n".join(lines)

    if changed == "open":
        for part in ("seals", "table", "outcome"):
            put(part, "open", text_hash(bundle["open"]["statement"]))
    if changed in {"open", "seals"} and bundle["seals"]:
        for part in ("table", "outcome"):
            put(part, "seals", text_hash(bundle["seals"]["statement"]))
    if changed in {"open", "seals", "table"} and bundle["table"]:
        put("outcome", "table", text_hash(bundle["table"]["statement"]))
    if changed == "record":
        put("outcome", "record", text_hash(bundle["record"]))
    for part in ("open", "seals", "table"):
        if bundle[part]:
            bundle[part]["note"] = origin.statements.note(bundle[part]["statement"])


def mutated(chance: random.Random, bundle: dict, origin: Origin) -> dict:
    """The bundle with a fault in a statement, in a member, in both, or in a note or proof."""
    out = copy.deepcopy(bundle)
    where = chance.choice(["statement", "statement", "member", "both", "note"])
    if where == "note":
        name = chance.choice([part for part in ("open", "seals", "table", "outcome", "commit") if out[part]])
        member = "note" if "note" in out[name] else "proof"
        if out[name][member] is not None:
            out[name][member] = fault_in_text(chance, out[name][member])
        return out
    if where != "member":
        name = chance.choice([part for part in ("open", "seals", "table", "record", "outcome", "commit") if out[part]])
        if name == "record":
            out["record"] = fault_in_text(chance, out["record"])
        else:
            out[name]["statement"] = fault_in_text(chance, out[name]["statement"])
        if chance.random() < 0.8:
            relink(out, name, origin)
    if where != "statement":
        fault_in_member(chance, out)
    return out


def fault_in_member(chance: random.Random, bundle: dict) -> None:
    """Change one value anywhere in the bundle."""
    names = [name for name in bundle if name != "protocol"]
    holder, key = bundle, chance.choice(names)
    while isinstance(holder[key], dict | list) and holder[key] and chance.random() < 0.8:
        holder = holder[key]
        key = chance.choice(list(holder)) if isinstance(holder, dict) else chance.randrange(len(holder))
    kind = chance.randrange(5)
    if kind == 0 and isinstance(holder, dict):
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder["extra"] = chance.choice(VALUES)
    elif kind == 2 and isinstance(holder[key], list) and holder[key]:
        holder[key].append(chance.choice(holder[key]))
    elif kind == 3 and isinstance(holder[key], list) and holder[key]:
        holder[key].pop()
    else:
        holder[key] = chance.choice(VALUES)
