/* From the server seed and the table statement to the shuffled deck (protocol, section 5). */

import { hkdf } from './bytes.js';
import { ensure } from './errors.js';
import { PROTOCOL } from './statements.js';

/** The most that HKDF-SHA-256 gives; far more than any deck uses. */
const STREAM_LENGTH = 255 * 32;

/** Fisher-Yates, exact: `nextWord` gives uniform 32-bit words, and those of the last, partial block are passed over. */
export function shuffle(deck, nextWord) {
  const cards = [...deck];
  for (let i = cards.length - 1; i >= 1; i -= 1) {
    const bound = i + 1;
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let w = nextWord();
    while (w >= limit) w = nextWord();
    const j = w % bound;
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

/** Deck in deck order, seed (32 bytes), hash of the table statement (32 bytes) -> the shuffled deck. */
export async function shuffledDeck(deck, seed, tableHash) {
  const stream = await hkdf(seed, tableHash, `${PROTOCOL} shuffle`, STREAM_LENGTH);
  const view = new DataView(stream.buffer);
  let offset = 0;
  return shuffle(deck, () => {
    ensure(offset < stream.length, 'the stream ends before the deck is shuffled');
    offset += 4;
    return view.getUint32(offset - 4, false);
  });
}
