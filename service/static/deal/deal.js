/* `/deals/{n}`: one deal as everybody may see it, and once it has ended its hands and its proof. */
(function () {
'use strict';

const { element, byId, show } = fairdeal.dom;
const { canonicalJson } = fairdeal;
const { canonicalRuleset } = fairdeal.games;
const { get, getText, Refused } = fairdeal.api;
const { drawingOf, nothingToDraw } = fairdeal.drawings;

const SLOWEST = 30000; // milliseconds between two attempts when the service does not answer

const number = Number(location.pathname.split('/').pop());
const page = { view: null, table: null, preset: null, timer: null, wait: null, failures: 0, isAsking: false };


/** The name of the preset that a ruleset is, or null. */
async function presetOf(ruleset) {
  const { items } = await get('/v1/rulesets');
  const wanted = canonicalRuleset(ruleset);
  const found = items.find((preset) => preset.rulesets.some((each) => canonicalRuleset(each.ruleset) === wanted));
  return found ? found.title : null;
}

function isFinal(view) {
  return view.outcome !== null && view.outcome !== undefined && view.poll_after === null;
}

/** The deal as files for other programs. */
function links(view) {
  const root = `/v1/deals/${number}`;
  const ruleset = view.ruleset && fairdeal.about.rulesetOf(view);
  const notations = ruleset ? ruleset.game.notations(ruleset, view.hand) : [];
  const offers = (name) => view.outcome && view.table && notations.includes(name);
  const given = [
    view.outcome && element('a', { href: `${root}/proof`, download: `deal-${number}.json` }, 'proof'),
    offers('pbn') && element('a', { href: `${root}/notation/pbn` }, 'PBN'),
    offers('openspiel') && element('a', { href: `${root}/notation/openspiel` }, 'OpenSpiel'),
    element('a', { href: root }, 'JSON'),
  ];
  return element('p', { class: 'row' }, element('span', { class: 'quiet' }, 'Download:'), given);
}

function showAbout(view) {
  const said = fairdeal.about.standing(view);
  if (byId('standing').textContent !== said) byId('standing').textContent = said;
  byId('summary').textContent = fairdeal.about.summary(view, page.preset);
  // Written only when something in it has changed: a reader may have opened or selected a part of it.
  const now = JSON.stringify([view.state, view.contributed, page.preset]);
  if (byId('about').dataset.shown === now) return;
  byId('about').dataset.shown = now;
  const wasOpen = byId('about').querySelector('details[open]') !== null;
  show(byId('about'), fairdeal.about.aboutDeal(view, page.preset), links(view));
  const details = byId('about').querySelector('details');
  if (details) details.open = wasOpen;
}

/** Show the deal as its bundle (`storyOfBundle`) or its public view (`storyOfView`) has it. */
function showTable(reader, value) {
  const drawing = drawingOf(value.ruleset);
  if (drawing === null) {
    if (value.ruleset) show(byId('table'), nothingToDraw(value.ruleset));
    return;
  }
  const story = drawing[reader](value);
  if (page.table) {
    page.table.update(story);
    return;
  }
  page.table = new drawing.TableView(story);
  show(byId('table'), page.table.node);
}

/** Look once: show what is new, and say after how many milliseconds to look again (null: never). */
async function look() {
  const view = await get(`/v1/deals/${number}`);
  if (page.view === null && view.ruleset) page.preset = await presetOf(view.ruleset).catch(() => null);
  const changed = page.view === null || canonicalJson(view) !== canonicalJson(page.view);
  if (!changed) return view.poll_after;
  showAbout(view);
  if (view.outcome) await showEnded(view);
  else {
    showTable('storyOfView', view);
    fairdeal.showPublic(byId('proof'), view);
  }
  page.view = view;
  return view.poll_after;
}

/** With the outcome the hands are public; the proof is whole once the outcome is in a published checkpoint. */
async function showEnded(view) {
  const text = await getText(`/v1/deals/${number}/proof`);
  showTable('storyOfBundle', JSON.parse(text));
  if (!isFinal(view)) {
    const said = 'The outcome is on its way into the public log; then the proof is checked here.';
    show(byId('proof'), element('h2', {}, 'The proof'), element('p', { role: 'status' }, said));
  } else if (fairdeal.proof) {
    show(byId('proof'));
    await fairdeal.proof.show(byId('proof'), text, { number });
  }
}

/** What goes wrong is said; a network that comes back makes it go away. */
function showTrouble(error) {
  const trouble = byId('trouble');
  trouble.hidden = error === null;
  if (error === null) return;
  const again = page.view === null ? '' : ' What you see is as it was; the page keeps asking, more and more slowly.';
  trouble.textContent = `${error.message}${again}`;
}

function showMissing() {
  byId('standing').textContent = `There is no deal ${number}: its number is not committed yet.`;
  const why = 'Numbers are committed to the public log a little ahead of those who open deals. ';
  show(byId('about'), element('p', {}, why, element('a', { href: '/' }, 'Find another deal.')));
  show(byId('proof'));
}

async function run() {
  clearTimeout(page.timer);
  if (page.isAsking) return;
  page.isAsking = true;
  let wait;
  try {
    wait = await look();
    page.failures = 0;
    showTrouble(null);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) {
      showMissing();
      wait = null;
    } else {
      page.failures += 1;
      showTrouble(error);
      wait = Math.min(SLOWEST, 1000 * 2 ** page.failures);
    }
  } finally {
    page.isAsking = false;
  }
  page.wait = wait;
  if (wait !== null && !document.hidden) page.timer = setTimeout(run, wait);
}

function begin() {
  document.title = document.title.replace('A deal', `Deal ${number}`);
  byId('title').textContent = `Deal ${number}`;
  const neighbours = [number > 1 && ['prev', number - 1, '← '], ['next', number + 1, ' →']];
  show(byId('neighbours'), neighbours.filter(Boolean).map(([rel, other, arrow]) =>
    element('a', { href: `/deals/${other}`, rel }, rel === 'prev' ? arrow : '', `Deal ${other}`, rel === 'next' ? arrow : '')));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(page.timer);
    else if (page.wait !== null) run();
  });
  run();
}

begin();
})();
