/* What others call: `verify`, the names of the checks, and the self-test. */

import { CHECK_NAMES } from './checks.js';
import { reportOn, untrusted } from './report.js';
import { selfTest } from './self_test.js';

/**
 * Verify an audit bundle.
 *
 * @param {string|Uint8Array} text the bundle, as the service sent it
 * @param {{origin?: string, number?: number, vkeys?: string[]|{statements, commits, outcomes}, policy?: string, tell?: function}} options
 *        what the caller knows from elsewhere: the origin, the number that was asked for, the origin's three verifier keys
 *        (all or none), a C2SP tlog-policy with a witness quorum; `tell` is called with each check as soon as it has a result
 * @returns {Promise<{protocol, origin, number, checks: {name, result, detail}[], reservations: {name, detail}[], exit_code,
 *          self_test: string, error?: string}>} exit_code 0: no check failed; 1: a check failed; 2: with `error`, the input could not
 *          be read, or this verifier not be trusted; without, some checks are `unjudged`, as they need what is not known here
 */
async function verify(text, options = {}) {
  const { ok, detail } = await selfTest();
  return { ...(ok ? await reportOn(text, options) : untrusted(detail)), self_test: detail };
}

export const api = { verify, checkNames: CHECK_NAMES, selfTest };
