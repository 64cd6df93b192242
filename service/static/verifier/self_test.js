/* The verifier's test of itself, before its first answer: a known bundle must verify, and spoiled ones must not. */

import { subtle } from './bytes.js';
import { Bundle, readBundle } from './bundle.js';
import { CHECK_NAMES, FAIL, NOT_PROVED, PASS, check } from './checks.js';
import { KNOWN } from './known_bundle.js';
import { judge, readPins } from './report.js';

/** Each spoils one part of the known bundle, and names a check that must then fail. */
const SPOILED = [
  ['commit-logged', (b) => { b.number += 1; }],
  ['commit-logged', (b) => { b.origin = 'other.invalid'; }],
  ['commit-logged', (b) => { b.commit.proof = b.commit.proof.replace(/^index [0-9]+$/m, 'index 0'); }],
  ['commit-logged', (b) => { b.commit.proof = changedSignature(b.commit.proof); }],
  ['commitment-opens', (b) => { b.outcome.statement = b.outcome.statement.replace(/^seed ./m, 'seed f'); }],
  ['terms', (b) => { b.ruleset.target = 99; }],
  ['terms', (b) => { b.hand += 1; }],
  ['terms', (b) => { b.open.note = changedSignature(b.open.note); }],
  ['contributions', (b) => { b.contributions[0].nonce = 'f'.repeat(64); }],
  ['table', (b) => { b.table.statement = b.table.statement.replace(/^key 0 ./m, 'key 0 f'); }],
  ['table', (b) => { b.table.note = changedSignature(b.table.note); }],
  ['deal', (b) => { b.deck.push(b.deck.shift()); }],
  ['deal', (b) => { b.hands.reverse(); }],
  ['play', (b) => { b.points[0] += 1; }],
  ['play', (b) => { b.record = b.record.replace(/^points [0-9]+/m, 'points 77'); }],
  ['play', (b) => { b.record = b.record.replace('by seats', 'by opener'); }],
  ['signatures', (b) => { b.signed.pop(); }],
  ['signatures', (b) => { b.signed[0].signature = b.signed[1].signature; }],
  ['outcome-logged', (b) => { b.outcome.index += 1; }],
];

function changedSignature(note) {
  const place = note.length - 40;
  return note.slice(0, place) + (note[place] === 'A' ? 'B' : 'A') + note.slice(place + 1);
}

async function findFault() {
  const pins = await readPins({ vkeys: KNOWN.bundle.vkeys, policy: KNOWN.policy });
  const { checks } = await judge(JSON.stringify(KNOWN.bundle), pins);
  for (const { name, result, detail } of checks) {
    const expected = name === 'unique' ? NOT_PROVED : PASS;
    if (result !== expected) return `${name} of the known bundle is "${result}", not "${expected}" (${detail})`;
  }
  if (checks.map(({ name }) => name).join() !== CHECK_NAMES.join()) return 'not every check has a result';
  for (const [name, spoil] of SPOILED) {
    const copy = JSON.parse(JSON.stringify(KNOWN.bundle));
    spoil(copy);
    const { result } = await check(new Bundle(readBundle(JSON.stringify(copy)), pins), name);
    if (result !== FAIL) return `a spoiled bundle did not fail ${name}`;
  }
  return null;
}

async function runSelfTest() {
  if (!subtle()) {
    const why = 'this page has no WebCrypto (browsers withhold it over plain http from another machine): nothing can be checked';
    return { ok: false, detail: why };
  }
  const fault = await findFault().catch((error) => error.message);
  if (fault !== null) return { ok: false, detail: `the self-test failed: ${fault}; nothing can be checked` };
  return { ok: true, detail: `self-test passed: a known bundle verifies, and ${SPOILED.length} spoiled ones do not` };
}

let running = null;

/** The self-test's {ok, detail}; it runs once. */
export function selfTest() {
  running = running ?? runSelfTest();
  return running;
}
