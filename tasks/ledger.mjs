/**
 * What became of one suite.
 * @typedef {{name: string, minutes: number, passed: number, failed: number, notRun?: number}} Entry
 */

/** The ledger of a test run: its suites in their order, and the sum of them. */
export function createLedger() {
  /** @type {Entry[]} */
  const entries = [];
  const sum = (/** @type {(entry: Entry) => number} */ of) =>
    entries.reduce((total, entry) => total + of(entry), 0);
  const failed = () => sum((entry) => entry.failed);

  /** The minutes of each suite, what failed, and `N passed, N failed` as the last line. */
  function summary() {
    const width = Math.max(3, ...entries.map(({ name }) => name.length));
    const line = (/** @type {string} */ name, /** @type {number} */ minutes) =>
      `  ${name.padEnd(width)}  ${minutes.toFixed(1).padStart(5)}`;
    return [
      '',
      'Ledger, in minutes',
      ...entries.map(
        (entry) =>
          `${line(entry.name, entry.minutes)}  ${entry.failed === 0 ? 'ok' : 'FAILED'}${entry.notRun ? `, ${entry.notRun} not run` : ''}`,
      ),
      line(
        'all',
        sum(({ minutes }) => minutes),
      ),
      '',
      `${sum(({ passed }) => passed)} passed, ${failed()} failed`,
    ].join('\n');
  }

  return { failed, summary, enter: (/** @type {Entry} */ entry) => void entries.push(entry) };
}
