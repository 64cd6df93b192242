/* The table: the trick in its middle, the seats around it, and the buttons and keys that go through the hand. */
(function () {
'use strict';

const { element, svg, show } = fairdeal.dom;
const { framesOf, seatView, trickTable } = fairdeal.hand;

const ENDED = ['revealed', 'voided'];
const KEYS = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'previousTrick',
  ArrowDown: 'nextTrick',
  Home: 'first',
  End: 'last',
};
const BUTTONS = [
  ['first', 'M5 4h3v16H5zM20 4v16L9 12z', 'First'],
  ['previous', 'M17 4v16L6 12z', 'Previous card'],
  ['next', 'M7 4v16l11-8z', 'Next card'],
  ['last', 'M16 4h3v16h-3zM4 4v16l11-8z', 'Last'],
];

/** Shows a story (story.js), one picture at a time; `node` is the element to put on a page. */
class TableView {
  constructor(story) {
    this.place = 0;
    this.frames = [];
    this.buttons = BUTTONS.map((button) => this.button(...button));
    const chosen = () => this.at(Number(this.range.value));
    this.range = element('input', { type: 'range', min: 0, 'aria-label': 'Place in the hand', input: chosen });
    this.said = element('p', { class: 'said', role: 'status' });
    this.middle = element('div', {});
    this.seats = element('div', { class: 'seats' });
    this.legend = element('p', { class: 'quiet legend' });
    this.tricks = element('details', { class: 'all-tricks' });
    this.fault = element('p', { class: 'notice', hidden: true });
    this.steps = element('div', { class: 'steps' }, element('div', { class: 'row' }, this.buttons), this.range);
    this.body = element('div', {}, this.middle, this.said, this.steps, this.seats, this.legend, this.tricks);
    this.node = element(
      'div',
      { class: 'hand', tabindex: 0, role: 'group', 'aria-label': 'The hand, card by card', keydown: (event) => this.press(event) },
      this.fault,
      this.body,
    );
    this.update(story);
    if (ENDED.includes(story.state)) this.at(0);
  }

  button(way, outline, name) {
    const named = { 'aria-label': name, title: name, 'data-go': way };
    const icon = svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: outline }));
    return element('button', { type: 'button', class: 'plain', ...named, click: () => this.go(way) }, icon);
  }

  /** Show another story, or more of the same; who was at its end stays at the end, everybody else where they were. */
  update(story) {
    const before = this.frames[this.place];
    const wasLast = this.place === this.frames.length - 1;
    this.story = story;
    this.frames = story.players ? framesOf(story) : [];
    const { fault } = story;
    show(this.fault, fault);
    this.fault.hidden = fault === null;
    this.body.hidden = this.frames.length === 0;
    this.steps.hidden = this.frames.length < 2;
    this.range.max = Math.max(0, this.frames.length - 1);
    this.showTricks();
    this.at(before && !wasLast ? this.placeOf(before) : this.frames.length - 1);
  }

  /** Where a frame of an earlier story is in this one: that with as many cards played. */
  placeOf(frame) {
    const same = (each) => each.ply === frame.ply && (each.kind === frame.kind || frame.kind === 'start');
    return Math.max(0, this.frames.findIndex(same));
  }

  showTricks() {
    const wasOpen = this.tricks.open;
    this.tricks.hidden = this.story.tricks.length === 0;
    const table = this.tricks.hidden ? null : trickTable(this.story, this.frames, (place) => this.at(place));
    show(this.tricks, element('summary', {}, 'All tricks'), table);
    this.tricks.open = wasOpen;
  }

  press(event) {
    const way = KEYS[event.key];
    const isOwn = event.target === this.range || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const scrolls = event.target.closest('.scroll');
    if (!way || isOwn || scrolls) return;
    event.preventDefault();
    this.go(way);
  }

  /** Go a way: `first`, `previous`, `next`, `last`, `previousTrick` or `nextTrick`. */
  go(way) {
    const { frames, place } = this;
    const last = frames.length - 1;
    const isEnd = (frame, at) => at === 0 || at === last || (frame.kind === 'play' && frame.trick.winner !== null);
    const ends = frames.map((frame, at) => (isEnd(frame, at) ? at : null)).filter((at) => at !== null);
    const to = {
      first: 0,
      previous: place - 1,
      next: place + 1,
      last,
      previousTrick: ends.filter((at) => at < place).pop(),
      nextTrick: ends.find((at) => at > place),
    }[way];
    this.at(Math.min(last, Math.max(0, to ?? place)));
  }

  /** Show the frame at a place. */
  at(place) {
    this.place = place;
    const frame = this.frames[place];
    if (!frame) return;
    const { story } = this;
    const { players, names } = story;
    show(this.middle, fairdeal.felt(frame.trick, { players, names, turn: frame.turn }));
    show(this.seats, names.map((_, seat) => seatView(story, frame, seat)));
    // Only what is new is said aloud: writing the same again would repeat it.
    if (this.said.textContent !== frame.text) this.said.textContent = frame.text;
    show(this.legend, legendOf(story, frame));
    this.range.value = place;
    this.range.setAttribute('aria-valuetext', `${place + 1} of ${this.frames.length}`);
    const [isFirst, isLast] = [place === 0, place === this.frames.length - 1];
    const isAt = { first: isFirst, previous: isFirst, next: isLast, last: isLast };
    for (const button of this.buttons) button.setAttribute('aria-disabled', isAt[button.dataset.go]);
    for (const row of this.tricks.querySelectorAll('[data-trick]')) {
      if (Number(row.dataset.trick) === frame.number) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
  }
}

/** What the marks on the cards mean, as far as there are any. */
function legendOf(story, frame) {
  const isDealt = frame.kind === 'dealt';
  const parts = [
    frame.hands && isDealt && story.passes.length > 0 && 'Raised: passed on.',
    frame.hands && !isDealt && story.passes.length > 0 && 'With a plus: received.',
    frame.hands && frame.ply > 0 && 'Grey: played.',
    story.tricks.length > 0 && 'Keys: ← → go card by card, ↑ ↓ trick by trick.',
  ];
  return parts.filter(Boolean).join(' ');
}

Object.assign(fairdeal.hand, { TableView });
})();
