/* The record as one seat knows it, and the moves that the seat signs (protocol, section 6). */
(function () {
'use strict';

/** The record's text: pass lines {from, to, cards} and tricks {leader, cards}, without points. */
function recordText(origin, number, passes, tricks) {
  const lines = [
    'fairdeal/v1 record', origin, number, 'by seats',
    ...passes.map(({ from, to, cards }) => `pass ${from} ${to} ${cards.join(' ')}`),
    ...tricks.map(({ leader, cards }) => `trick ${leader} ${cards.join(' ')}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** What a seat signs to pass these cards, which are in deck order. */
function passMove(receipts, seat, cards) {
  return moveText(receipts, seat, `pass ${cards.join(' ')}`, '-');
}

/** What a seat signs to play a card: it names the record as the seat knew it before. */
async function playMove(receipts, sight, card) {
  const { bytes } = fairdeal;
  const known = recordText(receipts.trust.origin, receipts.number, sight.passes, sight.tricks);
  return moveText(receipts, sight.seat, `play ${sight.ply} ${card}`, bytes.hexOf(await bytes.sha256(known)));
}

function moveText({ trust, number, table }, seat, what, after) {
  return `fairdeal/v1 move\n${trust.origin}\n${number}\ntable ${table.hash}\nseat ${seat}\n${what}\nafter ${after}\n`;
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { moves: { recordText, passMove, playMove } });
})();
