/* The proof of a deal beside what this client saw of it: a bundle that is sound in itself may still tell another story. */
(function () {
'use strict';

const { read, movesOf, readJson } = fairdeal;
const { Caught } = fairdeal.client;

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const textOf = (note) => note.slice(0, note.lastIndexOf('\n\n') + 1);

const refuse = (what, ...notes) => new Caught(`The proof tells another story than this page saw: ${what}.`, ...notes);

/**
 * Hold a bundle's text against what a seat saw and did.
 *
 * @returns {Promise<string[]>} what was found to be the same, in words
 * @throws {Caught} it tells another story
 */
async function sameStory(text, me) {
  try {
    return await compared(readJson(text), me);
  } catch (error) {
    throw error instanceof Caught ? error : refuse(`it cannot be read as that of this deal (${error.message})`, text);
  }
}

async function compared(bundle, { receipts, sight, seat, signed }) {
  const found = [];
  if (read.commit(bundle.commit.statement).commitment !== receipts.commitment) {
    throw refuse('another commitment', bundle.commit.statement);
  }
  found.push('the commitment that was there before you gave your nonce');
  for (const [kind, note] of Object.entries(receipts.notes)) {
    if (!bundle[kind] || textOf(bundle[kind].note) !== textOf(note)) {
      throw refuse(`another ${kind} statement`, note, JSON.stringify(bundle[kind]));
    }
    found.push(`the ${kind} statement that the service signed for you`);
  }
  const nonces = new Map(bundle.contributions.map((one) => [one.seat, one.nonce]));
  for (const [by, nonce] of receipts.sent.nonces) {
    if (nonces.get(by) !== nonce) throw refuse(`another nonce of seat ${by}`);
  }
  found.push('the nonce that this browser drew');
  if (!same(bundle.hands[seat], sight.dealt)) throw refuse(`seat ${seat} was dealt other cards`);
  found.push('the cards that you were dealt');
  const record = read.record(bundle.record);
  const passes = record.passes.filter(({ from, to }) => from === seat || to === seat);
  if (!same(passes, sight.passes)) throw refuse(`another pass than seat ${seat} saw`, bundle.record);
  if (!same(record.tricks, sight.tricks.map(({ leader, cards }) => ({ leader, cards })))) {
    throw refuse('other tricks', bundle.record);
  }
  found.push('the pass and every trick as you saw them');
  const moves = await movesOf(bundle.record, sight.ruleset.players, receipts.table.hash);
  const own = moves.filter((move) => move.seat === seat).map((move) => move.text);
  if (!same(signed.map((move) => move.statement), own)) throw refuse(`seat ${seat} signed other moves`, bundle.record);
  const bySeat = bundle.signed.filter(({ statement }) => own.includes(statement));
  const pairs = (all) => all.map(({ statement, signature }) => [statement, signature]);
  if (!same(pairs(bySeat), pairs(signed))) throw refuse(`seat ${seat} made other signatures`);
  found.push(`your ${signed.length} moves with your signatures`);
  return found;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { sameStory });
})();
