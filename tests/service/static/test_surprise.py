"""How surprising counts of cards by seat are, as ``/fairness`` computes it, under Node."""

import json
import math
import subprocess
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

STATIC = Path(__file__).parents[3] / "service" / "static" / "fairness"
ANSWER = """
for (const name of ['chi_square', 'binomial']) require(`${process.argv[1]}/${name}.js`);
const calls = JSON.parse(require('fs').readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(calls.map(([part, name, ...given]) => fairdeal[part][name](...given))));
"""

TABLE = [
    (3.841, 1, 0.05),
    (10.828, 1, 0.001),
    (5.991, 2, 0.05),
    (18.307, 10, 0.05),
    (43.773, 30, 0.05),
    (149.449, 100, 0.001),
    (77.929, 100, 0.95),
]
"""Upper critical values as statistical tables print them, to three decimals: value, degrees of freedom, chance."""


def ask(calls: list) -> list:
    """What the script's functions return, call by call: ``[part, name, argument, …]``."""
    done = subprocess.run(
        ["node", "-e", ANSWER, STATIC], input=json.dumps(calls).encode(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    found: list = json.loads(done.stdout)
    return found


def upper_tail(value: float, freedom: int) -> float:
    """The same chance by its finite sum (Abramowitz and Stegun 26.4.4 and 26.4.5), which has only terms above 0."""
    half = value / 2
    terms = [math.erfc(math.sqrt(half))] if freedom % 2 else []
    shapes = np.arange(0.5 if freedom % 2 else 0.0, freedom / 2 - 0.5, 1)
    terms += [math.exp(shape * math.log(half) - half - math.lgamma(shape + 1)) for shape in shapes]
    return math.fsum(terms)


def deals(draw: np.random.Generator, shape: tuple[int, ...], cards: int, seats: int) -> np.ndarray:
    """Uniformly random deals: 1 where a card went to a seat; ``shape`` and then cards by seats."""
    order = draw.random((*shape, cards)).argsort(axis=-1)
    return np.eye(seats, dtype=np.int64)[order // (cards // seats)]


def test_the_upper_tail_is_what_tables_print():
    """Critical values of printed tables have the chances of their columns."""
    found = ask([["chiSquare", "upperTail", value, freedom] for value, freedom, _ in TABLE])
    assert found == pytest.approx([chance for _, _, chance in TABLE], rel=5e-4)


def test_the_upper_tail_is_the_finite_sum():
    """From almost 1 to almost 0, for few and many, odd and even degrees of freedom: equal to ten digits; 1 for nothing."""
    cases = [
        (freedom * part, freedom)
        for freedom in (1, 2, 3, 8, 51, 100, 153, 212, 265, 477)
        for part in (0.01, 0.5, 0.9, 1.0, 1.1, 1.5, 3.0)
    ]
    found = ask(
        [["chiSquare", "upperTail", value, freedom] for value, freedom in cases] + [["chiSquare", "upperTail", 0, 153]]
    )
    assert found == pytest.approx([upper_tail(*case) for case in cases] + [1], rel=1e-10)


@pytest.mark.parametrize(("cards", "seats"), [(52, 4), (51, 3), (50, 5), (54, 6)])
def test_one_deal_is_exactly_as_uneven_as_is_expected(cards, seats):
    """The statistic of a single deal, whichever it is, equals the degrees of freedom, (cards - 1)(seats - 1): its mean is exact."""
    one = deals(np.random.default_rng(cards), (), cards, seats)
    (found,) = ask([["chiSquare", "evenness", one.tolist(), 1]])
    assert found["freedom"] == (cards - 1) * (seats - 1)
    assert found["statistic"] == pytest.approx(found["freedom"], rel=1e-12)


def test_fair_collections_are_as_surprising_as_they_say():
    """Of 2,000 collections of 40 fair deals, mean and variance are the derived ones, and a tail of q comes up in q of them."""
    many, size, freedom = 2000, 40, 51 * 3
    counts = deals(np.random.default_rng(5), (many, size), 52, 4).sum(axis=1)
    found = ask([["chiSquare", "evenness", collection.tolist(), size] for collection in counts])
    statistics = np.array([one["statistic"] for one in found])
    variance = 2 * freedom * (1 - 1 / size)
    # Four standard errors; without the factor 51/52 the mean would be off by nearly eight.
    assert statistics.mean() == pytest.approx(freedom, abs=4 * math.sqrt(variance / many))
    assert statistics.var() == pytest.approx(variance, rel=4 * math.sqrt(2 / many))
    # Kolmogorov's test of the uniform distribution, at 0.001.
    tails = np.sort([one["upper"] for one in found])
    assert np.abs(tails - (np.arange(many) + 0.5) / many).max() < 1.95 / math.sqrt(many)


def test_residuals_are_in_standard_deviations():
    """A card that goes to one of four seats in 30 of 100 deals is 5 above its 25, and 5/√18.75 deviations."""
    counts = [[30, 20, 25, 25], [20, 30, 25, 25], [25, 25, 25, 25], [25, 25, 25, 25]]
    (found,) = ask([["chiSquare", "evenness", counts, 100]])
    unit = 5 / math.sqrt(18.75)
    assert np.array(found["residuals"]) == pytest.approx(np.array(counts) // 5 * unit - 5 * unit)
    assert found["statistic"] == pytest.approx(3 / 4 * 4)


def test_a_single_count_has_its_exact_binomial_chance():
    """The tail is the sum of exact fractions: small, large, the whole and nothing; and a million deals do not overflow it."""
    cases = [(0, 7, 4), (7, 7, 4), (3, 20, 4), (14, 20, 4), (60, 150, 4), (90, 200, 3), (40, 400, 6)]
    found = ask([["binomial", "atLeast", hits, trials, 1 / seats] for hits, trials, seats in cases])
    exact = [
        sum(Fraction(math.comb(n, k) * (seats - 1) ** (n - k), seats**n) for k in range(hits, n + 1))
        for hits, n, seats in cases
    ]
    assert found == pytest.approx([float(chance) for chance in exact], rel=1e-11)
    (middle,) = ask([["binomial", "atLeast", 250_000, 1_000_000, 0.25]])
    assert middle == pytest.approx(0.5, abs=1e-3)


def test_the_rarest_of_many_counts_is_judged_as_such():
    """The bound is twice the tail, in the count's own direction, times the number of counts, and never above 1."""
    found = ask([["binomial", "amongMany", count, 20, 4, 208] for count in (14, 0, 5)])
    low = 0.75**20
    high = sum(math.comb(20, k) * 0.25**k * 0.75 ** (20 - k) for k in range(14, 21))
    assert found == pytest.approx([416 * high, min(1, 416 * low), 1])
