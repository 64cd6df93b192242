/* Merkle trees (RFC 6962 hashing) and proofs of inclusion (C2SP tlog-proof). */

import { fromBase64, sameBytes, sha256 } from './bytes.js';
import { ensure, quote } from './errors.js';
import { readCheckpoint, readCount } from './notes.js';

const LONGEST_PATH = 63;

export function leafHash(entry) {
  return sha256(Uint8Array.of(0), entry);
}

export function nodeHash(left, right) {
  return sha256(Uint8Array.of(1), left, right);
}

/** RFC 9162, section 2.1.3.2: does the path lead from leaf `index` to the root of a tree of `size`? */
export async function isIncluded(leaf, index, size, path, root) {
  if (index >= size) return false;
  let r = leaf;
  let fn = index;
  let sn = size - 1;
  const half = () => {
    // The numbers may be larger than what bit operators hold.
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  };
  for (const hash of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = await nodeHash(hash, r);
      while (fn % 2 === 0 && fn !== 0) half();
    } else {
      r = await nodeHash(r, hash);
    }
    half();
  }
  return sn === 0 && sameBytes(r, root);
}

/** A tlog-proof without an `extra` line -> its index, path and checkpoint. */
export function readProof(text, what) {
  ensure(typeof text === 'string', `${what} is ${quote(text)}: expected a tlog-proof`);
  const border = text.indexOf('\n\n');
  ensure(border > 0, `${what} has no empty line before its checkpoint`);
  const [magic, index = '', ...hashes] = text.slice(0, border).split('\n');
  ensure(magic === 'c2sp.org/tlog-proof@v1', `${what} begins with ${quote(magic)}: expected c2sp.org/tlog-proof@v1`);
  ensure(index.startsWith('index '), `${what} has ${quote(index)} where "index <n>" belongs`);
  ensure(hashes.length <= LONGEST_PATH, `${what} has ${hashes.length} hashes: expected at most ${LONGEST_PATH}`);
  const path = hashes.map((line) => {
    ensure(line.length === 44, `${what} has the line ${quote(line)} where a hash belongs`);
    return fromBase64(line, `a hash of ${what}`);
  });
  return {
    index: readCount(index.slice('index '.length), `the index of ${what}`),
    path,
    checkpoint: readCheckpoint(text.slice(border + 2), `the checkpoint of ${what}`),
  };
}
