/*
 * The hand as one seat sees it, checked against the rules with every view. Views are not signed, so what is caught here convicts
 * nobody; but a client that plays on after a card has changed under its eyes would help to hide it.
 */
(function () {
'use strict';

const { games, hearts } = fairdeal;
const { Caught } = fairdeal.client;

const told = (cards) => (cards.length ? cards.join(' ') : 'no card');
const same = (one, other) => one.length === other.length && one.every((card, i) => card === other[i]);
const PLAYED = ['playing', 'revealed'];

/** What one seat knows of a hand. */
class HandTracker {
  /** @param {object} ruleset as the API has it  @param {number} hand its number in its game */
  constructor(ruleset, hand, seat) {
    this.ruleset = games.readRuleset(ruleset);
    this.hand = hand;
    this.seat = seat;
    this.offset = hearts.passOffset(this.ruleset, hand);
    this.dealt = [];
    /** What this seat passed, and what it got for that. */
    this.given = [];
    this.received = [];
    /** What it sent as its plays, in order; the last may not have arrived. */
    this.sent = [];
    /** Its plays as the service shows them. */
    this.own = [];
    this.tricks = [];
    this.ply = 0;
    /** Who leads the first trick, as the service has it: only the holder of the opening card knows. */
    this.leader = null;
    /** Whose turn it is, or null. */
    this.turn = null;
    /** Who shot the moon, once the hand is complete; or null. */
    this.moon = null;
    /** By card of the hand: the rule that forbids it now, or null. */
    this.barred = new Map();
  }

  /** Whom this seat passes to, and from whom it gets cards. */
  neighbour(direction) {
    return hearts.passPartner(this.ruleset, this.hand, this.seat, direction);
  }

  /** Take in a view of this seat in which cards are dealt; a contradiction is `Caught`. */
  see(view) {
    if (view.seat !== this.seat) {
      throw new Caught(`Seat ${this.seat} asked for its cards, the service shows those of seat ${view.seat}.`);
    }
    this.seeDeal(view.dealt);
    this.seePass(view);
    if (PLAYED.includes(view.state)) this.seePlay(view);
  }

  /** The pass lines that this seat knows, as the record has them: its own, and the one that reached it. */
  get passes() {
    if (!this.received.length) return [];
    const own = { from: this.seat, to: this.neighbour(1), cards: this.given };
    const other = { from: this.neighbour(-1), to: this.seat, cards: this.received };
    return [own, other].sort((a, b) => a.from - b.from);
  }

  /** Cards of the deck, each once. */
  requireDeck(cards, what) {
    if (new Set(cards).size < cards.length || !cards.every((card) => this.ruleset.deck.includes(card))) {
      throw new Caught(`These cannot be the cards ${what}: ${told(cards)}.`);
    }
  }

  seeDeal(dealt) {
    if (!this.dealt.length) {
      this.requireDeck(dealt, 'dealt');
      if (dealt.length !== this.ruleset.handSize) throw new Caught(`Seat ${this.seat} was dealt ${dealt.length} cards.`);
      this.dealt = dealt;
    }
    if (!same(dealt, this.dealt)) {
      throw new Caught(`Seat ${this.seat} was dealt ${told(this.dealt)}; now the service shows ${told(dealt)}.`);
    }
  }

  seePass(view) {
    const given = view.passed_cards ?? [];
    // A pass whose answer was lost may be stored or not.
    if (given.length ? !same(given, this.given) : PLAYED.includes(view.state) && this.given.length) {
      throw new Caught(`Seat ${this.seat} passed ${told(this.given)}; the service shows ${told(given)}.`);
    }
    const received = view.received ?? [];
    if (this.received.length && !same(received, this.received)) {
      throw new Caught(`Seat ${this.seat} received ${told(this.received)}; now the service shows ${told(received)}.`);
    }
    this.requireDeck(received, 'passed on');
    const expected = this.offset !== 0 && PLAYED.includes(view.state) ? this.ruleset.pass_count : 0;
    if (received.length !== expected || received.some((card) => this.dealt.includes(card))) {
      throw new Caught(`Seat ${this.seat} cannot have received ${told(received)} in this pass.`);
    }
    this.received = received;
  }

  /** The cards that this seat held when the first trick began. */
  get kept() {
    return this.dealt.filter((card) => !this.given.includes(card)).concat(this.received);
  }

  seePlay(view) {
    const before = this.tricks.flatMap((trick) => trick.cards);
    const cards = view.tricks.flatMap((trick) => trick.cards);
    if (!same(cards.slice(0, before.length), before)) {
      throw new Caught(`The plays were ${told(before)}; now the service shows ${told(cards)}.`);
    }
    this.requireDeck(cards, 'played');
    const play = this.replayed(view);
    const own = this.replayedOwn(view.tricks);
    // The last play that was sent may not have arrived.
    if (!same(own, this.sent.slice(0, own.length)) || own.length < this.sent.length - 1) {
      throw new Caught(`Seat ${this.seat} played ${told(this.sent)}; the service shows ${told(own)}.`);
    }
    this.own = own;
    this.turn = play.complete ? null : play.turn;
    this.ply = play.ply;
    this.tricks = view.tricks;
    const waiting = this.turn === null ? [] : [this.turn];
    if (view.ply !== play.ply || !same(view.to_act, waiting)) {
      throw new Caught(`After ${play.ply} plays it is the turn of seat ${this.turn}; the service says otherwise.`);
    }
    if (view.hearts_broken !== play.broken) throw new Caught('The service is wrong about whether hearts are broken.');
    this.seeEnd(view, play);
    this.seeHand(view, play);
  }

  /** The play as the view tells it, by the rules. */
  replayed(view) {
    const { ruleset, seat } = this;
    const hands = Array.from({ length: ruleset.players }, (_, each) => (each === seat ? this.kept : []));
    const play = new hearts.Play(ruleset, this.hand, hands);
    if (play.turn < 0) play.turn = this.leaderOf(view);
    view.tricks.forEach(({ leader, cards, winner }, i) => {
      const isWhole = cards.length === ruleset.players;
      const isGoingOn = i === view.tricks.length - 1 && cards.length > 0 && cards.length < ruleset.players;
      if (leader !== play.turn || !(isWhole || isGoingOn)) {
        throw new Caught(`Seat ${play.turn} leads trick ${i + 1}; the service shows ${told(cards)} led by seat ${leader}.`);
      }
      for (const card of cards) {
        this.requirePossible(play, card);
        play.play(card);
      }
      if (winner !== (isWhole ? play.turn : null)) {
        throw new Caught(`Seat ${play.turn} is next after ${told(cards)}, not seat ${winner}.`);
      }
    });
    return play;
  }

  /** Who leads with a card that this seat does not hold: the service's word, but always the same. */
  leaderOf(view) {
    const said = view.tricks.length ? view.tricks[0].leader : view.to_act[0];
    const isSeat = Number.isInteger(said) && said >= 0 && said < this.ruleset.players && said !== this.seat;
    if (!isSeat || (this.leader !== null && said !== this.leader)) {
      throw new Caught(`The service says that seat ${said} leads the first trick.`);
    }
    this.leader = said;
    return said;
  }

  requirePossible(play, card) {
    const { turn } = play;
    if (play.ply === 0 && this.ruleset.opening === 'lowest-club' && card !== play.openingCard) {
      throw new Caught(`The first trick was opened with ${card}, not with ${play.openingCard}.`);
    }
    if (turn === this.seat) {
      const rule = play.violation(card);
      if (rule !== null) throw new Caught(`Seat ${turn} cannot have played ${card}: ${rule}.`);
      return;
    }
    const isElsewhere = this.given.includes(card) && turn !== this.neighbour(1);
    if (isElsewhere || this.kept.includes(card)) {
      throw new Caught(`Seat ${turn} cannot have played ${card}: seat ${this.seat} knows where it was.`);
    }
  }

  replayedOwn(tricks) {
    const { players } = this.ruleset;
    return tricks.flatMap(({ leader, cards }) => cards.filter((_, i) => (leader + i) % players === this.seat));
  }

  seeEnd(view, play) {
    if (!play.complete) return;
    const { points, moon } = hearts.score(this.ruleset, play.taken);
    this.moon = moon;
    if (!same(view.points, points)) {
      throw new Caught(`The points are ${points.join(', ')}; the service says ${view.points.join(', ')}.`);
    }
  }

  /** The cards held, and which may be played. */
  seeHand(view, play) {
    const held = this.ruleset.deck.filter((card) => play.hands[this.seat].has(card));
    if (!same(view.cards, held)) {
      throw new Caught(`Seat ${this.seat} holds ${told(held)}; the service shows ${told(view.cards)}.`);
    }
    this.barred = new Map(held.map((card) => [card, this.turn === this.seat ? play.violation(card) : 'not-your-turn']));
    const theirs = view.playable.map(({ card, ok, rule }) => `${card} ${ok} ${rule}`);
    const ours = held.map((card) => `${card} ${this.barred.get(card) === null} ${this.barred.get(card)}`);
    if (!same(theirs, ours)) throw new Caught(`By the rules: ${ours.join(', ')}; the service says: ${theirs.join(', ')}.`);
  }

  /** The cards that may be played now, in deck order. */
  get allowed() {
    return [...this.barred.keys()].filter((card) => this.barred.get(card) === null);
  }
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { HandTracker });
})();
