/* Cards: two characters, rank then suit; the deck and its order (protocol, section 5). */

/** From low to high: a joker (X) ranks below the 2 of its suit. */
export const RANKS = 'X23456789TJQKA';
export const SUITS = 'CDHS';

/** All cards in deck order, jokers last. */
export const DECK_ORDER = [
  ...[...SUITS].flatMap((suit) => [...RANKS.slice(1)].map((rank) => rank + suit)),
  'XC',
  'XD',
];

const PLACES = new Map(DECK_ORDER.map((card, place) => [card, place]));
const SUIT_NAMES = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };
const RANK_NAMES = { X: 'joker', T: '10', J: 'jack', Q: 'queen', K: 'king', A: 'ace' };

export function isCard(value) {
  return typeof value === 'string' && PLACES.has(value);
}

/** 0 for a joker, 1 for a 2, … 13 for an ace. */
export function rankOf(card) {
  return RANKS.indexOf(card[0]);
}

/** Are these distinct cards in deck order? */
export function areInDeckOrder(cards) {
  return cards.every((card, i) => i === 0 || PLACES.get(cards[i - 1]) < PLACES.get(card));
}

/** The deck in deck order: without the cards that are removed, with the jokers that are added. */
export function deckOf({ removed, jokers }) {
  const out = new Set(removed);
  return DECK_ORDER.slice(0, 52 + jokers).filter((card) => !out.has(card));
}

export function suitName(suit) {
  return SUIT_NAMES[suit];
}

/** "queen of spades", "10 of hearts", "joker of clubs". */
export function cardName(card) {
  return `${RANK_NAMES[card[0]] || card[0]} of ${SUIT_NAMES[card[1]]}`;
}

/** "the 2 of clubs, the 3 of clubs and the 4 of clubs": words in a row. */
export function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}
