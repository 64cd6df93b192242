/* Hearts (docs/rules.md), for three to six players. */

import { checkOptions, DEFAULTS, ruleset } from './hearts/ruleset.js';
import { readMoves, replay, signedMoves } from './hearts/record.js';
import { refusalWords, rulesetWords } from './hearts/words.js';

export const hearts = {
  name: 'hearts',
  required: ['players'],
  defaults: DEFAULTS,
  checkOptions,
  ruleset,
  /** One card at a time: deck[k] goes to seat k mod players. */
  deal: ({ players }, deck) => Array.from({ length: players }, (_, seat) => deck.filter((_card, k) => k % players === seat)),
  readMoves,
  replay,
  signedMoves,
  reservations: () => [],
  rulesetWords,
  refusalWords,
};
