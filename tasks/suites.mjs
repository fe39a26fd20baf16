import { join } from 'node:path';
import { root } from './root.mjs';
import { runNode } from './run.mjs';
import { Plain } from './say.mjs';

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

/** What is checked without running anything; side by side. */
export const checks = [
  { name: 'format and lint', run: () => runNode([bin('@biomejs/biome/bin/biome'), 'ci', '.']) },
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
 * @property {readonly string[]} [table] A command that compares a document with what the suite has found.
 */

const units = ['--project', 'units', '--project', 'documents'];
const inBrowsers = ['--config', 'e2e/vitest.config.ts'];
const noDrills = ['--exclude', '**/*.drill.test.ts'];
const quickPart = { LINKSPAN_PART: 'quick' };
const rest = { LINKSPAN_PART: 'rest' };
const attackTable = ['e2e/src/attacks/table/command.ts', '--check'];
const faultTable = ['e2e/src/faults/table/command.ts', '--check'];

/** @type {readonly Suite[]} In the order in which they run. */
export const suites = [
  { name: 'units', tier: 'quick', args: units },
  {
    name: 'journeys',
    tier: 'quick',
    args: [...inBrowsers, ...noDrills, 'src/journeys/', 'src/place/', 'src/servers/'],
    env: quickPart,
    needsBuilds: true,
  },
  {
    name: 'attacks',
    tier: 'quick',
    args: [...inBrowsers, 'src/attacks/', 'src/engines/', 'src/extension/'],
    needsBuilds: true,
    table: attackTable,
  },
  { name: 'faults', tier: 'quick', args: [...inBrowsers, 'src/faults/'], env: quickPart, needsBuilds: true },
  {
    name: 'soak',
    tier: 'quick',
    args: [...inBrowsers, 'src/soak/soak.test.ts'],
    env: { LINKSPAN_SOAK_SECONDS: '20' },
    needsBuilds: true,
  },
  { name: 'drills', tier: 'all', args: ['--project', 'drills'], needsBuilds: true },
  { name: 'browser-drills', tier: 'all', args: [...inBrowsers, '.drill.test.ts'], needsBuilds: true },
  {
    name: 'journeys-rest',
    tier: 'all',
    args: [
      ...inBrowsers,
      ...['tour', 'refusals', 'sends', 'wallet-changes', 'joined-wallets', 'keyboard'].map(
        (name) => `src/journeys/${name}.test.ts`,
      ),
    ],
    env: rest,
    needsBuilds: true,
  },
  {
    name: 'attacks-engines',
    tier: 'all',
    args: [...inBrowsers, 'src/attacks/', 'src/engines/'],
    env: { LINKSPAN_ENGINES: 'Firefox,WebKitGTK' },
    needsBuilds: true,
    table: attackTable,
  },
  {
    name: 'faults-rest',
    tier: 'all',
    args: [...inBrowsers, 'src/faults/'],
    env: rest,
    needsBuilds: true,
    table: faultTable,
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
