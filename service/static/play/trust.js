/* Whom this browser takes at their word: an origin and its keys, as they were when it first played here. */
(function () {
'use strict';

const { get } = fairdeal.api;
const { remembered } = fairdeal;
const { Caught } = fairdeal.client;

const PROTOCOL = 'fairdeal/v1';
const ROLES = { statements: '', commits: '/commits', outcomes: '/outcomes' };

/** The service names other keys than those that this browser knows it by. */
class OtherKeys extends Caught {}

/**
 * `{origin, vkeys, deadline}`: keys live as long as the origin (protocol, section 1), so other keys than before are refused.
 * They are remembered with those that proofs are held against.
 *
 * @throws {OtherKeys} until `forget` is called
 */
async function trust() {
  const info = await get('/v1/info');
  if (info.protocol !== PROTOCOL) throw new Error(`The service speaks ${info.protocol}, this page ${PROTOCOL}.`);
  for (const [role, suffix] of Object.entries(ROLES)) {
    const name = info.origin + suffix;
    if (!info.vkeys[role].startsWith(`${name}+`)) {
      throw new Caught(`The service gives another key for that of ${name}.`, info.vkeys[role]);
    }
  }
  const named = Object.keys(ROLES).map((role) => info.vkeys[role]);
  const home = remembered.home();
  const known = remembered.of(home || info.origin);
  if (known && ((home && home !== info.origin) || known.vkeys.join('\n') !== named.join('\n'))) {
    const told = (origin, vkeys) => [origin, ...vkeys].join('\n');
    const what = 'The service signs with other keys than those that this browser knows it by.';
    throw new OtherKeys(what, told(home || info.origin, known.vkeys), told(info.origin, named));
  }
  if (!home) remembered.remember(info.origin, named, true);
  return { origin: info.origin, vkeys: info.vkeys, deadline: info.limits.deadline };
}

/** Take the service for a new one. What was seen of the old one's logs stays with its keys. */
async function forget() {
  for (const origin of [remembered.home(), (await get('/v1/info')).origin]) if (origin) remembered.forget(origin);
}

Object.assign(fairdeal.client, { trust, forget, OtherKeys });
})();
