/* From a bundle to a report: what is pinned, all checks, and the reservations beside them (protocol, section 8). */

import { Bundle, KEY_SUFFIXES, readBundle } from './bundle.js';
import { CHECK_NAMES, FAIL, NOT_PROVED, UNJUDGED, check } from './checks.js';
import { Invalid, Unreadable, ensure, quote, readable } from './errors.js';
import { isInteger, isObject } from './json.js';
import { readVkey } from './notes.js';
import { readPolicy } from './policy.js';
import { PROTOCOL, isOrigin } from './statements.js';

const ROLES = Object.keys(KEY_SUFFIXES);

/** What the caller pins, read: {origin, number, vkeys by role, policy}, each null if it is not pinned. */
export async function readPins({ origin = null, number = null, vkeys = null, policy = null } = {}) {
  ensure(origin === null || isOrigin(origin), `the pinned origin is ${quote(origin)}: expected 1 to 100 characters of [a-z0-9.-]`);
  const isNumber = number === null || isInteger(number, 1, Number.MAX_SAFE_INTEGER);
  ensure(isNumber, `the pinned number is ${quote(number)}: expected an integer from 1 to 2^53-1`);
  return {
    origin,
    number,
    vkeys: await readPinnedKeys(Object.values(vkeys || []), origin),
    policy: policy === null ? null : await readPolicy(policy),
  };
}

async function readPinnedKeys(texts, origin) {
  if (texts.length === 0) return null;
  const keys = {};
  let owner = origin;
  for (const text of texts) {
    const vkey = await readVkey(text, 'a pinned key');
    const [name] = vkey.name.split('/', 1);
    const role = ROLES.find((each) => vkey.name === `${name}${KEY_SUFFIXES[each]}`);
    ensure(isOrigin(name) && role, `the pinned key named ${quote(vkey.name)} is of no log or service`);
    ensure(owner === null || owner === name, `the pinned key named ${quote(vkey.name)} is not of the origin ${quote(owner)}`);
    ensure(!keys[role] || keys[role].text === text, `two different keys named ${quote(vkey.name)} are pinned`);
    owner = name;
    keys[role] = vkey;
  }
  const missing = ROLES.filter((role) => !keys[role]);
  ensure(missing.length === 0, `keys are pinned, but none for ${missing.join(', ')}: pin all three or none`);
  return keys;
}

/** What a reader should know although no check fails for it. Three groups: what cannot be read ends its own group only. */
async function reservationsOf(bundle) {
  const found = [];
  const add = (name, detail) => found.push({ name, detail });
  const { raw, pins } = bundle;
  const isAsked = pins.policy !== null && pins.policy.quorum !== null;
  // A checkpoint that is there and lacks the quorum has failed its check; where there is none, nobody has vouched.
  const isShown = ['commit', 'outcome'].every((name) => isObject(raw[name]) && (raw[name].proof ?? null) !== null);
  if (!isAsked || !isShown) add('no-witness', 'no quorum of witnesses was asked for and shown: the service may show others another log');
  const parts = ['outcome', 'open', 'table', 'record', 'ruleset', 'replayed'];
  const [outcome, open, table, record, ruleset, replayed] = await Promise.all(parts.map((name) => readable(bundle[name]())));
  const isReadable = ruleset !== null || (await bundle.isUnknown());
  const seats = Array.from({ length: ruleset ? ruleset.players : 0 }, (_, seat) => seat);
  if (outcome && outcome.open !== null && open && isReadable) {
    const { contributors } = open;
    if (contributors.length === 1) add('single-contributor', `only seat ${contributors[0]} added randomness: it may be the operator's friend`);
    const silent = seats.filter((seat) => !contributors.includes(seat));
    if (silent.length > 0) add('silent-seats', `seats that added no randomness: ${silent.join(' ')}`);
    if (contributors.length > 1 && !open.sealed) add('unsealed', "several seats contributed without seals: the last could see the others' nonces");
    if (open.opener === 'sighted') add('sighted-opener', "the opener holds every seat's token");
  }
  if (outcome && outcome.table !== null && table && isReadable) {
    const keyed = new Set(table.keys.map(([seat]) => seat));
    const keyless = seats.filter((seat) => !keyed.has(seat));
    if (keyless.length > 0) add('keyless-seats', `seats whose moves the service alone attests: ${keyless.join(' ')}`);
    if (replayed) found.push(...ruleset.game.reservations(ruleset, replayed, keyed));
    if (replayed && record.by === 'opener') add('by-opener', 'the opener submitted the whole hand');
  }
  if (outcome && outcome.kind === 'void') {
    const waiting = outcome.seats.length > 0 ? `; the service was waiting for ${outcome.seats.join(' ')}` : '';
    add('void-reason', `${outcome.reason}${waiting}`);
  }
  return found;
}

/** All checks of a bundle's text beside what is pinned; `tell` gets each as soon as it has a result. */
export async function judge(input, pins, tell = () => {}) {
  const bundle = new Bundle(readBundle(input), pins);
  const checks = [];
  for (const name of CHECK_NAMES) {
    const result = await check(bundle, name);
    checks.push(result);
    tell(result);
  }
  const has = (result) => checks.some((each) => each.result === result);
  const subject = await readable(bundle.subject());
  return {
    protocol: PROTOCOL,
    origin: subject ? subject.origin : pins.origin,
    number: subject ? subject.number : pins.number,
    checks,
    reservations: await reservationsOf(bundle),
    exit_code: (has(FAIL) && 1) || (has(UNJUDGED) && 2) || 0,
  };
}

function unreadable(error, checks = []) {
  return { protocol: PROTOCOL, origin: null, number: null, checks, reservations: [], exit_code: 2, error };
}

/** The report of a verifier that does not trust itself: nothing passes. */
export function untrusted(error) {
  return unreadable(error, CHECK_NAMES.map((name) => ({ name, result: NOT_PROVED, detail: error })));
}

/** The report on a bundle's text; what cannot be read, pins included, is its `error`. */
export async function reportOn(input, options) {
  try {
    return await judge(input, await readPins(options), options.tell);
  } catch (error) {
    if (error instanceof Invalid || error instanceof Unreadable) return unreadable(error.message);
    throw error;
  }
}
