/* Bytes: hexadecimal, base64, and the hashes of WebCrypto. */

import { ensure, quote, refuse } from './errors.js';

const encoder = new TextEncoder();

export function utf8(text) {
  return encoder.encode(text);
}

/** Bytes and texts, joined. */
export function concat(...parts) {
  const pieces = parts.map((part) => (typeof part === 'string' ? utf8(part) : part));
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    out.set(piece, offset);
    offset += piece.length;
  }
  return out;
}

export function sameBytes(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Lowercase hexadecimal of exactly `length` bytes. */
export function fromHex(text, length, what) {
  ensure(
    typeof text === 'string' && text.length === 2 * length && /^[0-9a-f]*$/.test(text),
    `${what} is ${quote(text)}: expected ${2 * length} lowercase hexadecimal digits`,
  );
  return Uint8Array.from({ length }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

export function base64Of(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Standard base64 that re-encodes to itself: atob alone takes white space, missing padding and stray last bits. */
export function fromBase64(text, what) {
  let bytes = null;
  try {
    bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    refuse(`${what} is not base64: ${quote(text)}`);
  }
  ensure(base64Of(bytes) === text, `${what} is not canonical base64: ${quote(text)}`);
  return bytes;
}

/** WebCrypto, or null: a page without a secure context (plain http from another machine) has none. */
export function subtle() {
  return (globalThis.crypto && globalThis.crypto.subtle) || null;
}

export async function sha256(...parts) {
  return new Uint8Array(await subtle().digest('SHA-256', concat(...parts)));
}

export async function sha512(...parts) {
  return new Uint8Array(await subtle().digest('SHA-512', concat(...parts)));
}

/** RFC 5869 with SHA-256. */
export async function hkdf(key, salt, info, length) {
  const secret = await subtle().importKey('raw', key, 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(info) };
  return new Uint8Array(await subtle().deriveBits(parameters, secret, 8 * length));
}
