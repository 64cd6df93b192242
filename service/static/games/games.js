/*
 * The card games that this verifier knows. A game is one module here and one line in GAMES; nothing else names it.
 *
 * @typedef {object} Game
 * @property {string} name as in a ruleset
 * @property {string[]} required the options without a default
 * @property {object} defaults by option, fixed for ever: a ruleset's hash leaves them out
 * @property {function(object): string[]} checkOptions judge each option of a complete ruleset object by its own bounds; returns the
 *           options with a named value that is unknown; throws Invalid
 * @property {function(object): Ruleset} ruleset what follows from the options, judged together; throws Invalid. A ruleset is the
 *           complete options, and at least `players` and `deck` (in deck order)
 * @property {function(Ruleset, string[]): string[][]} deal shuffled deck -> hands by seat; the rest stays in the deck
 * @property {function(Ruleset, number, string[][], string[], string[]): Replay} replay hand number, hands as dealt, shuffled deck and
 *           the record's lines behind `by` -> what they come to; throws Invalid at the first move that the rules forbid
 * @property {function(Ruleset, Replay, Set): {name, detail}[]} reservations of its own, given the seats that have a key
 *
 * For the pages:
 * @property {function(Ruleset): string[]} rulesetWords sentences that say the whole of a ruleset
 * @property {function(Ruleset, number): string} handWords what is special about the hand of this number, as part of a sentence; or ''
 * @property {function(string, Ruleset, ?string, string): string} refusalWords why a card cannot be played: the rule's code, the card
 *           that was led, the name of the seat whose turn it is
 * @property {function(Ruleset, number): string[]} notations the notations in which the service offers a finished deal
 *
 * @typedef {object} Replay
 * @property {boolean} complete has the hand been played out?
 * @property {?number[]} points by seat, of a complete hand; null in a game without points
 * @property {?number[]} waiting the seats to act; null where the record does not tell
 * @property {string[]} lines the record's lines as they must be for these moves
 * @property {{seat, move, known}[]} moves in their order: the line that the seat signs (null: nobody signs it), and the record's lines
 *           as the seat knew them before (null: `after -`)
 * @property {string} summary in words
 */

import { UnknownTerm, ensure, quote } from '../verifier/errors.js';
import { canonicalJson, isObject } from '../verifier/json.js';
import { hearts } from './hearts.js';

const GAMES = [hearts];

/** The game that a ruleset object names; throws UnknownTerm. */
export function gameOf(object) {
  ensure(isObject(object), `the ruleset is ${quote(object)}: expected an object`);
  const { game: name } = object;
  ensure(typeof name === 'string', `the ruleset's game is ${quote(name)}: expected a name`);
  const game = GAMES.find((each) => each.name === name);
  if (!game) throw new UnknownTerm(`the game ${quote(name)} is not known here`);
  return game;
}

/** A ruleset object, complete or with defaults left out -> its game's ruleset, with `game` (the module) as a property. */
export function readRuleset(object) {
  const game = gameOf(object);
  const options = { ...game.defaults };
  const unknown = [];
  for (const [option, value] of Object.entries(object)) {
    if (option === 'game') continue;
    if (game.required.includes(option) || Object.hasOwn(game.defaults, option)) options[option] = value;
    else unknown.push(option);
  }
  for (const option of game.required) ensure(Object.hasOwn(object, option), `the ruleset lacks the option ${option}`);
  unknown.push(...game.checkOptions(options));
  if (unknown.length > 0) throw new UnknownTerm(`the ruleset of ${game.name} has what is not known here: ${unknown.map(quote).join(', ').slice(0, 200)}`);
  return Object.assign(game.ruleset(options), { game });
}

/** RFC 8785 of a ruleset object without the options that have their default; its SHA-256 is the hash in the open statement. */
export function canonicalRuleset(object) {
  const { defaults } = gameOf(object);
  const isDefault = ([option, value]) => Object.hasOwn(defaults, option) && canonicalJson(value) === canonicalJson(defaults[option]);
  return canonicalJson(Object.fromEntries(Object.entries(object).filter((entry) => !isDefault(entry))));
}
