/* By which keys a proof was held, said in words; and remembering them, which is trust on first use. */
(function () {
'use strict';

const { element, when } = fairdeal.dom;
const { remembered } = fairdeal;

const HEED = 'Whoever deals can sign with any keys. A signature says who signed only if its key is known from elsewhere, or from before.';

/**
 * Nodes for under the checks.
 *
 * @param {{source: 'given'|'remembered'|'none', since?: number, pins: object}} trust what the bundle was held against
 * @param {object} bundle its members
 * @param {object} report the verifier's
 * @param {boolean} atHome did the bundle come from the service whose page this is?
 * @param {function} again checks once more, after what is remembered has changed
 */
function told(trust, bundle, report, atHome, again) {
  const own = remembered.keysIn(bundle);
  const button = (label, action) => element('button', { type: 'button', class: 'plain', click: () => { action(); again(); } }, label);
  const offer = () => {
    if (!own || report.exit_code !== 0 || !report.origin) return null;
    if (!remembered.works()) return element('p', { class: 'quiet' }, 'This browser lets this page remember nothing.');
    return [
      element(
        'p',
        {},
        `You can remember the keys of this bundle as those of ${report.origin}. That trusts them this once: from then on, here, a `,
        'bundle signed by any other keys fails. Nothing is sent anywhere.',
      ),
      button('Remember these keys', () => remembered.remember(report.origin, own, atHome)),
    ];
  };
  return element('section', { class: 'trust', 'aria-label': 'The keys' }, element('h3', {}, 'Whose signatures'), {
    given: () => [element('p', {}, 'The signatures were held against the keys given for this check, not against the bundle\'s own.')],
    remembered: () => [
      element(
        'p',
        {},
        `The signatures were held against the keys of ${trust.pins.origin} that this browser remembers since `,
        when(trust.since),
        '.',
      ),
      differs(trust, bundle, own),
      button('Forget these keys', () => remembered.forget(trust.pins.origin)),
    ],
    none: () => [element('p', {}, `No keys are known here, so the bundle's own were tried. ${HEED}`), strange(bundle), offer()],
  }[trust.source]());
}

/** A loud word on a bundle that is not by whom this browser knows. */
function differs(trust, bundle, own) {
  if (own && own.every((key, i) => key === trust.pins.vkeys[i]) && bundle.origin === trust.pins.origin) return null;
  return element(
    'p',
    { class: 'notice bad', role: 'alert' },
    'This bundle names other keys than those remembered. Either the service has other keys than before, and has to say why, or ',
    'the bundle is not by the service that you know.',
  );
}

/** A word on a bundle of a service that is unknown, where others are known. */
function strange(bundle) {
  const known = remembered.origins();
  if (known.length === 0) return null;
  const text = `Keys are remembered here of ${known.join(', ')}; this bundle says that it is of ${JSON.stringify(bundle.origin)}.`;
  return element('p', { class: 'notice' }, text);
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { trust: { told } });
})();
