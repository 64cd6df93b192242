"""A deal as its row tells it: statements parsed, cards derived, the hand replayed, each on first use."""

import hashlib
from functools import cached_property
from typing import Final, NamedTuple

from fairdeal.engine.cards import Card
from fairdeal.engine.games import Hand, Hands, Ruleset, game_named
from fairdeal.engine.protocol import Open, Outcome, Record, Seals, Table, parse_outcome
from fairdeal.engine.protocol.record import By
from fairdeal.engine.protocol.shuffle import shuffled
from fairdeal.engine.tlog.note import note_text
from fairdeal.service.context import Service
from fairdeal.service.deals import tokens
from fairdeal.service.games import GAMES, LiveHand, ServedGame, game_of
from fairdeal.service.storage import columns
from fairdeal.service.storage.deals import SEED_BYTES, DealRow

IN_PLAY: Final = tuple(dict.fromkeys(state for game in GAMES.values() for state in game.states))
"""The states between the table and the outcome, of all games."""
RUNNING: Final = frozenset({"sealing", "contributing", *IN_PLAY})
ENDED: Final = frozenset({"revealed", "voided"})


class Claim(NamedTuple):
    """A claimed seat: the digest of its client's own token, and its signing key if it has one."""

    token: bytes
    key: bytes | None


class Deal:
    """One row of the store, understood. Cards and seeds stay out of its ``repr``."""

    def __init__(self, service: Service, row: DealRow) -> None:
        self.service = service
        self.row = row

    def __repr__(self) -> str:
        return f"<Deal {self.row.number} {self.row.state}>"

    @property
    def number(self) -> int:
        """The number of the deal."""
        return self.row.number

    @property
    def origin(self) -> str:
        """The origin of the service."""
        return self.service.settings.origin

    @property
    def is_running(self) -> bool:
        """Whether it was opened and has no outcome yet."""
        return self.row.state in RUNNING

    @property
    def has_ended(self) -> bool:
        """Whether it has its outcome."""
        return self.row.state in ENDED

    @property
    def is_due(self) -> bool:
        """Whether its time has run out without anyone having said so yet."""
        return self.is_running and self.row.expires_at is not None and self.service.clock() >= self.row.expires_at

    # -- secrets ------------------------------------------------------------------------------------------------

    @cached_property
    def _secrets(self) -> bytes:
        return self.service.keys.decrypt_secret(self.row.number, self.row.key_id, self.row.secret)

    @property
    def seed(self) -> bytes:
        """The server seed: 32 bytes, secret until the outcome."""
        return self._secrets[:SEED_BYTES]

    def token(self, role: int) -> str:
        """The derived token of a seat, or of the opener."""
        return tokens.derive(self._secrets[SEED_BYTES:], self.number, role)

    def is_token(self, bearer: str, role: int) -> bool:
        """Whether the bearer is the derived token of that role."""
        return tokens.is_derived(bearer, self._secrets[SEED_BYTES:], self.number, role)

    # -- terms --------------------------------------------------------------------------------------------------

    @property
    def was_opened(self) -> bool:
        """Whether the number was handed out."""
        return self.row.open_note is not None

    @cached_property
    def open(self) -> Open:
        """The terms, as they were signed."""
        assert self.row.open_note is not None
        return Open.from_text(note_text(self.row.open_note))

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules that the terms name."""
        assert self.row.ruleset_hash is not None
        return self.service.rulesets.by_hash(self.row.ruleset_hash)

    @property
    def is_blind(self) -> bool:
        """Whether its opener may see no cards."""
        return self.open.opener == "blind"

    # -- what came in -------------------------------------------------------------------------------------------

    @cached_property
    def claims(self) -> dict[int, Claim]:
        """Claimed seats, ascending."""
        stored = columns.from_json(self.row.claims or "{}")
        return {
            int(seat): Claim(bytes.fromhex(token), None if key is None else bytes.fromhex(key))
            for seat, (token, key) in sorted(stored.items())
        }

    @cached_property
    def seals(self) -> dict[int, bytes]:
        """Seals received, in the order in which they came."""
        return columns.bytes_by_seat(self.row.seals)

    @cached_property
    def nonces(self) -> dict[int, bytes]:
        """Contributions received, in the order in which they came: the last of a full set closed the table."""
        return columns.bytes_by_seat(self.row.nonces)

    @cached_property
    def seals_statement(self) -> Seals | None:
        """The published seals; ``None`` before that, and in a deal that is not sealed."""
        return None if self.row.seals_note is None else Seals.from_text(note_text(self.row.seals_note))

    @cached_property
    def table(self) -> Table | None:
        """The closed table; ``None`` before that."""
        return None if self.row.table_note is None else Table.from_text(note_text(self.row.table_note))

    @cached_property
    def table_hash(self) -> bytes:
        """The hash of the closed table (32 bytes)."""
        assert self.row.table_note is not None
        return hashlib.sha256(note_text(self.row.table_note).encode()).digest()

    @cached_property
    def keys(self) -> dict[int, bytes]:
        """The signing keys that the closed table fixed, by seat."""
        return dict(self.table.keys) if self.table is not None else {}

    # -- the cards ----------------------------------------------------------------------------------------------

    @property
    def game(self) -> ServedGame:
        """The game that is played."""
        return game_of(self.ruleset)

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The deck after the shuffle; only once the table has closed."""
        return shuffled(self.ruleset.deck, self.seed, self.table_hash)

    @property
    def dealt(self) -> Hands:
        """The hands as dealt, by seat; only once the table has closed."""
        return game_named(self.ruleset.game).dealt(self.ruleset, self.deck)

    @cached_property
    def live(self) -> LiveHand:
        """The hand as its stored moves left it; only once the table has closed."""
        return self.game.resume(self.ruleset, self.open.hand, self.deck, self.row.moves)

    @property
    def hand(self) -> Hand:
        """The hand by itself."""
        return self.live.hand

    def record(self, by: By | None = None) -> Record:
        """The record of the hand so far; by whom it says, where the row does not say so yet."""
        stored: By = "opener" if self.row.by_opener else "seats"
        return Record(self.origin, self.number, by or stored, self.hand.record_lines())

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome; ``None`` while the deal runs."""
        return None if self.row.outcome is None else parse_outcome(self.row.outcome)
