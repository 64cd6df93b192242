/* Strict JSON (protocol, section 7): whatever two parsers could read differently is refused. */

import { Unreadable, quote } from './errors.js';

/** The outermost value is level 1. */
const DEEPEST = 16;
const MOST_DIGITS = 16;
const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const WORDS = { true: true, false: false, null: null };

/**
 * The value of a JSON text (RFC 8259): no name twice, no lone surrogate, no number but an integer within ±(2^53-1).
 * JSON.parse would silently keep the last of two equal names, and read 1.0 as 1. Objects have no prototype.
 *
 * @throws {Unreadable}
 */
export function readJson(text) {
  let position = 0;

  const refuse = (what) => {
    throw new Unreadable(`not strict JSON: ${what} at character ${position}`);
  };
  const skipBlanks = () => {
    while (' \t\n\r'.includes(text[position]) && position < text.length) position += 1;
  };
  const expect = (char) => {
    if (text[position] !== char) refuse(`expected '${char}'`);
    position += 1;
  };

  const plain = /[^"\\\u0000-\u001f]*/y;
  const readString = () => {
    let out = '';
    expect('"');
    for (;;) {
      plain.lastIndex = position;
      out += plain.exec(text)[0];
      position = plain.lastIndex;
      const char = text[position];
      if (char === '"') break;
      if (char === undefined) refuse('a string without an end');
      if (char !== '\\') refuse('a control character in a string');
      const escape = text[position + 1];
      if (escape === 'u') {
        const digits = text.slice(position + 2, position + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) refuse('a broken \\u escape');
        out += String.fromCharCode(parseInt(digits, 16));
        position += 6;
      } else {
        if (!Object.hasOwn(ESCAPES, escape)) refuse('an unknown escape');
        out += ESCAPES[escape];
        position += 2;
      }
    }
    position += 1;
    if (hasLoneSurrogate(out)) refuse('a lone surrogate before this place');
    return out;
  };

  const readObject = (level) => {
    const object = Object.create(null);
    position += 1;
    skipBlanks();
    if (text[position] === '}') {
      position += 1;
      return object;
    }
    for (;;) {
      skipBlanks();
      const name = readString();
      if (name in object) refuse(`the name ${quote(name)} a second time`);
      skipBlanks();
      expect(':');
      object[name] = readValue(level + 1);
      skipBlanks();
      if (text[position] === '}') break;
      expect(',');
    }
    position += 1;
    return object;
  };

  const readArray = (level) => {
    const array = [];
    position += 1;
    skipBlanks();
    if (text[position] === ']') {
      position += 1;
      return array;
    }
    for (;;) {
      array.push(readValue(level + 1));
      skipBlanks();
      if (text[position] === ']') break;
      expect(',');
    }
    position += 1;
    return array;
  };

  const word = /(?:true|false|null)(?![A-Za-z0-9_])/y;
  const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
  const readValue = (level) => {
    skipBlanks();
    const char = text[position];
    if (char === '"') return readString();
    if (char === '{' || char === '[') {
      if (level > DEEPEST) refuse(`more than ${DEEPEST} levels of nesting`);
      return char === '{' ? readObject(level) : readArray(level);
    }
    word.lastIndex = position;
    const named = word.exec(text);
    if (named) {
      position = word.lastIndex;
      return WORDS[named[0]];
    }
    number.lastIndex = position;
    const token = number.exec(text);
    if (!token) refuse(position < text.length ? `unexpected '${text[position]}'` : 'the end, where a value belongs');
    const isWhole = token[1] === undefined && token[2] === undefined && token[0] !== '-0';
    if (!isWhole) refuse('a number that is not a plain integer');
    if (token[0].length > MOST_DIGITS + 1 || !Number.isSafeInteger(Number(token[0]))) refuse('an integer beyond 2^53-1');
    position = number.lastIndex;
    return Number(token[0]);
  };

  const value = readValue(1);
  skipBlanks();
  if (position < text.length) refuse('more text after the value');
  return value;
}

function hasLoneSurrogate(text) {
  return /\p{Surrogate}/u.test(text);
}

/** RFC 8785 for objects, arrays, strings, integers, booleans and null. */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
    return `{${members.join(',')}}`;
  }
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

export function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export function hasExactly(value, names) {
  return isObject(value) && Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
}

export function isInteger(value, least, most) {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}
