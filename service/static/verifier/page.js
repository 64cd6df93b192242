/* What the pages' scripts use of the verifier and of the games, as `fairdeal`: each stands once, for both. */

import { fromHex, hexOf, sha256, utf8 } from './bytes.js';
import { DECK_ORDER, RANKS, cardName, isCard, listed, rankOf, suitName } from './cards.js';
import { isSignature } from './ed25519.js';
import { ensure, quote } from './errors.js';
import { canonicalJson, readJson } from './json.js';
import { isIncluded, leafHash, nodeHash, readProof } from './merkle.js';
import { checkSignature, readCheckpoint, readNote, readVkey } from './notes.js';
import { checkPolicy, readPolicy } from './policy.js';
import { selfTest } from './self_test.js';
import { shuffle, shuffledDeck } from './shuffle.js';
import * as statements from './statements.js';
import { api } from './verify.js';
import { canonicalRuleset, gameOf, readRuleset } from '../games/games.js';
import { Play, afterPass, countPoints, passPartner, score } from '../games/hearts/play.js';
import { passMove, playMove, readMoves, recordLines, signedMoves } from '../games/hearts/record.js';
import { openingCard, passName, passOffset, passWay, pointsOf } from '../games/hearts/ruleset.js';

async function requireSelf() {
  const { ok, detail } = await selfTest();
  ensure(ok, detail);
}

/** The text of a note that is signed by this key; rejects with what is wrong. */
async function checkNote(text, vkey) {
  await requireSelf();
  const note = readNote(text, 'the note');
  await checkSignature(note, await readVkey(vkey, 'the key'), 'the note');
  return note.text;
}

/** {name, size, root (hex)} of a checkpoint that is signed by this key, and cosigned as the policy (if any) asks. */
async function checkCheckpoint(text, vkey, policy = null) {
  await requireSelf();
  const checkpoint = readCheckpoint(text, 'the checkpoint');
  const key = await readVkey(vkey, 'the key');
  ensure(checkpoint.name === key.name, `the checkpoint is of ${quote(checkpoint.name)}, not of ${quote(key.name)}`);
  await checkSignature(checkpoint.note, key, 'the checkpoint');
  if (policy !== null) await checkPolicy(await readPolicy(policy), checkpoint, key, 'the checkpoint');
  return { name: checkpoint.name, size: checkpoint.size, root: hexOf(checkpoint.root) };
}

/** Ruleset object, seed in hex, text of the table statement -> {deck, hands}. */
async function deal(object, seed, table) {
  const ruleset = readRuleset(object);
  const deck = await shuffledDeck(ruleset.deck, fromHex(seed, 32, 'the seed'), await sha256(table));
  return { deck, hands: ruleset.game.deal(ruleset, deck) };
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, api, {
  readJson,
  canonicalJson,
  bytes: { sha256, hexOf, fromHex, utf8 },
  deck: { DECK_ORDER, RANKS, cardName, isCard, listed, rankOf, suitName },
  notes: { checkNote, checkCheckpoint, isSignature },
  merkle: { leafHash, nodeHash, isIncluded, readProof },
  statements,
  dealing: { shuffle, deal },
  games: { canonicalRuleset, gameOf, readRuleset },
  hearts: {
    Play, afterPass, countPoints, passPartner, score, openingCard, passOffset, pointsOf, passName, passWay,
    readMoves, recordLines, signedMoves, passMove, playMove,
  },
});
