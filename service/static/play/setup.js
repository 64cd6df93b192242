/* What is to be played: a ruleset, how many seats, which hand, and who adds randomness. */
(function () {
'use strict';

const { element, show } = fairdeal.dom;
const { passWay } = fairdeal.hearts;

function select(id, label, change) {
  const field = element('select', { id, change });
  return { field, node: element('div', {}, element('label', { for: id }, label), field) };
}

function fill(field, pairs) {
  const chosen = field.value;
  show(field, pairs.map(([value, text]) => element('option', { value, selected: String(value) === chosen }, text)));
}

/** A form over the presets (`GET /v1/rulesets`) that calls `deal({ruleset, hand, everySeat})`. */
function setupForm(presets, deal) {
  const about = element('p', { class: 'quiet', 'aria-live': 'polite' });
  const preset = select('preset', 'Ruleset', () => update());
  const players = select('players', 'Players', () => update());
  const hand = select('hand', 'Hand', () => {});
  const randomness = select('randomness', 'Randomness', () => {});
  fill(preset.field, presets.map(({ name, title }) => [name, title]));
  fill(randomness.field, [['mine', 'Mine alone'], ['all', 'Every seat’s, sealed']]);

  const chosen = () => presets.find(({ name }) => name === preset.field.value);
  const resolved = () => chosen().rulesets.find((one) => String(one.players) === players.field.value);

  function update() {
    fill(players.field, chosen().rulesets.map((one) => [one.players, `${one.players}: you and ${one.players - 1} simple bots`]));
    if (!players.field.value) players.field.selectedIndex = 0;
    const { ruleset, differences } = resolved();
    const passed = (offset) => (offset === 0 ? 'nothing is passed' : `pass ${passWay(offset, ruleset.players)}`);
    const labels = ruleset.pass_cycle.map((offset, i) => `${i + 1}: ${passed(offset)}${i === 0 ? ', a new score sheet' : ''}`);
    fill(hand.field, labels.map((label, i) => [i + 1, label]));
    if (!hand.field.value) hand.field.selectedIndex = 0;
    about.textContent = [chosen().summary, ...differences].join(' ');
  }

  const form = element(
    'form',
    { class: 'sheet setup' },
    element('div', { class: 'row choices' }, preset.node, players.node, hand.node, randomness.node),
    about,
    element('button', {}, 'Deal'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    deal({ ruleset: resolved().ruleset, hand: Number(hand.field.value), everySeat: randomness.field.value === 'all' });
  });
  const standard = presets.find(({ rulesets }) => rulesets.some((one) => one.players === 4));
  preset.field.value = standard.name;
  update();
  players.field.value = '4';
  update();
  return form;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { setup: { setupForm } });
})();
