/* The table while a hand is played: the trick, the one before it, the points, the own cards, and what happens, in words. */
(function () {
'use strict';

const { element, show } = fairdeal.dom;
const { felt, OwnHand } = fairdeal;

const PAUSE = { card: 650, trick: 1300 };

/** The table as the player's seat sees it. */
class PlayTable {
  #chosen = null;

  #skip = null;

  /** @param {string[]} names by seat  @param {number} own the player's seat  @param {boolean} isQuick no pauses */
  constructor(names, own, isQuick) {
    Object.assign(this, { names, own });
    this.middle = element('div', { class: 'middle', click: () => this.#skip && this.#skip() });
    this.last = element('figure', { class: 'last-trick', hidden: true });
    this.points = element('dl', { class: 'points-so-far', 'aria-label': 'Points so far' });
    this.log = element('p', { class: 'said', role: 'log', 'aria-live': 'polite', 'aria-label': 'What happens' });
    this.hand = new OwnHand({ choose: (card) => this.#chosen && this.#chosen(card), told: (reason) => this.say(reason) });
    this.quick = element('input', { type: 'checkbox', id: 'quick' });
    this.quick.checked = isQuick;
    this.action = element('div', { class: 'row action' });
    this.node = element(
      'section',
      { class: 'play-table', 'aria-label': 'The table' },
      element('div', { class: 'cloth-and-last' }, this.middle, element('div', { class: 'side' }, this.last, this.points)),
      this.log,
      this.hand.node,
      this.action,
      element(
        'p',
        { class: 'pace quiet' },
        this.quick,
        element('label', { for: 'quick' }, 'No pauses'),
        ' A click on the table skips one.',
      ),
    );
  }

  /** Say what happened; `anew` first clears what was said before. */
  say(text, anew = false) {
    if (anew) show(this.log);
    this.log.append(element('span', {}, `${text} `));
  }

  /** Show what the seat sees; `points` by seat. */
  update({ tracker, points, fresh = [] }) {
    const { names, own } = this;
    const { players } = tracker.ruleset;
    const trick = tracker.tricks.at(-1) || null;
    const before = tracker.tricks.at(-2);
    show(this.middle, felt(trick, { players, names, first: own, turn: tracker.turn }));
    this.last.hidden = !before;
    if (before) show(this.last, element('figcaption', {}, 'The trick before'), felt(before, { players, names, first: own }));
    const pairs = names.map((name, seat) => [name, String(points[seat]).replace('-', '−')]);
    show(this.points, pairs.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))));
    const led = trick ? trick.cards[0] : null;
    const sentence = (rule) => tracker.ruleset.game.refusalWords(rule, tracker.ruleset, led, names[tracker.turn]);
    this.hand.update([...tracker.barred.keys()], { barred: tracker.barred, sentence, fresh });
  }

  /** The cards as dealt, before a pass. */
  updateDealt(tracker) {
    show(this.middle, felt(null, { players: tracker.ruleset.players, names: this.names, first: this.own }));
    this.hand.update(tracker.dealt.filter((card) => !tracker.given.includes(card)), {});
  }

  /** The card that the player chooses to play. */
  async choose() {
    this.hand.row.classList.add('turn');
    const card = await new Promise((resolve) => { this.#chosen = resolve; });
    this.#chosen = null;
    this.hand.row.classList.remove('turn');
    return card;
  }

  /** The cards that the player chooses to pass: as many as the rules ask for, then the button named `label`. */
  choosePass(tracker, label) {
    const chosen = new Set();
    const { pass_count: count } = tracker.ruleset;
    const button = element('button', { type: 'button' }, label);
    const status = element('span', { class: 'quiet', 'aria-live': 'polite' });
    const update = () => {
      button.disabled = chosen.size !== count;
      status.textContent = `${chosen.size} of ${count} cards chosen`;
      this.hand.update(tracker.dealt, { chosen });
    };
    show(this.action, button, status);
    update();
    this.hand.focus();
    return new Promise((resolve) => {
      this.#chosen = (card) => {
        if (chosen.has(card)) chosen.delete(card);
        else if (chosen.size < count) chosen.add(card);
        else this.say(`You pass ${count} cards: take one of the chosen ones back first.`, true);
        update();
      };
      button.addEventListener('click', () => {
        this.#chosen = null;
        show(this.action);
        resolve([...chosen]);
      });
    });
  }

  /** Let the eye follow: after a `card` or a `trick`. A click on the table ends it. */
  async pause(what) {
    if (this.quick.checked) return;
    await new Promise((resolve) => {
      this.#skip = resolve;
      setTimeout(resolve, PAUSE[what]);
    });
    this.#skip = null;
  }
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { PlayTable });
})();
