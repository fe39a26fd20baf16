import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run, runNode } from './run.mjs';
import { toReason } from './say.mjs';

/**
 * How a suite ended.
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {number} notRun
 * @property {number} total All tests, however they ended.
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
      `The suite ${name} has ${result.total} tests, and tasks/expected-tests.json says ${expected ?? 'nothing of it'}. If that is meant: npm test -- --suite ${name} --accept-counts`,
    );
  return result;
}

/**
 * Reads Vitest's JSON report. A missing report is a problem, and so is a test that was skipped without a reason.
 * @param {string} file
 * @returns {Promise<Result>}
 */
async function readReport(file) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined)
    return { passed: 0, failed: 0, notRun: 0, total: 0, problems: ['Nothing was run.'] };
  /** @type {{testResults: {assertionResults: {status: string, fullName: string, meta?: {notRun?: object}}[]}[]}} */
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
    problems: unexplained.map(({ fullName }) => `“${fullName}” was skipped without a reason.`),
  };
}
