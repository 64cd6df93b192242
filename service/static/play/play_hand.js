/* One hand as one seat against simple ones, through the public API alone: from its opening to its proof. */
(function () {
'use strict';

const { element, show } = fairdeal.dom;
const { get } = fairdeal.api;
const { opening, simpleSeat, PlayTable } = fairdeal;
const { nameOf } = fairdeal.cards;

const OWN = 0;

const wait = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** The bundle of a deal, byte for byte, once it will never change again. */
async function final(number) {
  for (;;) {
    const { poll_after: again } = await get(`/v1/deals/${number}`);
    if (again === null) return fairdeal.api.getText(`/v1/deals/${number}/proof`);
    await wait(again);
  }
}

/** "no points", "1 point", "−7 points". */
function inPoints(number) {
  if (number === 0) return 'no points';
  return `${String(number).replace('-', '−')} ${number === 1 ? 'point' : 'points'}`;
}

/** One hand, from its opening to its proof. */
class PlayHand {
  /**
   * @param {{parts: Object<string, Element>, attempt: function}} page where things are shown, and what retries
   * @param {object} trust  @param {object} plan {ruleset, hand, everySeat, sheet, names}
   */
  constructor(page, trust, plan) {
    Object.assign(this, page, { trust, plan, names: plan.names });
    this.table = new PlayTable(plan.names, OWN, PlayHand.isQuick);
    this.table.quick.addEventListener('change', () => { PlayHand.isQuick = this.table.quick.checked; });
    this.steps = element('ol', { class: 'steps' });
  }

  async play() {
    show(this.parts.result);
    show(this.parts.proof);
    const title = element('h2', {}, 'Checked as you play');
    show(this.parts.checked, element('section', { class: 'sheet', 'aria-label': 'What was checked' }, title, this.steps));
    show(this.parts.table);
    await this.open();
    show(this.parts.table, this.table.node);
    this.table.say(`Deal ${this.me.receipts.number}, hand ${this.plan.hand}.`);
    if (this.me.tracker.offset !== 0) await this.pass();
    await this.playOut();
    this.tellResult();
  }

  check(text) {
    this.steps.append(element('li', {}, text));
  }

  async open() {
    const terms = opening.termsOf(this.plan);
    const key = opening.newKey();
    this.seats = await this.attempt(() => opening.openDeal(this.trust, terms, this.plan.sheet, key));
    this.me = this.seats[OWN];
    const { receipts } = this.me;
    this.check(`Deal ${receipts.number} is open on the terms you asked for, signed by ${this.trust.origin}.`);
    this.check('Its commitment is in the public log, which is the one that this browser has always seen.');
    for (const { run, done } of opening.steps(this.seats, OWN)) {
      await this.attempt(run);
      this.check(done);
    }
  }

  async pass() {
    const { tracker } = this.me;
    const { players } = tracker.ruleset;
    const direction = fairdeal.hearts.passWay(tracker.offset, players);
    const label = `Pass ${direction} to ${this.names[tracker.neighbour(1)]}`;
    this.table.updateDealt(tracker);
    this.table.say(`Choose ${tracker.ruleset.pass_count} cards to pass.`);
    const cards = await this.table.choosePass(tracker, label);
    await this.attempt(() => this.me.pass(cards));
    for (const seat of this.seats) {
      if (seat === this.me) continue;
      await this.attempt(async () => {
        const view = await seat.look();
        if (view.state === 'passing') await seat.pass(simpleSeat.choosePass(seat.tracker));
      });
    }
    await this.look(null);
    const received = tracker.received.map(nameOf).join(', ');
    this.table.say(`${this.names[tracker.neighbour(-1)]} passed you the ${received}.`, true);
    await this.table.pause('trick');
  }

  /** See the table anew; a card that was just played may have completed a trick. */
  async look(played) {
    const view = await this.attempt(() => this.me.look());
    const { tracker } = this.me;
    this.points = view.points;
    const fresh = tracker.ply === 0 ? tracker.received : [];
    this.table.update({ tracker, points: view.points, fresh });
    const trick = tracker.tricks.at(-1);
    if (played === null || trick.winner === null) {
      if (played !== null && tracker.turn !== OWN) await this.table.pause('card');
      return;
    }
    const worth = fairdeal.hearts.countPoints(tracker.ruleset, trick.cards);
    const takes = trick.winner === OWN ? 'You take' : `${this.names[trick.winner]} takes`;
    this.table.say(`${takes} the trick: ${inPoints(worth)}.`);
    await this.table.pause('trick');
  }

  async playOut() {
    await this.look(null);
    this.table.hand.focus();
    const { tracker } = this.me;
    while (tracker.turn !== null) {
      const { turn } = tracker;
      const card = await (turn === OWN ? this.playOwn() : this.playSeat(this.seats[turn]));
      const who = turn === OWN ? 'You play' : `${this.names[turn]} plays`;
      this.table.say(`${who} the ${nameOf(card)}.`, turn === OWN);
      await this.look(card);
    }
  }

  async playOwn() {
    const { tracker } = this.me;
    this.table.say(tracker.allowed.length === 1 ? `Your turn: only the ${nameOf(tracker.allowed[0])} can be played.` : 'Your turn.');
    const card = await this.table.choose();
    const { ply } = tracker;
    await this.attempt(async (again) => {
      if (again) await this.me.look();
      if (tracker.ply === ply) await this.me.play(card);
    });
    return card;
  }

  async playSeat(seat) {
    const { ply } = this.me.tracker;
    return this.attempt(async () => {
      await seat.look();
      if (seat.tracker.ply === ply) await seat.play(simpleSeat.choosePlay(seat.tracker));
      return seat.tracker.sent.at(-1);
    });
  }

  tellResult() {
    const { moon } = this.me.tracker;
    const own = this.points[OWN];
    const words = [`The hand is played out: you have ${inPoints(own)}.`];
    if (moon !== null) words.unshift(moon === OWN ? 'You shot the moon!' : `${this.names[moon]} shot the moon!`);
    const others = this.names.map((name, seat) => `${name} ${this.points[seat]}`).filter((_, seat) => seat !== OWN);
    words.push(`${others.join(', ')}.`);
    this.table.say(words.join(' '), true);
    const title = element('h2', {}, words.slice(0, -1).join(' '));
    const attributes = { class: 'sheet result', 'aria-label': 'Result' };
    show(this.parts.result, element('section', attributes, title, element('p', {}, words.at(-1))));
  }

  /** Wait until the outcome is in the log, check the proof on the page, and hold it against what was seen here. */
  async prove() {
    const { receipts } = this.me;
    const { number } = receipts;
    const waiting = element('p', { role: 'status' }, 'The outcome is on its way into the public log …');
    show(this.parts.proof, waiting);
    const text = await this.attempt(() => final(number));
    const { same, mark } = await this.attempt(async () => {
      const bundle = fairdeal.readJson(text);
      for (const [role, proof] of [['commits', bundle.commit.proof], ['outcomes', bundle.outcome.proof]]) {
        await fairdeal.logView.see(role, this.trust.vkeys[role], proof.slice(proof.indexOf('\n\n') + 2));
      }
      try {
        return { same: await fairdeal.sameStory(text, this.me), mark: null };
      } catch (error) {
        if (error instanceof fairdeal.GivenUp) return { same: [], mark: error.message };
        throw error;
      }
    });
    for (const part of same) this.check(`In the proof: ${part}.`);
    const container = element('section', { 'aria-label': 'The proof' });
    const link = element('a', { href: `/deals/${number}` }, `Deal ${number}`);
    show(this.parts.proof, container, element('p', {}, link, ' stays in public, for anybody to check.'));
    const options = { origin: this.trust.origin, number, vkeys: this.trust.vkeys };
    const report = await fairdeal.proof.show(container, text, options);
    this.tellVerdict(report, mark);
  }

  tellVerdict({ checks }, mark) {
    const failed = checks.filter(({ result }) => result === 'fail').map(({ name }) => name);
    const sound = `Of the proof’s ${checks.length} checks, made in this browser, none failed; it shows the hand that you saw.`;
    const text = failed.length ? `The proof does not hold: ${failed.join(', ')} failed.` : mark || sound;
    const attributes = { class: failed.length || mark ? 'notice bad' : 'notice good', role: 'status' };
    this.parts.result.firstChild.append(element('p', attributes, text));
  }
}

/** Whether the table waits for the eye; the player's choice stays from hand to hand. */
PlayHand.isQuick = false;

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { PlayHand });
})();
