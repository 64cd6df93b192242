/* One seat as its own client: its token, its key, its nonce, and what it has seen. Calls that failed may be made again. */
(function () {
'use strict';

const { get, send, Refused } = fairdeal.api;
const { bytes, moves, HandTracker } = fairdeal;
const { Caught, drawBytes, drawSecret, drawKey } = fairdeal.client;

/** A seat of a deal; `receipts` may be shared among the seats of one client. */
class Seat {
  #token;

  #own = null;

  #key = null;

  #nonce = null;

  /** @param {fairdeal.Receipts} receipts  @param {number} seat  @param {string} token the seat's, as the opening gave it */
  constructor(receipts, seat, token) {
    this.receipts = receipts;
    this.seat = seat;
    this.tracker = new HandTracker(receipts.terms.ruleset, receipts.terms.hand, seat);
    this.deal = `/v1/deals/${receipts.number}`;
    /** Every move that was signed: {statement, signature}. */
    this.signed = [];
    this.#token = token;
  }

  /** The seat's view, checked against all that it has seen and done. */
  async look() {
    const view = await get(`${this.deal}/hands/${this.seat}`, this.#token);
    await this.receipts.see(view);
    if (view.dealt) {
      this.receipts.requireTable();
      this.tracker.see(view);
    }
    return view;
  }

  /** The public view, checked: it needs no token, so it comes whatever became of a claim whose answer was lost. */
  async lookAround() {
    await this.receipts.see(await get(this.deal));
  }

  /** Take the seat with a token and a signing key drawn here: the token of the opening is worth nothing afterwards. */
  async claim() {
    await this.lookAround();
    this.receipts.requireOpen();
    this.#own = this.#own ?? `fd_${drawSecret()}`;
    this.#key = this.#key ?? (await drawKey());
    const key = this.#key.public;
    this.receipts.sent.keys.set(this.seat, key);
    const token_hash = bytes.hexOf(await bytes.sha256(this.#own));
    await this.put(`seats/${this.seat}`, { token_hash, key }, { seat: this.seat, key });
    this.#token = this.#own;
  }

  /** Draw the nonce, now that the commitment was seen in the log, and fix it by its seal. */
  async seal() {
    await this.lookAround();
    this.receipts.requireOpen();
    this.#nonce = this.#nonce ?? drawBytes();
    const open = await bytes.sha256(this.receipts.open.text);
    const seal = bytes.hexOf(await bytes.sha256('fairdeal/v1 seal\n', open, `${this.seat}\n`, this.#nonce));
    this.receipts.sent.seals.set(this.seat, seal);
    await this.put(`seals/${this.seat}`, { seal }, { seat: this.seat, seal });
  }

  /** Send the nonce; of a sealed deal after the signed seals were seen. */
  async contribute() {
    await this.lookAround();
    this.receipts.requireSeals();
    this.#nonce = this.#nonce ?? drawBytes();
    const nonce = bytes.hexOf(this.#nonce);
    this.receipts.sent.nonces.set(this.seat, nonce);
    const answer = await this.put(`contributions/${this.seat}`, { nonce }, { seat: this.seat, nonce });
    if (answer.table) await this.receipts.seeTable(answer);
  }

  /** Pass cards, in any order. */
  async pass(chosen) {
    this.receipts.requireTable();
    const cards = this.tracker.ruleset.deck.filter((card) => chosen.includes(card));
    this.tracker.given = cards;
    const body = { cards, ...(await this.signature(moves.passMove(this.receipts, this.seat, cards))) };
    await this.put(`passes/${this.seat}`, body, { seat: this.seat, cards }, () => { this.tracker.given = []; });
  }

  /** Play a card, at the ply that was last seen. */
  async play(card) {
    const { tracker, seat } = this;
    const { ply } = tracker;
    if (!tracker.allowed.includes(card)) throw new Error(`Seat ${seat} may not play ${card} now.`);
    const body = { card, ...(await this.signature(await moves.playMove(this.receipts, tracker, card))) };
    tracker.sent = [...tracker.own, card];
    await this.put(`plays/${ply}`, body, { ply, seat, card }, () => { tracker.sent = tracker.own; });
  }

  async signature(statement) {
    if (!this.#key) return {};
    const signature = await this.#key.sign(statement);
    this.signed = [...this.signed.filter((move) => move.statement !== statement), { statement, signature }];
    return { signature };
  }

  /** The answer to a change says what was stored: what was sent. `undo` is for one that was refused, which stores nothing. */
  async put(path, body, expected, undo = () => {}) {
    let answer;
    try {
      answer = await send('PUT', `${this.deal}/${path}`, body, this.#token);
    } catch (error) {
      if (error instanceof Refused && error.status < 500) undo();
      throw error;
    }
    for (const [name, value] of Object.entries(expected)) {
      if (JSON.stringify(answer[name]) !== JSON.stringify(value)) {
        throw new Caught(`Seat ${this.seat} sent ${name} ${value}; the service stored ${answer[name]}.`);
      }
    }
    return answer;
  }
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { Seat });
})();
