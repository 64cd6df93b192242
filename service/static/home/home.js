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

function figure(name, value, about, kind) {
  const lines = [element('dt', {}, name), element('dd', {}, value), element('dd', { class: 'about' }, about)];
  return element('div', { class: kind }, lines);
}

async function showStanding() {
  const info = await get('/v1/info');
  const count = (number) => number.toLocaleString('en');
  show(
    byId('standing'),
    figure('Deals handed out', count(info.handed_out), 'each by its number, none left out'),
    figure('Ended', count(info.logs.outcomes), 'with their seed revealed in the public log'),
    info.overdue
      ? figure('Overdue', count(info.overdue), 'deals past their deadline without a published outcome', 'bad')
      : figure('Overdue', '0', 'no deal is past its time'),
    figure('Committed ahead', count(Math.max(0, info.logs.commits - 1 - info.handed_out)), 'seeds that nobody can change any more'),
  );
}

/** How a void ended, by the reason in its statement (protocol section 6). */
const VOIDS = {
  unclaimed: 'never handed out',
  abandoned: 'given up',
  expired: 'out of time',
  withheld: 'a contribution was withheld',
  failed: 'given up by the service',
};
const STATES = {
  committed: 'committed',
  sealing: 'players seal',
  contributing: 'players add randomness',
  passing: 'passing',
  playing: 'being played',
  revealed: 'played out',
};

/** What became of a deal so far, in words. */
function stateOf(deal) {
  const reason = /^reason ([a-z]+)$/m.exec(deal.outcome?.statement ?? '');
  return (reason && VOIDS[reason[1]]) || STATES[deal.state] || deal.state;
}

function row(deal) {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, element('a', { href: `/deals/${deal.number}` }, `Deal ${deal.number}`)),
    element('td', {}, element('span', { class: `state ${deal.state}` }, stateOf(deal))),
    element('td', {}, deal.state === 'revealed' ? deal.points.join(', ') : ''),
    element('td', { class: 'number roomy' }, deal.players),
    element('td', { class: 'roomy' }, when(deal.opened_at)),
  );
}

async function showLatest() {
  const { items } = await get(`/v1/deals?before=${Number.MAX_SAFE_INTEGER}&limit=${LATEST}`);
  if (!items.length) {
    show(byId('latest'), element('p', {}, 'There is none yet. ', element('a', { href: '/play' }, 'Play the first.')));
    return;
  }
  const columns = [['Number', ''], ['State', ''], ['Points by seat', ''], ['Players', 'number roomy'], ['Opened', 'roomy']];
  const head = columns.map(([name, kind]) => element('th', { scope: 'col', class: kind }, name));
  const table = element('table', {}, element('thead', {}, element('tr', {}, head)), element('tbody', {}, items.map(row)));
  show(byId('latest'), element('div', { class: 'scroll sheet', tabindex: 0, role: 'region', 'aria-label': 'Latest deals' }, table));
}

for (const [part, id] of [[showStanding, 'standing'], [showLatest, 'latest']]) {
  part().catch((error) => show(byId(id), element('p', { class: 'notice bad' }, error.message)));
}
})();
