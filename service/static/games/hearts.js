/* Hearts (docs/rules.md), for three to six players. */

import { checkOptions, DEFAULTS, handWords, passOffset, ruleset, rulesetWords } from './hearts/ruleset.js';
import { replay } from './hearts/record.js';
import { refusalWords } from './hearts/words.js';

/** OpenSpiel's game has four players, the full deck, and passes of three cards or none. */
function notations(rules, hand) {
  const isFull = rules.players === 4 && rules.deck.length === 52;
  const isPass = rules.pass_count === 3 || passOffset(rules, hand) === 0;
  return isFull && isPass && rules.jokers === 0 ? ['pbn', 'openspiel'] : ['pbn'];
}

export const hearts = {
  name: 'hearts',
  required: ['players'],
  defaults: DEFAULTS,
  checkOptions,
  ruleset,
  /** One card at a time: deck[k] goes to seat k mod players. */
  deal: ({ players }, deck) => Array.from({ length: players }, (_, seat) => deck.filter((_card, k) => k % players === seat)),
  replay,
  reservations: () => [],
  rulesetWords,
  handWords,
  refusalWords,
  notations,
};
