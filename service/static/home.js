/* `/`: find a deal by its number, how many there are, and the latest. */
(function () {
'use strict';

const { element, byId, show, when } = fairdeal.dom;
const { get } = fairdeal.api;

const LATEST = 10;

byId('find').addEventListener('submit', (event) => {
  event.preventDefault();
  const number = byId('number').value.trim();
  if (/^[1-9][0-9]{0,15}$/.test(number)) location.assign(`/deals/${number}`);
  else byId('find-fault').textContent = 'A deal has a number: digits only, and no zero in front.';
});

function figure(name, value, about) {
  return element('div', {}, element('dt', {}, name), element('dd', {}, value), about && element('dd', { class: 'about' }, about));
}

async function showStanding() {
  const info = await get('/v1/info');
  const count = (number) => number.toLocaleString('en');
  show(
    byId('standing'),
    figure('Deals handed out', count(info.handed_out)),
    figure('Ended, in the public log', count(info.logs.outcomes)),
    figure('Overdue', count(info.overdue), info.overdue ? 'a mark against this service' : null),
    figure('Committed ahead', count(Math.max(0, info.logs.commits - 1 - info.handed_out))),
  );
}

function row(deal) {
  const points = deal.points ? deal.points.join(', ') : '';
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, element('a', { href: `/deals/${deal.number}` }, `Deal ${deal.number}`)),
    element('td', {}, element('span', { class: 'state' }, deal.state)),
    element('td', { class: 'number' }, deal.players),
    element('td', {}, points),
    element('td', {}, when(deal.opened_at)),
  );
}

async function showLatest() {
  const { items } = await get(`/v1/deals?before=${Number.MAX_SAFE_INTEGER}&limit=${LATEST}`);
  if (!items.length) {
    show(byId('latest'), element('p', {}, 'There is none yet. ', element('a', { href: '/play' }, 'Play the first.')));
    return;
  }
  const columns = ['Number', 'State', 'Players', 'Points by seat', 'Opened'];
  const head = columns.map((name) => element('th', { scope: 'col', class: name === 'Players' ? 'number' : null }, name));
  const table = element('table', {}, element('thead', {}, element('tr', {}, head)), element('tbody', {}, items.map(row)));
  show(byId('latest'), element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Latest deals' }, table));
}

for (const [part, id] of [[showStanding, 'standing'], [showLatest, 'latest']]) {
  part().catch((error) => show(byId(id), element('p', { class: 'notice bad' }, error.message)));
}
})();
