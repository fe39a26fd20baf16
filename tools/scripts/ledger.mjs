import { programs } from './programs.mjs';

/**
 * How one suite went.
 * @typedef {object} Entry
 * @property {string} name
 * @property {number} minutes
 * @property {number} passed
 * @property {number} failed Failed tests, and other problems of the suite.
 * @property {number} [notRun]
 * @property {string} [parts] The minutes of its workers by folder.
 */

/**
 * The ledger of a test run: its suites in their order, and the sum of them.
 * @param {readonly string[]} [allowed] Programs that may be missing.
 */
export function createLedger(allowed = []) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {readonly import('./programs.mjs').ProgramId[]} */
  let missing = [];
  const sum = (/** @type {(entry: Entry) => number} */ of) =>
    entries.reduce((total, entry) => total + of(entry), 0);
  const failed = () => sum((entry) => entry.failed);

  /** The minutes of each suite, what failed, and a last line with the sums and what is not installed. */
  function summary() {
    const width = Math.max(3, ...entries.map(({ name }) => name.length));
    const line = (/** @type {string} */ name, /** @type {number} */ minutes) =>
      `  ${name.padEnd(width)}  ${minutes.toFixed(1).padStart(5)}`;
    const absent = missing.map((id) => programs[id].title + (allowed.includes(id) ? ' (allowed)' : ''));
    return [
      '',
      'Ledger, in minutes',
      ...entries.map(
        (entry) =>
          `${line(entry.name, entry.minutes)}  ${toOutcome(entry)}${entry.parts ? ` (minutes of its workers: ${entry.parts})` : ''}`,
      ),
      line(
        'all',
        sum(({ minutes }) => minutes),
      ),
      '',
      [
        `${sum(({ passed }) => passed)} passed, ${failed()} failed, ${sum(({ notRun = 0 }) => notRun)} not run`,
        ...(absent.length > 0 ? [`not installed: ${absent.join(', ')}`] : []),
      ].join('; '),
    ].join('\n');
  }

  return {
    entries: /** @type {readonly Entry[]} */ (entries),
    summary,
    enter: (/** @type {Entry} */ entry) => void entries.push(entry),
    /** Tells which programs are not installed, so that their tests cannot run. */
    lacks: (/** @type {typeof missing} */ ids) => {
      missing = ids;
    },
    /** Whether nothing has failed. */
    isSound: () => failed() === 0,
    /** Whether nothing has failed, and nothing was left out that may not be missing. */
    isGreen: () => failed() === 0 && missing.every((id) => allowed.includes(id)),
    /** Whether everything was there. */
    isWhole: () => missing.length === 0,
  };
}

/** @param {Entry} entry */
export function toOutcome({ failed, notRun = 0 }) {
  return `${failed === 0 ? 'ok' : 'FAILED'}${notRun > 0 ? `, ${notRun} not run` : ''}`;
}

/**
 * The page of the last full run.
 * @param {readonly Entry[]} entries
 * @param {{commit: string, date: string}} run
 */
export function toFullRun(entries, { commit, date }) {
  const rows = entries.map(({ name, minutes, passed, notRun = 0 }) => [
    name,
    minutes.toFixed(1),
    `${passed}`,
    `${notRun}`,
  ]);
  const all = entries.reduce((sum, { minutes }) => sum + minutes, 0);
  const lines = [['suite', 'minutes', 'passed', 'not run'], ...rows, ['all', all.toFixed(1), '', '']];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const toLine = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  const table = [toLine(head), toLine(widths.map((width) => '-'.repeat(width))), ...body.map(toLine)];
  return `# The last full run of the tests

Written by \`npm run test:all\` when everything was installed and has passed: ${date}, commit \`${commit}\`. [How the tests are divided](../../CONTRIBUTING.md#run-a-part).

${table.join('\n')}
`;
}
