/* Why a play is refused, in words for a player. */

import { cardName, suitName } from '../../verifier/cards.js';
import { breakingWords, FIRST_TRICK, openingCard } from './ruleset.js';

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
