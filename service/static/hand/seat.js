/* One seat at the table: its points, its hand, what it passed, received and took. */
(function () {
'use strict';

const { element } = fairdeal.dom;
const { textOf, sorted } = fairdeal.cards;
const { fan, pointsText, inText } = fairdeal.hand;
const { pointsOf } = fairdeal.hearts;

/** Cards in a row, a joker's two words kept on one line. */
function cardsText(cards) {
  return sorted(cards).map((card) => textOf(card).replace(' ', '\u00A0')).join(' ');
}

/** "5 points so far"; in the end "26 points". */
function standing(story, frame, seat) {
  const isOver = frame.ply === story.ruleset.deck.length;
  return `${pointsText(frame.points[seat])}${isOver || frame.ply === 0 ? '' : ' so far'}`;
}

/** What the seat does in this frame, in a word or two. */
function marks(story, frame, seat) {
  const { trick } = frame;
  const isOver = trick && trick.winner !== null;
  return [
    trick && trick.leader === seat && 'led',
    isOver && trick.winner === seat && 'takes the trick',
    frame.turn === seat && (isOver || !trick ? 'leads next' : 'plays next'),
    frame.moon === seat && 'shot the moon',
    story.state === 'passing' && (story.passed.includes(seat) ? 'has passed' : 'is choosing'),
    (story.state === 'sealing' || story.state === 'contributing') && story.waiting.includes(seat) && 'is waited for',
  ].filter(Boolean);
}

/** "Passes 3 cards left to seat 1: …" and "Received from seat 3: …". */
function passLines(story, seat) {
  const given = story.passes.find(({ from }) => from === seat);
  const got = story.passes.find(({ to }) => to === seat);
  const count = (cards) => `${cards.length} card${cards.length === 1 ? '' : 's'}`;
  const line = (...parts) => element('p', { class: 'quiet' }, ...parts);
  return [
    given && line(`Passes ${count(given.cards)} ${story.pass.way} to ${inText(story.names[given.to])}: `, cardsText(given.cards)),
    got && line(`Receives from ${inText(story.names[got.from])}: `, cardsText(got.cards)),
  ];
}

function takenLine(story, frame, seat) {
  const counting = frame.taken[seat].filter((card) => pointsOf(story.ruleset, card) !== 0);
  return counting.length > 0 && element('p', { class: 'quiet' }, `Took ${cardsText(counting)}`);
}

/** The hand as it is in this frame: what is passed on is raised, what came is marked. */
function handPicture(story, frame, seat) {
  if (!frame.hands) return null;
  const label = `Hand of ${inText(story.names[seat])}`;
  const isDealt = frame.kind === 'dealt';
  const given = story.passes.find(({ from }) => from === seat);
  const got = story.passes.find(({ to }) => to === seat);
  return fan(frame.hands[seat], {
    label,
    played: frame.played,
    raised: isDealt && given ? given.cards : [],
    marked: !isDealt && got ? got.cards : [],
  });
}

/** All that there is to see of one seat in a frame. */
function seatView(story, frame, seat) {
  return element(
    'section',
    { class: 'seat-view', 'aria-label': story.names[seat] },
    element(
      'h3',
      {},
      element('span', {}, story.names[seat]),
      marks(story, frame, seat).map((mark) => element('span', { class: 'state' }, mark)),
      element('span', { class: 'points' }, standing(story, frame, seat)),
    ),
    handPicture(story, frame, seat),
    frame.hands && passLines(story, seat),
    takenLine(story, frame, seat),
  );
}

Object.assign(fairdeal.hand, { seatView });
})();
