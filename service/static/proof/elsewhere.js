/* How to check a bundle without this page: the bundle as a file, and the commands. */
(function () {
'use strict';

const { element } = fairdeal.dom;

let address = null;

/** A word for a shell (POSIX). */
function word(text) {
  return /^[A-Za-z0-9_./+=:@-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`;
}

/**
 * Nodes: a link that saves the bundle, byte for byte, and the command lines of both verifiers with the same pins.
 *
 * @param {string|Uint8Array} text the bundle as it came
 * @param {{origin: string|null, number: number|null}} report the verifier's
 * @param {{origin?: string, number?: number, vkeys?: string[], policy?: string}} pins
 */
function elsewhere(text, report, pins) {
  const file = report.number === null ? 'bundle.json' : `deal-${report.number}.json`;
  const option = (name, value) => (value === undefined || value === null ? [] : [name, word(String(value))]);
  const shared = [
    ...option('--origin', pins.origin),
    ...(pins.vkeys || []).flatMap((vkey) => option('--vkey', vkey)),
    ...option('--policy', pins.policy ? 'policy.txt' : null),
  ];
  const engine = ['fairdeal', 'verify', file, ...shared].join(' ');
  const script = ['node', 'verify.js', ...option('--number', pins.number), ...shared, file].join(' ');
  // The last bundle's link is gone from the page by now.
  if (address !== null) URL.revokeObjectURL(address);
  address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const more = [
    pins.vkeys ? null : ' Add --vkey with each of the three keys that you know the service by.',
    pins.policy ? ' The policy belongs into policy.txt.' : null,
  ];
  const unasked = pins.number === undefined ? '' : ` (of a file it does not ask whether it is deal ${pins.number})`;
  return element(
    'div',
    { class: 'elsewhere' },
    element('p', {}, 'This page was sent by somebody. Two programs on your own machine answer the same question.', more),
    element('p', {}, element('a', { href: address, download: file }, `Save the bundle as ${file}`)),
    element('p', { class: 'quiet' }, `With the command of fairdeal${unasked}:`),
    fairdeal.inputs.copyable(engine, 'Command of fairdeal'),
    element('p', { class: 'quiet' }, 'With Node.js and the script that runs in this page (verify.js, alone):'),
    fairdeal.inputs.copyable(script, 'Command of Node.js'),
  );
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { elsewhere });
})();
