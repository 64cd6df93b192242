/* How a reader refuses: three kinds of error, and how a value is quoted in them. */

/** Something is not what the protocol or the rules allow; the message becomes the detail of a failed check. */
export class Invalid extends Error {}

/** The input as a whole is no bundle of this protocol (exit code 2). */
export class Unreadable extends Error {}

/** A game, option or named value that is unknown here, perhaps because it is newer: checks that need it are unjudged. */
export class UnknownTerm extends Error {}

export function refuse(message) {
  throw new Invalid(message);
}

export function ensure(condition, message) {
  if (!condition) refuse(message);
}

const LONGEST_QUOTE = 70;

/** A value as it may appear in an error: short, and on one line. */
export function quote(value) {
  // Cut before it is written out: a value of a bundle may be as large as the bundle.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, LONGEST_QUOTE + 1) : value);
  if (text === undefined) return 'nothing';
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 3)}...` : text;
}

/** What the promise resolves to, or null if what it reads is invalid or unknown: a check says so. */
export async function readable(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Invalid || error instanceof UnknownTerm) return null;
    throw error;
  }
}
