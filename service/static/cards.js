/* Playing cards, drawn here: a picture of each, and its name for those who do not see it. */
(function () {
'use strict';

const { svg } = fairdeal.dom;
const { RANKS, cardName: nameOf, suitName } = fairdeal.deck;

/** In the order in which a hand is sorted: the colours alternate. */
const SUITS = ['C', 'D', 'S', 'H'];
const SUIT_NAMES = Object.fromEntries(SUITS.map((suit) => [suit, suitName(suit)]));
const SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' };

/** The suits' outlines in a square of 100. */
const SHAPES = {
  H: 'M50 92C20 66 4 48 4 29A24 24 0 0 1 50 18 24 24 0 0 1 96 29C96 48 80 66 50 92Z',
  D: 'M50 4C60 24 72 38 88 50 72 62 60 76 50 96 40 76 28 62 12 50 28 38 40 24 50 4Z',
  S: 'M50 5C76 32 95 46 95 64A21 21 0 0 1 56 74C57 84 61 91 68 96L32 96C39 91 43 84 44 74A21 21 0 0 1 5 64C5 46 24 32 50 5Z',
  C: 'M50 4A22 22 0 0 1 67 40 22 22 0 1 1 56 71C57 83 61 91 68 96L32 96C39 91 43 83 44 71A22 22 0 1 1 33 40 22 22 0 0 1 50 4Z',
};

/** Q♠, 10♥: as people write it. */
function textOf(card) {
  const rank = card[0] === 'T' ? '10' : card[0] === 'X' ? 'Joker ' : card[0];
  return rank + SIGNS[card[1]];
}

/** Cards as a hand is sorted: clubs, diamonds, spades, hearts (the colours alternate), each from low to high. */
function sorted(cards) {
  const place = (card) => SUITS.indexOf(card[1]) * RANKS.length + RANKS.indexOf(card[0]);
  return [...cards].sort((one, other) => place(one) - place(other));
}

function shape(suit, x, y, size) {
  return svg('path', { d: SHAPES[suit], transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})` });
}

/** A card as a picture, 60 by 84 units; its name stands for it where it is read aloud. */
function draw(card, attributes) {
  const [rank, suit] = card;
  const corner = rank === 'T' ? '10' : rank === 'X' ? '★' : rank;
  return svg(
    'svg',
    { viewBox: '0 0 60 84', class: `card suit-${suit}`, role: 'img', 'aria-label': nameOf(card), 'data-card': card, ...attributes },
    face(),
    svg('text', { x: 13, y: 24, class: corner.length > 1 ? 'corner wide' : 'corner' }, corner),
    shape(suit, 13, 36, 14),
    shape(suit, 37, 56, 32),
  );
}

/** A card that nobody may see, or its back. */
function drawBack(attributes) {
  return svg(
    'svg',
    { viewBox: '0 0 60 84', class: 'card back', role: 'img', 'aria-label': 'a hidden card', ...attributes },
    face(),
    svg('rect', { x: 6, y: 6, width: 48, height: 72, rx: 4, class: 'pattern' }),
  );
}

function face() {
  return svg('rect', { x: 1, y: 1, width: 58, height: 82, rx: 6, class: 'face' });
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, {
  cards: { SUITS, SUIT_NAMES, SIGNS, nameOf, textOf, sorted, draw, drawBack },
});
})();
