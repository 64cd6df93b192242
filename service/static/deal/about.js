/* What there is to know about a deal besides its cards: its terms, who did what, how it ended. */
(function () {
'use strict';

const { element, copyButton, when } = fairdeal.dom;

/** "seat 1", "seats 0, 2 and 3". */
function seatsText(seats) {
  const names = seats.length < 2 ? seats.join('') : `${seats.slice(0, -1).join(', ')} and ${seats[seats.length - 1]}`;
  return `seat${seats.length === 1 ? '' : 's'} ${names}`;
}

/** Why a deal is void, with the seats that were waited for: {reason, seats}. */
function readVoid(statement) {
  const [, , , reason, seats] = statement.split('\n').map((line) => line.split(' ').slice(1));
  return { reason: reason[0], seats: seats[0] === '-' ? [] : seats.map(Number) };
}

function voidText(statement) {
  const { reason, seats } = readVoid(statement);
  const waited = seats.length ? `The service was waiting for ${seatsText(seats)}.` : '';
  return {
    unclaimed: 'Void: this number was retired and never handed out.',
    abandoned: 'Void: the deal was given up by its opener.',
    expired: `Void: its time ran out. ${waited}`,
    withheld: `Void: all seals were in, but a contribution was withheld until the time ran out. ${waited}`,
    failed: 'Void: the service itself gave the deal up, after a restore or because its state could not be read: a mark against the operator.',
  }[reason];
}

/** Where a deal stands, in a sentence. */
function standing(view) {
  const seats = view.to_act || [];
  const waited = seats.length ? `: ${seatsText(seats)} ${seats.length === 1 ? 'is' : 'are'} to act.` : '.';
  return {
    committed: () => 'This number is committed, but not handed out yet: nobody has opened the deal.',
    sealing: () => `Running. The contributions are being sealed${waited}`,
    contributing: () => `Running. The contributions are being collected${waited}`,
    passing: () => `Running. The seats pass cards${waited}`,
    playing: () => `Running. The hand is being played${waited}`,
    revealed: () => 'Played out. Its seed is public, and anyone can check it.',
    voided: () => voidText(view.outcome.statement),
  }[view.state]();
}

function fact(name, ...value) {
  return element('div', {}, element('dt', {}, name), element('dd', {}, ...value));
}

function openerText({ opener }) {
  return opener === 'blind' ? 'blind: it sees no hand and plays for no seat' : 'sighted: it holds every seat’s token';
}

/** Which of those that were to add randomness have done so, and whether they had to fix it unseen. */
function contributedText({ contributed, sealed, open }) {
  const asked = /^contributors (.*)$/m.exec(open.statement)[1].split(' ').map(Number);
  const all = contributed.length === asked.length;
  const who = all ? seatsText(asked) : `${contributed.length ? seatsText(contributed) : 'none'} of ${seatsText(asked)}`;
  return `${who}, ${sealed ? 'each sealed before any is shown' : 'not sealed'}`;
}

/** The ruleset of a view, or null where its game, or an option, is not known to this page. */
function rulesetOf(view) {
  try {
    return fairdeal.games.readRuleset(view.ruleset);
  } catch {
    return null;
  }
}

/** "Standard, 4 players. Hand 3, passing left." `preset` is the name of the ruleset, if it has one. */
function summary(view, preset) {
  if (!view.ruleset) return '';
  const ruleset = rulesetOf(view);
  const words = ruleset ? ruleset.game.handWords(ruleset, view.hand) : '';
  return `${preset || 'A ruleset of its own'}, ${view.players} players. Hand ${view.hand}${words && `, ${words}`}.`;
}

function rulesOf(view, preset) {
  const ruleset = rulesetOf(view);
  const words = ruleset ? ruleset.game.rulesetWords(ruleset) : [`These rules are not known to this page: ${JSON.stringify(view.ruleset)}`];
  const list = element('ul', {}, words.map((sentence) => element('li', {}, sentence)));
  return element('details', {}, element('summary', {}, preset ? `${preset}: its rules` : 'The rules of this deal'), list);
}

/** Facts about a deal, as a list of terms, and its rules. */
function aboutDeal(view, preset) {
  const hash = element('code', { class: 'hash' }, view.commitment);
  const commitment = fact('Commitment', hash, copyButton(view.commitment, 'the commitment'));
  commitment.className = 'wide';
  return [
    element(
      'dl',
      { class: 'facts' },
      view.ruleset && fact('Opened', when(view.opened_at)),
      view.ruleset && fact(view.outcome ? 'Would have expired' : 'Expires', when(view.expires_at)),
      view.ruleset && fact('Randomness added by', contributedText(view)),
      view.ruleset && fact('Opener', openerText(view)),
      commitment,
    ),
    view.ruleset && rulesOf(view, preset),
  ];
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { about: { aboutDeal, rulesetOf, summary, standing } });
})();
