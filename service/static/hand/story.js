/* What happened in a hand, read from a bundle or from a public view: it is told as it stands there, and judged elsewhere. */
(function () {
'use strict';

const { rules } = fairdeal;

const CARD = /^(?:[2-9TJQKA][CDHS]|X[CD])$/;

/**
 * @typedef {object} Story
 * @property {number} players 0 where no deal was ever opened
 * @property {string[]} names by seat
 * @property {?object} ruleset as `fairdeal.rules` reads it
 * @property {?number} hand its number in the game, from 1
 * @property {{offset: number, name: string}} pass which way this hand passes
 * @property {?string[][]} dealt the hands as dealt, by seat; null where they are not public, or were never dealt
 * @property {{from: number, to: number, cards: string[]}[]} passes one a seat, or none
 * @property {{leader: number, cards: string[]}[]} tricks as far as they were played
 * @property {?number[]} points by seat, after the moon rule, of a hand that was played out
 * @property {number[]} waiting the seats that a running deal waits for
 * @property {number[]} passed the seats of a running deal that have passed already
 * @property {string} state the deal's, as the API has it
 * @property {?string} fault why (parts of) the hand cannot be shown
 */

/** The name of a pass direction, as the API says it. */
function passName(offset, players) {
  if (offset === 0) return 'hold';
  if (offset * 2 === players) return 'across';
  const side = offset > 0 ? 'left' : 'right';
  return Math.abs(offset) === 1 ? side : `${Math.abs(offset)} ${side}`;
}

/** Which way a hand passes, in a sentence: "left", "2 seats left", "across". */
function passWay({ name }) {
  return name.replace(/^(\d) /, '$1 seats ');
}

/** A seat's name in the middle of a sentence. */
function inText(name) {
  return name.replace(/^Seat /, 'seat ');
}

function blank(state) {
  const terms = { players: 0, names: [], ruleset: null, hand: null, pass: null };
  return { ...terms, dealt: null, passes: [], tricks: [], points: null, waiting: [], passed: [], state, fault: null };
}

/** The terms of a hand, which everything else rests on. */
function setTerms(story, ruleset, hand) {
  const rulesRead = rules.readRuleset(ruleset);
  if (!Number.isSafeInteger(hand) || hand < 1) throw new Error('the hand has no number');
  const { players } = rulesRead;
  const offset = rules.passOffset(rulesRead, hand);
  const names = Array.from({ length: players }, (_, seat) => `Seat ${seat}`);
  Object.assign(story, { ruleset: rulesRead, hand, players, names, pass: { offset, name: passName(offset, players) } });
}

/** Cards that stand once in the deck, and for the first time. */
function cardsOf(list, deck, seen) {
  if (!Array.isArray(list)) throw new Error('there is no list of cards where one belongs');
  for (const card of list) {
    const isCard = typeof card === 'string' && CARD.test(card) && deck.includes(card);
    if (!isCard) throw new Error('there is a card that is not in the deck');
    if (seen.has(card)) throw new Error(`${card} is there twice`);
    seen.add(card);
  }
  return [...list];
}

function seatOf(field, players) {
  const seat = Number(field);
  if (!/^[0-5]$/.test(field) || seat >= players) throw new Error(`${field} is no seat`);
  return seat;
}

/** The lines of a record statement after its first four (protocol, section 6). */
function readRecord(text, { players, deck }) {
  const read = { passes: [], tricks: [], points: null };
  const passed = new Set();
  const played = new Set();
  for (const line of text.trimEnd().split('\n').slice(4)) {
    const [word, ...fields] = line.split(' ');
    if (word === 'pass') {
      const [from, to] = fields.slice(0, 2).map((field) => seatOf(field, players));
      read.passes.push({ from, to, cards: cardsOf(fields.slice(2), deck, passed) });
    } else if (word === 'trick') {
      const cards = cardsOf(fields.slice(1), deck, played);
      if (!cards.length || cards.length > players) throw new Error('a trick has too few or too many cards');
      read.tricks.push({ leader: seatOf(fields[0], players), cards });
    } else if (word === 'points' && fields.length === players && fields.every((field) => /^-?[0-9]{1,6}$/.test(field))) {
      read.points = fields.map(Number);
    } else {
      throw new Error(`the record has a line that begins with ${word.slice(0, 20)}`);
    }
  }
  return read;
}

/**
 * The story of an audit bundle, a value of JSON. What cannot be read is left out, and `fault` says so: this never throws.
 *
 * @returns {Story}
 */
function storyOfBundle(bundle) {
  const outcome = bundle.outcome && bundle.outcome.statement;
  const story = blank(typeof outcome === 'string' && outcome.startsWith('fairdeal/v1 void\n') ? 'voided' : 'revealed');
  try {
    if (bundle.ruleset === null || bundle.ruleset === undefined) return story;
    setTerms(story, bundle.ruleset, bundle.hand);
    if (bundle.hands === null || bundle.hands === undefined) return story;
    if (!Array.isArray(bundle.hands) || bundle.hands.length !== story.players) throw new Error('there is not one hand for each seat');
    const seen = new Set();
    story.dealt = bundle.hands.map((cards) => cardsOf(cards, story.ruleset.deck, seen));
    if (typeof bundle.record === 'string') Object.assign(story, readRecord(bundle.record, story.ruleset));
  } catch (error) {
    story.fault = `Not all of this hand can be shown: ${error.message}.`;
  }
  return story;
}

/**
 * The story of a public view (`GET /v1/deals/{n}`), which never has hands or passed cards in it.
 *
 * @returns {Story}
 */
function storyOfView(view) {
  const story = blank(view.state);
  if (!view.ruleset) return story;
  setTerms(story, view.ruleset, view.hand);
  story.tricks = view.tricks.map(({ leader, cards }) => ({ leader, cards }));
  const played = story.tricks.reduce((sum, { cards }) => sum + cards.length, 0);
  if (played === story.ruleset.deck.length) story.points = view.points;
  story.waiting = view.to_act;
  story.passed = view.passed;
  return story;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { hand: { storyOfBundle, storyOfView, passName, passWay, inText } });
})();
