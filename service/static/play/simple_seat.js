/* How the other seats choose: legal cards, and a plain wish to stay out of trouble. */
(function () {
'use strict';

const { rankOf: rank } = fairdeal.deck;
const lowest = (cards) => cards.reduce((best, card) => (rank(card) < rank(best) ? card : best));
const highest = (cards) => cards.reduce((best, card) => (rank(card) > rank(best) ? card : best));

/** How much a seat wants to be rid of a card: the queen of spades first, then her elders, hearts, and what is high. */
function dread(card) {
  if (card === 'QS') return 100;
  if (card === 'AS' || card === 'KS') return 60 + rank(card);
  return (card[1] === 'H' ? 20 : 0) + rank(card);
}

const byDread = (cards) => [...cards].sort((one, other) => dread(other) - dread(one));

/** The cards to pass. */
function choosePass({ dealt, ruleset }) {
  return byDread(dealt).slice(0, ruleset.pass_count);
}

/** The card to play: low when it leads, below the trick when it can, and the worst when it cannot follow. */
function choosePlay({ allowed, tricks }) {
  const trick = tricks.at(-1);
  if (!trick || trick.winner !== null) return lowest(allowed);
  const led = trick.cards[0][1];
  const top = highest(trick.cards.filter((card) => card[1] === led));
  if (allowed[0][1] !== led) return byDread(allowed)[0];
  const under = allowed.filter((card) => rank(card) < rank(top));
  return under.length ? highest(under) : lowest(allowed);
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { simpleSeat: { choosePass, choosePlay } });
})();
