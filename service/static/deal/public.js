/* What of a running deal's proof is public already: whoever keeps it can convict a service that tells another story later. */
(function () {
'use strict';

const { element, show, copyButton } = fairdeal.dom;

const PARTS = [
  {
    name: 'The commitment’s place in the log',
    text: (view) => view.log.proof,
    about: 'The commitment stands in the public log since before this deal was opened.',
  },
  {
    name: 'The terms, signed',
    text: (view) => view.open && view.open.note,
    about: 'The open statement: ruleset, hand and contributors, fixed before anyone sealed or contributed.',
  },
  {
    name: 'The seals, signed',
    text: (view) => view.seals && view.seals.note,
    about: 'The seals statement: each contribution was fixed before any was shown.',
  },
  {
    name: 'The table, signed',
    text: (view) => view.table && view.table.note,
    about: 'The table statement: all contributions. Together with the secret seed they fix the deal.',
  },
];

const KEEP = `The proof is checked here when the deal has ended. What is signed already is shown below: keep it, and the service
 cannot take it back.`;

function partView({ name, about }, text) {
  return element(
    'details',
    { 'data-part': name },
    element('summary', {}, name),
    element('p', { class: 'quiet' }, about),
    element('div', { class: 'row' }, copyButton(text, name.toLowerCase())),
    element('pre', { class: 'text scroll', tabindex: 0, role: 'region', 'aria-label': name }, text),
  );
}

/** Show in a container what a public view has of the proof. Again with a later view: what is open stays open. */
function showPublic(container, view) {
  const there = PARTS.map((part) => [part, part.text(view)]).filter(([, text]) => text);
  const names = there.map(([{ name }]) => name).join();
  if (container.dataset.parts === names) return;
  const open = new Set([...container.querySelectorAll('details[open]')].map((node) => node.dataset.part));
  const views = there.map(([part, text]) => partView(part, text));
  for (const node of views) node.open = open.has(node.dataset.part);
  container.dataset.parts = names;
  show(
    container,
    element('h2', {}, 'Public so far'),
    element('p', {}, KEEP),
    views,
  );
}

Object.assign(fairdeal, { showPublic });
})();
