/* The lines of Hearts in a record, whether they keep the rules, and what each seat signs (protocol, section 6). */

import { areInDeckOrder } from '../../verifier/cards.js';
import { ensure, refuse } from '../../verifier/errors.js';
import { LineReader } from '../../verifier/statements.js';
import { Play, afterPass, passPartner, score } from './play.js';
import { passOffset } from './ruleset.js';

/** The record's lines behind `by` -> {passes: {from, to, cards}[], tricks: {leader, cards}[], points: number[] or null}. */
export function readMoves(lines) {
  const reader = new LineReader(lines, 'the record behind its head');
  const passes = [];
  while (reader.follows('pass')) {
    const [from, to, ...cards] = reader.fields('pass', 3, Infinity);
    passes.push({ from: reader.seat(from), to: reader.seat(to), cards: reader.cards(cards) });
    if (passes.at(-1).from !== passes.length - 1) reader.refuse(`the pass of seat ${passes.length - 1}`);
    if (!areInDeckOrder(cards)) reader.refuse('the cards of a pass in deck order');
  }
  const tricks = [];
  while (reader.follows('trick')) {
    const [leader, ...cards] = reader.fields('trick', 2, Infinity);
    tricks.push({ leader: reader.seat(leader), cards: reader.cards(cards) });
  }
  const points = reader.follows('points') ? reader.fields('points', 1, Infinity).map((field) => reader.integer(field)) : null;
  reader.end();
  return { passes, tricks, points };
}

/** Moves as the record writes them. */
export function recordLines({ passes, tricks, points = null }) {
  return [
    ...passes.map(({ from, to, cards }) => `pass ${from} ${to} ${cards.join(' ')}`),
    ...tricks.map(({ leader, cards }) => `trick ${leader} ${cards.join(' ')}`),
    ...(points === null ? [] : [`points ${points.join(' ')}`]),
  ];
}

function checkPasses(rules, hand, dealt, passes) {
  if (passes.length === 0) return;
  const { players, pass_count: count } = rules;
  ensure(passOffset(rules, hand) !== 0, `the record has passes, but nothing is passed in hand ${hand} (not-passing)`);
  ensure(passes.length === players, `the record has ${passes.length} passes: expected one of each of ${players} seats, or none`);
  for (const [seat, { cards }] of passes.entries()) {
    ensure(cards.length === count, `seat ${seat} passes ${cards.length} cards: expected ${count} (wrong-pass-count)`);
    for (const card of cards) ensure(dealt[seat].includes(card), `seat ${seat} passes ${card}, which it does not hold (card-not-in-hand)`);
  }
}

/** Play cards in their order -> the tricks that they make. */
function playAll(play, cards) {
  const tricks = [];
  for (const card of cards) {
    ensure(!play.complete, `${card} is one card too many (hand-complete)`);
    const rule = play.violation(card);
    if (rule !== null) {
      refuse(`play ${play.ply}: seat ${play.turn} may not play ${card} (${rule}); it may play ${play.allowed().join(' ')}`);
    }
    if (play.trick.length === 0) tricks.push({ leader: play.turn, cards: [] });
    tricks.at(-1).cards.push(card);
    play.play(card);
  }
  return tricks;
}

/** Go through the record's moves from the hands as dealt; to whom they went, who led and what they count follows from the rules. */
export function replay(rules, hand, dealt, _deck, lines) {
  const read = readMoves(lines);
  checkPasses(rules, hand, dealt, read.passes);
  const passes = read.passes.map(({ from, cards }) => ({ from, to: passPartner(rules, hand, from), cards }));
  const isPassing = passOffset(rules, hand) !== 0 && passes.length === 0;
  const cards = read.tricks.flatMap((trick) => trick.cards);
  ensure(!isPassing || cards.length === 0, `the record has tricks, but nobody has passed in hand ${hand} (not-playing)`);
  const play = new Play(rules, hand, afterPass(dealt, passes));
  const tricks = playAll(play, cards);
  const { complete } = play;
  const { points, moon } = complete ? score(rules, play.taken) : { points: null, moon: null };
  const end = complete ? `points ${points.join(' ')}${moon === null ? '' : `; seat ${moon} shot the moon`}` : 'the hand was not played out';
  // Of an incomplete pass the record tells nothing.
  const waiting = isPassing ? null : [play.turn];
  return {
    complete,
    points,
    waiting: complete ? [] : waiting,
    lines: recordLines({ passes, tricks, points }),
    moves: signedMoves(rules, { passes, tricks }),
    summary: `${play.ply} plays, each of them legal; ${end}`,
  };
}

/** The line that a seat signs to pass cards, which are in deck order. */
export function passMove(cards) {
  return `pass ${cards.join(' ')}`;
}

export function playMove(ply, card) {
  return `play ${ply} ${card}`;
}

/** Every move in the record's order, with the line that its seat signs and the record's lines as the seat knew them. */
export function signedMoves({ players }, { passes, tricks }) {
  const moves = passes.map(({ from, cards }) => ({ seat: from, move: passMove(cards), known: null }));
  let ply = 0;
  for (const [i, { leader, cards }] of tricks.entries()) {
    for (const [order, card] of cards.entries()) {
      const seat = (leader + order) % players;
      const begun = order === 0 ? [] : [{ leader, cards: cards.slice(0, order) }];
      const own = passes.filter(({ from, to }) => from === seat || to === seat);
      moves.push({ seat, move: playMove(ply, card), known: recordLines({ passes: own, tricks: [...tricks.slice(0, i), ...begun] }) });
      ply += 1;
    }
  }
  return moves;
}
