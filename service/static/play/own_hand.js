/* The player's own cards as buttons: bright where they can be chosen, dimmed with the reason where not. */
(function () {
'use strict';

const { element, show } = fairdeal.dom;
const { draw, nameOf, sorted } = fairdeal.cards;

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

/** A row of cards: arrow keys go from one to the next, Enter or a click chooses. */
class OwnHand {
  /** @param {{choose: function(string), told: function(string)}} hears a card that was chosen; a reason that was asked for */
  constructor({ choose, told }) {
    this.choose = choose;
    this.told = told;
    this.buttons = new Map();
    this.current = null;
    this.why = element('p', { class: 'why', 'aria-hidden': 'true' });
    this.reasons = element('div', { hidden: true });
    this.row = element('div', { class: 'own-hand', role: 'toolbar', 'aria-label': 'Your cards' });
    this.node = element('div', {}, this.row, this.why, this.reasons);
    this.row.addEventListener('keydown', (event) => this.onKey(event));
    this.row.addEventListener('mouseleave', () => this.tell(document.activeElement));
    this.row.addEventListener('focusout', () => this.tell(null));
  }

  /**
   * Show these cards.
   *
   * @param {string[]} cards in any order
   * @param {{barred?: Map<string, string|null>, chosen?: Set<string>|null, sentence?: function(string): string,
   *        fresh?: string[]}} state the rule that forbids each card, or null; the cards chosen for a pass; how a rule is said;
   *        cards to point out
   */
  update(cards, { barred = new Map(), chosen = null, sentence = String, fresh = [] }) {
    const order = sorted(cards);
    const hadFocus = this.row.contains(document.activeElement);
    const place = [...this.buttons.keys()].indexOf(this.current);
    const kept = new Map(order.map((card) => [card, this.buttons.get(card) || this.made(card)]));
    this.buttons = kept;
    const rules = [...new Set([...barred.values()].filter((rule) => rule))];
    show(this.reasons, rules.map((rule) => element('span', { id: `why-${rule}` }, sentence(rule))));
    for (const [card, button] of kept) dress(button, barred.get(card) || null, chosen && chosen.has(card), fresh.includes(card));
    if ([...this.row.children].map((button) => button.dataset.card).join() !== order.join()) show(this.row, [...kept.values()]);
    if (!kept.has(this.current)) this.current = order[Math.min(Math.max(place, 0), order.length - 1)] ?? null;
    this.rove();
    if (hadFocus && this.current !== null) kept.get(this.current).focus();
    this.tell(this.row.contains(document.activeElement) ? document.activeElement : null);
  }

  /** Bring the keyboard to the cards. */
  focus() {
    if (this.current !== null) this.buttons.get(this.current).focus();
  }

  made(card) {
    const picture = draw(card, { role: null, 'aria-label': null, 'aria-hidden': 'true' });
    return element(
      'button',
      {
        type: 'button',
        class: 'own',
        'data-card': card,
        'aria-label': nameOf(card),
        click: () => this.onChosen(card),
        focus: (event) => {
          this.current = card;
          this.rove();
          this.tell(event.currentTarget);
        },
        mouseenter: (event) => this.tell(event.currentTarget),
      },
      picture,
    );
  }

  onChosen(card) {
    const button = this.buttons.get(card);
    if (!button) return;
    if (button.getAttribute('aria-disabled') !== 'true') {
      this.choose(card);
      return;
    }
    this.tell(button);
    this.told(this.why.textContent);
  }

  onKey(event) {
    const cards = [...this.buttons.keys()];
    const at = cards.indexOf(this.current);
    const ends = { Home: 0, End: cards.length - 1 };
    const to = event.key in ends ? ends[event.key] : at + (STEPS[event.key] || 0);
    if (to === at || !cards[to]) return;
    event.preventDefault();
    this.buttons.get(cards[to]).focus();
  }

  /** One card can be reached with Tab; the arrows lead to the others. */
  rove() {
    for (const [card, button] of this.buttons) button.tabIndex = card === this.current ? 0 : -1;
  }

  /** Say why the card of a button cannot be played; nothing if it can. */
  tell(button) {
    const id = button && button.getAttribute('aria-describedby');
    const reason = id && this.reasons.querySelector(`#${id}`);
    this.why.textContent = reason ? reason.textContent : '';
  }
}

function dress(button, rule, isChosen, isFresh) {
  button.classList.toggle('dim', rule !== null);
  button.classList.toggle('fresh', isFresh);
  const attributes = {
    'aria-disabled': rule === null ? null : 'true',
    'aria-describedby': rule === null ? null : `why-${rule}`,
    'aria-pressed': isChosen === null ? null : String(isChosen),
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) button.removeAttribute(name);
    else button.setAttribute(name, value);
  }
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { OwnHand });
})();
