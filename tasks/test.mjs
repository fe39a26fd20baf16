import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build, parts } from './build.mjs';
import { assertNode, install } from './install.mjs';
import { createLedger } from './ledger.mjs';
import { root } from './root.mjs';
import { runNode, typescript } from './run.mjs';
import { Plain, runMain, say } from './say.mjs';

const long = process.argv.includes('--long');
const results = join(root, '.linkspan', 'results');
const securityTable = join(root, 'e2e/src/attacks/table/command.ts');
const faultTable = join(root, 'e2e/src/faults/table/command.ts');
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
  'release',
  'practice',
  'e2e',
  'bench',
];

const ledger = createLedger();

await runMain(async () => {
  try {
    await runAll();
  } catch (error) {
    enter('the command itself', Date.now(), { passed: 0, failed: 1, reason: toReason(error) });
  }
  say(ledger.summary());
  if (ledger.failed() > 0) process.exitCode = 1;
});

async function runAll() {
  let browser = '';
  await suite('set-up: Node', async () => assertNode());
  await suite('set-up: packages', install);
  await suite('set-up: browser', async () => {
    browser = await findBrowser();
  });
  if (ledger.failed() > 0) return;

  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  await suite('format and lint', () => runNode([bin('@biomejs/biome/bin/biome'), 'ci', '.']));
  await suite('types', checkTypes);
  await suite('unused code', () => runNode([bin('knip/bin/knip.js'), '--no-progress']));
  const env = { LINKSPAN_BROWSER: browser, LINKSPAN_LONG: long ? '1' : '' };
  await vitest('unit and contract', [], env);
  await suite('builds', async () => {
    for (const part of parts) await build(part);
  });
  await vitest('journeys', ['--config', 'e2e/vitest.config.ts'], env);
  await vitest('attacks', ['--config', 'e2e/attacks.config.ts'], env);
  // What it says of the attacks must be what they have just shown.
  await suite('SECURITY.md', () => runNode(typescript(securityTable, ['--check']), { own: true }));
  const faults = ['--config', 'e2e/faults.config.ts'];
  const engines = long ? 'all' : '';
  await vitest('faults', [...faults, 'e2e/src/faults'], { ...env, LINKSPAN_ENGINES: engines });
  await suite('docs/faults.md', () => runNode(typescript(faultTable, ['--check']), { own: true }));
  await vitest('soak', [...faults, 'e2e/src/soak'], env);
}

/** Tells what is wrong in every folder, not in the first one alone. */
async function checkTypes() {
  /** @type {string[]} */
  const wrong = [];
  for (const folder of typed)
    await runNode([bin('typescript/bin/tsc'), '-p', folder]).catch((error) => wrong.push(toReason(error)));
  if (wrong.length > 0) throw new Plain(wrong.join('\n'));
}

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
    (error) => toReason(error),
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
  const reason = await runNode([bin('vitest/vitest.mjs'), 'run', ...reporters, ...args], {
    env,
    show: true,
  }).then(
    () => undefined,
    (error) => toReason(error),
  );
  const { passed, failed, notRun } = await readCounts(file);
  // A run that ends badly, or that ran nothing, is a failure whatever its tests say.
  const isBad = reason !== undefined || passed === 0;
  enter(name, begun, { passed, failed: isBad ? Math.max(failed, 1) : failed, notRun, reason });
}

/** @param {string} file */
async function readCounts(file) {
  try {
    const report = JSON.parse(await readFile(file, 'utf8'));
    const [passed, failed, notRun] = [report.numPassedTests, report.numFailedTests, report.numPendingTests];
    return { passed: Number(passed), failed: Number(failed), notRun: Number(notRun) };
  } catch {
    return { passed: 0, failed: 0, notRun: 0 };
  }
}

/**
 * @param {string} name
 * @param {number} begun
 * @param {{passed: number, failed: number, notRun?: number, reason?: string | undefined}} result
 */
function enter(name, begun, { passed, failed, notRun = 0, reason }) {
  ledger.enter({ name, minutes: (Date.now() - begun) / 60_000, passed, failed, notRun });
  say(`${failed === 0 ? 'ok' : 'FAILED'}: ${name}${reason === undefined ? '' : `\n${reason}`}`);
}

/** @param {unknown} error */
function toReason(error) {
  if (!(error instanceof Error)) return String(error);
  return error instanceof Plain ? error.message : (error.stack ?? error.message);
}
