/* `/play`: a hand as one seat against simple ones, through the public API alone, and its proof at the end. */
(function () {
'use strict';

const { element, byId, show } = fairdeal.dom;
const { get } = fairdeal.api;
const { opening, scoreSheet, PlayHand } = fairdeal;
const { Stopped } = fairdeal.notices;

const OWN = 0;

const place = byId('play');
const names = ['setup', 'notice', 'table', 'checked', 'result', 'proof', 'sheet'];
const parts = Object.fromEntries(names.map((name) => [name, element('div', { id: `play-${name}` })]));
show(
  place,
  parts.setup,
  element(
    'div',
    { class: 'beside' },
    element('div', {}, parts.notice, parts.result, parts.table),
    element('div', {}, parts.checked, parts.sheet),
  ),
  parts.proof,
);

const attempt = (run) => fairdeal.notices.attempt(parts.notice, run);
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
PlayHand.isQuick = isCalm || new URLSearchParams(location.search).has('quick');

// The tokens are in this page's memory alone: whoever leaves it in the middle of a hand cannot come back to it.
let isRunning = false;
addEventListener('beforeunload', (event) => { if (isRunning) event.preventDefault(); });

/** Play hands until the player leaves: `plan` is what the form says. */
async function playOn(trust, plan) {
  const names = Array.from({ length: plan.ruleset.players }, (_, seat) => (seat === OWN ? 'You' : `Seat ${seat}`));
  show(parts.sheet);
  const key = opening.newKey();
  // A later hand has no score sheet: the hands before it are unknown.
  const sheet = plan.hand === 1 ? await attempt(() => opening.beginSheet(plan.ruleset, names, key)) : null;
  for (let { hand } = plan; ; hand += 1) {
    const played = new PlayHand({ parts, attempt }, trust, { ...plan, hand, sheet, names });
    isRunning = true;
    await played.play();
    isRunning = false;
    const scores = sheet && (await attempt(() => opening.readSheet(sheet)));
    if (scores) show(parts.sheet, scoreSheet(scores));
    const next = scores && scores.over ? null : element('button', { type: 'button' }, 'Next hand');
    const anew = element('button', { type: 'button', class: 'plain' }, 'Another game');
    const chosen = new Promise((resolve) => {
      if (next) next.addEventListener('click', () => resolve(true));
      anew.addEventListener('click', () => resolve(false));
    });
    parts.result.firstChild.append(element('p', { class: 'row' }, next, anew));
    (next || anew).focus();
    await played.prove();
    if (!(await chosen)) return;
  }
}

async function begin() {
  // Said before a deal is opened: it could not be played.
  const lack = await fairdeal.client.lacking();
  if (lack !== null) {
    show(parts.notice, element('p', { class: 'notice bad', role: 'alert' }, lack));
    return;
  }
  const { trust, presets } = await attempt(async () => ({
    trust: await fairdeal.client.trust(),
    presets: (await get('/v1/rulesets')).items,
  }));
  for (;;) {
    const plan = await new Promise((resolve) => { show(parts.setup, fairdeal.setup.setupForm(presets, resolve)); });
    show(parts.setup);
    byId('intro').hidden = true;
    await playOn(trust, plan);
    byId('intro').hidden = false;
    for (const part of Object.values(parts)) show(part);
  }
}

begin().catch((error) => {
  isRunning = false;
  if (!(error instanceof Stopped)) throw error;
});
})();
