/* The counts of all blocks, added up by kind of deck. */
(function () {
'use strict';

const { get } = fairdeal.api;
const { sorted } = fairdeal.cards;
const { evenness } = fairdeal.chiSquare;

const BLOCK = 1000;
const AT_ONCE = 6;

/** All blocks up to the last number that was handed out. Complete ones never change: they are asked for once. */
class Counts {
  constructor() {
    this.blocks = [];
  }

  /** Ask for what may have changed; `tell(done, all)` hears how many of the blocks that are asked for have come. */
  async update(tell) {
    const { handed_out: last } = await get('/v1/info');
    const wanted = last ? [...Array(Math.floor(last / BLOCK) + 1).keys()].filter((block) => !isComplete(this.blocks[block])) : [];
    const all = wanted.length;
    let done = 0;
    const work = async () => {
      while (wanted.length) {
        const block = wanted.shift();
        this.blocks[block] = await get(`/v1/counts/${block}`);
        done += 1;
        tell(done, all);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /**
   * The kinds of decks, the one with most deals first: `{key, name, players, deals, cards, residuals, statistic, freedom, upper}`.
   * `cards` maps each card to its counts by seat, `residuals` to how far each is off, in standard deviations.
   */
  decks() {
    const sums = new Map();
    for (const deck of this.blocks.flatMap((block) => block.decks)) {
      const key = `${deck.players}/${deck.removed}/${deck.jokers}`;
      const sum = sums.get(key) || { key, name: nameOf(deck), players: deck.players, deals: 0, counts: {} };
      sum.deals += deck.deals;
      for (const [card, seats] of Object.entries(deck.cards)) {
        sum.counts[card] = seats.map((count, seat) => count + (sum.counts[card] ? sum.counts[card][seat] : 0));
      }
      sums.set(key, sum);
    }
    return [...sums.values()].map(judged).sort((one, other) => other.deals - one.deals || one.players - other.players);
  }
}

function isComplete(block) {
  return block !== undefined && block.ended === block.last - block.first + 1;
}

function judged({ counts, ...deck }) {
  const cards = sorted(Object.keys(counts));
  const found = evenness(cards.map((card) => counts[card]), deck.deals);
  const byCard = (rows) => new Map(cards.map((card, index) => [card, rows[index]]));
  return { ...deck, ...found, cards: byCard(cards.map((card) => counts[card])), residuals: byCard(found.residuals) };
}

/** "4 players, 52 cards", "3 players, 51 cards (without 2♦)" */
function nameOf({ players, removed, jokers }) {
  const apart = [
    removed.length ? `without ${removed.map(fairdeal.cards.textOf).join(', ')}` : null,
    jokers ? `with ${jokers === 1 ? 'one joker' : 'both jokers'}` : null,
  ].filter(Boolean);
  return `${players} players, ${52 - removed.length + jokers} cards${apart.length ? ` (${apart.join(', ')})` : ''}`;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { Counts });
})();
