/* How surprising counts of cards by seat are, if the shuffle is fair: a chi-square that knows that a deal is a permutation. */
(function () {
'use strict';

/*
 * N deals of n cards to p seats, h = n/p cards each. X(c, s) is 1 where card c went to seat s, else 0. Over all equally likely deals
 *   E X(c, s) = 1/p,   Cov(X(c, s), X(c, t)) = [s = t]/p - 1/p²   (a card goes to exactly one seat), and for another card d
 *   P(c to s, d to s) = (1/p)(h - 1)/(n - 1),   P(c to s, d to t) = (1/p) h/(n - 1)   (each seat gets exactly h cards), so that
 *   Cov(X(c, s), X(d, t)) = -([s = t]/p - 1/p²)/(n - 1).
 * In one: Cov X = n/(n - 1) · 1/p · (I - J/n) ⊗ (I - J/p), where J is all ones: a projection of rank (n - 1)(p - 1), times a factor.
 * Deals are independent of each other: with O the sum over the deals and E = N/p, by the central limit theorem
 *   (n - 1)/n · Σ (O - E)²/E   tends to chi-square with (n - 1)(p - 1) degrees of freedom.
 * Without the factor (n - 1)/n, a fair shuffle would look too uneven. For every N the mean is exactly (n - 1)(p - 1), as one deal
 * alone gives exactly that; the variance is 1 - 1/N of the limit's.
 */

/**
 * Of counts (a list by card of lists by seat) over so many deals: `{statistic, freedom, upper, residuals}`. `upper` is the
 * chance that a fair shuffle gives counts at least this uneven; `residuals` has the shape of the counts and says by how many
 * standard deviations each is more, or less, than expected.
 */
function evenness(counts, deals) {
  const cards = counts.length;
  const seats = counts[0].length;
  const expected = deals / seats;
  const deviation = Math.sqrt(expected * (1 - 1 / seats));
  let sum = 0;
  const residuals = counts.map((row) => row.map((count) => {
    sum += (count - expected) ** 2 / expected;
    return (count - expected) / deviation;
  }));
  const statistic = ((cards - 1) / cards) * sum;
  const freedom = (cards - 1) * (seats - 1);
  return { statistic, freedom, upper: upperTail(statistic, freedom), residuals };
}

/** The chance that a chi-square with so many degrees of freedom (a whole number above 0) is at least `value`. */
function upperTail(value, freedom) {
  if (value <= 0) return 1;
  const a = freedom / 2;
  const x = value / 2;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(freedom));
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x);
}

/** ln Γ(twice/2), from Γ(1/2) = √π or Γ(1) = 1 upwards. */
function logGamma(twice) {
  let sum = twice % 2 ? Math.log(Math.PI) / 2 : 0;
  for (let step = twice % 2 ? 1 : 2; step < twice; step += 2) sum += Math.log(step / 2);
  return sum;
}

/** γ(a, x)/(xᵃ e⁻ˣ) by its series (DLMF 8.11.4): quick below a + 1. */
function lowerSeries(a, x) {
  let term = 1 / a;
  let sum = term;
  for (let k = 1; term > sum * Number.EPSILON; k += 1) {
    term *= x / (a + k);
    sum += term;
  }
  return sum;
}

/** Γ(a, x)/(xᵃ e⁻ˣ) by its continued fraction (DLMF 8.9.2, in its even part), evaluated by Lentz's method: quick above a + 1. */
function upperFraction(a, x) {
  let b = x + 1 - a;
  let c = Infinity;
  let d = 1 / b;
  let value = d;
  for (let k = 1, change = 0; Math.abs(change - 1) > 1e-15 && k < 10000; k += 1) {
    const step = k * (a - k);
    b += 2;
    d = 1 / (step * d + b);
    c = b + step / c;
    change = c * d;
    value *= change;
  }
  return value;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { chiSquare: { evenness, upperTail } });
})();
