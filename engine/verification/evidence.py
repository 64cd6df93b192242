"""The bundle as the checks see it: each part read on first use; what is malformed fails the checks that need it, no other."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

from fairdeal.engine.cards import Card
from fairdeal.engine.errors import FairdealError, UnknownOption
from fairdeal.engine.games import Game, Hand, Ruleset, game_named, ruleset_of
from fairdeal.engine.protocol import Commit, Open, Outcome, Record, Reveal, Seals, Table, parse_outcome
from fairdeal.engine.protocol.grammar import hash_of
from fairdeal.engine.protocol.shuffle import shuffled
from fairdeal.engine.tlog.note import Verifier
from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.verification.report import Fault, Result

T = TypeVar("T")
S = TypeVar("S", Open, Seals, Table)


class ComputedOnce(Generic[T]):
    """A property that is computed at its first use: `functools.cached_property` without the lock that Python 3.11 gives it."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    def __get__(self, instance: object, owner: type) -> T:
        """The value, kept in the instance, which is asked first from then on."""
        value = instance.__dict__[self._name] = self._compute(instance)
        return value


KEY_NAMES: Final = {"statements": "", "commits": "/commits", "outcomes": "/outcomes"}
"""What each verifier key is called, behind the origin."""


class Evidence:
    """One bundle, the number and the origin that it is about, and the keys that are pinned.

    Every property raises `Fault` (or another `FairdealError`) when its part is missing or malformed; None stands for a part
    that is null.
    """

    def __init__(
        self,
        bundle: Mapping[str, object],
        *,
        origin: str | None,
        number: int | None,
        vkeys: Mapping[str, Verifier] | None,
        policy: Policy | None,
    ) -> None:
        self.bundle = bundle
        self.pinned = vkeys
        self.policy = policy
        self._origin = origin
        self._number = number
        self._texts: dict[str, str] = {}
        """The signed statements that were read, by part."""

    # -- raw parts ----------------------------------------------------------------------------------------------

    def member(self, name: str) -> object:
        """A member of the bundle as it is."""
        if name not in self.bundle:
            raise Fault(f"the bundle has no `{name}`")
        return self.bundle[name]

    def part(self, name: str, *members: str) -> dict[str, object] | None:
        """A member that is an object with exactly these members, or null."""
        value = self.member(name)
        if value is None:
            return None
        if not isinstance(value, dict) or value.keys() != set(members):
            raise Fault(f"`{name}` has to be an object with {' and '.join(members)}")
        return value

    def require_null(self, *names: str) -> None:
        """Parts that this outcome lacks are null."""
        for name in names:
            if self.member(name) is not None:
                raise Fault(f"`{name}` is given, but the statements know of none")

    # -- whom and what it is about ------------------------------------------------------------------------------

    @ComputedOnce
    def commit(self) -> Commit:
        """The commit statement, whomever it is about."""
        part = self.part("commit", "statement", "proof")
        if part is None:
            raise Fault("there is no commit statement")
        return Commit.from_text(text_of(part["statement"], "the commit statement"))

    @property
    def origin(self) -> str:
        """The pinned origin; without one, the commit statement's."""
        return self.commit.origin if self._origin is None else self._origin

    @property
    def number(self) -> int:
        """The number that was asked for; without one, the commit statement's."""
        return self.commit.number if self._number is None else self._number

    def names_this(self, statement: Commit | Open | Seals | Table | Record | Outcome, what: str) -> None:
        """Every statement names this origin and this number."""
        if statement.origin != self.origin:
            raise Fault(f"{what} is of the origin {statement.origin}, not of {self.origin}")
        if statement.number != self.number:
            raise Fault(f"{what} is about number {statement.number}, not {self.number}")

    # -- signed statements --------------------------------------------------------------------------------------

    @ComputedOnce
    def own_keys(self) -> dict[str, Verifier]:
        """The bundle's own verifier keys, by what they sign."""
        part = self.part("vkeys", *KEY_NAMES)
        if part is None:
            raise Fault("there are no vkeys")
        return _verifiers(*[text_of(part[role], f"the vkey of {role}") for role in KEY_NAMES])

    def key_of(self, role: str) -> Verifier:
        """The key that has to have signed: the pinned one or, without one, the bundle's own."""
        key = (self.own_keys if self.pinned is None else self.pinned)[role]
        return self.named_key(role, key)

    def named_key(self, role: str, key: Verifier) -> Verifier:
        """The same key, which is called after this origin and its role."""
        name = self.origin + KEY_NAMES[role]
        if key.name != name:
            raise Fault(f"the vkey of {role} is {key.name}'s, not {name}'s")
        return key

    def signed(self, name: str) -> str | None:
        """The text of a signed part: its note carries the one signature line of the origin's key."""
        part = self.part(name, "statement", "note")
        if part is None:
            return None
        note = text_of(part["note"], f"the note of `{name}`")
        opened = self.key_of("statements").opened(note)
        if opened.text != part["statement"]:
            raise Fault(f"the statement of `{name}` is not the text of its note")
        if len(opened.signatures) != 1:
            raise Fault(f"the note of `{name}` carries more than the one signature line by {self.origin}")
        return opened.text

    def signed_result(self) -> tuple[Result, str]:
        """What good signatures show: something only where the keys were pinned."""
        if self.pinned is None:
            return "not proved", "no pinned vkeys; the bundle's own signed it"
        return "pass", ""

    @ComputedOnce
    def open(self) -> Open | None:
        """The open statement."""
        return self._statement("open", Open.from_text)

    @ComputedOnce
    def seals(self) -> Seals | None:
        """The seals statement."""
        return self._statement("seals", Seals.from_text)

    @ComputedOnce
    def table(self) -> Table | None:
        """The table statement."""
        return self._statement("table", Table.from_text)

    def _statement(self, name: str, read: Callable[[str], S]) -> S | None:
        text = self.signed(name)
        if text is None:
            return None
        statement = read(text)
        self.names_this(statement, f"the {name} statement")
        self._texts[name] = text
        return statement

    @ComputedOnce
    def outcome(self) -> Outcome:
        """The outcome, of this origin and number."""
        part = self.part("outcome", "statement", "index", "proof")
        if part is None:
            raise Fault("there is no outcome")
        statement = parse_outcome(text_of(part["statement"], "the outcome statement"))
        self.names_this(statement, "the outcome statement")
        return statement

    @property
    def was_opened(self) -> bool:
        """Whether the outcome knows of an open statement: all but a number that was never handed out."""
        return isinstance(self.outcome, Reveal) or self.outcome.open is not None

    @property
    def was_dealt(self) -> bool:
        """Whether the outcome knows of a table, and so of cards."""
        return self.outcome.table is not None

    # -- what follows from the statements -----------------------------------------------------------------------

    @ComputedOnce
    def terms(self) -> Open:
        """The open statement of a number that was handed out."""
        return required(self.open, "the open statement")

    @ComputedOnce
    def closed(self) -> Table:
        """The table statement of a deal that has cards."""
        return required(self.table, "the table statement")

    @ComputedOnce
    def ruleset(self) -> Ruleset:
        """The ruleset; raises `UnknownOption` where its game or an option is not known here."""
        return _ruleset(json.dumps(self.member("ruleset")))

    @property
    def players(self) -> int | None:
        """How many seats there are; ``None`` where the game or an option is not known here."""
        try:
            return self.ruleset.players
        except UnknownOption:
            return None

    def require_known_rules(self) -> None:
        """Raise `UnknownOption` where the game or an option is not known here; a wrong ruleset is for others to fail."""
        try:
            self.ruleset  # noqa: B018 - read for what it raises
        except UnknownOption:
            raise
        except FairdealError:
            return

    @property
    def game(self) -> Game:
        """The game of the ruleset."""
        return game_named(self.ruleset.game)

    @ComputedOnce
    def deck(self) -> tuple[Card, ...]:
        """The shuffled deck, as it follows from seed and table."""
        return shuffled(self.ruleset.deck, self.outcome.seed, self.table_hash)

    @ComputedOnce
    def open_hash(self) -> bytes:
        """The hash of the open statement of a number that was handed out."""
        return self._signed_hash("open")

    @ComputedOnce
    def table_hash(self) -> bytes:
        """The hash of the table statement of a deal that has cards."""
        return self._signed_hash("table")

    @ComputedOnce
    def seals_hash(self) -> bytes:
        """The hash of the seals statement of a deal that has one."""
        return self._signed_hash("seals")

    def _signed_hash(self, name: str) -> bytes:
        """The hash of a statement: of its text as it came, since what was read has one spelling."""
        required(getattr(self, name), f"the {name} statement")
        return hash_of(required(self._texts.get(name), f"the {name} statement"))

    @ComputedOnce
    def record(self) -> Record:
        """The record, of this origin and number."""
        record = Record.from_text(text_of(self.member("record"), "the record"))
        self.names_this(record, "the record")
        return record

    @ComputedOnce
    def record_hash(self) -> bytes:
        """The hash of the record: of its text as it came, since what was read has one spelling."""
        self.record  # noqa: B018 - refuses what is no record
        return hash_of(text_of(self.member("record"), "the record"))

    @ComputedOnce
    def hand(self) -> Hand:
        """The hand of the record, every move judged."""
        return self.game.replay(self.ruleset, self.terms.hand, self.deck, self.record.lines)


def text_of(value: object, what: str) -> str:
    """The value, which has to be a text."""
    if not isinstance(value, str):
        raise Fault(f"{what} is missing, or no text")
    return value


def required(value: T | None, what: str) -> T:
    """The value, which has to be there."""
    if value is None:
        raise Fault(f"{what} is missing")
    return value


# A bundle writes out the keys that all bundles of a service have.
@lru_cache(maxsize=16)
def _verifiers(*vkeys: str) -> dict[str, Verifier]:
    return {role: Verifier.from_vkey(vkey) for role, vkey in zip(KEY_NAMES, vkeys, strict=True)}


# An operator deals by a few rulesets, and a bundle writes each of them out.
@lru_cache(maxsize=256)
def _ruleset(text: str) -> Ruleset:
    return ruleset_of(json.loads(text))
