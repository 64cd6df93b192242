/* The checks (protocol, section 8; docs/verification.md). */

import { fromHex, hexOf, sha256, utf8 } from './bytes.js';
import { KEY_SUFFIXES, MEMBERS, readContributions } from './bundle.js';
import { isGoodKey, isSignature } from './ed25519.js';
import { UnknownTerm, Invalid, ensure, quote, refuse } from './errors.js';
import { canonicalJson, hasExactly, isInteger } from './json.js';
import { PROTOCOL, moveText, recordText } from './statements.js';
import { canonicalRuleset } from '../games/games.js';

export const PASS = 'pass';
export const FAIL = 'fail';
export const NOT_APPLICABLE = 'not applicable';
export const NOT_PROVED = 'not proved';
export const UNJUDGED = 'unjudged';

const passed = (detail) => ({ result: PASS, detail });
const notApplicable = (detail) => ({ result: NOT_APPLICABLE, detail });
const notProved = (detail) => ({ result: NOT_PROVED, detail });

/** The result of a check whose signatures are good: by pinned keys, or by keys that prove nothing. */
function signed(bundle, detail) {
  return bundle.pins.vkeys ? passed(detail) : notProved("no pinned vkeys: the signature is good by the bundle's own");
}

function requireSame(claimed, actual, what, source) {
  if (canonicalJson(claimed) !== canonicalJson(actual)) {
    refuse(`${what} does not match ${source}: ${quote(claimed)}, not ${quote(actual)}`);
  }
}

async function requireSeats(bundle, seats, what) {
  if (seats.length === 0) return;
  const players = await bundle.players();
  const beyond = players === null ? undefined : seats.find((seat) => seat >= players);
  ensure(beyond === undefined, `${what} names seat ${beyond} among ${players} players`);
}

async function commitLogged(bundle) {
  const { raw, pins } = bundle;
  const stray = Object.keys(raw).filter((name) => !MEMBERS.includes(name));
  ensure(stray.length === 0, `the bundle has members that no check reads: ${quote(stray)}`);
  ensure(raw.protocol === PROTOCOL, `protocol is ${quote(raw.protocol)}, but the statements are of ${PROTOCOL}`);
  const { origin, number } = await bundle.subject();
  requireSame(bundle.member('origin'), origin, 'origin', 'the origin of this deal');
  requireSame(bundle.member('number'), number, 'number', 'the number of this deal');
  for (const [role, vkey] of Object.entries(await bundle.ownKeys())) {
    const name = `${origin}${KEY_SUFFIXES[role]}`;
    ensure(vkey.name === name, `vkeys.${role} is named ${quote(vkey.name)}, not ${quote(name)}`);
    ensure(!pins.vkeys || pins.vkeys[role].text === vkey.text, `vkeys.${role} is not the pinned key`);
  }
  const commit = await bundle.commit();
  if (raw.commit.proof === null) return notProved('no log: the bundle has no proof of the commit');
  const { index } = await bundle.logged('commits', raw.commit.proof, commit);
  ensure(index === number, `the commit statement is leaf ${index}, not leaf ${number}`);
  return signed(bundle, `the commit statement is leaf ${index} of ${origin}/commits`);
}

async function commitmentOpens(bundle) {
  const { origin, number, commitment } = await bundle.commit();
  const { seed } = await bundle.outcome();
  ensure(seed !== commitment, "the outcome's seed is the commitment: a commitment was pasted where the seed belongs");
  const actual = hexOf(await sha256(`${PROTOCOL} seed\n${origin}\n${number}\n`, fromHex(seed, 32, 'the seed')));
  ensure(actual === commitment, `the seed gives the commitment ${actual}, but ${commitment} was committed`);
  return passed('the revealed seed is the committed one');
}

async function terms(bundle) {
  if (await bundle.lacks('open')) {
    bundle.absent('open', 'ruleset', 'hand');
    return notApplicable('the number was never opened');
  }
  const open = await bundle.open();
  const { players } = await bundle.ruleset();
  const outcome = await bundle.outcome();
  if (outcome.kind === 'void') requireSame(open.hash, outcome.open, 'the hash of the open statement', 'the outcome');
  requireSame(bundle.member('hand'), open.hand, 'hand', 'the open statement');
  ensure(open.opened < open.expires, `the deal expires at ${open.expires}, not after ${open.opened}, when it was opened`);
  await requireSeats(bundle, open.contributors, 'the open statement');
  const rules = hexOf(await sha256(canonicalRuleset(bundle.raw.ruleset)));
  ensure(rules === open.rules, `the ruleset hashes to ${rules}, but the open statement says ${open.rules}`);
  return signed(bundle, `hand ${open.hand} of ${players} players, fixed before any contribution`);
}

/** Seals by seat, from the seals statement that the open statement asks for. */
async function sealsBySeat(bundle, open, isDealt) {
  const seals = await bundle.seals();
  const outcome = await bundle.outcome();
  ensure(seals.open === open.hash, 'the seals statement names another open statement');
  requireSame(seals.seals.map(([seat]) => seat), open.contributors, 'the seats of the seals statement', 'the contributors');
  ensure(new Set(seals.seals.map(([, seal]) => seal)).size === seals.seals.length, 'two seats have the same seal');
  if (isDealt) requireSame((await bundle.table()).seals, seals.hash, 'the seals that the table names', 'the seals statement');
  if (outcome.kind === 'void') requireSame(outcome.seals, seals.hash, 'the seals that the outcome names', 'the seals statement');
  return new Map(seals.seals);
}

/** Those whom a void without cards waited for, beside the nonces that came. */
function checkWaiting(outcome, open, given) {
  const seats = new Set(given.map(([seat]) => seat));
  const missing = open.contributors.filter((seat) => !seats.has(seat));
  ensure(outcome.reason !== 'expired', 'all seals were in: a contribution that is missing then was withheld, not expired');
  if (outcome.reason === 'withheld') requireSame(outcome.seats, missing, 'whom the outcome waited for', 'the missing contributions');
}

async function contributions(bundle) {
  const outcome = await bundle.outcome();
  if (await bundle.lacks('open')) {
    bundle.absent('seals', 'contributions');
    return notApplicable('nothing was sealed or contributed');
  }
  const open = await bundle.open();
  const isContributor = new Set(open.contributors);
  const isDealt = !(await bundle.lacks('table'));
  const arePublished = open.sealed && !((await bundle.lacks('seals')) && !isDealt);
  if (!isDealt) {
    const stranger = outcome.seats.find((seat) => !isContributor.has(seat));
    ensure(stranger === undefined, `the outcome waited for seat ${stranger}, which is no contributor`);
  }
  if (!arePublished) {
    ensure(open.sealed || !outcome.seals, 'the open statement says "sealed no", but the outcome names seals');
    bundle.absent('seals');
    if (!isDealt) {
      bundle.absent('contributions');
      return notApplicable('no contribution was fixed');
    }
  }
  const isTooLate = arePublished && outcome.reason === 'abandoned' && open.opener === 'blind';
  ensure(!isTooLate, 'a blind opener cannot abandon a deal whose seals are published');
  const given = readContributions(bundle.member('contributions'));
  if (isDealt) {
    const table = await bundle.table();
    requireSame(table.nonces.map(([seat]) => seat), open.contributors, 'the seats of the table statement', 'the contributors');
    requireSame(given, table.nonces, 'contributions', 'the table statement');
    ensure(open.sealed || table.seals === null, 'the open statement says "sealed no", but the table names seals');
  }
  const stranger = given.find(([seat]) => !isContributor.has(seat));
  ensure(stranger === undefined, `contributions has seat ${stranger && stranger[0]}, which is no contributor`);
  if (!arePublished) return passed(`contributions: ${given.length}, as the table has them`);

  const seals = await sealsBySeat(bundle, open, isDealt);
  for (const [seat, nonce] of given) {
    const seal = await sha256(`${PROTOCOL} seal\n`, fromHex(open.hash, 32), `${seat}\n`, fromHex(nonce, 32));
    ensure(hexOf(seal) === seals.get(seat), `the nonce of seat ${seat} does not match its seal`);
  }
  if (!isDealt) checkWaiting(outcome, open, given);
  return signed(bundle, `${given.length} of ${open.contributors.length} contributions, each as sealed`);
}

/** A void without a table must not show the nonces of all contributors: the table is stored with the last of them. */
async function requireNonceMissing(bundle) {
  const outcome = await bundle.outcome();
  const given = bundle.member('contributions');
  if (outcome.seals === null || !Array.isArray(given)) return;
  const { contributors } = await bundle.open();
  ensure(given.length < contributors.length, "every contributor's nonce is shown, so there was a table, and the outcome hides it");
}

async function table(bundle) {
  if (await bundle.lacks('table')) {
    bundle.absent('table');
    await requireNonceMissing(bundle);
    return notApplicable('no cards were dealt');
  }
  const statement = await bundle.table();
  const open = await bundle.open();
  const outcome = await bundle.outcome();
  ensure(statement.open === open.hash, 'the table statement names another open statement');
  requireSame(statement.hash, outcome.table, 'the hash of the table statement', 'the outcome');
  const isTooLate = outcome.reason === 'abandoned' && open.opener === 'blind';
  ensure(!isTooLate, 'a blind opener cannot abandon a deal that has a table');
  await requireSeats(bundle, statement.keys.map(([seat]) => seat), 'the table statement');
  for (const [seat, key] of statement.keys) {
    ensure(isGoodKey(fromHex(key, 32)), `the key of seat ${seat} may not sign: it is not canonical, not on the curve, or of small order`);
  }
  ensure(new Set(statement.keys.map(([, key]) => key)).size === statement.keys.length, 'two seats have the same key');
  return signed(bundle, `signed; seats with a key: ${statement.keys.length}`);
}

async function deal(bundle) {
  if (await bundle.lacks('table')) {
    bundle.absent('deck', 'hands');
    return notApplicable('no cards were dealt');
  }
  const { deck, hands } = await bundle.dealt();
  requireSame(bundle.member('deck'), deck, '`deck`', 'the deal derived from seed and table');
  requireSame(bundle.member('hands'), hands, '`hands`', 'the deal derived from seed and table');
  return passed(`${deck.length} cards and ${hands.length} hands, as derived from seed and table`);
}

async function play(bundle) {
  if (await bundle.lacks('table')) {
    bundle.absent('record', 'points');
    return notApplicable('no cards were dealt');
  }
  const record = await bundle.record();
  await bundle.ruleset();
  const outcome = await bundle.outcome();
  requireSame(hexOf(await sha256(record.text)), outcome.record, 'the hash of the record', 'the outcome');
  const open = await bundle.open();
  const { keys } = await bundle.table();
  if (record.by === 'opener') {
    ensure(open.opener === 'sighted', 'the record is by the opener, but the opener is blind');
    ensure(keys.length === 0, 'the record is by the opener, but seats have keys: they sign their own moves');
    ensure(outcome.kind === 'reveal', 'the record is by the opener, who submits a whole hand, but the deal is void');
  }
  const { complete, points, waiting, lines, summary } = await bundle.replayed();
  requireSame(record.lines, lines, 'the record', 'its own moves (seats, leaders, points)');
  ensure(complete || outcome.kind === 'void', `a reveal needs a complete record: ${summary}`);
  ensure(!complete || outcome.kind === 'reveal', 'a hand that was played out is revealed, not void');
  if (outcome.reason === 'expired' && waiting !== null) requireSame(outcome.seats, waiting, 'whom the outcome waited for', 'the record');
  requireSame(bundle.member('points'), points, 'points', 'the record');
  return passed(summary);
}

/** What keyed seats must have signed, in the record's order: {seat, key, move, text}. */
async function movesToSign(bundle, keys) {
  const record = await bundle.record();
  const { hash } = await bundle.table();
  // Who made a move is known only of a record that keeps the rules.
  const { moves } = await bundle.replayed();
  const own = moves.filter(({ seat, move }) => move !== null && keys.has(seat));
  return Promise.all(own.map(async ({ seat, move, known }) => {
    // Only of a deal without keys can the record be by the opener.
    const after = known === null ? '-' : hexOf(await sha256(recordText({ ...record, by: 'seats' }, known)));
    return { seat, key: keys.get(seat), move, text: moveText(record, hash, seat, move, after) };
  }));
}

async function signatures(bundle) {
  if (await bundle.lacks('table')) {
    bundle.absent('signed');
    return notApplicable('no cards were dealt');
  }
  const entries = bundle.member('signed');
  ensure(Array.isArray(entries), `signed is ${quote(entries)}: expected a list`);
  const keys = new Map((await bundle.table()).keys);
  // Of a game that is not known here it is not known either who signs what.
  if (await bundle.isUnknown()) await bundle.ruleset();
  if (keys.size === 0) {
    ensure(entries.length === 0, `signed has ${entries.length} entries, but no seat has a key`);
    return notProved('no seat has a key');
  }
  const moves = await movesToSign(bundle, keys);
  for (const [i, { seat, key, move, text }] of moves.entries()) {
    const entry = entries[i];
    const name = `signed[${i}]`;
    ensure(i < entries.length, `the move "${move}" of seat ${seat} is not signed`);
    ensure(hasExactly(entry, ['statement', 'signature']), `${name} is not an object of statement and signature`);
    ensure(entry.statement === text, `${name} is not the statement of "${move}" of seat ${seat}: ${quote(entry.statement)}`);
    const signature = fromHex(entry.signature, 64, `the signature of ${name}`);
    const isGood = await isSignature(fromHex(key, 32), signature, utf8(text));
    ensure(isGood, `the signature of ${name}, "${move}" of seat ${seat}, is not that of its key`);
  }
  ensure(entries.length === moves.length, `signed has ${entries.length} entries, but keyed seats made ${moves.length} moves`);
  return passed(`${moves.length} moves of keyed seats, each signed in its place`);
}

async function outcomeLogged(bundle) {
  const outcome = await bundle.outcome();
  const { index, proof } = bundle.raw.outcome;
  if (outcome.kind === 'void') await requireSeats(bundle, outcome.seats, 'the outcome');
  if (proof === null) {
    ensure(index === null, `outcome.index is ${quote(index)}, but there is no proof of it`);
    return notProved('no log: the bundle has no proof of the outcome');
  }
  ensure(isInteger(index, 0, Number.MAX_SAFE_INTEGER), `outcome.index is ${quote(index)}: expected an integer`);
  const proved = await bundle.logged('outcomes', proof, outcome);
  ensure(index === proved.index, `outcome.index is ${index}, but the proof is of leaf ${proved.index}`);
  if (proved.times.length > 0 && (outcome.reason === 'expired' || outcome.reason === 'withheld')) {
    const { expires } = await bundle.open();
    const early = proved.times.find((time) => time < expires);
    ensure(early === undefined, `a witness saw the deal ${outcome.reason} at ${early}, but it expires only at ${expires}`);
  }
  return signed(bundle, `the outcome is leaf ${index} of ${outcome.origin}/outcomes`);
}

async function unique() {
  return notProved('no scan of both logs: a second outcome of this number is not ruled out');
}

/** By name, in the order of the protocol: bundle -> {result, detail}; what is wrong is thrown as Invalid. */
const CHECKS = {
  'commit-logged': commitLogged,
  'commitment-opens': commitmentOpens,
  terms,
  contributions,
  table,
  deal,
  play,
  signatures,
  'outcome-logged': outcomeLogged,
  unique,
};

export const CHECK_NAMES = Object.keys(CHECKS);

/** Compute one check of a bundle -> {name, result, detail}. */
export async function check(bundle, name) {
  try {
    return { name, ...(await CHECKS[name](bundle)) };
  } catch (error) {
    if (error instanceof UnknownTerm) return { name, result: UNJUDGED, detail: error.message };
    if (error instanceof Invalid) return { name, result: FAIL, detail: error.message };
    throw error;
  }
}
