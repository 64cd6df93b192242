/* Which logs count, and which witnesses must have cosigned a checkpoint (C2SP tlog-policy, tlog-cosignature). */

import { sameBytes, utf8 } from './bytes.js';
import { isSignature } from './ed25519.js';
import { ensure, quote, refuse } from './errors.js';
import { COSIGNATURE, linesOf, readVkey } from './notes.js';

const COSIGNATURE_LENGTH = 8 + 64;

/** A policy file -> {logs, witnesses, quorum}; `quorum` is null or says whether a set of witnesses' keys is enough. */
export async function readPolicy(text) {
  ensure(typeof text === 'string', 'the policy is not text');
  ensure(!/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text), 'the policy has a control character other than tab and newline');
  const reader = new PolicyReader();
  for (const line of text.split('\n')) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    if (words.length > 0 && !words[0].startsWith('#')) await reader.take(line, words);
  }
  ensure(reader.quorum !== undefined, 'the policy has no quorum line');
  const { logs, witnesses, quorum } = reader;
  return { logs, witnesses, quorum };
}

class PolicyReader {
  logs = [];

  witnesses = [];

  quorum = undefined;

  /** By name of a witness or group: is it satisfied by these cosigners? */
  #rules = new Map();

  #grouped = new Set();

  async take(line, [keyword, ...rest]) {
    if (keyword === 'log' && (rest.length === 1 || rest.length === 2)) await this.#log(rest[0]);
    else if (keyword === 'witness' && (rest.length === 2 || rest.length === 3)) await this.#witness(rest[0], rest[1]);
    else if (keyword === 'group' && rest.length >= 3) this.#group(...rest);
    else if (keyword === 'quorum' && rest.length === 1) this.#quorum(rest[0]);
    else refuse(`the policy has the line ${quote(line)}`);
  }

  async #log(text) {
    const vkey = await readVkey(text, 'a log key of the policy');
    ensure(this.logs.every((other) => !sameBytes(other.key, vkey.key)), 'the policy names a log twice');
    this.logs.push(vkey);
  }

  async #witness(name, text) {
    const vkey = await readVkey(text, 'a witness key of the policy', COSIGNATURE);
    ensure(this.witnesses.every((other) => !sameBytes(other.key, vkey.key)), 'the policy names a witness twice');
    this.witnesses.push(vkey);
    this.#define(name, (cosigned) => cosigned.has(vkey.text));
  }

  #group(name, count, ...names) {
    const rules = names.map((member) => {
      const isFree = this.#rules.has(member) && !this.#grouped.has(member);
      ensure(isFree, `the policy's group ${quote(name)} names ${quote(member)}, which is unknown or in a group already`);
      this.#grouped.add(member);
      return this.#rules.get(member);
    });
    const least = { all: rules.length, any: 1 }[count] || (/^[1-9][0-9]{0,5}$/.test(count) ? Number(count) : 0);
    ensure(least >= 1 && least <= rules.length, `the policy's group ${quote(name)} needs ${quote(count)} of ${rules.length}`);
    this.#define(name, (cosigned) => rules.filter((rule) => rule(cosigned)).length >= least);
  }

  #quorum(name) {
    ensure(this.quorum === undefined, 'the policy has two quorum lines');
    ensure(name === 'none' || this.#rules.has(name), `the policy's quorum ${quote(name)} is unknown`);
    this.quorum = name === 'none' ? null : this.#rules.get(name);
  }

  #define(name, rule) {
    ensure(name !== 'none' && !this.#rules.has(name), `the policy defines ${quote(name)} twice or not at all`);
    this.#rules.set(name, rule);
  }
}

/**
 * Hold a checkpoint against a policy.
 *
 * @returns {Promise<number[]>} the times (Unix seconds) at which its witnesses cosigned it
 */
export async function checkPolicy(policy, checkpoint, logKey, what) {
  const isListed = policy.logs.length === 0 || policy.logs.some((log) => log.text === logKey.text);
  ensure(isListed, `the policy lists logs, and the key of ${logKey.name} is not among them`);
  const cosigned = new Set();
  const times = [];
  for (const vkey of policy.witnesses) {
    for (const { bytes } of linesOf(checkpoint.note, vkey)) {
      const whose = `the cosignature of ${vkey.name} on ${what}`;
      ensure(bytes.length === COSIGNATURE_LENGTH, `${whose} has ${bytes.length} bytes: expected ${COSIGNATURE_LENGTH}`);
      const time = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, false);
      ensure(time <= BigInt(Number.MAX_SAFE_INTEGER), `${whose} has the time ${time}: expected at most 2^53-1`);
      const message = utf8(`cosignature/v1\ntime ${time}\n${checkpoint.note.text}`);
      ensure(await isSignature(vkey.key, bytes.slice(8), message), `${whose} is not by that key`);
      cosigned.add(vkey.text);
      times.push(Number(time));
    }
  }
  const isEnough = policy.quorum === null || policy.quorum(cosigned);
  ensure(isEnough, `${what} lacks the quorum of witnesses: ${cosigned.size} of ${policy.witnesses.length} cosigned it`);
  return times;
}
