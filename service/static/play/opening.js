/* Opening a deal for one client that plays every seat, and bringing it to where the cards are dealt. */
(function () {
'use strict';

const { get, send } = fairdeal.api;
const { Receipts, Seat } = fairdeal;
const { Caught } = fairdeal.client;

const TTL = 86400;

/** What each call may be repeated with: drawn once for a thing that is wanted once. */
const newKey = fairdeal.client.drawSecret;

/**
 * A score sheet at the service. Its `token` is needed for everything, and stays in this page's memory.
 *
 * @param {string} key the Idempotency-Key
 */
async function beginSheet(ruleset, players, key) {
  const sheet = await send('POST', '/v1/sheets', { ruleset, players }, null, { 'Idempotency-Key': key });
  // By hand number: how many deals were opened for it. A number that is skipped would be a deal that was hidden.
  return { id: sheet.id, token: sheet.token, attempts: new Map() };
}

/** The sheet as it stands. */
const readSheet = (sheet) => get(`/v1/sheets/${sheet.id}`, sheet.token);

/** The terms of a deal on which this page plays. */
function termsOf({ ruleset, hand, everySeat, sheet }) {
  const contributors = everySeat ? Array.from({ length: ruleset.players }, (_, seat) => seat) : [0];
  const link = sheet && { id: sheet.id, attempt: (sheet.attempts.get(hand) || 0) + 1 };
  return { ruleset, hand, contributors, sealed: everySeat, opener: 'sighted', ttl: TTL, sheet: link };
}

/** Open a deal on these terms -> its seats, each a client; nothing is given away yet. */
async function openDeal(trust, terms, sheet, key) {
  const { contributors, sealed, opener, ttl } = terms;
  const what = sheet ? { sheet: { id: sheet.id, token: sheet.token } } : { ruleset: terms.ruleset, hand: terms.hand };
  const body = { ...what, contributors, sealed, opener, ttl };
  const opened = await send('POST', '/v1/deals', body, null, { 'Idempotency-Key': key });
  const receipts = new Receipts(trust, opened.number, terms);
  await receipts.see(opened);
  receipts.requireOpen();
  const { seats } = opened.tokens;
  if (seats.length !== terms.ruleset.players) {
    throw new Caught(`The service gave ${seats.length} tokens for ${terms.ruleset.players} seats.`);
  }
  if (sheet) sheet.attempts.set(terms.hand, terms.sheet.attempt);
  return seats.map((token, seat) => new Seat(receipts, seat, token));
}

/**
 * The steps from there to the deal, in order: each has `run`, which may be repeated until it succeeds, and then `done`, what was
 * achieved, in words. The player's seat has a key of its own.
 */
function steps(seats, own) {
  const { terms } = seats[own].receipts;
  const contributors = terms.contributors.map((seat) => seats[seat]);
  const each = (who, how) => async () => {
    for (const seat of who) await how(seat);
  };
  const found = [
    {
      run: each([seats[own]], (seat) => seat.claim()),
      done: 'Your seat is claimed with a token and a signing key that were drawn in this browser.',
    },
  ];
  if (terms.sealed) {
    found.push({
      run: each(contributors, (seat) => seat.seal()),
      done: 'Every seat has drawn its nonce, and fixed it by a seal.',
    });
  }
  found.push({
    run: each(contributors, (seat) => seat.contribute()),
    done: terms.sealed
      ? 'The signed seals hold; the nonces are handed over.'
      : 'Your nonce, drawn in this browser, is handed over.',
  });
  found.push({
    run: each(seats, async (seat) => {
      await seat.look();
      seat.receipts.requireTable();
    }),
    done: 'The signed table names these terms, your nonce and your key. The cards are dealt.',
  });
  return found;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, {
  opening: { newKey, beginSheet, readSheet, termsOf, openDeal, steps },
});
})();
