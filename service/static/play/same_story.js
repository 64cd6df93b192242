/* The proof of a deal beside what this client saw of it: a bundle that is sound in itself may still tell another story. */
(function () {
'use strict';

const { bytes, hearts, readJson, statements } = fairdeal;
const { Caught } = fairdeal.client;

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const textOf = (note) => note.slice(0, note.lastIndexOf('\n\n') + 1);

const refuse = (what, ...notes) => new Caught(`The proof tells another story than this page saw: ${what}.`, ...notes);

/** The service gave the deal up (`failed`): a mark against its operator, which convicts nobody. */
class GivenUp extends Error {}

/**
 * Hold a bundle's text against what a seat saw and did.
 *
 * @returns {Promise<string[]>} what was found to be the same, in words
 * @throws {Caught} it tells another story
 * @throws {GivenUp} it tells none, for the deal was given up
 */
async function sameStory(text, me) {
  try {
    return await compared(readJson(text), me);
  } catch (error) {
    throw error instanceof Caught || error instanceof GivenUp ? error : refuse(`it cannot be read as that of this deal (${error.message})`, text);
  }
}

/** The statements of all moves that the seat made, by the bundle's record. */
async function statementsOf(text, { seat, ruleset }, receipts) {
  const record = statements.readRecord(text);
  const moves = hearts.signedMoves(ruleset, hearts.readMoves(record.lines)).filter((move) => move.seat === seat);
  return Promise.all(moves.map(async ({ move, known }) => {
    const after = known === null ? '-' : bytes.hexOf(await bytes.sha256(statements.recordText(record, known)));
    return statements.moveText(record, receipts.table.hash, seat, move, after);
  }));
}

/** The hand was played out here: no void can be its outcome. */
function requireReveal(bundle, receipts) {
  const outcome = statements.readOutcome(bundle.outcome.statement);
  if (outcome.kind === 'reveal') return;
  const what = `the hand was played out, but the deal ended as void, ${outcome.reason}`;
  if (outcome.reason !== 'failed') throw refuse(what, bundle.outcome.statement, ...Object.values(receipts.notes));
  throw new GivenUp(`The service gave this deal up: ${what}. That is a mark against the operator; no other hand can be proved.`);
}

async function compared(bundle, { receipts, tracker, seat, signed }) {
  const found = [];
  requireReveal(bundle, receipts);
  if (statements.readCommit(bundle.commit.statement).commitment !== receipts.commitment) {
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
  if (!same(bundle.hands[seat], tracker.dealt)) throw refuse(`seat ${seat} was dealt other cards`);
  found.push('the cards that you were dealt');
  const record = hearts.readMoves(statements.readRecord(bundle.record).lines);
  const passes = record.passes.filter(({ from, to }) => from === seat || to === seat);
  if (!same(passes, tracker.passes)) throw refuse(`another pass than seat ${seat} saw`, bundle.record);
  if (!same(record.tricks, tracker.tricks.map(({ leader, cards }) => ({ leader, cards })))) {
    throw refuse('other tricks', bundle.record);
  }
  found.push('the pass and every trick as you saw them');
  const own = await statementsOf(bundle.record, tracker, receipts);
  if (!same(signed.map((move) => move.statement), own)) throw refuse(`seat ${seat} signed other moves`, bundle.record);
  const bySeat = bundle.signed.filter(({ statement }) => own.includes(statement));
  const pairs = (all) => all.map(({ statement, signature }) => [statement, signature]);
  if (!same(pairs(bySeat), pairs(signed))) throw refuse(`seat ${seat} made other signatures`);
  found.push(`your ${signed.length} moves with your signatures`);
  return found;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { sameStory, GivenUp });
})();
