/* The lines of Hearts in a record, whether they keep the rules, and what each seat signs (protocol, section 6). */

import { areInDeckOrder } from '../../verifier/cards.js';
import { ensure } from '../../verifier/errors.js';
import { areAscending } from '../../verifier/statements.js';
import { Play, afterPass, passPartner, score } from './play.js';
import { passOffset } from './ruleset.js';

const MOST_PLAYERS = 6;

/** The lines after `by` -> {passes: {from, to, cards}[], tricks: {leader, cards}[], points: number[] or null}. */
export function readMoves(reader) {
  const passes = [];
  while (reader.follows('pass')) {
    const [from, to, ...cards] = reader.fields('pass', 3, Infinity);
    passes.push({ from: reader.seat(from), to: reader.seat(to), cards: reader.cards(cards) });
    if (!areInDeckOrder(cards)) reader.refuse('the cards of a pass in deck order');
  }
  ensure(areAscending(passes.map(({ from }) => from)), `the pass lines of ${reader.name} are not ascending by seat`);
  const tricks = [];
  while (reader.follows('trick')) {
    const [leader, ...cards] = reader.fields('trick', 2, 1 + MOST_PLAYERS);
    tricks.push({ leader: reader.seat(leader), cards: reader.cards(cards) });
  }
  const points = reader.follows('points') ? reader.fields('points', 3, MOST_PLAYERS).map((field) => reader.integer(field)) : null;
  return { passes, tricks, points };
}

/** Moves as the record writes them, points apart. */
export function recordLines({ passes, tricks }) {
  return [
    ...passes.map(({ from, to, cards }) => `pass ${from} ${to} ${cards.join(' ')}`),
    ...tricks.map(({ leader, cards }) => `trick ${leader} ${cards.join(' ')}`),
  ];
}

function checkPasses(rules, hand, dealt, { passes, tricks }) {
  const { players } = rules;
  const isHold = passOffset(rules, hand) === 0;
  if (passes.length === 0) {
    ensure(isHold || tricks.length === 0, `the record has tricks, but nobody has passed in hand ${hand}`);
    return;
  }
  ensure(!isHold, `the record has passes, but nothing is passed in hand ${hand}`);
  ensure(passes.length === players, `the record has ${passes.length} passes: expected one of each of ${players} seats, or none`);
  for (const [seat, { from, to, cards }] of passes.entries()) {
    const receiver = passPartner(rules, hand, seat);
    ensure(from === seat && to === receiver, `the record passes from ${from} to ${to}: expected from ${seat} to ${receiver}`);
    ensure(cards.length === rules.pass_count, `seat ${seat} passes ${cards.length} cards: expected ${rules.pass_count} (wrong-pass-count)`);
    for (const card of cards) ensure(dealt[seat].includes(card), `seat ${seat} passes ${card}, which it does not hold (card-not-in-hand)`);
  }
}

function playTricks(play, tricks) {
  const { players } = play.rules;
  for (const [i, { leader, cards }] of tricks.entries()) {
    const name = `trick ${i + 1}`;
    ensure(!play.complete, `${name} is one too many (hand-complete)`);
    ensure(leader === play.turn, `${name} is led by seat ${leader}: it is the turn of seat ${play.turn} (not-your-turn)`);
    const isWhole = cards.length === players || (i === tricks.length - 1 && cards.length < players);
    ensure(isWhole, `${name} has ${cards.length} cards of ${players}`);
    for (const card of cards) {
      const rule = play.violation(card);
      if (rule !== null) {
        const allowed = play.allowed().join(' ');
        ensure(false, `play ${play.ply}: seat ${play.turn} may not play ${card} (${rule}); it may play ${allowed}`);
      }
      play.play(card);
    }
  }
}

/** Go through the record from the hands as dealt; `points` are those of its tricks, whatever its points line says. */
export function replay(rules, hand, dealt, _deck, moves) {
  checkPasses(rules, hand, dealt, moves);
  const play = new Play(rules, hand, afterPass(dealt, moves.passes));
  playTricks(play, moves.tricks);
  const plays = `${play.ply} plays, each of them legal`;
  if (!play.complete) {
    // Of an incomplete pass the record tells nothing.
    const isPassing = passOffset(rules, hand) !== 0 && moves.passes.length === 0;
    return { complete: false, points: null, waiting: isPassing ? null : [play.turn], summary: `${plays}; the hand was not played out` };
  }
  const { points, moon } = score(rules, play.taken);
  const shot = moon === null ? '' : `; seat ${moon} shot the moon`;
  return { complete: true, points, waiting: [], summary: `${plays}; points ${points.join(' ')}${shot}` };
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
