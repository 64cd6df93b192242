/* What every client of the service needs: chance of its own, keys that never leave it, and a memory. */
(function () {
'use strict';

const { hexOf, utf8 } = fairdeal.bytes;

/** The service was caught at what it must not do; `notes` are the signed texts that show it. */
class Caught extends Error {
  constructor(message, ...notes) {
    super(message);
    this.notes = notes;
  }
}

/** 32 bytes that nobody can guess, drawn here and nowhere else. */
function drawBytes() {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** 43 characters of base64url: a secret for a token or an Idempotency-Key. */
function drawSecret() {
  return btoa(String.fromCharCode(...drawBytes())).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A signing key: its public half in hex, and what signs a text (hex). The private half cannot be read, not even by this page. */
async function drawKey() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify']);
  return {
    public: hexOf(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))),
    sign: async (text) => hexOf(new Uint8Array(await crypto.subtle.sign({ name: 'Ed25519' }, privateKey, utf8(text)))),
  };
}

/** What playing needs and this browser lacks, in sentences; or null. */
async function lacking() {
  if (!crypto.subtle) {
    return 'This page cannot check or sign anything: browsers withhold WebCrypto over plain http from another machine. '
      + 'Open the page over https, or on the machine itself as localhost.';
  }
  try {
    await drawKey();
    return null;
  } catch {
    return 'This browser cannot make Ed25519 keys, with which you sign your moves. Its next version may; current ones of Firefox, Safari and Chrome do.';
  }
}

const unsaved = new Map();

/** What was remembered under a name: by this browser, or by this page where it may not keep anything. */
function recall(name) {
  if (unsaved.has(name)) return unsaved.get(name);
  try {
    return localStorage.getItem(`fairdeal.${name}`);
  } catch {
    return null;
  }
}

/** Remember a text; `null` forgets it. */
function remember(name, text) {
  unsaved.delete(name);
  try {
    if (text === null) localStorage.removeItem(`fairdeal.${name}`);
    else localStorage.setItem(`fairdeal.${name}`, text);
  } catch {
    unsaved.set(name, text);
  }
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, {
  client: { Caught, drawBytes, drawSecret, drawKey, lacking, recall, remember },
});
})();
