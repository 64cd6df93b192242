/* Nodes, built one by one: no text ever becomes markup. Every page script finds the others' parts in `fairdeal`. */
(function () {
'use strict';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element with attributes (a function is a listener, `true` an attribute without a value, `false` and `null` none) and
 * children (nodes, texts, lists of them; `null` and `false` are left out).
 */
function element(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for SVG. */
function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === 'function') node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

/** What the page's markup calls `id`. */
function byId(id) {
  return document.getElementById(id);
}

/** Let a node hold these children and nothing else. */
function show(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A button that copies a text, and says so to eyes and screen readers. */
function copyButton(text, what) {
  const button = element('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${what}` }, 'Copy');
  button.addEventListener('click', async () => {
    let said = 'Copied';
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      said = 'Not allowed';
    }
    button.textContent = said;
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  return button;
}

/** A time of the API (RFC 3339), or Unix seconds, as people here read it. */
function when(time) {
  const date = new Date(typeof time === 'number' ? time * 1000 : time);
  return element('time', { datetime: date.toISOString() }, date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }));
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { dom: { element, svg, byId, show, copyButton, when } });
})();
