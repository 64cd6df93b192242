/* The named checks of a proof, each with its result as soon as it is computed, and what they come to. */
(function () {
'use strict';

const { element, show } = fairdeal.dom;

const WAITING = 'not computed yet';

/** How a result looks; the word beside it says the same. */
const SIGNS = { pass: '✓', fail: '✗', 'not applicable': '–', 'not proved': '?', unjudged: '?', [WAITING]: '·' };

/** What each asks. */
const QUESTIONS = {
  'commit-logged': 'Was the commitment published in the log of commits, at this deal’s number?',
  'commitment-opens': 'Is the seed that was revealed at the end the one that was committed?',
  terms: 'Did the service sign the rules, the hand number and the contributors, and are they those of this bundle?',
  contributions: 'Is each seat’s nonce the one that it contributed, and does it match its seal?',
  table: 'Did the service sign everything that went into the shuffle, and does the outcome name that statement?',
  deal: 'Does the same shuffle, repeated on this machine, give the same deck and hands?',
  play: 'Did every move follow the rules, and are the points right?',
  signatures: 'Did each seat that has a key sign each of its moves?',
  'outcome-logged': 'Is the outcome in the public log of outcomes, where it cannot be changed?',
  unique: 'Did the deal end only once? One bundle cannot show that: "fairdeal audit" reads both logs.',
};

/** The checks' list; `node` is what to put into a page. */
class ChecksView {
  constructor() {
    this.rows = new Map();
    this.headline = element('p', { class: 'notice headline', role: 'status' }, 'Checking …');
    this.exit = element('p', { class: 'quiet exit-code' });
    this.reservations = element('div', { class: 'reservations' });
    const list = element('ol', { class: 'checks', role: 'list', 'aria-label': 'Checks' });
    for (const name of fairdeal.checkNames) {
      const row = element('li', { 'data-check': name });
      this.rows.set(name, row);
      list.append(row);
      fillRow(row, { name, result: WAITING, detail: '' });
    }
    this.node = element('div', { class: 'checks-view' }, this.headline, this.exit, list, this.reservations);
  }

  /** A check has its result: `{name, result, detail}`. */
  add(check) {
    const row = this.rows.get(check.name);
    if (row) fillRow(row, check);
  }

  /** All is computed: the report of `fairdeal.verify`. Only its headline is read aloud. */
  finish(report) {
    for (const check of report.checks) this.add(check);
    const { text, tone } = headlineOf(report);
    this.headline.className = `notice headline ${tone}`;
    show(this.headline, text);
    show(this.exit, 'As a command, this check ends with exit code ', element('code', {}, String(report.exit_code)), '.');
    show(this.reservations, report.reservations.length ? reservationsOf(report.reservations) : null);
  }
}

function fillRow(row, { name, result, detail }) {
  row.dataset.result = result;
  show(
    row,
    element('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[result] || '!'),
    element(
      'div',
      {},
      element('p', { class: 'what' }, element('strong', {}, name), ' ', element('span', { class: 'result' }, result)),
      element('p', { class: 'quiet' }, QUESTIONS[name]),
      detail ? element('p', { class: 'detail' }, detail) : null,
    ),
  );
}

/** One sentence on the whole, and its tone: good, bad, or neither (''). */
function headlineOf(report) {
  const named = (result) => report.checks.filter((check) => check.result === result).map(({ name }) => name);
  if (report.error && report.checks.length > 0) return { text: `Nothing was checked: ${report.error}.`, tone: 'bad' };
  if (report.error) return { text: `The input could not be read: ${report.error}.`, tone: 'bad' };
  const failed = named('fail');
  if (failed.length > 0) return { text: `A check failed: ${failed.join(', ')}.`, tone: 'bad' };
  const unjudged = named('unjudged');
  if (unjudged.length > 0) {
    return { text: `Not judged: ${unjudged.join(', ')}. The deal uses a game or an option that this page does not know.`, tone: '' };
  }
  const open = named('not proved');
  const doubt = open.length > 0 ? ` Not proved: ${open.join(', ')}.` : '';
  // No single bundle proves `unique`: where only that is open, a bundle has proved all that it can.
  return { text: `No check failed.${doubt}`, tone: open.every((name) => name === 'unique') ? 'good' : '' };
}

function reservationsOf(reservations) {
  return [
    element('h3', {}, 'What else to know'),
    element('p', { class: 'quiet' }, 'No check fails for these; how much they matter is for you to say.'),
    element(
      'dl',
      {},
      reservations.map(({ name, detail }) => [element('dt', {}, name), element('dd', {}, detail)]),
    ),
  ];
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { checks: { ChecksView } });
})();
