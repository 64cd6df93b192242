/* Calls of the public API, as any client makes them. */
(function () {
'use strict';

/** The service refused a call: the problem document (RFC 9457) as it came. */
class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `The service answered ${status}.`);
    this.status = status;
    this.problem = problem;
    this.kind = (problem.type || '').replace('/problems/', '');
  }
}

/** The service could not be reached. */
class Unreachable extends Error {}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, { credentials: 'omit', ...options });
  } catch {
    throw new Unreachable('The service does not answer. Is the network up?');
  }
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => ({})));
  return response;
}

/** What a resource is, as a value. */
async function get(path, token) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return (await ask(path, { headers })).json();
}

/** The same as the text that came, byte for byte. */
async function getText(path) {
  return (await ask(path, {})).text();
}

/** A call that changes something; its body is JSON, `headers` are further ones. */
async function send(method, path, body, token, headers) {
  const all = { 'Content-Type': 'application/json', ...headers };
  if (token) all.Authorization = `Bearer ${token}`;
  return (await ask(path, { method, headers: all, body: JSON.stringify(body) })).json();
}

globalThis.fairdeal = Object.assign(globalThis.fairdeal || {}, { api: { get, getText, send, Refused, Unreachable } });
})();
