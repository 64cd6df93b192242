/* Signed notes, their verifier keys, and checkpoints (protocol, section 7; C2SP signed-note and tlog-checkpoint). */

import { fromBase64, hexOf, sha256, utf8 } from './bytes.js';
import { isGoodKey, isSignature } from './ed25519.js';
import { ensure, quote } from './errors.js';

/** Signature types. */
export const ED25519 = 0x01;
export const COSIGNATURE = 0x04;

const MOST_SIGNATURES = 100;
const LONGEST_LINE = 8192;
const NAME = '[^+\\p{White_Space}]+';
const VKEY = new RegExp(`^(${NAME})\\+([0-9a-f]{8})\\+([A-Za-z0-9+/=]+)$`, 'u');
const SIGNATURE_LINE = new RegExp(`^\u2014 (${NAME}) ([A-Za-z0-9+/=]+)$`, 'u');

/** A size or index: decimal, in its one spelling, at most 2^53-1. */
export function readCount(text, what) {
  const isCount = /^(?:0|[1-9][0-9]{0,15})$/.test(text) && Number.isSafeInteger(Number(text));
  ensure(isCount, `${what} is ${quote(text)}: expected an integer from 0 to 2^53-1`);
  return Number(text);
}

/** A verifier key: name "+" hex(key ID) "+" base64(type || key). */
export async function readVkey(text, what, type = ED25519) {
  ensure(typeof text === 'string', `${what} is ${quote(text)}: expected name+keyid+base64`);
  ensure(!text.startsWith('\ufeff'), `${what} begins with a byte order mark: save the file as UTF-8 without one`);
  const parts = text.length <= LONGEST_LINE ? VKEY.exec(text) : null;
  ensure(parts, `${what} is ${quote(text)}: expected name+keyid+base64`);
  const [, name, id, encoded] = parts;
  const bytes = fromBase64(encoded, what);
  ensure(bytes.length === 33 && bytes[0] === type, `${what} is not an Ed25519 key of type 0x0${type}`);
  const hash = hexOf((await sha256(name, '\n', bytes)).slice(0, 4));
  ensure(hash === id, `${what} has the key ID ${id}, but its name and key give ${hash}`);
  const key = bytes.slice(1);
  ensure(isGoodKey(key), `${what} holds no public key that may sign: it is not canonical, not on the curve, or of small order`);
  return { text, name, id, key };
}

/** A signed note -> its text and its signature lines; nothing is verified yet. */
export function readNote(note, what) {
  ensure(typeof note === 'string', `${what} is ${quote(note)}: expected a signed note`);
  ensure(!/[\u0000-\u0009\u000b-\u001f]/.test(note), `${what} has a control character`);
  const border = note.lastIndexOf('\n\n');
  ensure(border > 0 && note.endsWith('\n'), `${what} is no signed note: a text, an empty line, signature lines`);
  const text = note.slice(0, border + 1);
  const rest = note.slice(border + 2, -1);
  ensure(rest !== '', `${what} has no signature line`);
  const lines = rest.split('\n');
  ensure(lines.length <= MOST_SIGNATURES, `${what} has ${lines.length} signature lines: expected at most ${MOST_SIGNATURES}`);
  for (const line of [...lines, ...text.split('\n')]) {
    ensure(utf8(line).length <= LONGEST_LINE, `${what} has a line of more than ${LONGEST_LINE} bytes`);
  }
  const signatures = lines.map((line) => {
    const parts = SIGNATURE_LINE.exec(line);
    ensure(parts, `${what} has the signature line ${quote(line)}: expected "\u2014 name base64"`);
    const bytes = fromBase64(parts[2], `a signature of ${what}`);
    ensure(bytes.length > 4, `a signature of ${what} is too short`);
    return { name: parts[1], id: hexOf(bytes.slice(0, 4)), bytes: bytes.slice(4) };
  });
  return { text, signatures };
}

/** The signature lines that claim to be of this key. */
export function linesOf(note, vkey) {
  return note.signatures.filter((line) => line.name === vkey.name && line.id === vkey.id);
}

/** The note must be signed by this key. Every line that claims to be its signature must be one. */
export async function checkSignature(note, vkey, what) {
  const lines = linesOf(note, vkey);
  ensure(lines.length > 0, `${what} is not signed by ${vkey.name}+${vkey.id}`);
  for (const line of lines) {
    const isGood = await isSignature(vkey.key, line.bytes, utf8(note.text));
    ensure(isGood, `the signature on ${what} is not that of ${vkey.name}`);
  }
}

/** A checkpoint: log name, decimal size, base64 root; no extension lines. */
export function readCheckpoint(text, what) {
  const note = readNote(text, what);
  const lines = note.text.slice(0, -1).split('\n');
  ensure(lines.length === 3, `${what} has ${lines.length} lines of text: expected log name, size and root`);
  const [name, size, root] = lines;
  const hash = fromBase64(root, `the root of ${what}`);
  ensure(hash.length === 32, `the root of ${what} has ${hash.length} bytes: expected 32`);
  return { note, name, size: readCount(size, `the size of ${what}`), root: hash };
}
