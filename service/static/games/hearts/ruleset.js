/* The options of Hearts: defaults, bounds (docs/rules.md) and words, and what a card counts. */

import { areInDeckOrder, cardName, deckOf, isCard, listed, rankOf } from '../../verifier/cards.js';
import { quote, refuse } from '../../verifier/errors.js';
import { isInteger, isObject } from '../../verifier/json.js';

/** Fixed for ever: what a ruleset leaves out means this. */
export const DEFAULTS = {
  removed: [],
  jokers: 0,
  pass_count: 3,
  pass_cycle: [1, -1, 2, 0],
  opening: 'lowest-club',
  first_trick_points: 'unless-only-points',
  hearts_must_be_broken: true,
  hearts_broken_by: 'heart-played',
  queen_breaks_hearts: false,
  hearts_led_from_points_only: false,
  heart_points: 'one',
  card_points: { QS: 13 },
  moon: 'others-add',
  target: 100,
  exact_target_resets_to: null,
};

const NAMED_VALUES = {
  opening: ['lowest-club', 'seat-0', 'rotating-seat'],
  first_trick_points: ['unless-only-points', 'hearts-only', 'allowed'],
  hearts_broken_by: ['heart-played', 'heart-discarded'],
  heart_points: ['one', 'rank'],
  moon: ['others-add', 'shooter-subtracts', 'shooter-chooses', 'off'],
};
const SWITCHES = ['hearts_must_be_broken', 'queen_breaks_hearts', 'hearts_led_from_points_only'];
const WITH_POINTS = ['QS', 'KS', 'AS', 'JD', 'TD'];

function refuseOption(options, option, expected) {
  refuse(`the ruleset's ${option} is ${quote(options[option])}: expected ${expected}`);
}

const isJoker = (card) => card[0] === 'X';
const isRemovable = (card) => isCard(card) && !isJoker(card) && card[1] !== 'H' && card !== 'QS';
const isClub = (card) => card[1] === 'C' && !isJoker(card);

/** Each option by its own bounds; returns the options whose named value is unknown. */
export function checkOptions(options) {
  const bad = (option, expected) => refuseOption(options, option, expected);
  const { players, removed, jokers, pass_cycle: cycle, card_points: points, exact_target_resets_to: reset } = options;
  if (!isInteger(players, 3, 6)) bad('players', '3 to 6');
  if (!Array.isArray(removed) || removed.length > 52 || !removed.every(isRemovable)) bad('removed', 'a list of cards, no heart, QS or joker among them');
  if (!areInDeckOrder(removed)) bad('removed', 'distinct cards in deck order');
  if (!isInteger(jokers, 0, 2)) bad('jokers', '0, 1 or 2');
  if (!isInteger(options.pass_count, 1, 53)) bad('pass_count', 'at least 1 and less than a hand');
  const isCycle = Array.isArray(cycle) && cycle.length >= 1 && cycle.length <= 12 && cycle.every((offset) => isInteger(offset, -3, 3));
  if (!isCycle) bad('pass_cycle', '1 to 12 seat offsets');
  if (!isObject(points)) bad('card_points', 'an object');
  for (const [card, value] of Object.entries(points)) {
    if (!WITH_POINTS.includes(card)) bad('card_points', 'QS, KS, AS, JD and TD only');
    if (!isInteger(value, -1000, 1000) || value === 0) bad('card_points', 'values from -1000 to 1000, none of them 0');
  }
  for (const option of SWITCHES) if (typeof options[option] !== 'boolean') bad(option, 'true or false');
  for (const [option, values] of Object.entries(NAMED_VALUES)) if (typeof options[option] !== 'string') bad(option, values.join(', '));
  if (!isInteger(options.target, 1, 10000)) bad('target', '1 to 10000');
  if (reset !== null && !isInteger(reset, 0, options.target - 1)) bad('exact_target_resets_to', 'null, or 0 to the target less 1');
  return Object.entries(NAMED_VALUES).filter(([option, values]) => !values.includes(options[option])).map(([option]) => option);
}

/** The options together -> the ruleset: the options, `deck` and `handSize`. */
export function ruleset(options) {
  const bad = (option, expected) => refuseOption(options, option, expected);
  const { players } = options;
  const deck = deckOf(options);
  if (deck.length % players !== 0) bad('removed', `cards that leave a multiple of ${players}, not ${deck.length}`);
  const handSize = deck.length / players;
  if (options.pass_count >= handSize) bad('pass_count', `less than a hand of ${handSize}`);
  if (!options.pass_cycle.every((offset) => -players < 2 * offset && 2 * offset <= players)) {
    bad('pass_cycle', `offsets above -${players}/2 and up to ${players}/2 (the default fits four players and more)`);
  }
  const absent = Object.keys(options.card_points).find((card) => !deck.includes(card));
  if (absent !== undefined) bad('card_points', `no points for ${absent}, which is not in the deck`);
  if (options.opening === 'lowest-club' && !deck.some(isClub)) bad('removed', 'cards that leave a club');
  return { ...options, deck, handSize };
}

/** The card that opens the first trick where the lowest club leads: jokers never do. */
export function openingCard({ deck }) {
  return deck.find(isClub);
}

/** The seat offset by which this hand passes its cards; 0: nothing is passed. */
export function passOffset({ pass_cycle: cycle }, hand) {
  return cycle[(hand - 1) % cycle.length];
}

/** What a card counts for whoever takes it, before the moon rule. */
export function pointsOf({ heart_points: hearts, card_points: points }, card) {
  if (card[1] === 'H') return hearts === 'rank' ? rankOf(card) + 1 : 1;
  return Object.hasOwn(points, card) ? points[card] : 0;
}

export function isPointCard(rules, card) {
  return pointsOf(rules, card) > 0;
}

/** By `first_trick_points`. */
export const FIRST_TRICK = {
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

/** What breaks hearts. */
export function breakingWords({ hearts_broken_by: how, queen_breaks_hearts: queen }) {
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
