// Asks verify.js what a test wants to know: one JSON request a line in, one JSON answer a line out.
'use strict';
const path = require('path');
const fairdeal = require(path.join(__dirname, '../../../service/static/verify.js'));

const ask = {
  async verify({ text, bytes, options }) {
    return fairdeal.verify(bytes === undefined ? text : Uint8Array.from(Buffer.from(bytes, 'hex')), options);
  },
  async selfTest() {
    return fairdeal.selfTest();
  },
  /** A sequence of plays from given hands: where it stops, and what the rules say there. */
  async sequence({ ruleset, hand, hands, passes, plays }) {
    const rules = fairdeal.rules.readRuleset(ruleset);
    const held = hands.map((cards) => [...cards]);
    if (passes !== null) {
      const offset = fairdeal.rules.passOffset(rules, hand);
      passes.forEach((cards, seat) => {
        held[seat] = held[seat].filter((card) => !cards.includes(card));
        held[(seat + offset + rules.players) % rules.players].push(...cards);
      });
    }
    const play = new fairdeal.rules.Play(rules, hand, held);
    for (const card of plays) {
      if (play.violation(card) !== null) return { violation: { ply: play.ply, seat: play.turn, card, allowed: play.allowed() } };
      play.play(card);
    }
    if (play.complete) return { violation: null, ...fairdeal.rules.score(rules, play.taken) };
    return { violation: null, next: { seat: play.turn, allowed: play.allowed() } };
  },
  async ruleset({ object }) {
    try {
      fairdeal.rules.readRuleset(object);
      return { good: true };
    } catch (error) {
      return { good: false, why: error.message };
    }
  },
  async shuffle({ deck, words }) {
    let at = 0;
    const shuffled = fairdeal.shuffle(deck, () => {
      at += 1;
      return words[at - 1];
    });
    return { deck: shuffled, used: at };
  },
  async included({ leaf, index, size, path: hashes, root }) {
    const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
    const hash = await fairdeal.merkle.leafHash(bytes(leaf));
    return fairdeal.merkle.isIncluded(hash, index, size, hashes.map(bytes), bytes(root));
  },
  async checkpoint({ note, vkey, policy }) {
    try {
      return await fairdeal.checkCheckpoint(note, vkey, policy);
    } catch (error) {
      return { why: error.message };
    }
  },
  async note({ note, vkey }) {
    try {
      return { text: await fairdeal.checkNote(note, vkey) };
    } catch (error) {
      return { why: error.message };
    }
  },
  async dealt({ ruleset, seed, table }) {
    return fairdeal.deal(ruleset, seed, table);
  },
  async moves({ record, players, table }) {
    return fairdeal.movesOf(record, players, table);
  },
};

async function main() {
  const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter((line) => line !== '');
  for (const line of lines) {
    const request = JSON.parse(line);
    process.stdout.write(JSON.stringify(await ask[request.ask](request)) + '\n');
  }
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
