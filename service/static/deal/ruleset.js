/* A ruleset in words for a player. */
(function () {
'use strict';

const { nameOf } = fairdeal.cards;

const FIRST_TRICK = {
  'unless-only-points': 'On the first trick no point card is played, except from a hand of nothing else.',
  'hearts-only': 'On the first trick no point card is played; a hand of nothing else plays a heart, if it has one.',
  allowed: 'Point cards may be played to the first trick.',
};
const MOON = {
  'others-add': 'who takes all point cards shoots the moon, and every other seat gets their points',
  'shooter-subtracts': 'who takes all point cards shoots the moon, and takes their points off the own score',
  'shooter-chooses': 'who takes all point cards shoots the moon, and chooses: their points to all others, or off the own score',
  off: 'there is no moon',
};

function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

function start(text) {
  return text[0].toUpperCase() + text.slice(1);
}

function deckWords({ removed, jokers, players, handSize }) {
  const without = removed.length ? `, without the ${listed(removed.map(nameOf))}` : '';
  const added = jokers ? `, with ${jokers === 1 ? 'a joker' : `${jokers} jokers`} (below the 2, worth nothing)` : '';
  return `${players} players, ${handSize} cards each${without}${added}.`;
}

function passWords({ pass_cycle: cycle, pass_count: count, players }) {
  const names = cycle.map((offset) => fairdeal.hand.passName(offset, players));
  if (cycle.every((offset) => offset === 0)) return 'Nothing is passed.';
  return `${count} card${count === 1 ? ' is' : 's are'} passed, hand by hand: ${names.join(', ')}.`;
}

function openingWords({ opening, deck }) {
  if (opening === 'seat-0') return 'Seat 0 leads to the first trick.';
  if (opening === 'rotating-seat') return 'Each seat in turn, hand by hand, leads to the first trick.';
  return `The ${nameOf(deck.find((card) => card[1] === 'C' && card[0] !== 'X'))} opens the first trick.`;
}

function heartsWords(ruleset) {
  if (!ruleset.hearts_must_be_broken) return 'Hearts may be led at any time.';
  const breaks = ruleset.hearts_broken_by === 'heart-played' ? 'a heart was played' : 'a heart was discarded on another suit';
  const queen = ruleset.queen_breaks_hearts ? ', or the queen of spades' : '';
  const early = ruleset.hearts_led_from_points_only ? ' A hand of point cards only may lead them before.' : '';
  return `Hearts are led only after ${breaks}${queen}.${early}`;
}

function pointWords({ heart_points: hearts, card_points: points, moon, deck }) {
  const value = (card) => `${points[card] < 0 ? '−' : ''}${Math.abs(points[card])}`;
  const worth = deck.filter((card) => points[card]).map((card) => `the ${nameOf(card)} ${value(card)}`);
  const each = hearts === 'one' ? 'each heart counts 1' : 'each heart counts its rank (jack 11, queen 12, king 13, ace 14)';
  return `${start(listed([each, ...worth]))}; ${MOON[moon]}.`;
}

function targetWords({ target, exact_target_resets_to: reset }) {
  const exact = reset === null ? '' : `; exactly ${target} drops to ${reset}`;
  return `The game ends at ${target} points${exact}.`;
}

/** Sentences that say the whole of a ruleset, as `fairdeal.rules` reads it. */
function rulesetWords(ruleset) {
  return [
    deckWords(ruleset),
    passWords(ruleset),
    openingWords(ruleset),
    FIRST_TRICK[ruleset.first_trick_points],
    heartsWords(ruleset),
    pointWords(ruleset),
    targetWords(ruleset),
  ];
}

Object.assign(fairdeal, { rulesetWords });
})();
