// Asks the playing client's scripts, without a browser, about one seat of a bundle: one JSON request on standard input.
'use strict';
const path = require('path');
const folder = path.join(__dirname, '../../../service/static/play');
require(process.argv[2]); // core.js, as it is served
const { fairdeal } = globalThis;
fairdeal.api = {};
for (const name of ['client', 'hand_tracker', 'moves', 'same_story']) require(path.join(folder, `${name}.js`));

/** What a client of this seat saw and did if the bundle tells the truth. */
async function clientOf(bundle, seat) {
  const tracker = new fairdeal.HandTracker(bundle.ruleset, bundle.hand, seat);
  const record = fairdeal.hearts.readMoves(fairdeal.statements.readRecord(bundle.record).lines);
  const nonces = bundle.contributions.filter((one) => one.seat === seat).map((one) => [seat, one.nonce]);
  const notes = Object.fromEntries(['open', 'seals', 'table'].filter((kind) => bundle[kind]).map((kind) => [kind, bundle[kind].note]));
  const receipts = {
    trust: { origin: bundle.origin },
    number: bundle.number,
    commitment: fairdeal.statements.readCommit(bundle.commit.statement).commitment,
    notes,
    sent: { nonces: new Map(nonces) },
    table: { hash: fairdeal.bytes.hexOf(await fairdeal.bytes.sha256(bundle.table.statement)) },
  };
  const pass = (direction) => record.passes.find((line) => line[direction] === seat);
  tracker.dealt = bundle.hands[seat];
  tracker.given = record.passes.length ? pass('from').cards : [];
  tracker.received = record.passes.length ? pass('to').cards : [];
  tracker.tricks = record.tricks;
  const line = `\nseat ${seat}\n`;
  return { seat, receipts, tracker, signed: bundle.signed.filter(({ statement }) => statement.includes(line)) };
}

/** The statements of the seat's moves, one by one, as it makes them. */
async function movesOf({ seat, receipts, tracker }) {
  const { tricks, ruleset } = tracker;
  const found = tracker.given.length ? [fairdeal.moves.passMove(receipts, seat, tracker.given)] : [];
  for (const [at, { leader, cards }] of tricks.entries()) {
    const place = (seat - leader + ruleset.players) % ruleset.players;
    const begun = place ? [{ leader, cards: cards.slice(0, place) }] : [];
    tracker.tricks = [...tricks.slice(0, at), ...begun];
    tracker.ply = at * ruleset.players + place;
    found.push(await fairdeal.moves.playMove(receipts, tracker, cards[place]));
  }
  return found;
}

async function main({ bundle, seat, shown }) {
  const client = await clientOf(bundle, seat);
  if (!shown) return { moves: await movesOf(client) };
  try {
    return { same: await fairdeal.sameStory(JSON.stringify(shown), client) };
  } catch (error) {
    if (error instanceof fairdeal.GivenUp) return { mark: error.message };
    if (!(error instanceof fairdeal.client.Caught)) throw error;
    return { why: error.message };
  }
}

(async () => {
  const requests = JSON.parse(require('fs').readFileSync(0, 'utf8'));
  const answers = [];
  for (const request of requests) answers.push(await main(request));
  process.stdout.write(JSON.stringify(answers));
})();
