/* The rules of Hearts in words for a player. */

import { cardName, listed, suitName } from '../../verifier/cards.js';
import { openingCard, passOffset } from './ruleset.js';

const FIRST_TRICK = {
  'unless-only-points': 'No point card may be played to the first trick, unless you hold nothing else.',
  'hearts-only': 'No point card may be played to the first trick, unless you hold nothing else; then a heart, if you have one.',
  allowed: 'Point cards may be played to the first trick.',
};
const MOON = {
  'others-add': 'Shooting the moon (taking all point cards) gives their points to every other seat.',
  'shooter-subtracts': 'Shooting the moon (taking all point cards) subtracts the points from your own score.',
  'shooter-chooses': 'Shooting the moon (taking all point cards) gives their points to every other seat, or subtracts them from your own score: you choose.',
  off: 'There is no shooting the moon.',
};

/** "hold", "left", "2 right", "across": the API's word for a pass direction. */
export function passName(offset, players) {
  if (offset === 0) return 'hold';
  if (offset * 2 === players) return 'across';
  const side = offset > 0 ? 'left' : 'right';
  return Math.abs(offset) === 1 ? side : `${Math.abs(offset)} ${side}`;
}

/** The same in a sentence: "left", "2 seats left", "across". */
export function passWay(offset, players) {
  return passName(offset, players).replace(/^(\d) /, '$1 seats ');
}

/** "nothing is passed", "passing 2 seats left". */
export function handWords(rules, hand) {
  const offset = passOffset(rules, hand);
  return offset === 0 ? 'nothing is passed' : `passing ${passWay(offset, rules.players)}`;
}

function deckWords({ removed, jokers, players, handSize }) {
  const without = removed.length ? `, without the ${listed(removed.map(cardName))}` : '';
  const added = jokers ? `, with ${jokers === 1 ? 'a joker' : `${jokers} jokers`} (below the 2, worth nothing)` : '';
  return `${players} players, ${handSize} cards each${without}${added}.`;
}

function passWords({ pass_cycle: cycle, pass_count: count, players }) {
  if (cycle.every((offset) => offset === 0)) return 'Nothing is passed.';
  const names = cycle.map((offset) => passName(offset, players));
  return `${count} card${count === 1 ? ' is' : 's are'} passed, hand by hand: ${names.join(', ')}.`;
}

function openingWords(rules) {
  if (rules.opening === 'seat-0') return 'Seat 0 leads to the first trick.';
  if (rules.opening === 'rotating-seat') return 'Each seat in turn, hand by hand, leads to the first trick.';
  return `The ${cardName(openingCard(rules))} opens the first trick.`;
}

function breakingWords({ hearts_broken_by: how, queen_breaks_hearts: queen }) {
  const heart = `a heart has been ${how === 'heart-discarded' ? 'discarded on another suit' : 'played'}`;
  return `${heart}${queen ? ' or the queen of spades has been played' : ''}`;
}

function heartsWords(rules) {
  if (!rules.hearts_must_be_broken) return 'Hearts may be led at any time.';
  const exempt = rules.hearts_led_from_points_only ? ' A hand of nothing but point cards may lead them earlier.' : '';
  return `Hearts may be led only after ${breakingWords(rules)}.${exempt}`;
}

function pointWords({ heart_points: hearts, card_points: points, deck }) {
  const value = (card) => `${points[card] < 0 ? '−' : ''}${Math.abs(points[card])}`;
  const worth = deck.filter((card) => points[card]).map((card) => `the ${cardName(card)} ${value(card)}`);
  const heart = hearts === 'one' ? 'Each heart counts 1' : 'Each heart counts its rank (jack 11, queen 12, king 13, ace 14)';
  return `${listed([heart, ...worth])}.`;
}

function targetWords({ target, exact_target_resets_to: reset }) {
  const exact = reset === null ? '' : `; exactly ${target} drops to ${reset}`;
  return `The game ends at ${target} points${exact}.`;
}

/** Sentences that say the whole of a ruleset. */
export function rulesetWords(rules) {
  return [
    deckWords(rules),
    passWords(rules),
    openingWords(rules),
    FIRST_TRICK[rules.first_trick_points],
    heartsWords(rules),
    pointWords(rules),
    MOON[rules.moon],
    targetWords(rules),
  ];
}

/**
 * Why a card cannot be played, in a sentence.
 *
 * @param {string} rule the code
 * @param {object} rules the ruleset
 * @param {?string} led the first card of the trick
 * @param {string} turn the name of the seat whose turn it is
 */
export function refusalWords(rule, rules, led, turn) {
  const words = {
    'not-your-turn': () => `It is not your turn: the table waits for ${turn}.`,
    'must-lead-opening-card': () => `The first trick must be opened with the ${cardName(openingCard(rules))}.`,
    'must-follow-suit': () => `Follow suit: ${suitName(led[1])} were led and you still hold ${suitName(led[1])}.`,
    'no-points-on-first-trick': () => FIRST_TRICK[rules.first_trick_points],
    'hearts-not-broken': () => {
      const exempt = rules.hearts_led_from_points_only ? 'point cards' : 'hearts';
      return `Hearts cannot be led before ${breakingWords(rules)}, unless you hold nothing but ${exempt}.`;
    },
  };
  return Object.hasOwn(words, rule) ? words[rule]() : `The rules forbid it: ${rule}.`;
}
