/* The middle of the table: who sits where, and the cards of one trick before them. */
(function () {
'use strict';

const { svg } = fairdeal.dom;
const { draw } = fairdeal.cards;

const WIDTH = 400;
const HEIGHT = 320;
const CARD = { width: 52, height: 72.8 };
const SMALL_CARD = { width: 44, height: 61.6 };

/** Where a seat is, `far` from the middle (1: at the edge). The first seat is at the bottom, the others follow clockwise. */
function place(seat, players, first, far) {
  const angle = Math.PI / 2 + (2 * Math.PI * (seat - first + players)) / players;
  return { x: WIDTH / 2 + 160 * far * Math.cos(angle), y: HEIGHT / 2 + 124 * far * Math.sin(angle) };
}

/**
 * A picture of a trick: `{leader, cards, winner}` (winner null while it goes on), or null for an empty table.
 *
 * @param {{players: number, names: string[], first?: number, turn?: number|null}} table names by seat; `first` sits at the
 *        bottom; `turn` is the seat that everybody waits for
 */
function felt(trick, { players, names, first = 0, turn = null }) {
  const seats = names.map((name, seat) => {
    const { x, y } = place(seat, players, first, 1.02);
    const marks = [seat === turn && 'turn', trick && seat === trick.winner && 'winner'].filter(Boolean).join(' ');
    return svg('text', { x, y: y + 5, class: `seat ${marks}`, 'text-anchor': 'middle' }, name);
  });
  const size = players > 4 ? SMALL_CARD : CARD;
  const cards = (trick ? trick.cards : []).map((card, order) => {
    const seat = (trick.leader + order) % players;
    const { x, y } = place(seat, players, first, players > 4 ? 0.6 : 0.52);
    const marks = seat === trick.winner ? ' winner' : '';
    const picture = { x: x - size.width / 2, y: y - size.height / 2, ...size };
    return draw(card, { ...picture, class: `played suit-${card[1]}${marks}` });
  });
  return svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'felt', role: 'group', 'aria-label': said(trick, names, players) },
    svg('rect', { x: 2, y: 2, width: WIDTH - 4, height: HEIGHT - 4, rx: 60, class: 'cloth' }),
    seats,
    cards,
  );
}

function said(trick, names, players) {
  if (!trick || !trick.cards.length) return 'The table is empty';
  const plays = trick.cards.map((card, order) => `${names[(trick.leader + order) % players]} ${fairdeal.cards.nameOf(card)}`);
  const winner = typeof trick.winner === 'number' ? `; ${names[trick.winner]} takes the trick` : '';
  return `On the table: ${plays.join(', ')}${winner}`;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { felt });
})();
