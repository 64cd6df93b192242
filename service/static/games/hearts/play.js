/* A hand of Hearts in play, and its score (docs/rules.md). */

import { rankOf } from '../../verifier/cards.js';
import { isPointCard, openingCard, passOffset, pointsOf } from './ruleset.js';

/** The hands after the pass; `passes` are the record's, from every seat or from none. */
export function afterPass(hands, passes) {
  const held = hands.map((cards) => [...cards]);
  for (const { from, to, cards } of passes) {
    held[from] = held[from].filter((card) => !cards.includes(card));
    held[to].push(...cards);
  }
  return held;
}

/** The seat that `seat` passes to, or with -1 as the direction the one it receives from. */
export function passPartner(rules, hand, seat, direction = 1) {
  const { players } = rules;
  return (seat + direction * passOffset(rules, hand) + players) % players;
}

/** Who holds what, whose turn it is, what has been taken. */
export class Play {
  /** `hands`: the cards of each seat after the pass; of seats that are not known, none. */
  constructor(rules, hand, hands) {
    this.rules = rules;
    this.hands = hands.map((cards) => new Set(cards));
    this.taken = hands.map(() => []);
    this.trick = [];
    this.tricks = 0;
    this.ply = 0;
    this.broken = false;
    this.openingCard = openingCard(rules);
    if (rules.opening === 'lowest-club') this.turn = this.hands.findIndex((cards) => cards.has(this.openingCard));
    else this.turn = rules.opening === 'seat-0' ? 0 : (hand - 1) % rules.players;
  }

  get complete() {
    return this.ply === this.rules.deck.length;
  }

  /** The code of the rule that forbids the seat whose turn it is to play `card`, or null. */
  violation(card) {
    const { rules } = this;
    const held = this.hands[this.turn];
    if (!rules.deck.includes(card)) return 'unknown-card';
    if (!held.has(card)) return 'card-not-in-hand';
    return this.trick.length === 0 ? this.#violationOfLead(card, [...held]) : this.#violationOfFollow(card, [...held]);
  }

  #violationOfLead(card, held) {
    const { rules } = this;
    if (this.tricks === 0 && rules.opening === 'lowest-club') return card === this.openingCard ? null : 'must-lead-opening-card';
    if (card[1] !== 'H' || this.broken || !rules.hearts_must_be_broken) return null;
    if (held.every((each) => each[1] === 'H')) return null;
    if (rules.hearts_led_from_points_only && held.every((each) => isPointCard(rules, each))) return null;
    return 'hearts-not-broken';
  }

  #violationOfFollow(card, held) {
    const { rules } = this;
    const led = this.trick[0][1];
    if (held.some((each) => each[1] === led)) return card[1] === led ? null : 'must-follow-suit';
    if (this.tricks > 0 || rules.first_trick_points === 'allowed' || !isPointCard(rules, card)) return null;
    if (held.some((each) => !isPointCard(rules, each))) return 'no-points-on-first-trick';
    const isHeartOwed = rules.first_trick_points === 'hearts-only' && held.some((each) => each[1] === 'H');
    return isHeartOwed && card[1] !== 'H' ? 'no-points-on-first-trick' : null;
  }

  /** The cards that the seat whose turn it is may play, in deck order. */
  allowed() {
    return this.rules.deck.filter((card) => this.violation(card) === null);
  }

  /** Play a card that `violation` has nothing against. */
  play(card) {
    const { rules, trick } = this;
    this.hands[this.turn].delete(card);
    trick.push(card);
    this.ply += 1;
    const isHeart = card[1] === 'H';
    if (isHeart && (rules.hearts_broken_by === 'heart-played' || trick[0][1] !== 'H')) this.broken = true;
    if (card === 'QS' && rules.queen_breaks_hearts) this.broken = true;
    this.turn = (this.turn + 1) % rules.players;
    if (trick.length === rules.players) this.#endTrick();
  }

  #endTrick() {
    const { rules, trick } = this;
    const followed = trick.filter((card) => card[1] === trick[0][1]);
    const best = followed.reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one));
    this.turn = (this.turn + trick.indexOf(best)) % rules.players;
    this.taken[this.turn].push(...trick);
    this.trick = [];
    this.tricks += 1;
  }
}

/** The points of cards that were taken, before the moon rule. */
export function countPoints(rules, cards) {
  return cards.reduce((total, card) => total + pointsOf(rules, card), 0);
}

/** The points of a complete hand by seat, from the cards each has taken; and who shot the moon, or null. */
export function score(rules, taken) {
  const points = taken.map((cards) => countPoints(rules, cards));
  const pointCards = rules.deck.filter((card) => isPointCard(rules, card));
  const shooter = rules.moon === 'off' ? -1 : taken.findIndex((cards) => pointCards.every((card) => cards.includes(card)));
  if (shooter < 0) return { points, moon: null };
  const total = countPoints(rules, pointCards);
  const bonus = taken.map((cards) => countPoints(rules, cards.filter((card) => !isPointCard(rules, card))));
  const [own, others] = rules.moon === 'shooter-subtracts' ? [-total, 0] : [0, total];
  return { points: bonus.map((value, seat) => value + (seat === shooter ? own : others)), moon: shooter };
}
