/* `/fairness`: how often each card went to each seat, and how surprising that would be if the shuffle were fair. */
(function () {
'use strict';

const { element, byId, show } = fairdeal.dom;
const { chart, legend, table, inWords } = fairdeal.countsChart;

const EVERY_MS = 30_000;
/** Chances below it are called rare: of counts so uneven, and of counts so even. */
const RARE = 0.001;
/** The usual rule for the approximation by chi-square: so many expected in each cell. */
const ENOUGH = 5;

const counts = new fairdeal.Counts();
let chosen = null;
let lookedAt = 0;

/** A chance as people say it, in percent. */
function percent(chance) {
  if (chance < 0.0001) return 'fewer than 0.01%';
  if (chance > 0.9999) return 'more than 99.99%';
  const digits = chance < 0.001 || chance > 0.999 ? 2 : chance < 0.1 || chance > 0.9 ? 1 : 0;
  return `${(chance * 100).toFixed(digits)}%`;
}

/** The cell that is farthest from even, and `chance`: in which share of fair collections some cell is as rare, at most. */
function farthest(deck) {
  let found = { residual: 0 };
  for (const [card, row] of deck.residuals) {
    row.forEach((residual, seat) => {
      if (Math.abs(residual) > Math.abs(found.residual)) found = { card, seat, residual };
    });
  }
  if (!found.card) return { chance: 1 };
  const count = deck.cards.get(found.card)[found.seat];
  const cells = deck.cards.size * deck.players;
  return { ...found, cells, chance: fairdeal.binomial.amongMany(count, deck.deals, deck.players, cells) };
}

/** What the counts of a deck say: a class of notice, and sentences. */
function verdict(deck, far) {
  const says = `If the shuffle is fair, counts at least this uneven come up in ${percent(deck.upper)} of such collections.`;
  if (deck.upper < RARE) return ['bad', `${says} That is rare: chance alone hardly explains these counts.`];
  if (far.chance < RARE) return ['bad', `${says} But one count alone is farther off than chance puts any.`];
  if (deck.deals < ENOUGH * deck.players) return ['', `${says} With so few deals this says little yet.`];
  if (deck.upper > 1 - RARE) return ['', `${says} Chance hardly ever makes them as even as this.`];
  return ['good', `${says} That is well within what chance does.`];
}

function figure(name, value, about) {
  return element('div', {}, element('dt', {}, name), element('dd', {}, value), about && element('dd', { class: 'about' }, about));
}

function figures(deck, { card, seat, residual, cells, chance }) {
  const often = chance < 0.1 ? `in ${percent(chance)} of fair collections or less often` : 'often enough in fair collections';
  return [
    figure('Deals counted', deck.deals.toLocaleString('en'), `each card is expected ${(deck.deals / deck.players).toFixed(1)} times a seat`),
    figure('Chi-square', deck.statistic.toFixed(1), `${deck.freedom} are expected, as many as the degrees of freedom`),
    card && figure(
      'Farthest from even',
      `${fairdeal.cards.textOf(card)} to seat ${seat}`,
      `${inWords(residual)}; one of ${cells} counts is so ${often}`,
    ),
  ].filter(Boolean);
}

/** Let a node say a text; what it says already is not said again. */
function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function showDecks() {
  const decks = counts.decks();
  byId('empty').hidden = decks.length > 0;
  byId('counts').hidden = decks.length === 0;
  if (!decks.length) return;
  const deck = decks.find(({ key }) => key === chosen) || decks[0];
  const far = farthest(deck);
  const [kind, text] = verdict(deck, far);
  byId('kind').hidden = decks.length === 1;
  show(byId('deck'), decks.map(({ key, name, deals }) => element(
    'option',
    { value: key, selected: key === deck.key },
    `${name}: ${deals.toLocaleString('en')} ${deals === 1 ? 'deal' : 'deals'}`,
  )));
  byId('verdict').className = `notice ${kind}`;
  say(byId('verdict'), text);
  byId('chart-title').textContent = `Cards by seat: ${deck.name}`;
  show(byId('figures'), figures(deck, far));
  show(byId('chart'), chart(deck));
  show(byId('table'), table(deck));
}

async function look() {
  lookedAt = Date.now();
  byId('fault').hidden = true;
  try {
    await counts.update((done, all) => {
      if (all > 1) say(byId('looked'), `Block ${done} of ${all} has come.`);
    });
    showDecks();
    say(byId('looked'), `Looked at ${new Date().toLocaleTimeString()}, and again every 30 seconds.`);
  } catch (error) {
    byId('fault').hidden = false;
    say(byId('fault'), error.message);
  }
}

/** Looks when it is time, and somebody is there to see it. */
let looking = false;
async function lookInTime() {
  if (looking || document.hidden || Date.now() - lookedAt < EVERY_MS) return;
  looking = true;
  await look();
  looking = false;
  setTimeout(lookInTime, EVERY_MS);
}

byId('deck').addEventListener('change', (event) => {
  chosen = event.target.value;
  showDecks();
});
document.addEventListener('visibilitychange', lookInTime);
show(byId('legend'), legend());
lookInTime();
})();
