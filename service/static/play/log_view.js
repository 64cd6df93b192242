/* The largest checkpoint of a log that this browser has seen, and whether a new one is of the same log (protocol, section 3). */
(function () {
'use strict';

const { Caught, recall, remember } = fairdeal.client;
const { bytes, merkle } = fairdeal;
const { checkCheckpoint } = fairdeal.notes;

const WIDTH = 256;
const HASH = 32;

/** The path of a tile of a tree of `size` leaves (C2SP tlog-tiles): level, index, and its width where it is not full. */
function tilePath(level, index, size) {
  const width = Math.min(WIDTH, Math.floor(size / WIDTH ** level) - index * WIDTH);
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g);
  const last = groups.pop();
  return { path: `${level}/${groups.map((group) => `x${group}/`).join('')}${last}${width < WIDTH ? `.p/${width}` : ''}`, width };
}

/** What gives the hash of the complete subtree of 2**level leaves at `index`, from the tiles of a tree of `size` leaves. */
function reader(role, size) {
  const tiles = new Map();
  const fetched = async (level, index) => {
    const { path, width } = tilePath(level, index, size);
    const response = await fetch(`/log/${role}/tile/${path}`, { credentials: 'omit' });
    const tile = new Uint8Array(await response.arrayBuffer());
    if (!response.ok || tile.length !== width * HASH) throw new fairdeal.api.Unreachable(`The log's tile ${path} does not come.`);
    return tile;
  };
  const node = async (level, index) => {
    const rows = level % 8;
    const tileLevel = (level - rows) / 8;
    const first = index * 2 ** rows;
    const at = Math.floor(first / WIDTH);
    const key = `${tileLevel}/${at}`;
    if (!tiles.has(key)) tiles.set(key, fetched(tileLevel, at));
    const tile = await tiles.get(key);
    const from = (first - at * WIDTH) * HASH;
    let row = Array.from({ length: 2 ** rows }, (_, i) => tile.slice(from + i * HASH, from + (i + 1) * HASH));
    while (row.length > 1) {
      row = await Promise.all(Array.from({ length: row.length / 2 }, (_, i) => merkle.nodeHash(row[2 * i], row[2 * i + 1])));
    }
    return row[0];
  };
  return node;
}

/** The largest power of two that is at most `count`. */
function powerWithin(count) {
  let power = 1;
  while (power * 2 <= count) power *= 2;
  return power;
}

/** The hash of the leaves from `start` (where a subtree of this size can begin) up to `end`. */
async function rangeHash(node, start, end) {
  const power = powerWithin(end - start);
  const left = await node(Math.log2(power), start / power);
  return start + power === end ? left : merkle.nodeHash(left, await rangeHash(node, start + power, end));
}

/**
 * The hashes of the same leaves in two trees, of which the smaller has `old` leaves: `{before, after}`. Both are made from the
 * same subtrees, so if they are the two signed roots, then the smaller tree is the beginning of the larger (RFC 9162, 2.1.4).
 */
async function bothHashes(node, old, start, end) {
  if (end <= old) {
    const hash = await rangeHash(node, start, end);
    return { before: hash, after: hash };
  }
  if (start >= old) return { before: null, after: await rangeHash(node, start, end) };
  const middle = start + powerWithin(end - start - 1);
  const left = await bothHashes(node, old, start, middle);
  const right = await bothHashes(node, old, middle, end);
  const before = right.before === null ? left.before : await merkle.nodeHash(left.before, right.before);
  return { before, after: await merkle.nodeHash(left.after, right.after) };
}

async function isOneLog(role, one, other) {
  const [old, large] = one.size <= other.size ? [one, other] : [other, one];
  if (old.size === large.size) return old.root === large.root;
  if (old.size === 0) return old.root === bytes.hexOf(await bytes.sha256(''));
  const { before, after } = await bothHashes(reader(role, large.size), old.size, 0, large.size);
  return bytes.hexOf(before) === old.root && bytes.hexOf(after) === large.root;
}

/**
 * Hold a checkpoint of the log `role` (`commits`, `outcomes`) against the largest that was seen here; the larger one is kept.
 *
 * @throws {Caught} the key did not sign it, or the two are of a fork: both notes are with the error then
 * @throws {Unreachable} the service does not serve what shows that they belong together
 */
async function see(role, vkey, note) {
  const checkpoint = await checkCheckpoint(note, vkey).catch((error) => {
    throw new Caught(`The checkpoint of the log of ${role} does not hold: ${error.message}.`, note);
  });
  // Another key is another log.
  const place = `seen.${vkey}`;
  let known = null;
  // Another window may see more of the log meanwhile: what is there at the end is what was compared.
  while (recall(place) !== known) {
    known = recall(place);
    const seen = await checkCheckpoint(known, vkey);
    if (!(await isOneLog(role, seen, checkpoint))) {
      remember(`fork.${vkey}`, `${known}\n${note}`);
      const sizes = `the checkpoint of ${seen.size} entries that this browser saw before and that of ${checkpoint.size} entries`;
      throw new Caught(`The log ${checkpoint.name} was forked: ${sizes} are not of one log.`, known, note);
    }
    if (seen.size >= checkpoint.size) return;
  }
  remember(place, note);
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { logView: { see } });
})();
