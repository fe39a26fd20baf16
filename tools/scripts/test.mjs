import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, parts } from '@linkspan/stack/build';
import { root } from '@linkspan/stack/root';
import { Plain, runMain, say, toReason } from '@linkspan/stack/say';
import { findBrowser, findHeadless } from './browser.mjs';
import { createLedger, toFullRun, toOutcome } from './ledger.mjs';
import { readOptions } from './options.mjs';
import { findMissing, installMissing, programIds } from './programs.mjs';
import { run, runNode, typescript } from './run.mjs';
import { runSuite } from './run-suite.mjs';
import { checks, suites } from './suites.mjs';

const help = `npm test                     all checks that need Node and one Chrome or Chromium, in about twenty minutes
npm run test:all             the same, then everything else: three engines, servers, all faults, drills
npm run test:long            the same, with large counts where a test repeats something

Options, after \`--\`:
  --suite NAME               only the suites whose name begins so; can be given several times
  --rest                     of test:all, only what npm test leaves out
  --allow-missing NAME,…     does not fail if these are not installed: ${programIds.join(', ')}
  --accept-counts            writes the number of tests of each suite into tools/scripts/expected-tests.json
  --help                     this text

As root on Debian, npm test installs Chromium if no Chrome or Chromium is installed, and test:all installs
Firefox, WebKitGTK, Xvfb, nginx, Caddy and systemd if they are not. They say so before they do.`;

const resultsFolder = join(root, '.linkspan', 'results');
const expectedFile = join(root, 'tools/scripts/expected-tests.json');
const fullRunFile = join(root, 'docs', 'evidence', 'last-full-run.md');

await runMain(async () => {
  const options = readTestOptions();
  if (options.help) return say(help);
  const ledger = createLedger(options.allowMissing);
  await step('the command itself', ledger, () => runAll(options, ledger));
  say(ledger.summary());
  if (!ledger.isGreen()) process.exitCode = 1;
  await record(options, ledger);
});

function readTestOptions() {
  const values = readOptions(help, {
    all: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    suite: { type: 'string', multiple: true, default: [] },
    'allow-missing': { type: 'string', default: '' },
    'accept-counts': { type: 'boolean', default: false },
  });
  return { ...values, allowMissing: parseAllowed(values['allow-missing']) };
}

/** @typedef {ReturnType<typeof readTestOptions>} Options */
/** @typedef {ReturnType<typeof createLedger>} Ledger */

/** @param {string} text */
function parseAllowed(text) {
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !programIds.some((id) => id === name));
  if (unknown !== undefined)
    throw new Plain(`--allow-missing takes ${programIds.join(', ')}, and not “${unknown}”.`);
  return names;
}

/** @param {Options} options @param {Ledger} ledger */
async function runAll(options, ledger) {
  const { all, long, rest } = options;
  const isChosen = (/** @type {{name: string}} */ { name }) =>
    options.suite.length === 0 || options.suite.some((start) => name.startsWith(start));

  const browsers = { LINKSPAN_BROWSER: '', LINKSPAN_HEADLESS: '' };
  await step('set-up: browser', ledger, async () => {
    browsers.LINKSPAN_BROWSER = await findBrowser();
    browsers.LINKSPAN_HEADLESS = await findHeadless(browsers.LINKSPAN_BROWSER);
  });
  if (all) await step('set-up: engines and servers', ledger, () => installMissing(say));
  if (!ledger.isSound()) return;
  if (all) ledger.lacks(await findMissing());

  if (!rest && options.suite.length === 0) await rm(resultsFolder, { recursive: true, force: true });
  await mkdir(resultsFolder, { recursive: true });
  if (!rest)
    await Promise.all(checks.filter(isChosen).map(({ name, run: check }) => step(name, ledger, check)));
  const tiers = [...(rest ? [] : ['quick']), ...(all ? ['all'] : []), ...(long ? ['long'] : [])];
  const chosen = suites.filter((suite) => tiers.includes(suite.tier) && isChosen(suite));
  if (chosen.some(({ needsBuilds }) => needsBuilds))
    await step('builds', ledger, async () => {
      for (const part of parts) await build(part);
    });
  /** @type {Record<string, number>} */
  const expected = JSON.parse(await readFile(expectedFile, 'utf8'));
  for (const suite of chosen) {
    const { name, tables = [] } = suite;
    const startedAt = Date.now();
    say(`${name} …`);
    const { total, ...result } = await runSuite(suite, {
      file: join(resultsFolder, `${name}.json`),
      env: { ...suite.env, ...browsers, LINKSPAN_LONG: long ? '1' : '' },
      show: true,
      expected: options['accept-counts'] ? 'any' : expected[name],
    });
    expected[name] = total;
    for (const [command = '', ...args] of result.failed + result.problems.length === 0 ? tables : [])
      await runNode(typescript(command, args), { own: true }).catch((error) =>
        result.problems.push(toReason(error)),
      );
    enter(ledger, name, startedAt, result);
  }
  if (options['accept-counts']) await writeFile(expectedFile, `${JSON.stringify(expected, null, 2)}\n`);
}

/**
 * Does one step, and enters it into the ledger if it has failed or is more than a moment's work. A failure does not keep
 * the next ones from running.
 * @param {string} name
 * @param {Ledger} ledger
 * @param {() => Promise<unknown>} work
 */
async function step(name, ledger, work) {
  const startedAt = Date.now();
  const reason = await work().then(
    () => undefined,
    (error) => toReason(error),
  );
  const problems = reason === undefined ? [] : [reason];
  if (name !== 'the command itself' || problems.length > 0)
    enter(ledger, name, startedAt, { passed: 1 - problems.length, failed: 0, notRun: 0, problems });
}

/**
 * @param {Ledger} ledger
 * @param {string} name
 * @param {number} startedAt
 * @param {{passed: number, failed: number, notRun: number, problems: readonly string[], parts?: string}} found
 */
function enter(ledger, name, startedAt, { passed, failed, notRun, problems, parts = '' }) {
  const entry = {
    name,
    minutes: (Date.now() - startedAt) / 60_000,
    passed,
    failed: failed + problems.length,
    notRun,
    parts,
  };
  ledger.enter(entry);
  say([`${toOutcome(entry)}: ${name}`, ...problems].join('\n'));
}

/**
 * Keeps the ledger of a whole run. If all that test:all has was run and is green, writes it down as the last full run.
 * @param {Options} options
 * @param {Ledger} ledger
 */
async function record({ all, rest, suite }, ledger) {
  if (suite.length > 0) return;
  const commit = (await run('git', ['rev-parse', '--short', 'HEAD']).catch(() => '')).trim();
  const quickFile = join(resultsFolder, 'ledger.json');
  if (!all)
    return writeFile(quickFile, JSON.stringify({ commit, entries: ledger.isGreen() ? ledger.entries : [] }));
  const quick = rest
    ? JSON.parse(await readFile(quickFile, 'utf8').catch(() => '{}'))
    : { commit, entries: [{}] };
  const isFull = quick.commit === commit && quick.entries.length > 0 && ledger.isWhole();
  if (!isFull || !ledger.isSound())
    return say('This was not a full green run, so docs/evidence/last-full-run.md stays as it is.');
  const entries = [...(rest ? quick.entries : []), ...ledger.entries];
  await writeFile(fullRunFile, toFullRun(entries, { commit, date: new Date().toISOString().slice(0, 10) }));
  say('docs/evidence/last-full-run.md has this run.');
}
