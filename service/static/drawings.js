/* What draws the deals of each game: a module of the pages for a game, and a line in DRAWINGS. */
(function () {
'use strict';

/** {TableView, storyOfBundle, storyOfView} by the game's name. */
const DRAWINGS = { hearts: fairdeal.hand };

const { element } = fairdeal.dom;

/** What draws the game that a ruleset object names, or null. */
function drawingOf(ruleset) {
  const game = ruleset && ruleset.game;
  return typeof game === 'string' && Object.hasOwn(DRAWINGS, game) ? DRAWINGS[game] : null;
}

/** A sentence in place of a picture. */
function nothingToDraw(ruleset) {
  const isOpened = ruleset !== null && ruleset !== undefined;
  const text = isOpened ? 'This page cannot draw deals of this game.' : 'There is no hand to show: with this number no deal was opened.';
  return element('p', { class: 'notice' }, text);
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { drawings: { drawingOf, nothingToDraw } });
})();
