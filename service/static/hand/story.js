/* What happened in a hand, read from a bundle or from a public view: it is told as it stands there, and judged elsewhere. */
(function () {
'use strict';

const { games, hearts, statements } = fairdeal;

/**
 * @typedef {object} Story
 * @property {number} players 0 where no deal was ever opened
 * @property {string[]} names by seat
 * @property {?object} ruleset as `fairdeal.games` reads it
 * @property {?number} hand its number in the game, from 1
 * @property {{offset: number, way: string}} pass which way this hand passes
 * @property {?string[][]} dealt the hands as dealt, by seat; null where they are not public, or were never dealt
 * @property {{from: number, to: number, cards: string[]}[]} passes one a seat, or none
 * @property {{leader: number, cards: string[]}[]} tricks as far as they were played
 * @property {?number[]} points by seat, after the moon rule, of a hand that was played out
 * @property {number[]} waiting the seats that a running deal waits for
 * @property {number[]} passed the seats of a running deal that have passed already
 * @property {string} state the deal's, as the API has it
 * @property {?string} fault why (parts of) the hand cannot be shown
 */

/** A seat's name in the middle of a sentence. */
function inText(name) {
  return name.replace(/^Seat /, 'seat ');
}

function blank(state) {
  const terms = { players: 0, names: [], ruleset: null, hand: null, pass: null };
  return { ...terms, dealt: null, passes: [], tricks: [], points: null, waiting: [], passed: [], state, fault: null };
}

/** The terms of a hand, which everything else rests on. */
function setTerms(story, object, hand) {
  if (!Number.isSafeInteger(hand) || hand < 1) throw new Error('the hand has no number');
  const ruleset = games.readRuleset(object);
  const { players } = ruleset;
  const offset = hearts.passOffset(ruleset, hand);
  const names = Array.from({ length: players }, (_, seat) => `Seat ${seat}`);
  Object.assign(story, { ruleset, hand, players, names, pass: { offset, way: hearts.passWay(offset, players) } });
}

/** Cards that are in the deck, each for the first time. */
function cardsOf(list, deck, seen) {
  if (!Array.isArray(list)) throw new Error('there is no list of cards where one belongs');
  for (const card of list) {
    if (!deck.includes(card)) throw new Error('there is a card that is not in the deck');
    if (seen.has(card)) throw new Error(`${card} is there twice`);
    seen.add(card);
  }
  return [...list];
}

function checkSeats(seats, players) {
  const beyond = seats.find((seat) => seat >= players);
  if (beyond !== undefined) throw new Error(`${beyond} is no seat`);
}

/** The moves of a record, as far as they can be drawn. */
function movesOf(text, { players, deck }) {
  const { passes, tricks, points } = hearts.readMoves(statements.readRecord(text).lines);
  const [passed, played] = [new Set(), new Set()];
  checkSeats([...passes.flatMap(({ from, to }) => [from, to]), ...tricks.map(({ leader }) => leader)], players);
  for (const { cards } of passes) cardsOf(cards, deck, passed);
  for (const { cards } of tricks) {
    cardsOf(cards, deck, played);
    if (cards.length > players) throw new Error('a trick has too many cards');
  }
  if (points && points.length !== players) throw new Error('there is not one number of points for each seat');
  return { passes, tricks, points };
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
    if (typeof bundle.record === 'string') Object.assign(story, movesOf(bundle.record, story.ruleset));
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
  try {
    setTerms(story, view.ruleset, view.hand);
  } catch (error) {
    story.fault = `This hand cannot be shown: ${error.message}.`;
    return story;
  }
  story.tricks = view.tricks.map(({ leader, cards }) => ({ leader, cards }));
  const played = story.tricks.reduce((sum, { cards }) => sum + cards.length, 0);
  if (played === story.ruleset.deck.length) story.points = view.points;
  story.waiting = view.to_act;
  story.passed = view.passed;
  return story;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { hand: { storyOfBundle, storyOfView, inText } });
})();
