// Answers a test's questions with the scripts that are served: one JSON request a line in, one JSON answer a line out.
'use strict';
const [, , core, verifier] = process.argv;
require(core); // what pages use: makes `fairdeal`
const { verify, selfTest } = require(verifier);
const { bytes, dealing, games, hearts, merkle, notes, statements } = globalThis.fairdeal;

const fromHex = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** What the function returns, or why it refuses. */
async function attempt(make) {
  try {
    return await make();
  } catch (error) {
    return { why: error.message };
  }
}

const answers = {
  async verify({ text, bytes: hex, options }) {
    return verify(hex === undefined ? text : fromHex(hex), options);
  },
  async selfTest() {
    return selfTest();
  },
  /** A sequence of plays from given hands: where it stops, and what the rules say there. */
  async sequence({ ruleset, hand, hands, passes, plays }) {
    const rules = games.readRuleset(ruleset);
    const given = (passes || []).map((cards, from) => ({ from, to: hearts.passPartner(rules, hand, from), cards }));
    const play = new hearts.Play(rules, hand, hearts.afterPass(hands, given));
    for (const card of plays) {
      if (play.violation(card) !== null) return { violation: { ply: play.ply, seat: play.turn, card, allowed: play.allowed() } };
      play.play(card);
    }
    if (play.complete) return { violation: null, ...hearts.score(rules, play.taken) };
    return { violation: null, next: { seat: play.turn, allowed: play.allowed() } };
  },
  async ruleset({ object }) {
    return attempt(() => ({ options: { ...games.readRuleset(object), game: object.game }, canonical: games.canonicalRuleset(object) }));
  },
  async shuffle({ deck, words }) {
    let used = 0;
    const shuffled = dealing.shuffle(deck, () => {
      used += 1;
      return words[used - 1];
    });
    return { deck: shuffled, used };
  },
  async included({ leaf, index, size, path, root }) {
    return merkle.isIncluded(await merkle.leafHash(fromHex(leaf)), index, size, path.map(fromHex), fromHex(root));
  },
  async proof({ text }) {
    return attempt(() => ({ index: merkle.readProof(text, 'the proof').index }));
  },
  async checkpoint({ note, vkey, policy }) {
    return attempt(() => notes.checkCheckpoint(note, vkey, policy));
  },
  async note({ note, vkey }) {
    return attempt(async () => ({ text: await notes.checkNote(note, vkey) }));
  },
  async signature({ key, signature, message }) {
    return notes.isSignature(fromHex(key), fromHex(signature), bytes.utf8(message));
  },
  async dealt({ ruleset, seed, table }) {
    return dealing.deal(ruleset, seed, table);
  },
  /** The statement of every move of a record, in order. */
  async moves({ record: text, ruleset, table }) {
    const rules = games.readRuleset(ruleset);
    const record = statements.readRecord(text);
    const moves = hearts.signedMoves(rules, hearts.readMoves(record.lines));
    return Promise.all(moves.map(async ({ seat, move, known }) => {
      const after = known === null ? '-' : bytes.hexOf(await bytes.sha256(statements.recordText(record, known)));
      return statements.moveText(record, table, seat, move, after);
    }));
  },
};

async function main() {
  const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter((line) => line !== '');
  for (const line of lines) {
    const request = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(await answers[request.ask](request))}\n`);
  }
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
