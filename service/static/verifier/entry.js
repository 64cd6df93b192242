/*
 * fairdeal's second verifier: checks an audit bundle (docs/protocol.md, section 8; docs/verification.md) with nothing but
 * this file and WebCrypto. Written from those pages and docs/rules.md alone, so that it shares no mistake with the engine.
 *
 * In a page:  load it as a script (it needs no module and no build step), then  await fairdeal.verify(text, {origin, number, vkeys, policy})
 * In Node.js: node verify.js [--json] [--origin NAME] [--number N] [--vkey KEY]... [--policy FILE] bundle.json
 *             exit code 0: no check failed; 1: a check failed; 2: the input could not be read or not be judged, or this verifier
 *             not be trusted
 *
 * It asks no host for anything, stores nothing, and runs a self-test before its first answer. It is one file, joined from the
 * modules in service/static/verifier and service/static/games.
 */

import { run } from './command.js';
import { api } from './verify.js';

const isCommonJs = typeof module === 'object' && module !== null && typeof require === 'function';
const isNode = typeof process === 'object' && process !== null && Boolean(process.versions && process.versions.node);

/** Is this the script that Node.js was told to run? As an ES module (.mjs, "type": "module") it has no `require` to ask. */
function isCommand() {
  if (!isNode) return false;
  // A script that was read from a pipe or the command line has no file: nobody can have required it.
  if (isCommonJs) return require.main === module || /^\[.*\]$/.test(module.id);
  const script = process.argv[1];
  if (!script) return false;
  const nameOf = (path) => decodeURIComponent(path).replaceAll('\\', '/').split('/').pop().replace(/\.[cm]?js$/, '');
  const place = /([^/\\(]+):\d+:\d+\)?$/m.exec(new Error().stack);
  return place === null || [script, realPath(script)].map(nameOf).includes(nameOf(place[1]));
}

/** Node.js names an ES module after the file that a symbolic link leads to. */
function realPath(path) {
  try {
    return process.getBuiltinModule('node:fs').realpathSync(path);
  } catch {
    return path;
  }
}

if (isCommonJs) module.exports = api;
else globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, api);

if (isCommand()) run(process);
else if (!isNode) api.selfTest();
