/* A score sheet of the service as a table, with its ranking. */
(function () {
'use strict';

const { element } = fairdeal.dom;

const signed = (number) => String(number).replace('-', '−');

/** A node that shows a sheet (`GET /v1/sheets/{id}`). */
function scoreSheet({ players, rows, totals, ranking, ruleset, over, winner }) {
  const columns = players.map((name) => element('th', { scope: 'col', class: 'number' }, name));
  const head = element('tr', {}, element('th', { scope: 'col' }, 'Hand'), columns);
  const cells = (values) => values.map((value) => element('td', { class: 'number' }, signed(value)));
  const body = rows.map(({ hand, points, moon }) => {
    const title = element('th', { scope: 'row' }, moon === null ? hand : `${hand} · moon by ${players[moon]}`);
    return element('tr', {}, title, cells(points));
  });
  const foot = element('tr', { class: 'total' }, element('th', { scope: 'row' }, 'Total'), cells(totals));
  const caption = element('caption', {}, `The fewest points win; the game ends at ${ruleset.target}.`);
  const table = element('table', {}, caption, element('thead', {}, head), element('tbody', {}, body), element('tfoot', {}, foot));
  const order = element('ol', { class: 'ranking', 'aria-label': 'Ranking' }, ranking.map(({ place, player, total }) =>
    element('li', {}, `${place}. ${player}: ${signed(total)}`)));
  return element(
    'section',
    { class: 'sheet', 'aria-label': 'Score sheet' },
    element('h2', {}, 'Score sheet'),
    element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Points by hand' }, table),
    rows.length > 0 && order,
    over && winner !== null && element('p', { class: 'notice good' }, `The game is over. It is won by: ${players[winner]}.`),
  );
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { scoreSheet });
})();
