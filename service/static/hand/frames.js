/* A hand as a row of pictures: as dealt, after the pass, and after each card. */
(function () {
'use strict';

const { Play, afterPass, countPoints, pointsOf, score } = fairdeal.hearts;
const { nameOf } = fairdeal.cards;
const { inText } = fairdeal.hand;

/**
 * @typedef {object} Frame
 * @property {'start'|'dealt'|'passed'|'play'} kind
 * @property {number} ply how many cards are played
 * @property {number} number the trick's, from 1; 0 before the first
 * @property {?{leader: number, cards: string[], winner: ?number}} trick what lies on the table
 * @property {?string[][]} hands by seat, the cards played since among them
 * @property {Set<string>} played
 * @property {string[][]} taken by seat, the cards of the tricks it has taken, in their order
 * @property {number[]} points by seat, of the cards taken; in the last frame of a whole hand after the moon rule
 * @property {?number} moon the seat that shot the moon, in the last frame of a whole hand
 * @property {?number} turn the seat whose turn it is
 * @property {string} text what the picture shows, as a sentence
 */

/** 1 point, −10 points. */
function pointsText(points) {
  return `${points < 0 ? `−${-points}` : points} ${points === 1 ? 'point' : 'points'}`;
}

/**
 * All frames of a story, the first to the last.
 *
 * @param {object} story see story.js
 * @returns {Frame[]}
 */
function framesOf(story) {
  const { ruleset, players } = story;
  const none = Array.from({ length: players }, () => []);
  const zero = none.map(() => 0);
  const before = { ply: 0, number: 0, trick: null, played: new Set(), taken: none, points: zero, moon: null, turn: null };
  const hands = story.dealt && afterPass(story.dealt, story.passes);
  const play = new Play(ruleset, story.hand, hands || none);
  const first = story.tricks.length ? story.tricks[0].leader : null;
  const frames = [];
  if (story.dealt) frames.push({ ...before, kind: 'dealt', hands: story.dealt, text: dealtText(story) });
  else frames.push({ ...before, kind: 'start', hands: null, turn: first, text: startText(story) });
  const passed = `The cards are passed ${story.pass.way}.`;
  if (story.passes.length) frames.push({ ...before, kind: 'passed', hands, turn: first, text: passed });
  else if (story.pass.offset === 0) frames[0].turn = first;

  story.tricks.forEach(({ leader, cards }, index) => {
    play.turn = leader; // as the record tells it: whether it is right, the checks say
    cards.forEach((card, order) => frames.push({ ...played(story, play, { leader, cards, index, order }), hands }));
  });
  return ended(story, play, frames);
}

/** The frame after one more card. */
function played(story, play, { leader, cards, index, order }) {
  const { ruleset, names, players } = story;
  const card = cards[order];
  const seat = (leader + order) % players;
  const wasBroken = play.broken;
  play.play(card);
  const isWhole = order === players - 1;
  const winner = isWhole ? play.turn : null;
  const does = order ? 'plays' : 'leads';
  const text = [`Trick ${index + 1}, card ${order + 1} of ${players}: ${names[seat]} ${does} the ${nameOf(card)}.`];
  if (play.broken && !wasBroken && ruleset.hearts_must_be_broken) text.push('Hearts are broken.');
  if (isWhole) text.push(`${names[winner]} takes the trick: ${pointsText(countPoints(ruleset, cards))}.`);
  return {
    kind: 'play',
    ply: play.ply,
    number: index + 1,
    trick: { leader, cards: cards.slice(0, order + 1), winner },
    played: new Set(story.tricks.flatMap((each) => each.cards).slice(0, play.ply)),
    taken: play.taken.map((each) => [...each]),
    points: play.taken.map((each) => countPoints(ruleset, each)),
    moon: null,
    turn: play.complete ? null : play.turn,
    text: text.join(' '),
  };
}

/** The last frame tells how it ended, or how it stands. */
function ended(story, play, frames) {
  const last = frames[frames.length - 1];
  if (play.complete) {
    const { points, moon } = score(story.ruleset, play.taken);
    const final = story.points || points;
    Object.assign(last, { points: final, moon, text: `${last.text}${moonText(story, moon)} The hand is played out.` });
  } else if (story.state === 'voided' && story.dealt) {
    Object.assign(last, { turn: null, text: `${last.text} Here the deal ended: it is void.` });
  } else if (story.state === 'playing') {
    last.turn = story.waiting.length === 1 ? story.waiting[0] : last.turn;
    if (last.turn !== null) last.text += ` It is the turn of ${inText(story.names[last.turn])}.`;
  }
  return frames;
}

function dealtText({ passes, pass, state, ruleset }) {
  const count = `${ruleset.pass_count} card${ruleset.pass_count === 1 ? '' : 's'}`;
  if (pass.offset === 0) return 'The cards as dealt. Nothing is passed in this hand.';
  if (passes.length) return `The cards as dealt. Each seat passes ${count} ${pass.way}: they are raised.`;
  return `The cards as dealt.${state === 'voided' ? ' Not all seats had passed.' : ''}`;
}

function startText({ state, tricks }) {
  if (state === 'voided') return tricks.length ? 'Before the first card.' : 'No cards were dealt.';
  if (state === 'passing') return 'The cards are dealt; the seats choose what they pass. Hands stay hidden until the deal has ended.';
  if (state === 'playing' || state === 'revealed') return 'Before the first card.';
  return 'The cards are dealt once all that contribute have done so.';
}

function moonText({ ruleset, names }, moon) {
  if (moon === null) return '';
  const total = countPoints(ruleset, ruleset.deck.filter((card) => pointsOf(ruleset, card) > 0));
  const who = ` ${names[moon]} shot the moon:`;
  if (ruleset.moon === 'shooter-subtracts') return `${who} ${total} points are subtracted from its score.`;
  const choice = ruleset.moon === 'shooter-chooses' ? ', unless the shooter chooses otherwise on the score sheet' : '';
  return `${who} each other seat gets ${total} points${choice}.`;
}

Object.assign(fairdeal.hand, { framesOf, pointsText });
})();
