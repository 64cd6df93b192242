/* Counts of cards by seat, as a chart of coloured cells for the eye, and as a table for everybody. */
(function () {
'use strict';

const { element } = fairdeal.dom;
const { SUITS, SUIT_NAMES, SIGNS, nameOf } = fairdeal.cards;

const STEPS = 3;
/** Reading widths of a cell, in rem: a digit, and the space around the digits. */
const DIGIT = 0.5;
const AROUND = 0.7;

function rankOf(card) {
  return { T: '10', X: '★' }[card[0]] || card[0];
}

/** 0: within one standard deviation of even; then 1 and 2; then whatever is beyond three. */
function stepOf(residual) {
  return Math.min(STEPS, Math.floor(Math.abs(residual)));
}

function classOf(residual) {
  return stepOf(residual) ? `${residual > 0 ? 'more' : 'fewer'}-${stepOf(residual)}` : 'even';
}

/** "1.3 standard deviations more than expected" */
function inWords(residual) {
  const size = Math.abs(residual).toFixed(1);
  return size === '0.0' ? 'as expected' : `${size} standard deviations ${residual > 0 ? 'more' : 'fewer'} than expected`;
}

function cell(deck, card, seat) {
  const residual = deck.residuals.get(card)[seat];
  const count = deck.cards.get(card)[seat];
  const title = `${nameOf(card)} to seat ${seat} in ${count} of ${deck.deals} deals, ${inWords(residual)}`;
  return element('span', { class: `cell ${classOf(residual)}`, title }, count);
}

function suitChart(deck, suit) {
  const cards = [...deck.cards.keys()].filter((card) => card[1] === suit);
  if (!cards.length) return null;
  const seats = [...Array(deck.players).keys()];
  const grid = element(
    'div',
    { class: 'cells' },
    element('span', { class: 'head' }, 'Seat'),
    seats.map((seat) => element('span', { class: 'head' }, seat)),
    cards.map((card) => [element('span', { class: 'head' }, rankOf(card)), seats.map((seat) => cell(deck, card, seat))]),
  );
  const sign = element('span', { class: `sign-${suit}` }, SIGNS[suit]);
  return element('div', {}, element('p', { class: 'suit' }, sign, ` ${SUIT_NAMES[suit]}`), grid);
}

/** The chart, by suit. Who cannot see it reads the table instead. */
function chart(deck) {
  const label = 'Chart of how often each card went to each seat. All its numbers are in the table below.';
  const node = element('div', { class: 'chart', role: 'img', 'aria-label': label }, SUITS.map((suit) => suitChart(deck, suit)));
  const digits = String(Math.max(...[...deck.cards.values()].flat())).length;
  node.style.setProperty('--seats', deck.players);
  node.style.setProperty('--cell', `${digits * DIGIT + AROUND}rem`);
  return node;
}

/** What the colours and bars of the chart mean. */
function legend() {
  const entry = (name, text) => element('li', {}, element('span', { class: `cell ${name}`, 'aria-hidden': 'true' }), ` ${text}`);
  return element(
    'ul',
    { class: 'steps', 'aria-label': 'Colours, by standard deviations from an even share' },
    entry('fewer-3', '3 or more below'),
    entry('fewer-2', '2 to 3 below'),
    entry('fewer-1', '1 to 2 below'),
    entry('even', 'within 1 of even'),
    entry('more-1', '1 to 2 above'),
    entry('more-2', '2 to 3 above'),
    entry('more-3', '3 or more above'),
  );
}

/** Every count, with its standardised residual in brackets. */
function table(deck) {
  const heads = [...Array(deck.players).keys()].map((seat) => element('th', { scope: 'col', class: 'number' }, `Seat ${seat}`));
  const signed = (residual) => `(${residual < 0 ? '−' : '+'}${Math.abs(residual).toFixed(1)})`;
  const rows = [...deck.cards].map(([card, counts]) => element(
    'tr',
    {},
    element('th', { scope: 'row' }, nameOf(card)),
    counts.map((count, seat) => element('td', { class: 'number' }, `${count} ${signed(deck.residuals.get(card)[seat])}`)),
  ));
  const caption = 'Deals in which the card went to the seat, and by how many standard deviations that is off an even share.';
  return element(
    'table',
    { class: 'counts' },
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'Card'), heads)),
    element('tbody', {}, rows),
  );
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { countsChart: { chart, legend, table, inWords } });
})();
