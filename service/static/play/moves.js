/* The moves that a seat signs, with the record as it knew it (protocol, section 6). */
(function () {
'use strict';

const { bytes, hearts, statements } = fairdeal;

/** What a seat signs to pass these cards, which are in deck order. */
function passMove(receipts, seat, cards) {
  return moveText(receipts, seat, hearts.passMove(cards), '-');
}

/** What a seat signs to play a card: it names the record as the seat knew it before. */
async function playMove(receipts, tracker, card) {
  const { passes, tricks, ply, seat } = tracker;
  const known = statements.recordText({ ...subjectOf(receipts), by: 'seats' }, hearts.recordLines({ passes, tricks }));
  return moveText(receipts, seat, hearts.playMove(ply, card), bytes.hexOf(await bytes.sha256(known)));
}

function subjectOf({ trust, number }) {
  return { origin: trust.origin, number };
}

function moveText(receipts, seat, move, after) {
  return statements.moveText(subjectOf(receipts), receipts.table.hash, seat, move, after);
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { moves: { passMove, playMove } });
})();
