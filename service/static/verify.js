/*
 * fairdeal's second verifier: checks an audit bundle (docs/protocol.md, section 8; docs/verification.md) with nothing but
 * this file and WebCrypto. Written from those pages and docs/rules.md alone, so that it shares no mistake with the engine.
 *
 * In a page:  load it as a script (it needs no module and no build step), then  await fairdeal.verify(text, {origin, number, vkeys, policy})
 * In Node.js: node verify.js [--json] [--origin NAME] [--number N] [--vkey KEY]... [--policy FILE] bundle.json
 *             exit code 0: no check failed; 1: a check failed; 2: the input could not be read, or this verifier not be trusted
 *
 * It asks no host for anything, stores nothing, and runs a self-test before its first answer.
 */
(function () {
'use strict';

const PROTOCOL = 'fairdeal/v1';

/** A text or value is not what the protocol or the rules allow; what it says becomes the detail of a failed check. */
class Wrong extends Error {}

/** The input as a whole is no bundle of this protocol (exit code 2). */
class Unreadable extends Error {}

function wrong(message) {
  throw new Wrong(message);
}

function require_(condition, message) {
  if (!condition) wrong(message);
}

/** A value as it may stand in an error: short, and on one line. */
function said(value) {
  const text = value instanceof Unusable ? value.token : JSON.stringify(value);
  if (text === undefined) return 'nothing';
  return text.length > 70 ? text.slice(0, 67) + '...' : text;
}

// ---------------------------------------------------------------------------------------------------------------- JSON

/** A JSON number that is no integer a double holds exactly: equal to nothing, so it fails where an integer belongs. */
class Unusable {
  constructor(token) {
    this.token = token;
  }

  toJSON() {
    return this.token;
  }
}

// The longest path in a bundle has four levels, the longest integer 16 digits.
const DEEPEST = 32;
const MOST_DIGITS = 19;

/**
 * RFC 8259, strictly: no duplicate key, no lone surrogate, no number but an integer within 2^53-1 read as one.
 * JSON.parse would silently keep the last of two equal keys, and read 1.0 as 1.
 */
function readJson(text) {
  let at = 0;

  const refuse = (what) => {
    throw new Unreadable(`not strict JSON: ${what} at character ${at}`);
  };
  const blank = () => {
    while (at < text.length && ' \t\n\r'.includes(text[at])) at += 1;
  };
  const expect = (char) => {
    if (text[at] !== char) refuse(`expected '${char}'`);
    at += 1;
  };

  const string = () => {
    const plain = /[^"\\\u0000-\u001f]*/y;
    let out = '';
    expect('"');
    for (;;) {
      plain.lastIndex = at;
      out += plain.exec(text)[0];
      at = plain.lastIndex;
      const char = text[at];
      if (char === '"') break;
      if (char === undefined) refuse('a string without an end');
      if (char !== '\\') refuse('a control character in a string');
      const escape = text[at + 1];
      if (escape === 'u') {
        const digits = text.slice(at + 2, at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) refuse('a broken \\u escape');
        out += String.fromCharCode(parseInt(digits, 16));
        at += 6;
      } else {
        const meant = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[escape];
        if (meant === undefined) refuse('an unknown escape');
        out += meant;
        at += 2;
      }
    }
    at += 1;
    if (hasLoneSurrogate(out)) refuse('a lone surrogate before this place');
    return out;
  };

  const value = (depth) => {
    blank();
    const char = text[at];
    if ((char === '{' || char === '[') && depth >= DEEPEST) refuse(`more than ${DEEPEST} levels of nesting`);
    if (char === '"') return string();
    if (char === '{') {
      const object = Object.create(null);
      at += 1;
      blank();
      if (text[at] === '}') {
        at += 1;
        return object;
      }
      for (;;) {
        blank();
        const key = string();
        if (key in object) refuse(`the key ${said(key)} a second time`);
        blank();
        expect(':');
        object[key] = value(depth + 1);
        blank();
        if (text[at] === '}') break;
        expect(',');
      }
      at += 1;
      return object;
    }
    if (char === '[') {
      const array = [];
      at += 1;
      blank();
      if (text[at] === ']') {
        at += 1;
        return array;
      }
      for (;;) {
        array.push(value(depth + 1));
        blank();
        if (text[at] === ']') break;
        expect(',');
      }
      at += 1;
      return array;
    }
    const word = /(?:true|false|null)(?![A-Za-z0-9_])/y;
    word.lastIndex = at;
    const named = word.exec(text);
    if (named) {
      at = word.lastIndex;
      return { true: true, false: false, null: null }[named[0]];
    }
    const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
    number.lastIndex = at;
    const token = number.exec(text);
    if (!token) refuse(at < text.length ? `unexpected '${text[at]}'` : 'the end, where a value belongs');
    at = number.lastIndex;
    const whole = token[1] === undefined && token[2] === undefined;
    if (whole && token[0].replace('-', '').length > MOST_DIGITS) refuse(`an integer of more than ${MOST_DIGITS} digits before this place`);
    return whole && Number.isSafeInteger(Number(token[0])) ? Number(token[0]) + 0 : new Unusable(token[0]);
  };

  const whole = value(0);
  blank();
  if (at < text.length) refuse('more text after the value');
  return whole;
}

function hasLoneSurrogate(text) {
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1);
      if (!(next >= 0xdc00 && next <= 0xdfff)) return true;
      i += 1;
    } else if (unit >= 0xdc00 && unit <= 0xdfff) {
      return true;
    }
  }
  return false;
}

/** RFC 8785 for what a ruleset is made of: objects, arrays, ASCII strings, integers, booleans and null. */
function canonicalJson(value) {
  if (Array.isArray(value)) return '[' + value.map(canonicalJson).join(',') + ']';
  if (value !== null && typeof value === 'object') {
    const members = Object.keys(value).sort().map((key) => JSON.stringify(key) + ':' + canonicalJson(value[key]));
    return '{' + members.join(',') + '}';
  }
  return JSON.stringify(value);
}

function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Unusable);
}

function sameKeys(value, keys) {
  const own = Object.keys(value);
  return own.length === keys.length && keys.every((key) => own.includes(key));
}

// --------------------------------------------------------------------------------------------------- bytes and WebCrypto

const encoder = new TextEncoder();

function utf8(text) {
  return encoder.encode(text);
}

function joined(...parts) {
  const bytes = parts.map((part) => (typeof part === 'string' ? utf8(part) : part));
  const out = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Lowercase hexadecimal of exactly `length` bytes. */
function fromHex(text, length, what) {
  require_(
    typeof text === 'string' && text.length === 2 * length && /^[0-9a-f]*$/.test(text),
    `${what} is ${said(text)}: expected ${2 * length} lowercase hexadecimal digits`,
  );
  return Uint8Array.from({ length }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

function base64Of(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/** Standard base64 that re-encodes to itself: atob alone takes white space, missing padding and stray last bits. */
function fromBase64(text, what) {
  let bytes = null;
  try {
    bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    wrong(`${what} is no base64: ${said(text)}`);
  }
  require_(base64Of(bytes) === text, `${what} is not canonical base64: ${said(text)}`);
  return bytes;
}

function sameBytes(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

// In a page without a secure context (plain http from another machine) there is no `subtle`: then nothing is checked.
function subtle() {
  return (globalThis.crypto && globalThis.crypto.subtle) || null;
}

async function sha256(...parts) {
  return new Uint8Array(await subtle().digest('SHA-256', joined(...parts)));
}

/** RFC 5869 with SHA-256. */
async function hkdf(key, salt, info, length) {
  const secret = await subtle().importKey('raw', key, 'HKDF', false, ['deriveBits']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(info) };
  return new Uint8Array(await subtle().deriveBits(how, secret, 8 * length));
}

async function ed25519(publicKey, signature, message) {
  let key;
  try {
    key = await subtle().importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  } catch {
    // That the algorithm itself is there is known from the self-test: these 32 bytes are no point of the curve.
    return false;
  }
  return subtle().verify({ name: 'Ed25519' }, key, signature, message);
}

// --------------------------------------------------------------------------------------------------------------- cards

const RANKS = 'X23456789TJQKA'; // a joker ranks below the 2 of its suit
const SUITS = 'CDHS';
const DECK_ORDER = [];
for (const suit of SUITS) for (const rank of RANKS.slice(1)) DECK_ORDER.push(rank + suit);
DECK_ORDER.push('XC', 'XD');
const PLACE = new Map(DECK_ORDER.map((card, place) => [card, place]));

function isCard(value) {
  return typeof value === 'string' && PLACE.has(value);
}

function higher(a, b) {
  return RANKS.indexOf(a[0]) > RANKS.indexOf(b[0]);
}

function inDeckOrder(cards) {
  return cards.every((card, i) => i === 0 || PLACE.get(cards[i - 1]) < PLACE.get(card));
}

// ------------------------------------------------------------------------------------------------- rulesets (rules.md)

const CHOICES = {
  opening: ['lowest-club', 'seat-0', 'rotating-seat'],
  first_trick_points: ['unless-only-points', 'hearts-only', 'allowed'],
  hearts_broken_by: ['heart-played', 'heart-discarded'],
  heart_points: ['one', 'rank'],
  moon: ['others-add', 'shooter-subtracts', 'shooter-chooses', 'off'],
};
const SWITCHES = ['hearts_must_be_broken', 'queen_breaks_hearts', 'hearts_led_from_points_only'];
const RULESET_KEYS = [
  'players', 'removed', 'jokers', 'pass_count', 'pass_cycle', 'target', 'exact_target_resets_to', 'card_points',
  ...Object.keys(CHOICES), ...SWITCHES,
];

function isInteger(value, least, most) {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}

/** A ruleset from its object, within the bounds of rules.md; with `deck` and `handSize` worked out. */
function readRuleset(object) {
  require_(isObject(object), `the ruleset is ${said(object)}: expected an object`);
  for (const key of Object.keys(object)) require_(RULESET_KEYS.includes(key), `the ruleset has an unknown option ${said(key)}`);
  for (const key of RULESET_KEYS) require_(key in object, `the ruleset lacks the option ${key}`);
  const bad = (key, expected) => wrong(`the ruleset's ${key} is ${said(object[key])}: expected ${expected}`);

  const { players, removed, jokers } = object;
  if (!isInteger(players, 3, 6)) bad('players', '3 to 6');
  if (!isInteger(jokers, 0, 2)) bad('jokers', '0, 1 or 2');
  const removable = (card) => isCard(card) && card[0] !== 'X' && card[1] !== 'H' && card !== 'QS';
  if (!Array.isArray(removed) || !removed.every(removable)) bad('removed', 'a list of cards, no heart, QS or joker among them');
  if (!inDeckOrder(removed)) bad('removed', 'distinct cards in deck order');
  const deck = DECK_ORDER.filter((card) => !removed.includes(card)).slice(0, 52 - removed.length + jokers);
  if (deck.length % players !== 0) bad('removed', `cards that leave a multiple of ${players}, not ${deck.length}`);
  const handSize = deck.length / players;
  if (!isInteger(object.pass_count, 1, handSize - 1)) bad('pass_count', `1 to ${handSize - 1}`);
  const cycle = object.pass_cycle;
  const isOffset = (offset) => Number.isSafeInteger(offset) && -players < 2 * offset && 2 * offset <= players;
  if (!Array.isArray(cycle) || cycle.length < 1 || cycle.length > 12 || !cycle.every(isOffset)) {
    bad('pass_cycle', `1 to 12 offsets above -${players}/2 and up to ${players}/2`);
  }
  for (const [key, values] of Object.entries(CHOICES)) {
    if (!values.includes(object[key])) bad(key, values.join(', '));
  }
  for (const key of SWITCHES) if (typeof object[key] !== 'boolean') bad(key, 'true or false');
  const points = object.card_points;
  if (!isObject(points)) bad('card_points', 'an object');
  for (const [card, value] of Object.entries(points)) {
    if (!['QS', 'KS', 'AS', 'JD', 'TD'].includes(card) || !deck.includes(card)) bad('card_points', 'QS, KS, AS, JD and TD, if in the deck');
    if (!isInteger(value, -1000, 1000) || value === 0) bad('card_points', 'values from -1000 to 1000, none of them 0');
  }
  if (object.opening === 'lowest-club' && !deck.some((card) => card[1] === 'C' && card[0] !== 'X')) bad('removed', 'cards that leave a club');
  if (!isInteger(object.target, 1, 10000)) bad('target', '1 to 10000');
  const reset = object.exact_target_resets_to;
  if (reset !== null && !isInteger(reset, 0, object.target - 1)) bad('exact_target_resets_to', 'null, or 0 to the target less 1');

  return Object.assign(Object.create(null), object, { deck, handSize });
}

function passOffset(ruleset, hand) {
  return ruleset.pass_cycle[(hand - 1) % ruleset.pass_cycle.length];
}

/** What a card counts for whoever takes it, before the moon rule. */
function pointsOf(ruleset, card) {
  if (card[1] === 'H') return ruleset.heart_points === 'rank' ? RANKS.indexOf(card[0]) + 1 : 1;
  return ruleset.card_points[card] || 0;
}

function isPointCard(ruleset, card) {
  return pointsOf(ruleset, card) > 0;
}

/** The points of a complete hand by seat, from the cards each has taken; and who shot the moon, or null. */
function score(ruleset, taken) {
  const sum = (cards) => cards.reduce((total, card) => total + pointsOf(ruleset, card), 0);
  const dangerous = ruleset.deck.filter((card) => isPointCard(ruleset, card));
  const points = taken.map(sum);
  if (ruleset.moon === 'off') return { points, moon: null };
  const shooter = taken.findIndex((cards) => dangerous.every((card) => cards.includes(card)));
  if (shooter < 0) return { points, moon: null };
  const total = sum(dangerous);
  const bonus = taken.map((cards) => sum(cards.filter((card) => !isPointCard(ruleset, card))));
  const shared = ruleset.moon === 'shooter-subtracts'
    ? taken.map((_, seat) => (seat === shooter ? -total : 0))
    : taken.map((_, seat) => (seat === shooter ? 0 : total));
  return { points: shared.map((value, seat) => value + bonus[seat]), moon: shooter };
}

/** A hand in play: who holds what, whose turn it is, what has been taken. */
class Play {
  /** `hands`: the cards of each seat after the pass. */
  constructor(ruleset, number, hands) {
    this.ruleset = ruleset;
    this.hands = hands.map((cards) => new Set(cards));
    this.taken = hands.map(() => []);
    this.trick = [];
    this.tricks = 0;
    this.ply = 0;
    this.broken = false;
    this.lowestClub = ruleset.deck.find((card) => card[1] === 'C' && card[0] !== 'X');
    if (ruleset.opening === 'lowest-club') this.turn = this.hands.findIndex((cards) => cards.has(this.lowestClub));
    else this.turn = ruleset.opening === 'seat-0' ? 0 : (number - 1) % ruleset.players;
  }

  get complete() {
    return this.ply === this.ruleset.deck.length;
  }

  /** The rule that forbids the seat whose turn it is to play `card`, or null. */
  violation(card) {
    const { ruleset } = this;
    const held = this.hands[this.turn];
    if (!ruleset.deck.includes(card)) return 'unknown-card';
    if (!held.has(card)) return 'card-not-in-hand';
    const rest = [...held];
    if (this.trick.length === 0) {
      if (this.tricks === 0 && ruleset.opening === 'lowest-club') {
        return card === this.lowestClub ? null : 'must-lead-opening-card';
      }
      if (card[1] !== 'H' || this.broken || !ruleset.hearts_must_be_broken) return null;
      if (rest.every((each) => each[1] === 'H')) return null;
      if (ruleset.hearts_led_from_points_only && rest.every((each) => isPointCard(ruleset, each))) return null;
      return 'hearts-not-broken';
    }
    const led = this.trick[0][1];
    if (rest.some((each) => each[1] === led)) return card[1] === led ? null : 'must-follow-suit';
    if (this.tricks > 0 || ruleset.first_trick_points === 'allowed' || !isPointCard(ruleset, card)) return null;
    if (rest.some((each) => !isPointCard(ruleset, each))) return 'no-points-on-first-trick';
    if (ruleset.first_trick_points === 'hearts-only' && card[1] !== 'H' && rest.some((each) => each[1] === 'H')) {
      return 'no-points-on-first-trick';
    }
    return null;
  }

  /** The cards that the seat whose turn it is may play, in deck order. */
  allowed() {
    return this.ruleset.deck.filter((card) => this.violation(card) === null);
  }

  /** Play a card that `violation` has nothing against. */
  play(card) {
    const { ruleset, trick } = this;
    this.hands[this.turn].delete(card);
    trick.push(card);
    this.ply += 1;
    const discarded = card[1] === 'H' && trick[0][1] !== 'H';
    if (ruleset.hearts_broken_by === 'heart-played' ? card[1] === 'H' : discarded) this.broken = true;
    if (card === 'QS' && ruleset.queen_breaks_hearts) this.broken = true;
    if (trick.length < ruleset.players) {
      this.turn = (this.turn + 1) % ruleset.players;
      return;
    }
    const leader = (this.turn + 1) % ruleset.players;
    let best = 0;
    trick.forEach((each, i) => {
      if (each[1] === trick[0][1] && higher(each, trick[best])) best = i;
    });
    this.turn = (leader + best) % ruleset.players;
    this.taken[this.turn].push(...trick);
    this.trick = [];
    this.tricks += 1;
  }
}

// ------------------------------------------------------------------------------------------------------ shuffle and deal

/** Fisher-Yates by the protocol's section 5: `nextWord` gives uniform 32-bit words, those of the last partial block are passed over. */
function shuffle(deck, nextWord) {
  const cards = [...deck];
  for (let i = cards.length - 1; i >= 1; i -= 1) {
    const bound = i + 1;
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let word = nextWord();
    while (word >= limit) word = nextWord();
    const j = word % bound;
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

/** Seed (32 bytes), hash of the table statement (32 bytes) -> the shuffled deck and the hands in the order dealt. */
async function deal(ruleset, seed, tableHash) {
  const stream = await hkdf(seed, tableHash, `${PROTOCOL} shuffle`, 255 * 32);
  const view = new DataView(stream.buffer);
  let at = 0;
  const deck = shuffle(ruleset.deck, () => {
    require_(at < stream.length, 'the stream ends before the deck is shuffled');
    at += 4;
    return view.getUint32(at - 4, false);
  });
  const hands = Array.from({ length: ruleset.players }, (_, seat) => deck.filter((_card, k) => k % ruleset.players === seat));
  return { deck, hands };
}

// ------------------------------------------------------------------------------------------ statements (sections 1 to 6)

/** Reads a statement's lines one by one; what does not match is refused, never repaired. */
class Lines {
  constructor(text, kind) {
    this.what = `the ${kind} statement`;
    require_(typeof text === 'string', `${this.what} is ${said(text)}: expected text`);
    require_(text.endsWith('\n'), `${this.what} does not end with a newline`);
    this.lines = text.slice(0, -1).split('\n');
    for (const [i, line] of this.lines.entries()) {
      require_(/^[!-~]+(?: [!-~]+)*$/.test(line), `${this.what}, line ${i + 1}: ${said(line)} is not ASCII fields with one space between them`);
    }
    this.at = 0;
    require_(this.line() === `${PROTOCOL} ${kind}`, `${this.what}, line 1: expected "${PROTOCOL} ${kind}", not ${said(this.lines[0])}`);
    this.origin = this.line();
    require_(isOrigin(this.origin), `${this.what}, line 2: ${said(this.origin)} is no origin`);
    this.number = this.integer(this.line(), 1);
  }

  line() {
    require_(this.at < this.lines.length, `${this.what} ends before line ${this.at + 1}`);
    this.at += 1;
    return this.lines[this.at - 1];
  }

  refuse(expected) {
    wrong(`${this.what}, line ${this.at}: expected ${expected}, not ${said(this.lines[this.at - 1])}`);
  }

  /** The next line's fields after `keyword`, `least` to `most` of them. */
  fields(keyword, least, most = least) {
    const [first, ...rest] = this.line().split(' ');
    if (first !== keyword || rest.length < least || rest.length > most) {
      const count = least === most ? `${least}` : `${least} to ${most}`;
      this.refuse(`"${keyword}" and ${count} field${count === '1' ? '' : 's'}`);
    }
    return rest;
  }

  one(keyword) {
    return this.fields(keyword, 1)[0];
  }

  /** Does the next line begin with `keyword`? */
  next(keyword) {
    return this.at < this.lines.length && this.lines[this.at].split(' ')[0] === keyword;
  }

  end() {
    if (this.at < this.lines.length) {
      this.at += 1;
      this.refuse('the end');
    }
  }

  integer(field, least = -Number.MAX_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) {
    if (!/^(?:0|-?[1-9][0-9]*)$/.test(field) || !isInteger(Number(field), least, most)) this.refuse(`an integer from ${least} to ${most}`);
    return Number(field);
  }

  seat(field) {
    return this.integer(field, 0, 5);
  }

  seats(fields) {
    const seats = fields.map((field) => this.seat(field));
    if (!ascending(seats)) this.refuse('ascending seats');
    return seats;
  }

  hex(field, length = 32) {
    if (field.length !== 2 * length || !/^[0-9a-f]*$/.test(field)) this.refuse(`${2 * length} lowercase hexadecimal digits`);
    return field;
  }

  hexOrDash(field) {
    return field === '-' ? null : this.hex(field);
  }

  choice(field, values) {
    if (!values.includes(field)) this.refuse(values.join(' or '));
    return field;
  }

  cards(fields) {
    for (const card of fields) if (!isCard(card)) this.refuse('cards');
    if (new Set(fields).size < fields.length) this.refuse('distinct cards');
    return fields;
  }

  /** Lines `keyword seat value`, ascending by seat. */
  bySeat(keyword) {
    const entries = [];
    while (this.next(keyword)) {
      const [seat, value] = this.fields(keyword, 2);
      entries.push([this.seat(seat), this.hex(value)]);
      if (!ascending(entries.map(([each]) => each))) this.refuse('ascending seats');
    }
    return entries;
  }
}

function ascending(numbers) {
  return numbers.every((number, i) => i === 0 || numbers[i - 1] < number);
}

function isOrigin(value) {
  return typeof value === 'string' && /^[a-z0-9.-]{1,100}$/.test(value);
}

function readCommit(text) {
  const lines = new Lines(text, 'commit');
  const commitment = lines.hex(lines.line());
  lines.end();
  return { text, origin: lines.origin, number: lines.number, commitment };
}

function readOpen(text) {
  const lines = new Lines(text, 'open');
  const rules = lines.hex(lines.one('rules'));
  const hand = lines.integer(lines.one('hand'), 1);
  const contributors = lines.seats(lines.fields('contributors', 1, 6));
  const sealed = lines.choice(lines.one('sealed'), ['yes', 'no']) === 'yes';
  const opener = lines.choice(lines.one('opener'), ['blind', 'sighted']);
  lines.choice(lines.one('beacon'), ['-']);
  const [opened, expires] = lines.fields('times', 2).map((field) => lines.integer(field, 0));
  const game = lines.fields('game', 1, 2);
  if (game.length === 1) {
    lines.choice(game[0], ['-']);
  } else {
    lines.hex(game[0], 16);
    lines.integer(game[1], 1);
  }
  lines.end();
  return { text, origin: lines.origin, number: lines.number, rules, hand, contributors, sealed, opener, opened, expires };
}

function readSeals(text) {
  const lines = new Lines(text, 'seals');
  const open = lines.hex(lines.one('open'));
  const seals = lines.bySeat('seat');
  lines.end();
  require_(seals.length > 0, 'the seals statement has no seat');
  return { text, origin: lines.origin, number: lines.number, open, seals };
}

function readTable(text) {
  const lines = new Lines(text, 'table');
  const open = lines.hex(lines.one('open'));
  const seals = lines.hexOrDash(lines.one('seals'));
  const nonces = lines.bySeat('seat');
  const keys = lines.bySeat('key');
  lines.end();
  require_(nonces.length > 0, 'the table statement has no seat');
  return { text, origin: lines.origin, number: lines.number, open, seals, nonces, keys };
}

function readRecord(text) {
  const lines = new Lines(text, 'record');
  const by = lines.choice(lines.one('by'), ['seats', 'opener']);
  const passes = [];
  while (lines.next('pass')) {
    const [from, to, ...cards] = lines.fields('pass', 3, 56);
    passes.push({ from: lines.seat(from), to: lines.seat(to), cards: lines.cards(cards) });
    if (!inDeckOrder(cards)) lines.refuse('the cards of a pass in deck order');
  }
  if (!ascending(passes.map((pass) => pass.from))) wrong('the pass lines of the record statement are not ascending by seat');
  const tricks = [];
  while (lines.next('trick')) {
    const [leader, ...cards] = lines.fields('trick', 2, 7);
    tricks.push({ leader: lines.seat(leader), cards: lines.cards(cards) });
  }
  const points = lines.next('points') ? lines.fields('points', 3, 6).map((field) => lines.integer(field)) : null;
  lines.end();
  return { text, origin: lines.origin, number: lines.number, by, passes, tricks, points };
}

function readOutcome(text) {
  const isVoid = typeof text === 'string' && text.startsWith(`${PROTOCOL} void\n`);
  const lines = new Lines(text, isVoid ? 'void' : 'reveal');
  const { origin, number } = lines;
  if (!isVoid) {
    const seed = lines.hex(lines.one('seed'));
    const table = lines.hex(lines.one('table'));
    const record = lines.hex(lines.one('record'));
    lines.end();
    return { text, kind: 'reveal', origin, number, seed, table, record };
  }
  const reason = lines.choice(lines.one('reason'), ['unclaimed', 'abandoned', 'expired', 'withheld']);
  const named = lines.fields('seats', 1, 6);
  const seats = named.length === 1 && named[0] === '-' ? [] : lines.seats(named);
  const seed = lines.hex(lines.one('seed'));
  const [open, seals, table, record] = ['open', 'seals', 'table', 'record'].map((word) => lines.hexOrDash(lines.one(word)));
  lines.end();
  const timedOut = reason === 'expired' || reason === 'withheld';
  require_(timedOut === seats.length > 0, `a void that is ${reason} names ${timedOut ? 'the seats that were waited for' : 'no seats'}`);
  require_((reason === 'unclaimed') === (open === null), 'a number that was never handed out, and no other, has no open statement');
  require_(open !== null || (seals === null && table === null), 'without an open statement there are no seals and no table');
  require_((table === null) === (record === null), 'a void has a record exactly when it has a table');
  require_(reason !== 'withheld' || (seals !== null && table === null), 'withheld means that seals were published and no table was closed');
  return { text, kind: 'void', origin, number, reason, seats, seed, open, seals, table, record };
}

// ------------------------------------------------------------------ signed notes, checkpoints and proofs (section 7, C2SP)

const NOTE_KEY = 0x01;
const COSIGNER_KEY = 0x04;

/** A verifier key: name "+" hex(key ID) "+" base64(type || key). */
async function readVkey(text, what, type = NOTE_KEY) {
  const parts = typeof text === 'string' ? /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) : null;
  require_(parts, `${what} is ${said(text)}: expected name+keyid+base64`);
  const [, name, id, encoded] = parts;
  const bytes = fromBase64(encoded, what);
  require_(bytes.length === 33 && bytes[0] === type, `${what} is not an Ed25519 key of type 0x0${type}`);
  const hash = await sha256(name, '\n', bytes);
  require_(hexOf(hash.slice(0, 4)) === id, `${what} has the key ID ${id}, but its name and key give ${hexOf(hash.slice(0, 4))}`);
  return { text, name, id, key: bytes.slice(1) };
}

/** A signed note -> its text and its signature lines. */
function readNote(note, what) {
  require_(typeof note === 'string', `${what} is ${said(note)}: expected a signed note`);
  require_(!/[\u0000-\u0009\u000b-\u001f]/.test(note), `${what} has a control character`);
  const border = note.lastIndexOf('\n\n');
  require_(border > 0 && note.endsWith('\n'), `${what} is no signed note: a text, an empty line, signature lines`);
  const text = note.slice(0, border + 1);
  const rest = note.slice(border + 2, -1);
  require_(rest !== '', `${what} has no signature line`);
  const signatures = rest.split('\n').map((line) => {
    const parts = /^\u2014 ([^+\s]+) (\S+)$/.exec(line);
    require_(parts, `${what} has the signature line ${said(line)}: expected "\u2014 name base64"`);
    const bytes = fromBase64(parts[2], `a signature of ${what}`);
    require_(bytes.length > 4, `a signature of ${what} is too short`);
    return { name: parts[1], id: hexOf(bytes.slice(0, 4)), bytes: bytes.slice(4) };
  });
  return { text, signatures };
}

/** Is the note signed by this key? Every line that claims to be its signature must be one. */
async function checkSignature(ctx, note, vkey, what) {
  const own = note.signatures.filter((line) => line.name === vkey.name && line.id === vkey.id);
  require_(own.length > 0, `${what} is not signed by ${vkey.name}+${vkey.id}`);
  for (const line of own) {
    if (!ctx.canSign) continue;
    const good = line.bytes.length === 64 && (await ed25519(vkey.key, line.bytes, utf8(note.text)));
    require_(good, `the signature on ${what} is not that of ${vkey.name}`);
  }
}

/** A checkpoint: log name, decimal size, base64 root; no extension lines. */
function readCheckpoint(text, what) {
  const note = readNote(text, what);
  const lines = note.text.slice(0, -1).split('\n');
  require_(lines.length === 3, `${what} has ${lines.length} lines of text: expected log name, size and root`);
  const [name, size, root] = lines;
  require_(/^(?:0|[1-9][0-9]*)$/.test(size), `${what} has the size ${said(size)}`);
  const hash = fromBase64(root, `the root of ${what}`);
  require_(hash.length === 32, `the root of ${what} has ${hash.length} bytes: expected 32`);
  return { note, name, size: BigInt(size), root: hash };
}

/** C2SP tlog-proof without an `extra` line. */
function readProof(text, what) {
  require_(typeof text === 'string', `${what} is ${said(text)}: expected a tlog-proof`);
  const border = text.indexOf('\n\n');
  require_(border > 0, `${what} has no empty line before its checkpoint`);
  const [magic, index, ...hashes] = text.slice(0, border).split('\n');
  require_(magic === 'c2sp.org/tlog-proof@v1', `${what} begins with ${said(magic)}: expected c2sp.org/tlog-proof@v1`);
  const digits = /^index (0|[1-9][0-9]*)$/.exec(index || '');
  require_(digits, `${what} has ${said(index)} where "index <n>" belongs`);
  const path = hashes.map((line) => {
    const hash = fromBase64(line, `a hash of ${what}`);
    require_(hash.length === 32, `a hash of ${what} has ${hash.length} bytes: expected 32`);
    return hash;
  });
  return { index: BigInt(digits[1]), path, checkpoint: readCheckpoint(text.slice(border + 2), `the checkpoint of ${what}`) };
}

function leafHash(entry) {
  return sha256(Uint8Array.of(0), entry);
}

function nodeHash(left, right) {
  return sha256(Uint8Array.of(1), left, right);
}

/**
 * RFC 9162, section 2.1.3.2: does the path lead from leaf `index` to the root of a tree of `size`?
 * Both are BigInts: the tree that holds the highest number has 2^53 leaves, one more than a double counts safely.
 */
async function isIncluded(leaf, index, size, path, root) {
  if (index >= size) return false;
  let [node, position, last] = [leaf, index, size - 1n];
  const half = () => {
    position /= 2n;
    last /= 2n;
  };
  for (const hash of path) {
    if (last === 0n) return false;
    if (position % 2n === 1n || position === last) {
      node = await nodeHash(hash, node);
      while (position % 2n === 0n && position !== 0n) half();
    } else {
      node = await nodeHash(node, hash);
    }
    half();
  }
  return last === 0n && sameBytes(node, root);
}

/** C2SP tlog-policy: witnesses, groups and the quorum. */
async function readPolicy(text) {
  require_(typeof text === 'string', 'the policy is no text');
  const policy = { logs: [], witnesses: [], quorum: undefined };
  const members = new Map();
  const grouped = new Set();
  const define = (name, rule) => {
    require_(name !== undefined && name !== 'none' && !members.has(name), `the policy defines ${said(name)} twice or not at all`);
    members.set(name, rule);
  };
  for (const line of text.split('\n')) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    if (words.length === 0 || words[0].startsWith('#')) continue;
    const [keyword, ...rest] = words;
    if (keyword === 'log' && (rest.length === 1 || rest.length === 2)) {
      const vkey = await readVkey(rest[0], 'a log key of the policy');
      require_(policy.logs.every((other) => !sameBytes(other.key, vkey.key)), 'the policy names a log twice');
      policy.logs.push(vkey);
    } else if (keyword === 'witness' && (rest.length === 2 || rest.length === 3)) {
      const vkey = await readVkey(rest[1], 'a witness key of the policy', COSIGNER_KEY);
      require_(policy.witnesses.every((other) => !sameBytes(other.key, vkey.key)), 'the policy names a witness twice');
      policy.witnesses.push(vkey);
      define(rest[0], (cosigned) => cosigned.has(vkey.text));
    } else if (keyword === 'group' && rest.length >= 3) {
      const [name, count, ...names] = rest;
      const rules = names.map((each) => {
        require_(members.has(each) && !grouped.has(each), `the policy's group ${name} names ${said(each)}, which is unknown or in a group already`);
        grouped.add(each);
        return members.get(each);
      });
      const least = { all: rules.length, any: 1 }[count] || (/^[1-9][0-9]*$/.test(count) ? Number(count) : 0);
      require_(least >= 1 && least <= rules.length, `the policy's group ${name} needs ${count} of ${rules.length}`);
      define(name, (cosigned) => rules.filter((rule) => rule(cosigned)).length >= least);
    } else if (keyword === 'quorum' && rest.length === 1) {
      require_(policy.quorum === undefined, 'the policy has two quorum lines');
      require_(rest[0] === 'none' || members.has(rest[0]), `the policy's quorum ${said(rest[0])} is unknown`);
      policy.quorum = rest[0] === 'none' ? null : members.get(rest[0]);
    } else {
      wrong(`the policy has the line ${said(line)}`);
    }
  }
  require_(policy.quorum !== undefined, 'the policy has no quorum line');
  return policy;
}

/** C2SP tlog-cosignature: do enough witnesses of the policy vouch for the checkpoint? */
async function checkQuorum(ctx, checkpoint, what) {
  const { policy } = ctx;
  const cosigned = new Set();
  for (const vkey of policy.witnesses) {
    for (const line of checkpoint.note.signatures) {
      if (line.name !== vkey.name || line.id !== vkey.id || !ctx.canSign) continue;
      require_(line.bytes.length === 72, `the cosignature of ${vkey.name} on ${what} has ${line.bytes.length} bytes: expected 72`);
      const time = new DataView(line.bytes.buffer, line.bytes.byteOffset, 8).getBigUint64(0, false);
      const message = utf8(`cosignature/v1\ntime ${time}\n${checkpoint.note.text}`);
      require_(await ed25519(vkey.key, line.bytes.slice(8), message), `the cosignature of ${vkey.name} on ${what} is not its own`);
      cosigned.add(vkey.text);
    }
  }
  require_(!ctx.canSign || policy.quorum === null || policy.quorum(cosigned), `${what} lacks the quorum of witnesses: ${cosigned.size} cosigned it`);
}

// ------------------------------------------------------------------------------------------------ the bundle and its parts

const MEMBERS = [
  'protocol', 'origin', 'vkeys', 'number', 'commit', 'ruleset', 'hand', 'open', 'seals', 'table', 'contributions', 'deck',
  'hands', 'record', 'signed', 'points', 'outcome',
];
const LOGS = { statements: '', commits: '/commits', outcomes: '/outcomes' };

/**
 * What the checks share: the bundle, what is pinned, and each part read once. A part that is wrong is so for all who need
 * it: a statement says something only as a whole, in its form, of this origin and number, and signed where it must be.
 */
class Case {
  constructor(raw, pins, canSign) {
    this.raw = raw;
    this.canSign = canSign;
    this.pins = pins;
    this.policy = pins.policy;
    this.read = new Map();
  }

  /** The promise of what `make` gives or throws, made once per name. */
  once(name, make) {
    if (!this.read.has(name)) this.read.set(name, Promise.resolve().then(make));
    return this.read.get(name);
  }

  /** A member as it stands: null says that it is not there, and leaving it out says nothing. */
  member(name) {
    require_(name in this.raw, `the bundle has no member ${name}`);
    return this.raw[name];
  }

  /** A part with exactly these members. */
  part(name, keys) {
    const part = this.member(name);
    require_(part !== null, `${name} is missing`);
    require_(isObject(part) && sameKeys(part, keys), `${name} is ${said(part)}: expected an object of ${keys.join(', ')}`);
    return part;
  }

  /** The origin and the number that all else must name: what is pinned, else what was committed. */
  subject() {
    return this.once('subject', async () => {
      const { statement } = this.part('commit', ['statement', 'proof']);
      const commit = readCommit(statement);
      const { origin, number } = this.pins;
      return { origin: origin === null ? commit.origin : origin, number: number === null ? commit.number : number, commit };
    });
  }

  async about(statement, what) {
    const { origin, number } = await this.subject();
    require_(statement.origin === origin, `${what} names the origin ${said(statement.origin)}, not ${said(origin)}`);
    require_(statement.number === number, `${what} names the number ${statement.number}, not ${number}`);
    return statement;
  }

  commit() {
    return this.once('commit', async () => this.about((await this.subject()).commit, 'the commit statement'));
  }

  outcome() {
    return this.once('outcome', () => {
      const { statement } = this.part('outcome', ['statement', 'index', 'proof']);
      return this.about(readOutcome(statement), 'the outcome');
    });
  }

  /** A statement whose note is its text, signed by the origin's key on its one signature line. */
  signed(name, read) {
    return this.once(name, async () => {
      const part = this.part(name, ['statement', 'note']);
      const statement = await this.about(read(part.statement), `the ${name} statement`);
      const note = readNote(part.note, `the note of ${name}`);
      require_(note.text === statement.text, `the note of ${name} holds another text than its statement`);
      require_(note.signatures.length === 1, `the note of ${name} has ${note.signatures.length} signature lines: expected one`);
      await checkSignature(this, note, await this.key('statements'), `the note of ${name}`);
      return statement;
    });
  }

  async open() {
    await this.outcome();
    return this.signed('open', readOpen);
  }

  seals() {
    return this.signed('seals', readSeals);
  }

  table() {
    return this.signed('table', readTable);
  }

  ruleset() {
    return this.once('ruleset', async () => {
      require_(this.member('ruleset') !== null, 'ruleset is missing');
      return readRuleset(this.raw.ruleset);
    });
  }

  record() {
    return this.once('record', () => {
      require_(this.member('record') !== null, 'record is missing');
      return this.about(readRecord(this.raw.record), 'the record');
    });
  }

  hash(statement) {
    return sha256(statement.text).then(hexOf);
  }

  /** Does the outcome say that this number has no such statement? */
  async lacks(name) {
    const outcome = await this.outcome();
    return outcome.kind === 'void' && outcome[name] === null;
  }

  /** The members that must be null because the outcome says their subject never was. */
  absent(...names) {
    for (const name of names) {
      const value = this.member(name);
      require_(value === null, `${name} is ${said(value)}, but the outcome says that there is none: expected null`);
    }
  }

  /** The cards that follow from seed, table and ruleset, not those that the bundle claims. */
  dealt() {
    return this.once('dealt', async () => {
      const { seed } = await this.outcome();
      const tableHash = await sha256((await this.table()).text);
      return deal(await this.ruleset(), fromHex(seed, 32, 'the seed'), tableHash);
    });
  }

  /** The hand, gone through from its record: {complete, plays, points, moon, turn: whose, or null while passing and at the end}. */
  played() {
    return this.once('played', async () => {
      const { hands } = await this.dealt();
      const { hand } = await this.open();
      return replay(await this.ruleset(), hand, hands, await this.record());
    });
  }

  /** The keys that the bundle itself names, by role. */
  ownKeys() {
    return this.once('vkeys', async () => {
      const vkeys = this.part('vkeys', Object.keys(LOGS));
      const keys = {};
      for (const role of Object.keys(LOGS)) keys[role] = await readVkey(vkeys[role], `vkeys.${role}`);
      return keys;
    });
  }

  /** The verifier key for a role: the pinned one, else the bundle's own, which proves nothing. */
  key(role) {
    return this.once(`key ${role}`, async () => {
      const { origin } = await this.subject();
      const vkeys = this.pins.vkeys || (await this.ownKeys());
      const vkey = vkeys[role];
      require_(vkey.name === `${origin}${LOGS[role]}`, `the key for ${role} is named ${said(vkey.name)}, not ${said(`${origin}${LOGS[role]}`)}`);
      return vkey;
    });
  }

  /** Why a signature that was found good proves nothing here, if so. */
  doubtSignatures(doubts) {
    if (!this.canSign) doubts.push('this WebCrypto has no Ed25519: no signature was checked');
    else if (!this.pins.vkeys) doubts.push("no pinned vkeys: the signature is good by the bundle's own");
  }

  /** The statement must be a leaf under a signed checkpoint of the log; returns its index. */
  async logged(role, proofText, statement, doubts) {
    const what = `the proof of the ${role === 'commits' ? 'commit' : 'outcome'}`;
    const proof = readProof(proofText, what);
    const { checkpoint } = proof;
    const log = `${statement.origin}${LOGS[role]}`;
    require_(checkpoint.name === log, `${what} is from the log ${said(checkpoint.name)}, not ${said(log)}`);
    await checkSignature(this, checkpoint.note, await this.key(role), `the checkpoint of ${log}`);
    const leaf = await leafHash(utf8(statement.text));
    const included = await isIncluded(leaf, proof.index, checkpoint.size, proof.path, checkpoint.root);
    require_(included, `${what} does not lead from leaf ${proof.index} to the root of the checkpoint of size ${checkpoint.size}`);
    if (this.policy) await checkQuorum(this, checkpoint, `the checkpoint of ${log}`);
    this.doubtSignatures(doubts);
    return proof.index;
  }
}

// ------------------------------------------------------------------------------------------------------ the checks (section 8)

const PASS = 'pass';
const FAIL = 'fail';
const NOT_APPLICABLE = 'not applicable';
const NOT_PROVED = 'not proved';

/** Each takes the case and a list for its doubts, and returns what it found, or {notApplicable: why}; it throws Wrong. */
const CHECKS = {
  async 'commit-logged'(ctx, doubts) {
    const { raw } = ctx;
    const stray = Object.keys(raw).filter((key) => !MEMBERS.includes(key));
    require_(stray.length === 0, `the bundle has members that no check reads: ${said(stray)}`);
    const { origin, number } = await ctx.subject();
    require_(ctx.member('origin') === origin, `origin is ${said(raw.origin)}, not ${said(origin)}`);
    require_(ctx.member('number') === number, `number is ${said(raw.number)}, not ${number}`);
    for (const [role, vkey] of Object.entries(await ctx.ownKeys())) {
      require_(vkey.name === `${origin}${LOGS[role]}`, `vkeys.${role} is named ${said(vkey.name)}, not ${said(`${origin}${LOGS[role]}`)}`);
      require_(!ctx.pins.vkeys || ctx.pins.vkeys[role].text === vkey.text, `vkeys.${role} is not the pinned key`);
    }
    const commit = await ctx.commit();
    if (raw.commit.proof === null) {
      doubts.push('no log: the bundle has no proof of the commit');
      return '';
    }
    const index = await ctx.logged('commits', raw.commit.proof, commit, doubts);
    require_(index === BigInt(number), `the commit statement is leaf ${index}, not leaf ${number}`);
    return `the commit statement is leaf ${index} of ${origin}/commits`;
  },

  async 'commitment-opens'(ctx) {
    const { origin, number, commitment } = await ctx.commit();
    const { seed } = await ctx.outcome();
    require_(seed !== commitment, 'the outcome has the commitment where the seed belongs');
    const given = hexOf(await sha256(`${PROTOCOL} seed\n${origin}\n${number}\n`, fromHex(seed, 32, 'the seed')));
    require_(given === commitment, `the seed gives the commitment ${given}, but ${commitment} was committed`);
    return 'the revealed seed is the committed one';
  },

  async terms(ctx, doubts) {
    if (await ctx.lacks('open')) {
      ctx.absent('open', 'ruleset', 'hand');
      return { notApplicable: 'the number was never opened' };
    }
    const open = await ctx.open();
    const ruleset = await ctx.ruleset();
    const rules = hexOf(await sha256(canonicalJson(ctx.raw.ruleset)));
    require_(rules === open.rules, `the ruleset hashes to ${rules}, but the open statement says ${open.rules}`);
    const hand = ctx.member('hand');
    require_(hand === open.hand, `hand is ${said(hand)}, but the open statement says ${open.hand}`);
    const last = open.contributors[open.contributors.length - 1];
    require_(last < ruleset.players, `the contributor ${last} has no seat among ${ruleset.players} players`);
    require_(open.opened < open.expires, `the deal expires at ${open.expires}, not after ${open.opened}, when it was opened`);
    const outcome = await ctx.outcome();
    if (outcome.kind === 'void') {
      const hash = await ctx.hash(open);
      require_(hash === outcome.open, `the open statement hashes to ${hash}, but the outcome says ${outcome.open}`);
    }
    ctx.doubtSignatures(doubts);
    return `hand ${open.hand} of ${ruleset.players} players, fixed before any contribution`;
  },

  async contributions(ctx, doubts) {
    const dealt = !(await ctx.lacks('table'));
    const open = (await ctx.lacks('open')) ? null : await ctx.open();
    const { reason, seats: awaited } = await ctx.outcome();
    if (open !== null && !dealt) {
      const stranger = awaited.find((seat) => !open.contributors.includes(seat));
      require_(stranger === undefined, `the outcome waited for seat ${stranger}, which is no contributor`);
    }
    if (open === null || (!dealt && (await ctx.lacks('seals')))) {
      ctx.absent('seals', 'contributions');
      return { notApplicable: 'no seal and no contribution was fixed' };
    }
    const table = dealt ? await ctx.table() : null;
    const sealBy = new Map();
    if (open.sealed) {
      const seals = await ctx.seals();
      require_(seals.open === (await ctx.hash(open)), 'the seals statement names another open statement');
      requireSame(seals.seals.map(([seat]) => seat), open.contributors, 'the seats of the seals statement', 'the contributors');
      for (const [seat, seal] of seals.seals) {
        require_(![...sealBy.values()].includes(seal), `the seal of seat ${seat} is another seat's seal too`);
        sealBy.set(seat, seal);
      }
      const hash = await ctx.hash(seals);
      const outcome = await ctx.outcome();
      if (dealt) require_(table.seals === hash, `the seals statement hashes to ${hash}, but the table says ${said(table.seals)}`);
      if (outcome.kind === 'void') require_(outcome.seals === hash, `the seals statement hashes to ${hash}, but the outcome says ${said(outcome.seals)}`);
      ctx.doubtSignatures(doubts);
    } else {
      require_(ctx.member('seals') === null, 'the open statement says "sealed no", but there are seals');
      require_(dealt && table.seals === null && !(await ctx.outcome()).seals, 'the open statement says "sealed no", but the table or the outcome names seals');
    }
    const given = readContributions(ctx.member('contributions'));
    const seats = given.map(([seat]) => seat);
    if (dealt) {
      requireSame(table.nonces.map(([seat]) => seat), open.contributors, 'the seats of the table statement', 'the contributors');
      requireSame(given, table.nonces, 'contributions', 'the table statement');
    }
    require_(seats.every((seat) => open.contributors.includes(seat)), `contributions has a seat that is no contributor: ${seats.join(', ')}`);
    for (const [seat, nonce] of given) {
      if (!open.sealed) continue;
      const seal = await sha256(`${PROTOCOL} seal\n`, await sha256(open.text), `${seat}\n`, fromHex(nonce, 32, 'a nonce'));
      require_(hexOf(seal) === sealBy.get(seat), `the nonce of seat ${seat} does not match its seal`);
    }
    if (!dealt && reason !== 'abandoned') {
      const missing = open.contributors.filter((seat) => !seats.includes(seat));
      require_(reason === 'withheld', 'all seals were in: then a missing contribution was withheld');
      requireSame(awaited, missing, 'who the outcome waited for', 'what is missing');
    }
    return open.sealed ? `${given.length} of ${open.contributors.length} contributions, each as sealed` : `contributions: ${given.length}, as the table has them`;
  },

  async table(ctx, doubts) {
    if (await ctx.lacks('table')) {
      ctx.absent('table');
      return { notApplicable: 'no cards were dealt' };
    }
    const table = await ctx.table();
    const open = await ctx.open();
    require_(table.open === (await ctx.hash(open)), 'the table statement names another open statement');
    const hash = await ctx.hash(table);
    const outcome = await ctx.outcome();
    require_(outcome.table === hash, `the table statement hashes to ${hash}, but the outcome says ${outcome.table}`);
    const players = table.keys.length > 0 ? (await ctx.ruleset()).players : null;
    for (const [seat] of table.keys) require_(seat < players, `the table has a key of seat ${seat}, but ${players} players`);
    ctx.doubtSignatures(doubts);
    return `signed; seats with a key: ${table.keys.length}`;
  },

  async deal(ctx) {
    if (await ctx.lacks('table')) {
      ctx.absent('deck', 'hands');
      return { notApplicable: 'no cards were dealt' };
    }
    const { deck, hands } = await ctx.dealt();
    requireSame(ctx.member('deck'), deck, 'deck', 'what seed and table give');
    requireSame(ctx.member('hands'), hands, 'hands', 'what seed and table give');
    return `${deck.length} cards to ${hands.length} seats, as seed and table give them`;
  },

  async play(ctx) {
    if (await ctx.lacks('table')) {
      ctx.absent('record', 'points');
      return { notApplicable: 'no cards were dealt' };
    }
    const record = await ctx.record();
    const outcome = await ctx.outcome();
    const open = await ctx.open();
    const found = await ctx.played();
    if (record.by === 'opener') {
      require_(open.opener === 'sighted', 'the record was submitted whole, but the opener is blind');
      require_(found.complete, 'the record was submitted whole, but is not complete');
    }
    require_(outcome.kind === 'void' || found.complete, `a reveal needs a complete record: ${found.plays} cards were played`);
    requireSame(record.points, found.points, 'the points of the record', 'the count of its tricks');
    require_(outcome.kind === 'reveal' || !found.complete, 'a hand that was played out is revealed, not void');
    if (outcome.kind === 'void' && outcome.reason === 'expired' && found.turn !== null) {
      requireSame(outcome.seats, [found.turn], 'who the outcome waited for', 'whose turn it was');
    }
    requireSame(ctx.member('points'), record.points, 'points', 'the record');
    const hash = await ctx.hash(record);
    require_(hash === outcome.record, `the record hashes to ${hash}, but the outcome says ${outcome.record}`);
    if (!found.complete) return `${found.plays} plays, each of them legal; the hand was not played out`;
    return `${found.plays} plays, each of them legal; points ${record.points.join(' ')}` + (found.moon === null ? '' : `; seat ${found.moon} shot the moon`);
  },

  async signatures(ctx, doubts) {
    if (await ctx.lacks('table')) {
      ctx.absent('signed');
      return { notApplicable: 'no cards were dealt' };
    }
    const signed = ctx.member('signed');
    require_(Array.isArray(signed), `signed is ${said(signed)}: expected a list`);
    const table = await ctx.table();
    const keys = new Map(table.keys);
    if (keys.size === 0) {
      require_(signed.length === 0, `signed has ${signed.length} entries, but no seat has a key`);
      doubts.push('no seat has a key');
      return '';
    }
    const record = await ctx.record();
    // Whose turn it was, and so whose signature belongs to a play, is known of a hand that keeps the rules.
    await ctx.played();
    const { players } = await ctx.ruleset();
    const moves = (await movesOf(record, players, await ctx.hash(table))).filter(({ seat }) => keys.has(seat));
    for (const [i, { seat, text, what }] of moves.entries()) {
      require_(i < signed.length, `the ${what} of seat ${seat} is not signed`);
      require_(isObject(signed[i]) && sameKeys(signed[i], ['statement', 'signature']), `signed[${i}] is no object of statement and signature`);
      require_(signed[i].statement === text, `signed[${i}] is not the statement of the ${what} of seat ${seat}: ${said(signed[i].statement)}`);
      const signature = fromHex(signed[i].signature, 64, `the signature of signed[${i}]`);
      if (!ctx.canSign) continue;
      const good = await ed25519(fromHex(keys.get(seat), 32, 'a key'), signature, utf8(text));
      require_(good, `the signature of signed[${i}], the ${what} of seat ${seat}, is not that of its key`);
    }
    require_(signed.length === moves.length, `signed has ${signed.length} entries, but keyed seats made ${moves.length} moves`);
    if (!ctx.canSign) ctx.doubtSignatures(doubts);
    return `${moves.length} moves of keyed seats, each signed in its place`;
  },

  async 'outcome-logged'(ctx, doubts) {
    const outcome = await ctx.outcome();
    const { index, proof } = ctx.raw.outcome;
    if (outcome.kind === 'void' && outcome.seats.length > 0) {
      const { players } = await ctx.ruleset();
      const beyond = outcome.seats.find((seat) => seat >= players);
      require_(beyond === undefined, `the outcome waited for seat ${beyond} among ${players} players`);
    }
    if (proof === null) {
      require_(index === null, `outcome.index is ${said(index)}, but there is no proof of it`);
      doubts.push('no log: the bundle has no proof of the outcome');
      return '';
    }
    require_(isInteger(index, 0, Number.MAX_SAFE_INTEGER), `outcome.index is ${said(index)}: expected an integer`);
    const proved = await ctx.logged('outcomes', proof, outcome, doubts);
    require_(BigInt(index) === proved, `outcome.index is ${index}, but the proof is of leaf ${proved}`);
    return `the outcome is leaf ${proved} of ${outcome.origin}/outcomes`;
  },

  async unique(_ctx, doubts) {
    doubts.push('no scan of both logs: a second outcome of this number is not ruled out');
    return '';
  },
};

/** What the promise gives, or null if what it reads is wrong: a check says so. */
async function readable(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Wrong) return null;
    throw error;
  }
}

function requireSame(claimed, given, what, source) {
  if (canonicalJson(plain(claimed)) === canonicalJson(given)) return;
  wrong(`${what} is ${said(claimed)}, but ${source} says ${said(given)}`);
}

/** The value with what cannot stand for anything made visible, so that it equals nothing it should not. */
function plain(value) {
  if (value instanceof Unusable) return { unusable: value.token };
  if (Array.isArray(value)) return value.map(plain);
  return value === undefined ? { missing: true } : value;
}

/** The member `contributions`: a list of {seat, nonce}, ascending -> pairs. */
function readContributions(value) {
  require_(Array.isArray(value), `contributions is ${said(value)}: expected a list`);
  const pairs = value.map((entry, i) => {
    require_(isObject(entry) && sameKeys(entry, ['seat', 'nonce']), `contributions[${i}] is ${said(entry)}: expected seat and nonce`);
    require_(isInteger(entry.seat, 0, 5), `contributions[${i}] has the seat ${said(entry.seat)}`);
    fromHex(entry.nonce, 32, `the nonce of contributions[${i}]`);
    return [entry.seat, entry.nonce];
  });
  require_(ascending(pairs.map(([seat]) => seat)), 'contributions is not ascending by seat');
  return pairs;
}

/** Go through the record from the hands as dealt; what is against the rules is Wrong. */
function replay(ruleset, hand, dealt, record) {
  const { players } = ruleset;
  const offset = passOffset(ruleset, hand);
  const held = dealt.map((cards) => [...cards]);
  const mod = (seat) => ((seat % players) + players) % players;
  if (record.passes.length > 0) {
    require_(offset !== 0, `the record has passes, but hand ${hand} is a hold hand`);
    require_(record.passes.length === players, `the record has ${record.passes.length} passes: expected one of each of ${players} seats, or none`);
    record.passes.forEach(({ from, to, cards }, seat) => {
      require_(from === seat && to === mod(seat + offset), `the record passes from ${from} to ${to}: expected from ${seat} to ${mod(seat + offset)}`);
      require_(cards.length === ruleset.pass_count, `seat ${seat} passes ${cards.length} cards: expected ${ruleset.pass_count} (wrong-pass-count)`);
      for (const card of cards) require_(dealt[seat].includes(card), `seat ${seat} passes ${card}, which it does not hold (card-not-in-hand)`);
    });
    for (const { from, to, cards } of record.passes) {
      held[from] = held[from].filter((card) => !cards.includes(card));
      held[to] = held[to].concat(cards);
    }
  } else if (offset !== 0) {
    require_(record.tricks.length === 0, `the record has tricks, but nobody has passed in hand ${hand}`);
  }

  const play = new Play(ruleset, hand, held);
  for (const [i, { leader, cards }] of record.tricks.entries()) {
    require_(leader === play.turn, `trick ${i + 1} is led by seat ${leader}: it is the turn of seat ${play.turn} (not-your-turn)`);
    require_(cards.length === players || (i === record.tricks.length - 1 && cards.length < players), `trick ${i + 1} has ${cards.length} cards of ${players}`);
    for (const card of cards) {
      require_(!play.complete, `trick ${i + 1} is one too many (hand-complete)`);
      const rule = play.violation(card);
      require_(rule === null, `play ${play.ply}: seat ${play.turn} may not play ${card} (${rule}); it may play ${play.allowed().join(' ')}`);
      play.play(card);
    }
  }
  if (!play.complete) {
    const passing = offset !== 0 && record.passes.length === 0;
    return { complete: false, plays: play.ply, points: null, moon: null, turn: passing ? null : play.turn };
  }
  const { points, moon } = score(ruleset, play.taken);
  return { complete: true, plays: play.ply, points, moon, turn: null };
}

/** Every move of a record in its order, with the statement that its seat would sign (section 6, signed moves). */
async function movesOf(record, players, tableHash) {
  const move = (seat, what, after) =>
    `${PROTOCOL} move\n${record.origin}\n${record.number}\ntable ${tableHash}\nseat ${seat}\n${what}\nafter ${after}\n`;
  const moves = record.passes.map(({ from, cards }) => ({ seat: from, what: 'pass', text: move(from, `pass ${cards.join(' ')}`, '-') }));
  const head = `${PROTOCOL} record\n${record.origin}\n${record.number}\nby ${record.by}\n`;
  let tricks = '';
  let ply = 0;
  for (const { leader, cards } of record.tricks) {
    for (let i = 0; i < cards.length; i += 1) {
      const seat = (leader + i) % players;
      const passes = record.passes.filter(({ from, to }) => from === seat || to === seat);
      const lines = passes.map(({ from, to, cards: given }) => `pass ${from} ${to} ${given.join(' ')}\n`).join('');
      const begun = i === 0 ? '' : `trick ${leader} ${cards.slice(0, i).join(' ')}\n`;
      const after = hexOf(await sha256(head + lines + tricks + begun));
      moves.push({ seat, what: `play ${ply}`, text: move(seat, `play ${ply} ${cards[i]}`, after) });
      ply += 1;
    }
    tricks += `trick ${leader} ${cards.join(' ')}\n`;
  }
  return moves;
}

/** What a reader should know although no check fails for it (section 8). */
async function reservationsOf(ctx) {
  const found = [];
  const add = (name, detail) => found.push({ name, detail });
  const asked = ctx.policy !== null && ctx.policy.quorum !== null;
  // A checkpoint that is there and lacks the quorum has failed its check; where there is none, nobody has vouched.
  const shown = ['commit', 'outcome'].every((name) => isObject(ctx.raw[name]) && (ctx.raw[name].proof ?? null) !== null);
  if (!asked || !shown) add('no-witness', 'no quorum of witnesses was asked for and shown: the service may show others another log');
  const parts = ['outcome', 'open', 'table', 'record', 'ruleset'].map((name) => readable(ctx[name]()));
  const [outcome, open, table, record, ruleset] = await Promise.all(parts);
  const seats = ruleset ? Array.from({ length: ruleset.players }, (_, seat) => seat) : [];
  if (open && ruleset) {
    if (open.contributors.length === 1) add('single-contributor', `only seat ${open.contributors[0]} added randomness: it may be the operator's friend`);
    const silent = seats.filter((seat) => !open.contributors.includes(seat));
    if (silent.length > 0) add('silent-seats', `seats that added no randomness: ${silent.join(' ')}`);
    if (open.contributors.length > 1 && !open.sealed) add('unsealed', 'several seats contributed without seals: the last could see the others\' nonces');
    if (open.opener === 'sighted') add('sighted-opener', 'the opener holds every seat\'s token');
  }
  if (outcome && table && ruleset) {
    const keyed = new Set(table.keys.map(([seat]) => seat));
    const keyless = seats.filter((seat) => !keyed.has(seat));
    if (keyless.length > 0) add('keyless-seats', `seats whose moves the service alone attests: ${keyless.join(' ')}`);
    if (record && record.by === 'opener') add('by-opener', 'the opener submitted the whole hand');
  }
  if (outcome && outcome.kind === 'void') {
    const waiting = outcome.seats.length > 0 ? `; the service was waiting for ${outcome.seats.join(' ')}` : '';
    add('void-reason', `${outcome.reason}${waiting}`);
  }
  return found;
}

/** The text of a note signed by this key; rejects with what is wrong, and where WebCrypto has no Ed25519. */
async function checkNote(text, vkey) {
  await needEd25519();
  const note = readNote(text, 'the note');
  await checkSignature({ canSign: true }, note, await readVkey(vkey, 'the key'), 'the note');
  return note.text;
}

/** {name, size, root (hex)} of a checkpoint signed by this key, and cosigned as the policy (if any) asks. */
async function checkCheckpoint(text, vkey, policy = null) {
  await needEd25519();
  const checkpoint = readCheckpoint(text, 'the checkpoint');
  const key = await readVkey(vkey, 'the key');
  require_(checkpoint.name === key.name, `the checkpoint is of ${said(checkpoint.name)}, not of ${said(key.name)}`);
  const ctx = { canSign: true, policy: policy === null ? null : await readPolicy(policy) };
  await checkSignature(ctx, checkpoint.note, key, 'the checkpoint');
  if (ctx.policy) await checkQuorum(ctx, checkpoint, 'the checkpoint');
  return { name: checkpoint.name, size: Number(checkpoint.size), root: hexOf(checkpoint.root) };
}

async function needEd25519() {
  const self = await selfTest();
  require_(self.ok && self.canSign, self.detail);
}

// ---------------------------------------------------------------------------------------------------------------- verify

const RESULT_ORDER = Object.keys(CHECKS);

/** What the caller pinned, checked: {origin: string or null, vkeys: by role, policy or null}. */
async function readPins(options) {
  const pins = { origin: null, number: null, vkeys: null, policy: null };
  if (options.origin !== undefined && options.origin !== null) {
    require_(isOrigin(options.origin), `the pinned origin ${said(options.origin)} is none: expected 1 to 100 characters of [a-z0-9.-]`);
    pins.origin = options.origin;
  }
  if (options.number !== undefined && options.number !== null) {
    require_(isInteger(options.number, 1, Number.MAX_SAFE_INTEGER), `the number ${said(options.number)} is none: expected 1 to 2^53-1`);
    pins.number = options.number;
  }
  const texts = Object.values(options.vkeys || []);
  if (texts.length > 0) pins.vkeys = {};
  let named = pins.origin;
  for (const text of texts) {
    const vkey = await readVkey(text, 'a pinned key');
    const { name } = vkey;
    const slash = name.indexOf('/');
    const origin = slash < 0 ? name : name.slice(0, slash);
    const role = Object.keys(LOGS).find((each) => LOGS[each] === (slash < 0 ? '' : name.slice(slash)));
    require_(isOrigin(origin) && role, `the pinned key named ${said(name)} is of no log or service`);
    require_(named === null || named === origin, `the pinned key named ${said(name)} is not of the origin ${said(named)}`);
    require_(!pins.vkeys[role] || pins.vkeys[role].text === text, `two different keys named ${said(name)} are pinned`);
    named = origin;
    pins.vkeys[role] = vkey;
  }
  const missing = pins.vkeys ? Object.keys(LOGS).filter((role) => !pins.vkeys[role]) : [];
  require_(missing.length === 0, `keys are pinned, but none for ${missing.join(', ')}: pin all three or none`);
  if (options.policy !== undefined && options.policy !== null) pins.policy = await readPolicy(options.policy);
  return pins;
}

async function judge(raw, pins, canSign, tell = () => {}) {
  const ctx = new Case(raw, pins, canSign);
  const checks = [];
  const add = (check) => {
    checks.push(check);
    tell(check);
  };
  for (const name of RESULT_ORDER) {
    const doubts = [];
    try {
      const found = await CHECKS[name](ctx, doubts);
      if (found.notApplicable) add({ name, result: NOT_APPLICABLE, detail: found.notApplicable });
      else if (doubts.length > 0) add({ name, result: NOT_PROVED, detail: [...new Set(doubts)].join('; ') });
      else add({ name, result: PASS, detail: found });
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      add({ name, result: FAIL, detail: error.message });
    }
  }
  const failed = checks.some(({ result }) => result === FAIL);
  const subject = await readable(ctx.subject());
  return {
    protocol: PROTOCOL,
    origin: subject ? subject.origin : pins.origin,
    number: subject ? subject.number : pins.number,
    checks,
    reservations: await reservationsOf(ctx),
    exit_code: failed ? 1 : 0,
  };
}

/** The bundle's text (string, or bytes of UTF-8) -> its members. */
function readBundle(input) {
  let text = input;
  if (typeof input !== 'string') {
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input);
    } catch {
      throw new Unreadable('not UTF-8');
    }
  }
  if (text.trim() === '') throw new Unreadable('the input is empty');
  const raw = readJson(text);
  if (!isObject(raw)) throw new Unreadable(`expected a bundle, a JSON object, not ${said(raw)}`);
  if (raw.protocol !== PROTOCOL) throw new Unreadable(`the protocol is ${said(raw.protocol)}, not ${PROTOCOL}`);
  return raw;
}

/** The report of an input that was not judged: no check passes. */
function unjudged(error, why = NOT_PROVED) {
  const checks = why === null ? [] : RESULT_ORDER.map((name) => ({ name, result: why, detail: error }));
  return { protocol: PROTOCOL, origin: null, number: null, checks, reservations: [], exit_code: 2, error };
}

/**
 * Verify an audit bundle.
 *
 * @param {string|Uint8Array} text the bundle, as the service sent it
 * @param {{origin?: string, number?: number, vkeys?: string[]|{statements, commits, outcomes}, policy?: string, tell?: function}} options
 *        what the caller knows from elsewhere: the origin, the number that was asked for, the origin's three verifier keys
 *        (all or none), a C2SP tlog-policy with a witness quorum; `tell` is called with each check as soon as it has a result
 * @returns {Promise<{protocol, origin, number, checks: {name, result, detail}[], reservations: {name, detail}[], exit_code,
 *          self_test: string, error?: string}>} exit_code 2 comes with `error`, and with no check that passes
 */
async function verify(text, options = {}) {
  const self = await selfTest();
  if (!self.ok) return Object.assign(unjudged(self.detail), { self_test: self.detail });
  let report;
  try {
    const pins = await readPins(options);
    report = await judge(readBundle(text), pins, self.canSign, options.tell);
  } catch (error) {
    if (!(error instanceof Wrong || error instanceof Unreadable)) throw error;
    report = unjudged(error.message, null);
  }
  return Object.assign(report, { self_test: self.detail });
}

// -------------------------------------------------------------------------------------------------------------- self-test

/* SELF-TEST BUNDLE: written by tests/service/static/self_test_bundle.py */
const KNOWN = {
 "policy": "witness w1 witness.example/w1+a9c402ca+BJ8gr4fR4Os3b0RPxbPEEv2F2DRQ1y9DKSWhEcemIM2Y\nquorum w1\n",
 "bundle": {
  "protocol": "fairdeal/v1",
  "origin": "self-test.invalid",
  "vkeys": {
   "statements": "self-test.invalid+194a280d+Afbg/TPqyjayMD+EyS9Oe6hJ4GmEMHg5uK7555I4afx6",
   "commits": "self-test.invalid/commits+29de27c6+AQ85hOhWK5YWoXhF6rgCJ8KAcbF5/HUDl67uhDCj1EGp",
   "outcomes": "self-test.invalid/outcomes+b8919aec+ASzpDtkqq+mOXeuuUnZYW9vxX8eVFL+Ftk8IVGs2em9f"
  },
  "number": 9,
  "commit": {
   "statement": "fairdeal/v1 commit\nself-test.invalid\n9\n60d333464d50e61389984227ab0d1b07e0d20402f7df47d5f31c7db6c35444f0\n",
   "proof": "c2sp.org/tlog-proof@v1\nindex 9\nPDXo9ouhPnt6EnegNP1FXTP3Ld7mF4ITC2ltAXtiBXc=\n74mVE6sH3joMxwS1IwsspW/QB6yXAWsxSkaRkozabtY=\nRizazMxtgnko/4Knq8YLGrpBhuJsBEoCdsnTRw1dNHA=\nuD9CIADmUlRpTmx9cSq6MBtv1wApG8aAUEDNxw03BbA=\n\nself-test.invalid/commits\n14\nJHX92aNj8qKX0oW4WwAjZvWOJ7ZK1dWPkeA3jLb8naI=\n\n\u2014 self-test.invalid/commits Kd4nxjuZoJRuEZCxorpDmrO3GgdBQRY2lqBQNgv5xthEcubJXdvVCYDUBLVUrVt/sI3aBtjCqFJmCE1aa/MEXuy04AM=\n\u2014 witness.example/w1 qcQCygAAAABrDMlklxB7C690m4vE3jhYidK3iSwU2cOq8+mNPmaz7q0hk4CsHLfNl/5hhGa5GtMrvI/0e6lZLtkWc8Yki4dFQffFDA==\n"
  },
  "ruleset": {
   "players": 3,
   "removed": [
    "3C",
    "4C",
    "5C",
    "6C",
    "7C",
    "8C",
    "9C",
    "TC",
    "JC",
    "QC",
    "KC",
    "AC",
    "2D",
    "3D",
    "4D",
    "5D",
    "6D",
    "7D",
    "8D",
    "9D",
    "TD",
    "JD",
    "QD",
    "KD",
    "AD",
    "2S",
    "3S",
    "4S",
    "5S",
    "6S",
    "7S",
    "8S",
    "9S",
    "TS",
    "JS",
    "KS",
    "AS"
   ],
   "jokers": 0,
   "pass_count": 1,
   "pass_cycle": [
    1,
    -1,
    0
   ],
   "opening": "lowest-club",
   "first_trick_points": "unless-only-points",
   "hearts_must_be_broken": true,
   "hearts_broken_by": "heart-played",
   "queen_breaks_hearts": false,
   "hearts_led_from_points_only": false,
   "heart_points": "one",
   "card_points": {
    "QS": 13
   },
   "moon": "others-add",
   "target": 100,
   "exact_target_resets_to": null
  },
  "hand": 1,
  "open": {
   "statement": "fairdeal/v1 open\nself-test.invalid\n9\nrules 9ebb1f0c8c34470bca49ba757a47ff35064d5f6c6c23408a9f57978de74d8ae6\nhand 1\ncontributors 0 1\nsealed yes\nopener blind\nbeacon -\ntimes 1796000000 1796086400\ngame -\n",
   "note": "fairdeal/v1 open\nself-test.invalid\n9\nrules 9ebb1f0c8c34470bca49ba757a47ff35064d5f6c6c23408a9f57978de74d8ae6\nhand 1\ncontributors 0 1\nsealed yes\nopener blind\nbeacon -\ntimes 1796000000 1796086400\ngame -\n\n\u2014 self-test.invalid GUooDeqg1Qv5jE1+PqiiQiD8HoN8n4jNXytPhH0gZpT/1s840ilTPGuwRmv/x6IeUSFrCjmswmjQSUvRk6KYxHlvoAU=\n"
  },
  "seals": {
   "statement": "fairdeal/v1 seals\nself-test.invalid\n9\nopen e5274ed48015b832aa13f7e9a84d6f02a5b110c07bcac8144f73027b414e1dfd\nseat 0 1f0a8f6e53de3b7b151c9304aa0f59d6b716bbb13b4bb95caa754dc4641006b4\nseat 1 7610eff19e615459a04daeeb15773c21dd89e21c10b82d16af9c19de03247e80\n",
   "note": "fairdeal/v1 seals\nself-test.invalid\n9\nopen e5274ed48015b832aa13f7e9a84d6f02a5b110c07bcac8144f73027b414e1dfd\nseat 0 1f0a8f6e53de3b7b151c9304aa0f59d6b716bbb13b4bb95caa754dc4641006b4\nseat 1 7610eff19e615459a04daeeb15773c21dd89e21c10b82d16af9c19de03247e80\n\n\u2014 self-test.invalid GUooDelShAhVoSgslWAPpv9xSNLBoe+4zvpnVqc/WNm9Ul1AhxCGGx+CfjTXf5j+upcJ2PGotoFFkiLN5zQDgNGHEwk=\n"
  },
  "table": {
   "statement": "fairdeal/v1 table\nself-test.invalid\n9\nopen e5274ed48015b832aa13f7e9a84d6f02a5b110c07bcac8144f73027b414e1dfd\nseals a51f6b02c1f959bfbc039a8fc225a9b26036d733785ec7ddaf0d9bd361e57c3f\nseat 0 e1c64e0659f646877ec90357fb7d717f4e54cbb9e96fffec509cd752b82516c7\nseat 1 e249b938fa35af02945edb3105bb5505f2c9b4185ebeb36511d1bedb59309dc2\nkey 0 8b37a6fa4759200313f53008560c1c6e05daf57e06631a1f31949fa08ed9d7e2\nkey 2 55d8eef8e88c240ca7f93bc2c1285b5f5e731e3dedf8c32287e3afd09b946a25\n",
   "note": "fairdeal/v1 table\nself-test.invalid\n9\nopen e5274ed48015b832aa13f7e9a84d6f02a5b110c07bcac8144f73027b414e1dfd\nseals a51f6b02c1f959bfbc039a8fc225a9b26036d733785ec7ddaf0d9bd361e57c3f\nseat 0 e1c64e0659f646877ec90357fb7d717f4e54cbb9e96fffec509cd752b82516c7\nseat 1 e249b938fa35af02945edb3105bb5505f2c9b4185ebeb36511d1bedb59309dc2\nkey 0 8b37a6fa4759200313f53008560c1c6e05daf57e06631a1f31949fa08ed9d7e2\nkey 2 55d8eef8e88c240ca7f93bc2c1285b5f5e731e3dedf8c32287e3afd09b946a25\n\n\u2014 self-test.invalid GUooDfVk2yp5iHKNwW2yWKS/uYPc02aGwAvq2sBNt7hVSmArEJSraBrikLCP8uJxg13M6aDYHNKIVNE8nwbCwnzZjw4=\n"
  },
  "contributions": [
   {
    "seat": 0,
    "nonce": "e1c64e0659f646877ec90357fb7d717f4e54cbb9e96fffec509cd752b82516c7"
   },
   {
    "seat": 1,
    "nonce": "e249b938fa35af02945edb3105bb5505f2c9b4185ebeb36511d1bedb59309dc2"
   }
  ],
  "deck": [
   "QH",
   "KH",
   "2H",
   "7H",
   "4H",
   "6H",
   "JH",
   "QS",
   "3H",
   "5H",
   "TH",
   "8H",
   "9H",
   "AH",
   "2C"
  ],
  "hands": [
   [
    "QH",
    "7H",
    "JH",
    "5H",
    "9H"
   ],
   [
    "KH",
    "4H",
    "QS",
    "TH",
    "AH"
   ],
   [
    "2H",
    "6H",
    "3H",
    "8H",
    "2C"
   ]
  ],
  "record": "fairdeal/v1 record\nself-test.invalid\n9\nby seats\npass 0 1 7H\npass 1 2 KH\npass 2 0 6H\ntrick 2 2C 5H 4H\ntrick 2 8H QH 7H\ntrick 0 6H TH 3H\ntrick 1 AH KH 9H\ntrick 1 QS 2H JH\npoints 3 21 2\n",
  "signed": [
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 0\npass 7H\nafter -\n",
    "signature": "b69a4549f9d4e2e4c99949a8f399878eec70f046ebda7228023241a0be9dfb06392fa3ab2a75ff73c15d2c51a81e351bbe19a99e24183dd634d7db98156ed308"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 2\npass 6H\nafter -\n",
    "signature": "6ba3d535464f7d71d46b3527b68dc1cf975497a26a353abfc84f61eafb90c380db8bfbbb6559609a9381e003e3527dbfdb7c67acfd0d7f2ee70dad39b8ced60f"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 2\nplay 0 2C\nafter 86c5a3066bf7ecf10279ecd1285f8fec3ec91c7d25cd74f62f7bc61efb5937f9\n",
    "signature": "0d238f9945ce74d621b897c192f633b98d51ab0cd74ccd369afd51885e74151fa2e12f631a242ea00ebf4440c3dc57ead17585df57fe684aa4539cb8fcbb5d02"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 0\nplay 1 5H\nafter 59d4d1bd291252c549447b33eb69419c757521eb098335dd618bf28f45974151\n",
    "signature": "4c7c04c6dfc6a71e846ebbc17e0842f72db6216e6e050a5e24f3492b6fe483ae8a54aee580977914e40b99f0328575721a104e3946495390cbdff261aa7b2607"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 2\nplay 3 8H\nafter 39201f70b0e6e578b7f1c5c3cdaf5a33c021d670ed2019c0b74c6747c22f771e\n",
    "signature": "6f36be29853f9db02fd49a6a16fde9550a8016c1fb85a77aaaf125b2c9cb255d57abcc7830ec6941068dafa9bc3279d92e2c5b4610dce65948dd77b25e368e00"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 0\nplay 4 QH\nafter c42fa0c1bfa5ee7ab2017ba5f15d3605cea8ed6d9f3f3f0d83f520a4046fcf67\n",
    "signature": "597eafc0a78b8fc0470a8ccc2e40f9287206933e820a9d8019991ec8f00bd1a3256aa073f7ed1a33e49ba49f57459a69a78be32f0e746daf971076c8f874060a"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 0\nplay 6 6H\nafter f1b916c47151f927ffdfc351afdbb334410b101630bdc45522d8c958cfa9cfe7\n",
    "signature": "e8b517ef74946fa82d60fb8ed3a5fd0e82e7dce16caad49414adc47e10dccf1093450e8d19fc89ac66989bb8a9039f4492da8b986c1d26aa4ee2ce2ee048f708"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 2\nplay 8 3H\nafter 50cd57c8c8a7f0bd6dfc8666b06d715a57b409b61d9e97f51b277d8c8e782317\n",
    "signature": "a74ca441a04b74f57b9dcdc8a6af99da0167c575bd912aa4a0ff440c62f9c0c690f221e0e290495964ca7b76e6b41e08eb999c426a9fb50d6cd4e7a694eaac0e"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 2\nplay 10 KH\nafter e96cf68bb1f8d2838e85b81fea9a6ae323501a7d798a3a110e8105eac07f44af\n",
    "signature": "205665006d67f2c39cb3a97cadb65a4ce9fc319f8ca7e0bfa2f942c84121da2816ad207d4d3ba1740b4b5a7f6663939db84797114e0b0dcc6e9cda15b4a8d005"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 0\nplay 11 9H\nafter ff6311d4364c695bb451575efc92a3a10ea28e9aa729974a99efa47cd2833636\n",
    "signature": "2ce3d5133559aa68808127ff07f90af3233222826a259687b3dc222531dd78059507f0c0fc12cab7a3d4aaf6551f55907bcfefeabfe8dd3a23ef047095435a09"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 2\nplay 13 2H\nafter a08ffde208a3e0462d5b3479ae174e72430fe65c1d5b2900fd0efca0c2673cf5\n",
    "signature": "0bc56562b4c617f09651b3c235e47dcf9bb23c44e542bd40edf57b99a9c31ca6b9b2dc1a49d9b41f4774e776c48eb32c6cd482f327fab5ab992c8162d26e1907"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nseat 0\nplay 14 JH\nafter f3fda371987adb054b85fff3127bc4a3207715c27169725e9f265f1a2b3d06c8\n",
    "signature": "ac0882acce74fb4ee0e9d163fd31b769bb58612d5f6a7eb7a4ac4170db9a266bbb10878df42120358ac5b3e15e5a021621dfdcb483b5ee61fb188237a3e71e02"
   }
  ],
  "points": [
   3,
   21,
   2
  ],
  "outcome": {
   "statement": "fairdeal/v1 reveal\nself-test.invalid\n9\nseed c6a325114942da74be4e23a6626b5ffc03a44f6f402127289df735fa2c74ab10\ntable 1bd7c9590e0d343246db1ffe46d592981338e8fe0f65851d516e4f0aac7af493\nrecord 4fd196d830936ac2ae114bd7403d60d2d4e888601abd6885f2a9bcb7eb1b9636\n",
   "index": 4,
   "proof": "c2sp.org/tlog-proof@v1\nindex 4\nIR8Q7xCgwBGdA/y3F7CEqw3sR3wI4KnQ8vvyYoi4BOU=\nPT29UrChs7hBiiB6KI82TxWisx4mo7SxX93484Io0/4=\n+1dWOvNCNPKtqQwpKLisZug8DvrdfOZG9vtecdS2xB8=\neUE4DnEnecgCX6HwQLn0d5Xbn2smJVYBJTZ/4FhXVjE=\n\nself-test.invalid/outcomes\n9\n0fv9LLq2DSdZcxMzSaJtF940kfFehqiNIh8s+JsGt1E=\n\n\u2014 self-test.invalid/outcomes uJGa7L977LiiCsfP+/LBxgJezE9yWXKiWaxeCgap06aAc/slgKZJHa2v2g9JerK1H3m5sEW8juVipNWDpM3OqGrpPg0=\n\u2014 witness.example/w1 qcQCygAAAABrDMlkD+OWHr0OqGhRvpnLgB8EPyAtV3DhLsqgKbJvxbSZbLxzJiKKbw8VWGOB2utibkFv6i2AthTWYxyD4Lt4iptLAg==\n"
  }
 }
};
/* END OF SELF-TEST BUNDLE */

/** Each spoils one part of the known bundle, and names a check that must then fail. */
const SPOILED = [
  ['commit-logged', (b) => { b.number += 1; }],
  ['commit-logged', (b) => { b.origin = 'other.invalid'; }],
  ['commit-logged', (b) => { b.commit.proof = b.commit.proof.replace(/^index [0-9]+$/m, 'index 0'); }],
  ['commitment-opens', (b) => { b.outcome.statement = b.outcome.statement.replace(/^seed ./m, 'seed f'); }],
  ['terms', (b) => { b.ruleset.target += 1; }],
  ['terms', (b) => { b.hand += 1; }],
  ['contributions', (b) => { b.contributions[0].nonce = 'f'.repeat(64); }],
  ['table', (b) => { b.table.statement = b.table.statement.replace(/^key 0 ./m, 'key 0 f'); }],
  ['deal', (b) => { b.deck.push(b.deck.shift()); }],
  ['deal', (b) => { b.hands.reverse(); }],
  ['play', (b) => { b.points[0] += 1; }],
  ['play', (b) => { b.record = b.record.replace(/^points [0-9]+/m, 'points 77'); }],
  ['play', (b) => { b.record = b.record.replace('by seats', 'by opener'); }],
  ['signatures', (b) => { b.signed.pop(); }],
  ['outcome-logged', (b) => { b.outcome.index += 1; }],
];
/** The same, where the fault is in a signature alone: found only where WebCrypto has Ed25519. */
const MISSIGNED = [
  ['terms', (b) => { b.open.note = changedSignature(b.open.note); }],
  ['table', (b) => { b.table.note = changedSignature(b.table.note); }],
  ['signatures', (b) => { b.signed[0].signature = b.signed[1].signature; }],
  ['commit-logged', (b) => { b.commit.proof = changedSignature(b.commit.proof); }],
];

function changedSignature(note) {
  const at = note.length - 40;
  return note.slice(0, at) + (note[at] === 'A' ? 'B' : 'A') + note.slice(at + 1);
}

async function hasEd25519() {
  const known = readNote(KNOWN.bundle.open.note, 'the known note');
  const { key } = await readVkey(KNOWN.bundle.vkeys.statements, 'the known key');
  try {
    await subtle().importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
  } catch {
    return false;
  }
  return ed25519(key, known.signatures[0].bytes, utf8(known.text));
}

async function runSelfTest() {
  if (!subtle()) {
    const why = 'this page has no WebCrypto (it is missing over plain http from another machine): nothing can be checked';
    return { ok: false, canSign: false, detail: why };
  }
  const failed = (what) => ({ ok: false, canSign: false, detail: `the self-test failed: ${what}; nothing can be checked` });
  try {
    const canSign = await hasEd25519();
    const pins = await readPins({ vkeys: KNOWN.bundle.vkeys, policy: KNOWN.policy });
    const result = (report, name) => report.checks.find((check) => check.name === name).result;
    const report = await judge(readBundle(JSON.stringify(KNOWN.bundle)), pins, canSign);
    const signed = ['commit-logged', 'terms', 'contributions', 'table', 'signatures', 'outcome-logged'];
    for (const name of RESULT_ORDER) {
      const expected = name === 'unique' || (!canSign && signed.includes(name)) ? NOT_PROVED : PASS;
      if (result(report, name) !== expected) return failed(`${name} of the known bundle is "${result(report, name)}", not "${expected}"`);
    }
    const spoiled = canSign ? [...SPOILED, ...MISSIGNED] : SPOILED;
    for (const [name, spoil] of spoiled) {
      const bundle = JSON.parse(JSON.stringify(KNOWN.bundle));
      spoil(bundle);
      if (result(await judge(readBundle(JSON.stringify(bundle)), pins, canSign), name) !== FAIL) return failed(`a spoiled bundle did not fail ${name}`);
    }
    const detail = `self-test passed: a known bundle verifies, and ${spoiled.length} spoiled ones do not`;
    return { ok: true, canSign, detail: canSign ? detail : `${detail}; this WebCrypto has no Ed25519, so no signature can be checked` };
  } catch (error) {
    return failed(error.message);
  }
}

let selfTesting = null;

/** The self-test's {ok, canSign, detail}; it runs once. */
function selfTest() {
  if (selfTesting === null) selfTesting = runSelfTest();
  return selfTesting;
}

// ------------------------------------------------------------------------------------------------ in a page, and in Node.js

const api = {
  verify,
  /** The names of the checks, in their order. */
  checkNames: RESULT_ORDER,
  selfTest,
  readJson,
  rules: { readRuleset, passOffset, pointsOf, replay, score, Play },
  shuffle,
  /** Ruleset object, seed in hex, text of the table statement -> {deck, hands}. */
  deal: async (ruleset, seed, table) => deal(readRuleset(ruleset), fromHex(seed, 32, 'the seed'), await sha256(table)),
  merkle: { leafHash, nodeHash, isIncluded: (leaf, index, size, path, root) => isIncluded(leaf, BigInt(index), BigInt(size), path, root) },
  checkNote,
  checkCheckpoint,
  canonicalJson,
  bytes: { sha256, hexOf, fromHex, utf8 },
  /** Texts as values; what is not in its form is refused. */
  read: { open: readOpen, seals: readSeals, table: readTable, record: readRecord, commit: readCommit, proof: readProof },
  /** Text of a record, players, hash of the table in hex -> [{seat, what, text}], what each seat signs. */
  movesOf: (record, players, tableHash) => movesOf(readRecord(record), players, tableHash),
};

const USAGE = 'usage: node verify.js [--json] [--origin NAME] [--number N] [--vkey KEY]... [--policy FILE] bundle.json   ("-" reads standard input)';

/** A number as it is spelled everywhere: no sign, no leading zero; what is none stays text, and is refused as a pin. */
function readNumber(text) {
  return /^[1-9][0-9]*$/.test(text) ? Number(text) : text;
}

/** The command line's arguments, or an Unreadable that says what is wrong with them. */
function readArguments(args, readFile) {
  const options = { vkeys: [] };
  let file = null;
  let json = false;
  for (let i = 0; i < args.length; i += 1) {
    const [name, inline] = args[i].startsWith('--') && args[i].includes('=') ? [args[i].slice(0, args[i].indexOf('=')), args[i].slice(args[i].indexOf('=') + 1)] : [args[i], null];
    const value = () => {
      if (inline !== null) return inline;
      i += 1;
      if (i >= args.length) throw new Unreadable(`${name} needs a value\n${USAGE}`);
      return args[i];
    };
    if (name === '--json' && inline === null) json = true;
    else if (name === '--origin') options.origin = value();
    else if (name === '--number') options.number = readNumber(value());
    else if (name === '--vkey') options.vkeys.push(value());
    else if (name === '--policy') options.policy = readFile(value()).toString('utf8');
    else if (name.startsWith('-') && name !== '-') throw new Unreadable(`there is no option ${name}\n${USAGE}`);
    else if (file !== null) throw new Unreadable(`one bundle at a time\n${USAGE}`);
    else file = args[i];
  }
  if (file === null) throw new Unreadable(`no bundle named\n${USAGE}`);
  return { file, json, options };
}

function asText(report) {
  const lines = [];
  if (report.error) lines.push(`error: ${report.error}`);
  else lines.push(`${report.origin === null ? 'no origin' : report.origin}, deal ${report.number === null ? 'without a number' : report.number}`);
  for (const { name, result, detail } of report.checks) lines.push(`${result.padEnd(16)}${name.padEnd(20)}${detail}`);
  for (const { name, detail } of report.reservations) lines.push(`${'reservation'.padEnd(16)}${name.padEnd(20)}${detail}`);
  if (report.self_test) lines.push(report.self_test);
  return lines.join('\n') + '\n';
}

async function main(args) {
  const fs = require('fs');
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE + '\n');
    return 0;
  }
  let json = args.includes('--json');
  let report;
  try {
    const readFile = (name) => {
      try {
        return fs.readFileSync(name === '-' ? 0 : name);
      } catch (error) {
        throw new Unreadable(`cannot read ${name}: ${error.code}`);
      }
    };
    const wanted = readArguments(args, readFile);
    json = wanted.json;
    report = await verify(readFile(wanted.file), wanted.options);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    report = unjudged(error.message, null);
  }
  if (json) process.stdout.write(JSON.stringify(report, null, 1) + '\n');
  else (report.error ? process.stderr : process.stdout).write(asText(report));
  return report.exit_code;
}

if (typeof module === 'object' && module !== null && typeof require === 'function') {
  module.exports = api;
  if (require.main === module) {
    main(process.argv.slice(2)).then(
      (code) => { process.exitCode = code; },
      (error) => {
        process.stderr.write(`error: ${error.stack}\n`);
        process.exitCode = 2;
      },
    );
  }
} else {
  globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, api);
  selfTest();
}
})();
