/* The statements (protocol, sections 1 to 6): ASCII lines, read as they are or refused, never repaired. */

import { isCard } from './cards.js';
import { ensure, quote, refuse } from './errors.js';
import { isInteger } from './json.js';

export const PROTOCOL = 'fairdeal/v1';
export const VOID_REASONS = ['unclaimed', 'abandoned', 'expired', 'withheld', 'failed'];

const LONGEST_STATEMENT = 16384;
const LATEST_TIME = 2 ** 40;

/** No game has more players. */
export const MOST_SEATS = 10;

export function isOrigin(value) {
  return typeof value === 'string' && /^[a-z0-9.-]{1,100}$/.test(value);
}

export function areAscending(numbers) {
  return numbers.every((number, i) => i === 0 || numbers[i - 1] < number);
}

/** Reads lines one by one; `name` is what they are lines of. */
export class LineReader {
  #lines;

  #next = 0;

  constructor(lines, name) {
    this.#lines = lines;
    this.name = name;
  }

  line() {
    ensure(this.#next < this.#lines.length, `${this.name} ends before line ${this.#next + 1}`);
    this.#next += 1;
    return this.#lines[this.#next - 1];
  }

  /** The line that was read last is not `expected`. */
  refuse(expected) {
    refuse(`${this.name}, line ${this.#next}: expected ${expected}, not ${quote(this.#lines[this.#next - 1])}`);
  }

  /** The next line's fields after `keyword`, `least` to `most` of them. */
  fields(keyword, least, most = least) {
    const [first, ...rest] = this.line().split(' ');
    if (first !== keyword || rest.length < least || rest.length > most) {
      const count = { [least]: `${least} field${least === 1 ? '' : 's'}`, [Infinity]: `${least} or more fields` };
      this.refuse(`"${keyword}" and ${count[most] || `${least} to ${most} fields`}`);
    }
    return rest;
  }

  field(keyword) {
    return this.fields(keyword, 1)[0];
  }

  /** Does the next line begin with `keyword`? */
  follows(keyword) {
    return this.#next < this.#lines.length && this.#lines[this.#next].split(' ', 1)[0] === keyword;
  }

  /** The lines that follow, as they are. */
  rest() {
    const lines = this.#lines.slice(this.#next);
    this.#next = this.#lines.length;
    return lines;
  }

  end() {
    if (this.#next < this.#lines.length) {
      this.#next += 1;
      this.refuse('the end');
    }
  }

  integer(field, least = -Number.MAX_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) {
    const isNumeral = /^(?:0|-?[1-9][0-9]{0,15})$/.test(field);
    if (!isNumeral || !isInteger(Number(field), least, most)) this.refuse(`an integer from ${least} to ${most}`);
    return Number(field);
  }

  seat(field) {
    return this.integer(field, 0, MOST_SEATS - 1);
  }

  seats(fields) {
    const seats = fields.map((field) => this.seat(field));
    if (!areAscending(seats)) this.refuse('ascending seats');
    return seats;
  }

  hex(field, length = 32) {
    if (field.length !== 2 * length || !/^[0-9a-f]*$/.test(field)) this.refuse(`${2 * length} lowercase hexadecimal digits`);
    return field;
  }

  hexOrNone(field) {
    return field === '-' ? null : this.hex(field);
  }

  choice(field, values) {
    if (!values.includes(field)) this.refuse(values.join(' or '));
    return field;
  }

  cards(fields) {
    if (!fields.every(isCard)) this.refuse('cards');
    if (new Set(fields).size < fields.length) this.refuse('distinct cards');
    return fields;
  }

  /** Lines `keyword seat value`, ascending by seat -> pairs. */
  bySeat(keyword) {
    const pairs = [];
    while (this.follows(keyword)) {
      const [seat, value] = this.fields(keyword, 2);
      pairs.push([this.seat(seat), this.hex(value)]);
      if (pairs.length > 1 && pairs[pairs.length - 2][0] >= pairs[pairs.length - 1][0]) this.refuse('ascending seats');
    }
    return pairs;
  }
}

/** Reads a statement, beginning behind its number. */
class StatementReader extends LineReader {
  constructor(text, kind) {
    const name = `the ${kind} statement`;
    ensure(typeof text === 'string', `${name} is ${quote(text)}: expected text`);
    ensure(text.length <= LONGEST_STATEMENT, `${name} is longer than ${LONGEST_STATEMENT} bytes`);
    ensure(text.endsWith('\n'), `${name} does not end with a newline`);
    const lines = text.slice(0, -1).split('\n');
    for (const [i, line] of lines.entries()) {
      const isPlain = /^[!-~]+(?: [!-~]+)*$/.test(line);
      ensure(isPlain, `${name}, line ${i + 1}: ${quote(line)} is not ASCII fields with one space between them`);
    }
    super(lines, name);
    const title = `${PROTOCOL} ${kind}`;
    if (this.line() !== title) this.refuse(`"${title}"`);
    this.origin = this.line();
    if (!isOrigin(this.origin)) this.refuse('an origin');
    this.number = this.integer(this.line(), 1);
  }
}

export function readCommit(text) {
  const reader = new StatementReader(text, 'commit');
  const commitment = reader.hex(reader.line());
  reader.end();
  return { text, origin: reader.origin, number: reader.number, commitment };
}

export function readOpen(text) {
  const reader = new StatementReader(text, 'open');
  const rules = reader.hex(reader.field('rules'));
  const hand = reader.integer(reader.field('hand'), 1);
  const contributors = reader.seats(reader.fields('contributors', 1, Infinity));
  const sealed = reader.choice(reader.field('sealed'), ['yes', 'no']) === 'yes';
  const opener = reader.choice(reader.field('opener'), ['blind', 'sighted']);
  reader.choice(reader.field('beacon'), ['-']);
  const [opened, expires] = reader.fields('times', 2).map((time) => reader.integer(time, 0, LATEST_TIME));
  const [id, attempt] = reader.fields('sheet', 1, 2);
  let sheet = null;
  if (attempt === undefined) reader.choice(id, ['-']);
  else sheet = { id: reader.hex(id, 16), attempt: reader.integer(attempt, 1) };
  reader.end();
  const { origin, number } = reader;
  return { text, origin, number, rules, hand, contributors, sealed, opener, opened, expires, sheet };
}

export function readSeals(text) {
  const reader = new StatementReader(text, 'seals');
  const open = reader.hex(reader.field('open'));
  const seals = reader.bySeat('seat');
  reader.end();
  ensure(seals.length > 0, 'the seals statement has no seat');
  return { text, origin: reader.origin, number: reader.number, open, seals };
}

export function readTable(text) {
  const reader = new StatementReader(text, 'table');
  const open = reader.hex(reader.field('open'));
  const seals = reader.hexOrNone(reader.field('seals'));
  const nonces = reader.bySeat('seat');
  const keys = reader.bySeat('key');
  reader.end();
  ensure(nonces.length > 0, 'the table statement has no seat');
  return { text, origin: reader.origin, number: reader.number, open, seals, nonces, keys };
}

/** A record; its `lines`, behind the first four, are for its game to read. */
export function readRecord(text) {
  const reader = new StatementReader(text, 'record');
  const by = reader.choice(reader.field('by'), ['seats', 'opener']);
  return { text, origin: reader.origin, number: reader.number, by, lines: reader.rest() };
}

export function recordText({ origin, number, by }, lines) {
  return [`${PROTOCOL} record`, origin, number, `by ${by}`, ...lines].map((line) => `${line}\n`).join('');
}

/** What a seat signs for a move; `after` is the hash of the record as the seat knew it, or `-`. */
export function moveText({ origin, number }, tableHash, seat, move, after) {
  const lines = [`${PROTOCOL} move`, origin, number, `table ${tableHash}`, `seat ${seat}`, move, `after ${after}`];
  return lines.map((line) => `${line}\n`).join('');
}

export function readOutcome(text) {
  if (typeof text === 'string' && text.startsWith(`${PROTOCOL} void\n`)) return readVoid(text);
  const reader = new StatementReader(text, 'reveal');
  const [seed, table, record] = ['seed', 'table', 'record'].map((keyword) => reader.hex(reader.field(keyword)));
  reader.end();
  return { text, kind: 'reveal', origin: reader.origin, number: reader.number, seed, table, record };
}

function readVoid(text) {
  const reader = new StatementReader(text, 'void');
  const reason = reader.choice(reader.field('reason'), VOID_REASONS);
  const named = reader.fields('seats', 1, Infinity);
  const seats = named.length === 1 && named[0] === '-' ? [] : reader.seats(named);
  const seed = reader.hex(reader.field('seed'));
  const [open, seals, table, record] = ['open', 'seals', 'table', 'record'].map((word) => reader.hexOrNone(reader.field(word)));
  reader.end();
  const timedOut = reason === 'expired' || reason === 'withheld';
  ensure(timedOut === seats.length > 0, `a void that is ${reason} names ${timedOut ? 'the seats that were waited for' : 'no seats'}`);
  if (open === null) {
    ensure(reason === 'unclaimed' || reason === 'failed', `a void that is ${reason} names its open statement`);
    ensure(seals === null && table === null, 'without an open statement there are no seals and no table');
  }
  ensure(reason !== 'unclaimed' || open === null, 'a number that was never handed out has no open statement');
  ensure((table === null) === (record === null), 'a void has a record exactly when it has a table');
  ensure(reason !== 'withheld' || (seals !== null && table === null), 'withheld means that seals were published and no table was closed');
  return { text, kind: 'void', origin: reader.origin, number: reader.number, reason, seats, seed, open, seals, table, record };
}
