import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { toReason } from '@linkspan/stack/say';
import { run, runNode } from './run.mjs';

/**
 * How a suite ended.
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {number} notRun
 * @property {number} total All tests, however they ended.
 * @property {string} [parts] Of a suite in browsers: how the workers' minutes are divided.
 * @property {string[]} problems What keeps the suite from being green beside failed tests, each in a sentence.
 */

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/**
 * Runs a suite of Vitest and reads its report.
 * @param {Pick<import('./suites.mjs').Suite, 'name' | 'args' | 'node'>} suite
 * @param {{file: string, env?: Record<string, string>, show?: boolean, expected?: number | 'any' | undefined}} options
 *   `file`: where the report is written. `expected`: how many tests the suite must have.
 * @returns {Promise<Result>}
 */
export async function runSuite({ name, args, node }, { file, env = {}, show = false, expected }) {
  await rm(file, { force: true });
  const line = [vitest, 'run', ...args, '--allowOnly=false'];
  line.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`);
  const options = { env, show };
  const work = node
    ? run('npx', ['-y', '-p', `node@${node}`, 'node', ...line], options)
    : runNode(line, options);
  const ended = await work.then(
    () => undefined,
    (error) => toReason(error),
  );
  const result = await readReport(file);
  // A run that ends badly is a failure whatever its tests say.
  if (ended !== undefined && result.failed === 0) result.problems.push(ended);
  if (expected !== 'any' && result.total !== expected)
    result.problems.push(
      `The suite ${name} has ${result.total} tests, and tools/scripts/expected-tests.json says ${expected ?? 'nothing of it'}. If that is meant: npm test -- --suite ${name} --accept-counts`,
    );
  return result;
}

/**
 * A file in Vitest's JSON report; times in milliseconds.
 * @typedef {object} Written
 * @property {string} name
 * @property {number} startTime
 * @property {number} endTime
 * @property {{status: string, fullName: string, meta?: {notRun?: object}}[]} assertionResults
 */

/**
 * Reads Vitest's JSON report. A missing report is a problem, and so is a test that was skipped without a reason.
 * @param {string} file
 * @returns {Promise<Result>}
 */
async function readReport(file) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined)
    return { passed: 0, failed: 0, notRun: 0, total: 0, problems: ['Nothing was run.'] };
  /** @type {{testResults: Written[]}} */
  const { testResults } = JSON.parse(text);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length;
  const [passed, failed] = [count('passed'), count('failed')];
  const unexplained = tests.filter(
    ({ status, meta }) => status !== 'passed' && status !== 'failed' && meta?.notRun === undefined,
  );
  return {
    passed,
    failed,
    notRun: tests.length - passed - failed - unexplained.length,
    total: tests.length,
    parts: toParts(testResults),
    problems: unexplained.map(({ fullName }) => `“${fullName}” was skipped without a reason.`),
  };
}

/**
 * The minutes of workers by folder: `journeys 8.1, faults 9.3`.
 * @param {readonly Written[]} files
 */
function toParts(files) {
  /** @type {Map<string, number>} */
  const minutes = new Map();
  for (const { name, startTime, endTime } of files) {
    const folder = /\/e2e\/src\/(\w+)\//.exec(name)?.[1];
    if (folder) minutes.set(folder, (minutes.get(folder) ?? 0) + (endTime - startTime) / 60_000);
  }
  const parts = [...minutes].filter(([, sum]) => sum >= 0.1).sort(([, one], [, other]) => other - one);
  return parts.length > 1 ? parts.map(([folder, sum]) => `${folder} ${sum.toFixed(1)}`).join(', ') : '';
}
