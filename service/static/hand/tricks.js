/* All tricks of a hand in one table: who led, who played what, who took them; each can be gone to. */
(function () {
'use strict';

const { element } = fairdeal.dom;
const { textOf } = fairdeal.cards;

/** A heading that is only read aloud, or a word that pictures say otherwise. */
function aloud(text) {
  return element('span', { class: 'aloud' }, text);
}

function cell(trick, order, seat) {
  if (order >= trick.cards.length) return element('td', {});
  const takes = trick.winner === seat;
  return element(
    'td',
    { class: takes ? 'takes' : null },
    order === 0 && [element('span', { 'aria-hidden': 'true' }, '▸'), aloud('leads ')],
    textOf(trick.cards[order]),
    takes && [element('span', { 'aria-hidden': 'true' }, ' ✓'), aloud(' takes it')],
  );
}

/**
 * A table of the tricks.
 *
 * @param {object} story see story.js
 * @param {object[]} frames see frames.js
 * @param {function(number)} go told which frame to show, by its place
 */
function trickTable(story, frames, go) {
  const ends = new Map(frames.map((frame, place) => [frame.number, place]).filter(([number]) => number > 0));
  const rows = [...ends].map(([number, place]) => {
    const { trick } = frames[place];
    const button = element('button', { type: 'button', class: 'plain', click: () => go(place) }, aloud('Go to trick '), number);
    const cells = story.names.map((_, seat) => cell(trick, (seat - trick.leader + story.players) % story.players, seat));
    const worth = trick.winner === null ? '' : fairdeal.hearts.countPoints(story.ruleset, trick.cards);
    return element(
      'tr',
      { 'data-trick': number },
      element('th', { scope: 'row' }, button),
      cells,
      element('td', { class: 'number' }, worth),
    );
  });
  const head = ['Trick', ...story.names].map((name) => element('th', { scope: 'col' }, name));
  const table = element(
    'table',
    { class: 'tricks' },
    element('thead', {}, element('tr', {}, head, element('th', { scope: 'col', class: 'number' }, 'Points'))),
    element('tbody', {}, rows),
  );
  return element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'All tricks' }, table);
}

Object.assign(fairdeal.hand, { trickTable });
})();
