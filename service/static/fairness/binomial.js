/* How rare one count is by itself. A card goes to a seat in each fair deal with the same chance: its count is binomial. */
(function () {
'use strict';

/** The chance that of `trials`, each a hit with chance `share`, at least `hits` hit; exact up to rounding. */
function atLeast(hits, trials, share) {
  if (hits <= 0) return 1;
  let log = hits * Math.log(share) + (trials - hits) * Math.log1p(-share);
  for (let k = 1; k <= hits; k += 1) log += Math.log((trials - hits + k) / k);
  let term = Math.exp(log);
  let sum = 0;
  for (let k = hits; k <= trials && term > sum * Number.EPSILON; k += 1) {
    sum += term;
    term *= ((trials - k) / (k + 1)) * (share / (1 - share));
  }
  return sum;
}

/**
 * An upper bound of the chance that among so many counts some is as rare as this one, in its direction or the other
 * (Bonferroni's: it holds however they depend on each other).
 */
function amongMany(count, deals, seats, cells) {
  const tail = count * seats >= deals ? atLeast(count, deals, 1 / seats) : atLeast(deals - count, deals, 1 - 1 / seats);
  return Math.min(1, 2 * cells * tail);
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { binomial: { atLeast, amongMany } });
})();
