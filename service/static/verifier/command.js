/* The verifier as a command of Node.js. */

import { Invalid, Unreadable } from './errors.js';
import { api } from './verify.js';

const USAGE = 'usage: node verify.js [--json] [--origin NAME] [--number N] [--vkey KEY]... [--policy FILE] bundle.json   ("-" reads standard input)';
const TEXT_OPTIONS = ['--origin', '--number', '--vkey', '--policy'];
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Text of a bundle must not reach a terminal as control characters, nor turn the direction of a line. */
function escaped(text) {
  return text.replace(UNPRINTABLE, (char) => {
    const units = Array.from({ length: char.length }, (_, i) => char.charCodeAt(i).toString(16).padStart(4, '0'));
    return units.map((unit) => `\\u${unit}`).join('');
  });
}

/** The command line's arguments -> {file, options}; `read` gives the bytes of a file. */
function readArguments(args, read) {
  const options = { vkeys: [] };
  let file = null;
  for (let i = 0; i < args.length; i += 1) {
    const equals = args[i].startsWith('--') ? args[i].indexOf('=') : -1;
    const name = equals < 0 ? args[i] : args[i].slice(0, equals);
    if (TEXT_OPTIONS.includes(name)) {
      if (equals < 0) i += 1;
      const value = equals < 0 ? args[i] : args[i].slice(equals + 1);
      if (value === undefined) throw new Unreadable(`${name} needs a value\n${USAGE}`);
      if (name === '--origin') options.origin = value;
      // As it is spelled everywhere: no sign, no leading zero; anything else stays text, and is refused as a pin.
      else if (name === '--number') options.number = /^[1-9][0-9]*$/.test(value) ? Number(value) : value;
      else if (name === '--vkey') options.vkeys.push(value);
      else options.policy = new TextDecoder().decode(read(value));
    } else if (args[i] === '--json') {
      continue;
    } else if (name.startsWith('-') && name !== '-') {
      throw new Unreadable(`there is no option ${name}\n${USAGE}`);
    } else {
      if (file !== null) throw new Unreadable(`one bundle at a time\n${USAGE}`);
      file = args[i];
    }
  }
  if (file === null) throw new Unreadable(`no bundle named\n${USAGE}`);
  return { file, options };
}

function asLines(report) {
  const lines = [];
  if (report.error) lines.push(...`error: ${report.error}`.split('\n'));
  else lines.push(`${report.origin ?? 'no origin'}, deal ${report.number ?? 'without a number'}`);
  for (const { name, result, detail } of report.checks) lines.push(`${result.padEnd(16)}${name.padEnd(20)}${detail}`);
  for (const { name, detail } of report.reservations) lines.push(`${'reservation'.padEnd(16)}${name.padEnd(20)}${detail}`);
  if (report.self_test) lines.push(report.self_test);
  return lines.map((line) => `${escaped(line)}\n`).join('');
}

async function main(args, process) {
  const fs = await import('node:fs');
  const read = (name) => {
    try {
      return fs.readFileSync(name === '-' ? 0 : name);
    } catch (error) {
      throw new Unreadable(`cannot read ${name}: ${error.code}`);
    }
  };
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  let report;
  try {
    const { file, options } = readArguments(args, read);
    report = await api.verify(read(file), options);
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof Invalid)) throw error;
    report = { protocol: null, origin: null, number: null, checks: [], reservations: [], exit_code: 2, error: error.message };
  }
  if (args.includes('--json')) process.stdout.write(`${JSON.stringify(report, null, 1).split('\n').map(escaped).join('\n')}\n`);
  else (report.error ? process.stderr : process.stdout).write(asLines(report));
  return report.exit_code;
}

/** Run as a command; whatever goes wrong, it does not end with 0. */
export function run(process) {
  process.exitCode = 2;
  const fail = (error) => {
    process.exitCode = 2;
    process.stderr.write(`error: ${escaped(String(error && error.message))}\n`);
  };
  // The reader of a pipe may have gone.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') fail(error);
    process.exit(2);
  });
  main(process.argv.slice(2), process).then((code) => { process.exitCode = code; }, fail);
}
