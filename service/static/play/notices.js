/* What stops the play: a fault that can be tried again, and a service that was caught. */
(function () {
'use strict';

const { element, copyButton, show } = fairdeal.dom;
const { Caught, OtherKeys, forget } = fairdeal.client;

/** The service was caught: the play has ended, and what shows it stands on the page. */
class Stopped extends Error {}

function evidence(note, i) {
  const name = `signed text ${i + 1}`;
  const caption = element('figcaption', {}, `What shows it, ${i + 1} `, copyButton(note, name));
  return element('figure', { class: 'evidence' }, caption, element('pre', { tabindex: 0 }, note));
}

/** Say loudly, in `place`, what the service was caught at. */
function convict(place, error) {
  const begin = element('button', {
    type: 'button',
    click: async () => {
      await forget();
      location.reload();
    },
  }, 'Take it for a new service');
  show(
    place,
    element(
      'section',
      { class: 'notice bad', role: 'alert' },
      element('h2', {}, 'The play stops here: the service is not what it says'),
      element('p', {}, error.message),
      error.notes.length > 0 && element('p', {}, 'Keep these texts: they show it to others.'),
      error.notes.map(evidence),
      error instanceof OtherKeys && element('p', {}, 'Keys live as long as a service. If you know that it began anew: ', begin),
    ),
  );
}

/** Say what went wrong and wait until it is to be tried again: nothing is lost meanwhile. */
function untilRetried(place, error) {
  return new Promise((resolve) => {
    const again = element('button', {
      type: 'button',
      click: () => {
        show(place);
        resolve();
      },
    }, 'Try again');
    const problem = error.problem && error.problem.instance ? ` (${error.problem.instance})` : '';
    show(place, element('div', { class: 'notice bad', role: 'alert' }, element('p', {}, error.message + problem), again));
    again.focus();
  });
}

/**
 * Do what may be repeated until it succeeds.
 *
 * @param {function(boolean): Promise} run is told whether it runs again
 * @throws {Stopped} the service was caught
 */
async function attempt(place, run) {
  for (let again = false; ; again = true) {
    try {
      return await run(again);
    } catch (error) {
      if (error instanceof Caught) {
        convict(place, error);
        throw new Stopped(error.message);
      }
      await untilRetried(place, error);
    }
  }
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { notices: { Stopped, attempt } });
})();
