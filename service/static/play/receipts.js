/* What a client checks before it seals, contributes and plays (protocol, section 3): each signed statement is a receipt. */
(function () {
'use strict';

const { bytes, canonicalJson, merkle, statements } = fairdeal;
const { checkNote } = fairdeal.notes;
const { canonicalRuleset } = fairdeal.games;
const { Caught } = fairdeal.client;

const READERS = { open: statements.readOpen, seals: statements.readSeals, table: statements.readTable };

const hashOf = async (text) => bytes.hexOf(await bytes.sha256(text));

/** The receipts of one deal, as this client has seen and checked them, and what it sent itself. */
class Receipts {
  /**
   * @param {{origin: string, vkeys: object, deadline: number}} trust
   * @param {number} number the deal's
   * @param {object} terms what was asked for: {ruleset, hand, contributors, sealed, opener, ttl, sheet}; sheet is
   *        {id, attempt} or null
   */
  constructor(trust, number, terms) {
    Object.assign(this, { trust, number, terms });
    this.commitment = null;
    this.isLogged = false;
    this.open = null;
    this.seals = null;
    this.table = null;
    /** The first note of each kind: open, seals, table. */
    this.notes = {};
    /** What each of them signs. */
    this.texts = {};
    /** By seat, in hex. */
    this.sent = { seals: new Map(), nonces: new Map(), keys: new Map() };
  }

  /** Check the commitment and every statement that a view of the deal shows. */
  async see(view) {
    if (view.number !== this.number) throw new Caught(`Asked for deal ${this.number}, the service shows deal ${view.number}.`);
    await this.seeCommitment(view);
    await this.seeOpen(view);
    for (const [kind, see] of [['seals', this.seeSeals], ['table', this.seeTable]]) {
      if (view[kind]) await see.call(this, view);
      else if (this.notes[kind]) {
        throw new Caught(`The service no longer shows the ${kind} statement that it signed.`, this.notes[kind]);
      }
    }
  }

  /** What has to be seen before anything is given away. */
  requireOpen() {
    if (!this.open) throw new Caught('The service gives no signed open statement.');
    if (!this.isLogged) throw new Caught('The service does not show that its log holds the commitment.', this.notes.open);
  }

  /** What has to be seen before a seal is opened. */
  requireSeals() {
    this.requireOpen();
    if (this.terms.sealed && !this.seals) {
      throw new Caught('The service asks for contributions before it signs the seals.', this.notes.open);
    }
  }

  /** What has to be seen before the first move. */
  requireTable() {
    if (!this.table) throw new Caught('The service asks for moves before it signs the table.', ...Object.values(this.notes));
  }

  async seeCommitment(view) {
    const statement = `fairdeal/v1 commit\n${this.trust.origin}\n${this.number}\n${view.commitment}\n`;
    this.commitment = this.commitment ?? statements.readCommit(statement).commitment;
    if (view.commitment !== this.commitment) {
      throw new Caught(`The commitment was ${this.commitment}, now the service shows ${view.commitment}.`);
    }
    if (!this.isLogged && view.log.proof !== null) await this.seeInclusion(statement, view.log.proof);
  }

  async seeInclusion(statement, text) {
    const note = text.slice(text.indexOf('\n\n') + 2);
    const refuse = (why) => new Caught(`The log does not hold this commitment: ${why}.`, statement, text);
    let proof;
    try {
      proof = merkle.readProof(text, 'the proof of inclusion');
    } catch (error) {
      throw refuse(error.message);
    }
    // First the signature, then whether it is the log that was always shown here, then what it holds.
    await fairdeal.logView.see('commits', this.trust.vkeys.commits, note);
    if (proof.index !== this.number) throw refuse(`it is at ${proof.index}, not at ${this.number}`);
    const { size, root } = proof.checkpoint;
    const leaf = await merkle.leafHash(bytes.utf8(statement));
    if (!(await merkle.isIncluded(leaf, proof.index, size, proof.path, root))) throw refuse('the path does not lead to the root');
    this.isLogged = true;
  }

  async seeOpen(view) {
    const { trust, terms } = this;
    const open = await this.signed('open', view);
    const note = this.notes.open;
    const rules = await hashOf(canonicalRuleset(terms.ruleset));
    if (canonicalRuleset(view.ruleset) !== canonicalRuleset(terms.ruleset)) {
      throw new Caught('The service shows another ruleset than was asked for.', note);
    }
    const pairs = [
      ['ruleset', rules, open.rules],
      ['hand', terms.hand, open.hand],
      ['contributors', terms.contributors.join(' '), open.contributors.join(' ')],
      ['sealing', terms.sealed, open.sealed],
      ['opener', terms.opener, open.opener],
      ['score sheet', canonicalJson(terms.sheet), canonicalJson(open.sheet)],
      ['lifetime', terms.ttl, open.expires - open.opened],
    ];
    for (const [name, asked, signed] of pairs) {
      if (asked !== signed) throw new Caught(`The ${name} asked for is ${asked}; the service signed ${signed}.`, note);
    }
    if (terms.ttl > trust.deadline) {
      throw new Caught(`The deal runs for longer than the ${trust.deadline} seconds that the service promises.`, note);
    }
    if (view.hand !== terms.hand || view.sealed !== terms.sealed || view.opener !== terms.opener) {
      throw new Caught('The service shows other terms than those that it signed.', note);
    }
    this.open = open;
  }

  async seeSeals(view) {
    const seals = await this.signed('seals', view);
    const { open, notes } = this;
    if (!open.sealed) throw new Caught('The service signed seals for a deal that takes none.', notes.open, notes.seals);
    if (seals.open !== (await hashOf(open.text))) {
      throw new Caught('The seals statement names another open statement.', notes.open, notes.seals);
    }
    this.requireSeats(seals.seals, 'seals', 'seal');
    this.seals = seals;
  }

  /** Check the table statement in a view, or in the answer to the contribution that closed it. */
  async seeTable(view) {
    const table = await this.signed('table', view);
    const { open, seals, notes, sent } = this;
    if (table.open !== (await hashOf(open.text))) {
      throw new Caught('The table names another open statement.', notes.open, notes.table);
    }
    if (open.sealed && !seals) {
      throw new Caught('The service closed the table of a sealed deal before it signed the seals.', notes.table);
    }
    if (table.seals !== (seals ? await hashOf(seals.text) : null)) {
      throw new Caught('The table names other seals than the service signed.', ...Object.values(notes));
    }
    this.requireSeats(table.nonces, 'table', 'nonce');
    const keys = new Map(table.keys);
    for (let seat = 0; seat < this.terms.ruleset.players; seat += 1) {
      if (keys.get(seat) !== sent.keys.get(seat)) {
        throw new Caught(`The table does not hold the key that seat ${seat} claimed with.`, notes.table);
      }
    }
    if (keys.size > sent.keys.size) throw new Caught('The table holds a key of a seat that does not exist.', notes.table);
    this.table = Object.assign(table, { hash: await hashOf(table.text) });
  }

  /** One line for each contributor, with what this client sent for it: it plays all seats, so it knows them all. */
  requireSeats(lines, kind, what) {
    const note = this.notes[kind];
    if (lines.map(([seat]) => seat).join(' ') !== this.open.contributors.join(' ')) {
      throw new Caught(`The ${kind} statement does not have one ${what} for each contributor.`, note);
    }
    for (const [seat, value] of lines) {
      const sent = this.sent[`${what}s`].get(seat);
      if (value !== sent) {
        throw new Caught(`The ${kind} statement holds a ${what} for seat ${seat} that this seat did not send.`, note);
      }
    }
  }

  /** A signed statement of the view, read; two different ones of one kind convict the operator. */
  async signed(kind, view) {
    const part = view[kind];
    if (!part) throw new Caught(`The service gives no signed ${kind} statement.`, ...Object.values(this.notes));
    const known = this.notes[kind];
    // What was checked to the letter need not be checked again.
    const text = known === part.note ? this.texts[kind] : await this.verified(kind, part.note);
    if (part.statement !== text) {
      throw new Caught(`The ${kind} statement that is shown is not the one that is signed.`, part.statement, part.note);
    }
    if (known && this.texts[kind] !== text) {
      throw new Caught(`The service signed two different ${kind} statements for deal ${this.number}.`, known, part.note);
    }
    if (!known) {
      this.notes[kind] = part.note;
      this.texts[kind] = text;
    }
    let statement;
    try {
      statement = READERS[kind](text);
    } catch (error) {
      throw new Caught(`What the service signed as ${kind} statement cannot be read: ${error.message}.`, part.note);
    }
    if (statement.origin !== this.trust.origin || statement.number !== this.number) {
      throw new Caught(`The ${kind} statement is of ${statement.origin}, number ${statement.number}.`, part.note);
    }
    return statement;
  }

  async verified(kind, note) {
    try {
      return await checkNote(note, this.trust.vkeys.statements);
    } catch (error) {
      throw new Caught(`The ${kind} statement is not signed by the key of ${this.trust.origin}: ${error.message}.`, note);
    }
  }
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { Receipts });
})();
