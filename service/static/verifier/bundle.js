/* An audit bundle and its parts, each read once, for the checks that share them (protocol, section 8). */

import { fromHex, hexOf, sha256, utf8 } from './bytes.js';
import { UnknownTerm, Unreadable, ensure, quote } from './errors.js';
import { hasExactly, isInteger, isObject, readJson } from './json.js';
import { isIncluded, leafHash, readProof } from './merkle.js';
import { checkSignature, readNote, readVkey } from './notes.js';
import { checkPolicy } from './policy.js';
import { shuffledDeck } from './shuffle.js';
import { MOST_SEATS, PROTOCOL, areAscending, readCommit, readOpen, readOutcome, readRecord, readSeals, readTable } from './statements.js';
import { readRuleset } from '../games/games.js';

export const MEMBERS = [
  'protocol', 'origin', 'vkeys', 'number', 'commit', 'ruleset', 'hand', 'open', 'seals', 'table', 'contributions', 'deck',
  'hands', 'record', 'signed', 'points', 'outcome',
];

/** By role, what follows the origin in the key's name. */
export const KEY_SUFFIXES = { statements: '', commits: '/commits', outcomes: '/outcomes' };

const LARGEST_BUNDLE = 2 ** 20;
const READERS = { open: readOpen, seals: readSeals, table: readTable };

/** The bundle's text (a string, or bytes of UTF-8) -> its members. */
export function readBundle(input) {
  const size = typeof input === 'string' && input.length <= LARGEST_BUNDLE ? utf8(input).length : input.length;
  if (size > LARGEST_BUNDLE) throw new Unreadable(`the bundle has more than ${LARGEST_BUNDLE} bytes`);
  let text = input;
  if (typeof input !== 'string') {
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input);
    } catch {
      throw new Unreadable('the bundle is not UTF-8');
    }
  }
  if (text.trim() === '') throw new Unreadable('the input is empty');
  if (text.startsWith('\ufeff')) throw new Unreadable('the bundle begins with a byte order mark: save it as UTF-8 without one');
  const raw = readJson(text);
  if (!isObject(raw)) throw new Unreadable(`expected a bundle, a JSON object, not ${quote(raw)}`);
  // What is signed as fairdeal/v1 is judged as that, whatever the bundle calls itself.
  if (raw.protocol !== PROTOCOL && !statementsOf(raw).some((statement) => statement.startsWith(`${PROTOCOL} `))) {
    throw new Unreadable(`the protocol is ${quote(raw.protocol)}, not ${PROTOCOL}`);
  }
  return raw;
}

function statementsOf(raw) {
  const parts = ['commit', 'open', 'seals', 'table', 'outcome'].map((name) => isObject(raw[name]) && raw[name].statement);
  return [...parts, raw.record].filter((statement) => typeof statement === 'string');
}

/** The member `contributions`: a list of {seat, nonce}, ascending -> pairs. */
export function readContributions(value) {
  ensure(Array.isArray(value), `contributions is ${quote(value)}: expected a list`);
  ensure(value.length <= MOST_SEATS, `contributions has ${value.length} entries: expected at most ${MOST_SEATS}`);
  const pairs = value.map((entry, i) => {
    ensure(hasExactly(entry, ['seat', 'nonce']), `contributions[${i}] is not an object of seat and nonce`);
    ensure(isInteger(entry.seat, 0, Number.MAX_SAFE_INTEGER), `contributions[${i}] has the seat ${quote(entry.seat)}`);
    fromHex(entry.nonce, 32, `the nonce of contributions[${i}]`);
    return [entry.seat, entry.nonce];
  });
  ensure(areAscending(pairs.map(([seat]) => seat)), 'contributions is not ascending by seat');
  return pairs;
}

/**
 * A bundle beside what is pinned. A part that is invalid is so for all who need it: a statement says something only as a
 * whole, in its form, of this origin and number, and signed where it must be.
 */
export class Bundle {
  #read = new Map();

  /** `pins`: {origin, number, vkeys by role, policy}, each null if it is not pinned. */
  constructor(raw, pins) {
    this.raw = raw;
    this.pins = pins;
  }

  /** The promise of what `make` returns or throws, made once per name. */
  #once(name, make) {
    if (!this.#read.has(name)) this.#read.set(name, Promise.resolve().then(make));
    return this.#read.get(name);
  }

  /** A member as it is: null says that it does not exist, and leaving it out says nothing. */
  member(name) {
    ensure(Object.hasOwn(this.raw, name), `the bundle has no member ${name}`);
    return this.raw[name];
  }

  /** A part with exactly these members. */
  part(name, members) {
    const part = this.member(name);
    ensure(part !== null, `${name} is missing`);
    ensure(hasExactly(part, members), `${name} is ${quote(part)}: expected an object of ${members.join(', ')}`);
    return part;
  }

  /** The origin and number that all statements must name: the pinned ones, else those of the commit statement. */
  subject() {
    return this.#once('subject', async () => {
      const commit = readCommit(this.part('commit', ['statement', 'proof']).statement);
      return { origin: this.pins.origin ?? commit.origin, number: this.pins.number ?? commit.number, commit };
    });
  }

  async #about(statement, what) {
    const { origin, number } = await this.subject();
    ensure(statement.origin === origin, `${what} names the origin ${quote(statement.origin)}, not ${quote(origin)}`);
    ensure(statement.number === number, `${what} names the number ${statement.number}, not ${number}`);
    return statement;
  }

  commit() {
    return this.#once('commit', async () => this.#about((await this.subject()).commit, 'the commit statement'));
  }

  outcome() {
    return this.#once('outcome', () => {
      const { statement } = this.part('outcome', ['statement', 'index', 'proof']);
      return this.#about(readOutcome(statement), 'the outcome');
    });
  }

  /** `open`, `seals` or `table`: its note is the statement, signed by the origin's key on its one signature line. */
  statement(name) {
    return this.#once(name, async () => {
      const part = this.part(name, ['statement', 'note']);
      const statement = await this.#about(READERS[name](part.statement), `the ${name} statement`);
      const note = readNote(part.note, `the note of ${name}`);
      ensure(note.text === statement.text, `the note of ${name} holds another text than its statement`);
      ensure(note.signatures.length === 1, `the note of ${name} has ${note.signatures.length} signature lines: expected one`);
      await checkSignature(note, await this.key('statements'), `the note of ${name}`);
      return Object.assign(statement, { hash: hexOf(await sha256(statement.text)) });
    });
  }

  async open() {
    await this.outcome();
    return this.statement('open');
  }

  seals() {
    return this.statement('seals');
  }

  table() {
    return this.statement('table');
  }

  /** Throws UnknownTerm for what is not known here. */
  ruleset() {
    return this.#once('ruleset', () => {
      const object = this.member('ruleset');
      ensure(object !== null, 'ruleset is missing');
      return readRuleset(object);
    });
  }

  /** Is the ruleset of a game, or with an option, that is not known here? */
  async isUnknown() {
    return this.ruleset().then(() => false, (error) => error instanceof UnknownTerm);
  }

  /** How many seats there are; null for a ruleset that is not known here. */
  async players() {
    return (await this.isUnknown()) ? null : (await this.ruleset()).players;
  }

  record() {
    return this.#once('record', () => {
      const text = this.member('record');
      ensure(text !== null, 'record is missing');
      return this.#about(readRecord(text), 'the record');
    });
  }

  /** Does the outcome say that this number has no such statement? */
  async lacks(name) {
    const outcome = await this.outcome();
    return outcome.kind === 'void' && outcome[name] === null;
  }

  /** These members must be null, as the outcome says that they do not exist. */
  absent(...names) {
    for (const name of names) {
      const value = this.member(name);
      ensure(value === null, `${name} is ${quote(value)}, but the outcome says that there is none: expected null`);
    }
  }

  /** Deck and hands that follow from seed, table and ruleset, not those that the bundle claims. */
  dealt() {
    return this.#once('dealt', async () => {
      const ruleset = await this.ruleset();
      const { seed } = await this.outcome();
      const tableHash = await sha256((await this.table()).text);
      const deck = await shuffledDeck(ruleset.deck, fromHex(seed, 32, 'the seed'), tableHash);
      return { deck, hands: ruleset.game.deal(ruleset, deck) };
    });
  }

  /** What the game makes of the record: see games.js. */
  replayed() {
    return this.#once('replayed', async () => {
      const { deck, hands } = await this.dealt();
      const { hand } = await this.open();
      const ruleset = await this.ruleset();
      const { lines } = await this.record();
      return ruleset.game.replay(ruleset, hand, hands, deck, lines);
    });
  }

  /** The keys that the bundle itself names, by role. */
  ownKeys() {
    return this.#once('vkeys', async () => {
      const roles = Object.keys(KEY_SUFFIXES);
      const vkeys = this.part('vkeys', roles);
      const keys = {};
      for (const role of roles) keys[role] = await readVkey(vkeys[role], `vkeys.${role}`);
      return keys;
    });
  }

  /** The verifier key for a role: the pinned one, else the bundle's own, which proves nothing. */
  key(role) {
    return this.#once(`key ${role}`, async () => {
      const { origin } = await this.subject();
      const vkey = (this.pins.vkeys || (await this.ownKeys()))[role];
      const name = `${origin}${KEY_SUFFIXES[role]}`;
      ensure(vkey.name === name, `the key for ${role} is named ${quote(vkey.name)}, not ${quote(name)}`);
      return vkey;
    });
  }

  /** The statement must be a leaf under a signed checkpoint of the log -> its index, and when witnesses cosigned it. */
  async logged(role, proofText, statement) {
    const what = `the proof of the ${role === 'commits' ? 'commit' : 'outcome'}`;
    const { index, path, checkpoint } = readProof(proofText, what);
    const log = `${statement.origin}${KEY_SUFFIXES[role]}`;
    ensure(checkpoint.name === log, `${what} is from the log ${quote(checkpoint.name)}, not ${quote(log)}`);
    const key = await this.key(role);
    await checkSignature(checkpoint.note, key, `the checkpoint of ${log}`);
    const isLeaf = await isIncluded(await leafHash(utf8(statement.text)), index, checkpoint.size, path, checkpoint.root);
    ensure(isLeaf, `${what} does not lead from leaf ${index} to the root of the checkpoint of size ${checkpoint.size}`);
    const { policy } = this.pins;
    return { index, times: policy ? await checkPolicy(policy, checkpoint, key, `the checkpoint of ${log}`) : [] };
  }
}
