/* Why a card cannot be played now, in a sentence (the rules' codes are those of docs/rules.md). */
(function () {
'use strict';

const SUIT_NAMES = fairdeal.cards.SUIT_NAMES;

/**
 * @param {string} rule the code
 * @param {{ruleset: object, tricks: {cards: string[]}[], turn: number|null}} sight
 * @param {string[]} names by seat
 */
function why(rule, { ruleset, tricks, turn }, names) {
  const led = tricks.length ? tricks.at(-1).cards[0] : null;
  const words = {
    'not-your-turn': () => `It is not your turn: the table waits for ${names[turn]}.`,
    'must-lead-opening-card': () => {
      const opening = ruleset.deck.find((card) => card[1] === 'C' && card[0] !== 'X');
      return `The first trick must be opened with the ${fairdeal.cards.nameOf(opening)}.`;
    },
    'must-follow-suit': () => `Follow suit: ${SUIT_NAMES[led[1]]} were led and you still hold ${SUIT_NAMES[led[1]]}.`,
    'no-points-on-first-trick': () => {
      const most = 'No points on the first trick, as long as you hold anything else';
      return ruleset.first_trick_points === 'hearts-only' ? `${most}; of points alone, a heart first.` : `${most}.`;
    },
    'hearts-not-broken': () => {
      const exempt = ruleset.hearts_led_from_points_only ? 'point cards' : 'hearts';
      return `Hearts cannot be led before ${breaking(ruleset)}, unless you hold nothing but ${exempt}.`;
    },
  };
  return words[rule] ? words[rule]() : `The rules forbid it: ${rule}.`;
}

function breaking(ruleset) {
  const how = ruleset.hearts_broken_by === 'heart-discarded' ? 'discarded on another suit' : 'played';
  return `a heart has been ${how}${ruleset.queen_breaks_hearts ? ' or the queen of spades has been played' : ''}`;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { why });
})();
