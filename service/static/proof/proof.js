/* A proof: held against the keys that the reader knows, checked here, its parts laid open, and how to check it elsewhere. */
(function () {
'use strict';

const { element, show: fill } = fairdeal.dom;
const { remembered } = fairdeal;

/** Bundle, and whether it came from the service itself -> what to hold it against, and where that is from. */
function pinsFor(bundle, options) {
  const given = options.vkeys ? Object.values(options.vkeys) : [];
  const { number, policy } = options;
  if (given.length > 0) return { source: 'given', pins: { origin: options.origin, number, policy, vkeys: given } };
  // A service whose keys are known cannot escape them by taking another name.
  const home = options.anyOrigin ? null : remembered.home();
  const origin = options.origin || home || (bundle && typeof bundle.origin === 'string' ? bundle.origin : undefined);
  const known = origin === undefined ? null : remembered.of(origin);
  if (known) return { source: 'remembered', since: known.since, pins: { origin, number, policy, vkeys: known.vkeys } };
  return { source: 'none', pins: { origin: options.origin, number, policy } };
}

/** The members of a bundle (string or bytes), or null: whether it can be read the verifier says. */
function membersOf(text) {
  try {
    return fairdeal.readJson(typeof text === 'string' ? text : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text));
  } catch {
    return null;
  }
}

async function verified(text, pins, tell) {
  try {
    return await fairdeal.verify(text, { ...pins, tell });
  } catch (error) {
    const nothing = { checks: [], reservations: [], origin: null, number: null, exit_code: 2 };
    return { ...nothing, error: `the verifier failed (${error.message})` };
  }
}

/**
 * Verify a bundle before the reader's eyes.
 *
 * @param {Element} container gets all that is shown; what it held is gone
 * @param {string|Uint8Array} text the bundle as it came
 * @param {{number?: number, origin?: string, vkeys?: string[]|object, policy?: string, anyOrigin?: boolean}} options
 *        what the reader pins; without `vkeys`, the keys that this browser remembers are taken. `anyOrigin` says that the
 *        bundle need not be of the service whose page this is.
 * @returns {Promise<object>} the report of `fairdeal.verify`, when all is shown
 */
async function show(container, text, options = {}) {
  const bundle = membersOf(text);
  const trust = pinsFor(bundle, options);
  const view = new fairdeal.checks.ChecksView();
  const keys = element('div', { class: 'trust' });
  const rest = element('div', {});
  fill(container, element('h2', { tabindex: '-1' }, 'The proof'), view.node, keys, rest);
  const report = await verified(text, trust.pins, (check) => view.add(check));
  view.finish(report);
  if (report.error) return report;
  const again = () => show(container, text, options);
  fill(keys, fairdeal.trust.told(trust, bundle, report, !options.anyOrigin, again));
  fill(
    rest,
    element('h3', {}, 'What was checked'),
    fairdeal.inputs.view(bundle),
    element('h3', {}, 'Check it elsewhere'),
    fairdeal.elsewhere(text, report, trust.pins),
  );
  return report;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { proof: { show } });
})();
