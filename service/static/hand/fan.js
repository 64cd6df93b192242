/* One seat's hand, held as a fan: sorted by suit, what is played turned grey in its place. */
(function () {
'use strict';

const { svg } = fairdeal.dom;
const { draw, nameOf, sorted, SUITS, SUIT_NAMES } = fairdeal.cards;

const CARD = { width: 60, height: 84 };
const LIFT = 14;
const BETWEEN_SUITS = 9;
const WIDTH = 400;
const LEAST_STEP = 25; // so much of a card has to be seen for its rank
const MOST_STEP = 36;

/**
 * @param {string[]} cards all of the hand, played ones too
 * @param {{played?: Set<string>, raised?: string[], marked?: string[], label: string}} options raised cards stand out of the
 *        fan (they are passed on), marked ones carry a plus (they were received); `label` is whose hand it is
 */
function fan(cards, { played = new Set(), raised = [], marked = [], label }) {
  const hand = sorted(cards);
  const suits = new Set(hand.map((card) => card[1])).size;
  const gaps = BETWEEN_SUITS * Math.max(0, suits - 1);
  const width = Math.max(WIDTH, CARD.width + LEAST_STEP * (hand.length - 1) + gaps);
  const step = Math.min(MOST_STEP, (width - CARD.width - gaps) / Math.max(1, hand.length - 1));
  let x = 0;
  const pictures = hand.map((card, place) => {
    if (place > 0) x += step + (card[1] === hand[place - 1][1] ? 0 : BETWEEN_SUITS);
    const isGone = played.has(card);
    const y = raised.includes(card) ? 0 : LIFT;
    const name = `held suit-${card[1]}${isGone ? ' gone' : ''}`;
    return [draw(card, { x, y, ...CARD, class: name }), marked.includes(card) && plus(x + 13, y + 68, isGone)];
  });
  return svg(
    'svg',
    { viewBox: `0 0 ${width} ${CARD.height + LIFT}`, class: 'fan', role: 'img', 'aria-label': `${label}: ${said(hand, played)}` },
    pictures,
  );
}

/** The sign of a card that came from another seat. */
function plus(x, y, isGone) {
  const name = isGone ? 'received gone' : 'received';
  return svg('g', { class: name }, svg('circle', { cx: x, cy: y, r: 8 }), svg('path', { d: `M${x - 4} ${y}h8M${x} ${y - 4}v8` }));
}

/** "clubs 2, 5 and queen; …; played: …", as it is read aloud. */
function said(hand, played) {
  const held = hand.filter((card) => !played.has(card));
  const gone = hand.filter((card) => played.has(card));
  const parts = [held.length ? bySuit(held) : 'no card left'];
  if (gone.length) parts.push(`played: ${bySuit(gone)}`);
  return parts.join('; ');
}

function bySuit(cards) {
  const ranks = (suit) => cards.filter((card) => card[1] === suit).map((card) => nameOf(card).split(' of ')[0]);
  const named = SUITS.filter((suit) => ranks(suit).length).map((suit) => `${SUIT_NAMES[suit]} ${ranks(suit).join(' ')}`);
  return named.join(', ');
}

Object.assign(fairdeal.hand, { fan });
})();
