"""Whether the points of a hand can occur at all: some seats took the cards that count, and they add up so.

The cards that count are few (13 hearts and at most five others), so every way to share out the others is tried, and the
hearts must make up the rest. A seat's tricks hold as many cards as there are players, which bounds how many seats can
have taken anything in a short hand.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from fairdeal.engine.cards import BIT, HEARTS
from fairdeal.engine.games.hearts.ruleset import Ruleset

Points = tuple[int, ...]


def occurs_without_moon(ruleset: Ruleset, points: Points) -> bool:
    """Whether these points can be what each seat took, with no seat (where a moon counts) taking every point card."""
    others = _others(ruleset)
    for owners in _distinct(ruleset.players, len(others)):
        from_hearts, counts = list(points), [0] * ruleset.players
        for seat, (_, value) in zip(owners, others, strict=True):
            from_hearts[seat] -= value
            counts[seat] += 1
        if ruleset.moon != "off" and _all_point_cards_together(owners, others, from_hearts, _heart_total(ruleset)):
            continue
        if _hearts_make_up(ruleset, from_hearts, counts):
            return True
    return False


def moons_of(ruleset: Ruleset, points: Points, *, subtract: bool) -> set[int]:
    """The seats that can have shot the moon in a hand of these points: nearly always one or none.

    `subtract` tells which of the two scores of a moon they are.
    """
    gain = [0 if subtract else ruleset.moon_total] * ruleset.players
    bonuses = [(card, value) for card, value in _others(ruleset) if value < 0]
    shooters = set()
    for seat in range(ruleset.players):
        base = list(gain)
        base[seat] = -ruleset.moon_total if subtract else 0
        for owners in _distinct(ruleset.players, len(bonuses)):
            scored, counts = list(base), [0] * ruleset.players
            counts[seat] = ruleset.point_cards.bit_count()
            for owner, (_, value) in zip(owners, bonuses, strict=True):
                scored[owner] += value
                counts[owner] += 1
            if tuple(scored) == tuple(points) and fits_in_tricks(ruleset, counts):
                shooters.add(seat)
    return shooters


def fits_in_tricks(ruleset: Ruleset, counts: Sequence[int]) -> bool:
    """Whether each seat can have taken (at least) so many cards in the tricks of one hand."""
    return sum(-(-count // ruleset.players) for count in counts) <= ruleset.hand_size


def _others(ruleset: Ruleset) -> list[tuple[int, int]]:
    return [(card, value) for card, value in ruleset.valued_cards if not BIT[card] & HEARTS]


def _heart_total(ruleset: Ruleset) -> int:
    return sum(value for card, value in ruleset.valued_cards if BIT[card] & HEARTS)


def _distinct(players: int, cards: int) -> Iterator[tuple[int, ...]]:
    """Every way in which so many cards can be taken by the seats."""
    return product(range(players), repeat=cards)


def _all_point_cards_together(
    owners: Sequence[int], others: Sequence[tuple[int, int]], from_hearts: Sequence[int], heart_total: int
) -> bool:
    owner_by_card = {owner for owner, (_, value) in zip(owners, others, strict=True) if value > 0}
    shooters = [seat for seat, points in enumerate(from_hearts) if points == heart_total]
    return len(shooters) == 1 and owner_by_card <= set(shooters)


def _hearts_make_up(ruleset: Ruleset, sums: Sequence[int], counts: Sequence[int]) -> bool:
    """Whether the 13 hearts can be shared out to give each seat its sum, beside `counts` other cards taken."""
    if min(sums) < 0 or sum(sums) != _heart_total(ruleset):
        return False
    if ruleset.heart_points == "one":
        return fits_in_tricks(ruleset, [count + hearts for count, hearts in zip(counts, sums, strict=True)])
    shares = _shares_by_sum()
    if any(total not in shares for total in sums):
        return False
    players = ruleset.players
    # Small sums are the hard ones to make: a seat that needs 3 must get the 3.
    seats = sorted(zip(sums, counts, strict=True))
    fewest = [-(-(count + shares[total][0].bit_count()) // players) for total, count in seats]
    failed: set[tuple[int, int, int]] = set()

    def share(place: int, left: int, tricks: int) -> bool:
        if place == len(seats):
            return True
        if sum(fewest[place:]) > tricks or (place, left, tricks) in failed:
            return False
        total, count = seats[place]
        for chosen in shares[total]:
            if chosen & ~left == 0:
                needed = -(-(count + chosen.bit_count()) // players)
                if needed <= tricks and share(place + 1, left & ~chosen, tricks - needed):
                    return True
        failed.add((place, left, tricks))
        return False

    return share(0, (1 << 13) - 1, ruleset.hand_size)


@lru_cache(maxsize=1)
def _shares_by_sum() -> dict[int, list[int]]:
    """The sets of hearts (bit 0 the 2) by the sum of their ranks, those of fewest cards first."""
    shares: dict[int, list[int]] = {}
    for hearts in sorted(range(1 << 13), key=int.bit_count):
        shares.setdefault(sum(rank for rank in range(2, 15) if hearts >> rank - 2 & 1), []).append(hearts)
    return shares
