/* What a proof is made of: each part of a bundle as a text to read and to copy, for checking it with other tools. */
(function () {
'use strict';

const { element, copyButton } = fairdeal.dom;

const MOST_ROWS = 14;

/** A path in the bundle, its value or undefined: a bundle may be anything. */
function at(bundle, ...path) {
  return path.reduce((value, key) => (value === null || value === undefined ? undefined : value[key]), bundle);
}

/** The seed's line in the outcome. */
function seedOf(bundle) {
  const found = /^seed (\S+)$/m.exec(String(at(bundle, 'outcome', 'statement')));
  return found ? found[1] : undefined;
}

/** The keys one a line, as the form of /verify takes them. */
function keysOf(bundle) {
  const keys = fairdeal.remembered.keysIn(bundle);
  return keys ? `${keys.join('\n')}\n` : at(bundle, 'vkeys');
}

function cardsOf(value) {
  return Array.isArray(value) ? value.join(' ') : value;
}

function nonceOf(entry) {
  return [`Nonce of seat ${at(entry, 'seat')}`, 'What this seat added to the shuffle.', at(entry, 'nonce')];
}

/** One input a list entry. */
function listed(value, each) {
  return Array.isArray(value) ? value.map(each) : [];
}

/** The inputs of a bundle in the order in which they came to be: [{title, about, value}]; no value where it has none. */
function inputsOf(bundle) {
  const contributions = at(bundle, 'contributions');
  const hands = at(bundle, 'hands');
  return [
    ['Keys of the service', 'The keys that the bundle names; compare them with the ones you know.', keysOf(bundle)],
    ['Commit statement', 'The commitment to the server seed: its hash.', at(bundle, 'commit', 'statement')],
    ['Proof of the commit', 'Shows the commitment in the commits log (C2SP tlog-proof).', at(bundle, 'commit', 'proof')],
    ['Ruleset', 'The rules; the open statement has the hash of their canonical JSON.', at(bundle, 'ruleset')],
    ['Open statement', 'The terms of the deal.', at(bundle, 'open', 'statement')],
    ['Note of the open statement', 'The same, signed (C2SP signed note).', at(bundle, 'open', 'note')],
    ['Seals statement', 'A hash of each nonce, published before any nonce was shown.', at(bundle, 'seals', 'statement')],
    ['Note of the seals statement', 'The same, signed.', at(bundle, 'seals', 'note')],
    ...listed(contributions, nonceOf),
    ['Table statement', 'Everything that goes into the shuffle besides the seed, and the keys of the seats.', at(bundle, 'table', 'statement')],
    ['Note of the table statement', 'The same, signed.', at(bundle, 'table', 'note')],
    ['Server seed', 'Secret until the end; with the table statement it gives the deck.', seedOf(bundle)],
    ['Deck', 'As shuffled; the first card goes to seat 0, the next to seat 1, and so on.', cardsOf(at(bundle, 'deck'))],
    ...listed(hands, (hand, seat) => [`Hand of seat ${seat}`, 'As dealt, before the pass.', cardsOf(hand)]),
    ['Record', 'Every move, and the points.', at(bundle, 'record')],
    ['Signed moves', 'Each move of a seat with a key, and its signature.', at(bundle, 'signed')],
    ['Outcome statement', 'How the deal ended: the seed, and the hashes of table and record.', at(bundle, 'outcome', 'statement')],
    ['Proof of the outcome', 'Shows the outcome in the outcomes log.', at(bundle, 'outcome', 'proof')],
  ].map(([title, about, value]) => ({ title, about, value }));
}

/** Nodes that show a bundle's inputs, each folded up, and name those that it lacks. */
function view(bundle) {
  const inputs = inputsOf(bundle);
  const there = inputs.filter(({ value }) => value !== undefined && value !== null);
  const lacking = inputs.filter((input) => !there.includes(input)).map(({ title }) => title.toLowerCase());
  return element(
    'div',
    { class: 'inputs' },
    there.map(folded),
    lacking.length ? element('p', { class: 'quiet' }, `Not in this bundle: ${lacking.join(', ')}.`) : null,
  );
}

function folded({ title, about, value }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return element(
    'details',
    { class: 'input' },
    element('summary', {}, title),
    element('p', { class: 'quiet' }, about),
    copyable(text, title),
  );
}

/** A text that can be read to its end, selected and copied; `title` is its name. */
function copyable(text, title) {
  const field = element('textarea', {
    readonly: true, rows: Math.min(MOST_ROWS, rowsOf(text)), 'aria-label': title, spellcheck: 'false', autocomplete: 'off',
  });
  // Set as its value, a text keeps a newline at its beginning.
  field.value = text;
  return element('div', { class: 'copyable' }, field, copyButton(text, title.toLowerCase()));
}

/** About how many lines it takes in a narrow column. */
function rowsOf(text) {
  return text.trimEnd().split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 60)), 0);
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { inputs: { view, copyable } });
})();
