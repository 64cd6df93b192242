/* The keys by which this browser knows a service: trust on first use. They are asked of nobody and sent to nobody. */
(function () {
'use strict';

const KEYS = 'fairdeal.keys';
const HOME = 'fairdeal.home';
const ROLES = ['statements', 'commits', 'outcomes'];

/** What the storage holds under a name; null also where there is no storage (a page from a disk, a private window). */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Origin -> {vkeys: the three keys, since: Unix seconds}. */
function all() {
  const kept = read(KEYS);
  return kept !== null && typeof kept === 'object' && !Array.isArray(kept) ? kept : {};
}

/** The keys remembered for an origin, `{vkeys, since}`, or null. */
function of(origin) {
  const found = Object.entries(all()).find(([name]) => name === origin);
  const vkeys = found && found[1] ? found[1].vkeys : null;
  return Array.isArray(vkeys) && vkeys.length === ROLES.length ? found[1] : null;
}

/** Names of the origins whose keys are remembered. */
function origins() {
  return Object.keys(all()).filter(of);
}

/** The origin of the service whose pages these are, once its keys are remembered, or null. */
function home() {
  const origin = read(HOME);
  return typeof origin === 'string' && of(origin) ? origin : null;
}

/** Keep a bundle's keys for its origin; `atHome` says that the bundle came from the service itself. False where nothing is kept. */
function remember(origin, vkeys, atHome) {
  try {
    const kept = { ...all(), [origin]: { vkeys, since: Math.floor(Date.now() / 1000) } };
    localStorage.setItem(KEYS, JSON.stringify(kept));
    if (atHome) localStorage.setItem(HOME, JSON.stringify(origin));
    return true;
  } catch {
    return false;
  }
}

/** Know this origin's keys no more. */
function forget(origin) {
  const { [origin]: gone, ...kept } = all();
  if (gone) localStorage.setItem(KEYS, JSON.stringify(kept));
}

/** Can anything be remembered here? */
function works() {
  try {
    return typeof localStorage.getItem(KEYS) !== 'undefined';
  } catch {
    return false;
  }
}

/** A bundle's own three keys in the order of their roles, or null if it does not have them. */
function keysIn(bundle) {
  const own = bundle && typeof bundle.vkeys === 'object' && bundle.vkeys;
  const keys = own ? ROLES.map((role) => own[role]) : [];
  return keys.length > 0 && keys.every((key) => typeof key === 'string') ? keys : null;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, {
  remembered: { of, origins, home, remember, forget, works, keysIn },
});
})();
