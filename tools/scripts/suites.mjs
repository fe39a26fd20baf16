import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { Plain } from '@linkspan/stack/say';
import { runNode } from './run.mjs';

const bin = (/** @type {string} */ path) => join(root, 'node_modules', path);

/** Packages and folders with types of their own. */
const typed = [
  'tools/scripts',
  'shared/contract',
  'shared/store',
  'shared/trust',
  'shared/kit',
  'remote-evm',
  'remote-solana',
  'remote-near',
  'host',
  'tools/release',
  'tools/practice',
  'tools/e2e',
  'tools/bench',
];

/** What is checked without running anything; side by side. */
export const checks = [
  {
    name: 'format and lint',
    run: () => runNode([bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '.']),
  },
  { name: 'types', run: checkTypes },
  { name: 'unused code', run: () => runNode([bin('knip/bin/knip.js'), '--no-progress']) },
];

/**
 * A suite of tests.
 * @typedef {object} Suite
 * @property {string} name
 * @property {'quick' | 'all' | 'long'} tier The first command that runs it: `npm test`, `test:all` or `test:long`.
 * @property {readonly string[]} args Of Vitest.
 * @property {Record<string, string>} [env]
 * @property {boolean} [needsBuilds] It runs what is built.
 * @property {string} [node] The version of Node that runs it; else that of this command.
 * @property {readonly (readonly string[])[]} [tables] Commands that compare a document with what the suite has found.
 */

const units = ['--project', 'units', '--project', 'documents'];
const inBrowsers = ['--config', 'tools/e2e/vitest.config.ts'];
const noDrills = ['--exclude', '**/*.drill.test.ts'];
const rest = { LINKSPAN_PART: 'rest' };
const otherEngines = { LINKSPAN_ENGINES: 'Firefox,WebKitGTK' };
const attackTable = ['tools/e2e/src/attacks/table/command.ts', '--check'];
const faultTable = ['tools/e2e/src/faults/table/command.ts', '--check'];
/** Journeys with tests that differ by a family or another choice, of which `npm test` runs one. */
const choices = [
  'accessibility',
  'joined-wallets',
  'keyboard',
  'refusals',
  'sends',
  'tour',
  'wallet-changes',
];

/** @type {readonly Suite[]} In the order in which they run. */
export const suites = [
  { name: 'units', tier: 'quick', args: units },
  {
    // In one run, so that both workers are busy until its end.
    name: 'browser',
    tier: 'quick',
    args: [...inBrowsers, ...noDrills],
    env: { LINKSPAN_PART: 'quick', LINKSPAN_SOAK_SECONDS: '20' },
    needsBuilds: true,
    tables: [attackTable],
  },
  { name: 'drills', tier: 'all', args: ['--project', 'drills'], needsBuilds: true },
  { name: 'browser-drills', tier: 'all', args: [...inBrowsers, '.drill.test.ts'], needsBuilds: true },
  {
    name: 'journeys-rest',
    tier: 'all',
    args: [...inBrowsers, ...choices.map((name) => `src/journeys/${name}.test.ts`)],
    env: rest,
    needsBuilds: true,
  },
  {
    name: 'attacks-engines',
    tier: 'all',
    args: [...inBrowsers, ...noDrills, 'src/attacks/', 'src/engines/'],
    env: otherEngines,
    needsBuilds: true,
    tables: [attackTable],
  },
  {
    name: 'faults-rest',
    tier: 'all',
    args: [...inBrowsers, 'src/faults/'],
    env: rest,
    needsBuilds: true,
    tables: [faultTable],
  },
  {
    name: 'faults-engines',
    tier: 'long',
    args: [...inBrowsers, 'src/faults/'],
    env: otherEngines,
    needsBuilds: true,
    tables: [faultTable],
  },
  {
    name: 'soak-minute',
    tier: 'all',
    args: [...inBrowsers, 'src/soak/soak.test.ts'],
    env: { LINKSPAN_SOAK_SECONDS: '60' },
    needsBuilds: true,
  },
  ...['20.19', '22', '24'].map((node) => ({
    name: `units-node-${node}`,
    tier: /** @type {const} */ ('all'),
    args: units,
    node,
  })),
];

/** Names what is wrong in every folder, not only in the first one. */
async function checkTypes() {
  /** @type {string[]} */
  const wrong = [];
  for (const folder of typed)
    await runNode([bin('typescript/bin/tsc'), '-p', folder]).catch((/** @type {Error} */ { message }) =>
      wrong.push(message),
    );
  if (wrong.length > 0) throw new Plain(wrong.join('\n'));
}
