import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build, parts } from './build.mjs';
import { assertNode, install } from './install.mjs';
import { root } from './root.mjs';
import { runNode } from './run.mjs';
import { Plain, runMain, say } from './say.mjs';

/** @typedef {{name: string, minutes: number, passed: number, failed: number, reason?: string}} Entry */

const long = process.argv.includes('--long');
const results = join(root, '.linkspan', 'results');
const bin = (/** @type {string} */ path) => join(root, 'node_modules', path);

/** Packages and folders with types of their own. */
const typed = [
  'tasks',
  'shared/contract',
  'shared/store',
  'shared/trust',
  'shared/kit',
  'remote-evm',
  'remote-solana',
  'remote-near',
  'host',
  'practice',
  'e2e',
];

/** @type {Entry[]} */
const ledger = [];

await runMain(async () => {
  assertNode();
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  await suite('set-up: packages', install);
  let browser = '';
  await suite('set-up: browser', async () => {
    browser = await findBrowser();
  });
  if (ledger.some(({ failed }) => failed > 0)) return finish();

  await suite('format and lint', () => runNode([bin('@biomejs/biome/bin/biome'), 'ci', '.']));
  await suite('types', async () => {
    for (const folder of typed) await runNode([bin('typescript/bin/tsc'), '-p', folder]);
  });
  await suite('unused code', () => runNode([bin('knip/bin/knip.js'), '--no-progress']));
  await vitest('unit and contract', []);
  await suite('builds', async () => {
    for (const part of parts) await build(part);
  });
  const env = { LINKSPAN_BROWSER: browser, LINKSPAN_LONG: long ? '1' : '' };
  await vitest('journeys', ['--config', 'e2e/vitest.config.ts'], env);
  finish();
});

/**
 * Runs one suite and writes it into the ledger; a failure does not keep the next ones from running.
 * @param {string} name
 * @param {() => Promise<unknown>} work
 */
async function suite(name, work) {
  const begun = Date.now();
  process.stdout.write(`${name} … `);
  const reason = await work().then(
    () => undefined,
    (error) => (error instanceof Plain ? error.message : /** @type {Error} */ (error).stack),
  );
  enter(name, begun, reason === undefined ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, reason });
}

/**
 * Runs a Vitest suite; its tests count one by one.
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function vitest(name, args, env = {}) {
  const begun = Date.now();
  say(`${name} …`);
  const file = join(results, `${name.replaceAll(' ', '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const failure = await runNode([bin('vitest/vitest.mjs'), 'run', ...reporters, ...args], {
    env,
    show: true,
  }).then(
    () => undefined,
    (error) => /** @type {Error} */ (error).message,
  );
  const counted = await readCounts(file);
  const failed = Math.max(counted.failed, failure === undefined ? 0 : 1);
  enter(name, begun, { passed: counted.passed, failed: counted.passed === 0 ? Math.max(failed, 1) : failed });
}

/** @param {string} file */
async function readCounts(file) {
  const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  return { passed: Number(report.numPassedTests ?? 0), failed: Number(report.numFailedTests ?? 0) };
}

/**
 * @param {string} name
 * @param {number} begun
 * @param {{passed: number, failed: number, reason?: string | undefined}} result
 */
function enter(name, begun, { passed, failed, reason }) {
  ledger.push({ name, minutes: (Date.now() - begun) / 60_000, passed, failed });
  say(`${failed === 0 ? 'ok' : 'FAILED'}: ${name}${reason === undefined ? '' : `\n${reason}`}`);
}

function finish() {
  const width = Math.max(...ledger.map(({ name }) => name.length));
  say('\nLedger, in minutes');
  for (const { name, minutes, failed } of ledger)
    say(`  ${name.padEnd(width)}  ${minutes.toFixed(1).padStart(5)}  ${failed === 0 ? 'ok' : 'FAILED'}`);
  const sum = (/** @type {(entry: Entry) => number} */ of) =>
    ledger.reduce((total, entry) => total + of(entry), 0);
  say(
    `  ${'all'.padEnd(width)}  ${sum(({ minutes }) => minutes)
      .toFixed(1)
      .padStart(5)}\n`,
  );
  const failed = sum((entry) => entry.failed);
  say(`${sum((entry) => entry.passed)} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
