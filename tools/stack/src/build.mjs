import { join } from 'node:path';
import { root } from './root.mjs';
import { runNode, typescript } from './run.mjs';
import { toStamp } from './stamp.mjs';
import { unlessDone } from './unless-done.mjs';

/**
 * One part of the workspace that is built on its own.
 * @typedef {object} Part
 * @property {string} name Its folder.
 * @property {string[]} args What Node runs in that folder.
 * @property {string[]} reads Folders and files whose change asks for a new build.
 */

const shared = ['shared/contract/src', 'shared/trust/src', 'pnpm-lock.yaml'];
const vite = [
  join(root, 'node_modules/vite/bin/vite.js'),
  'build',
  '--configLoader',
  'runner',
  '--logLevel',
  'warn',
];

/** @param {string} name @returns {Part} */
const remote = (name) => ({
  name,
  args: vite,
  reads: [...shared, 'shared/kit/src', name],
});

/** A build is the same whatever it was started from: a test runner's environment would change it. */
const cleanEnv = { NODE_ENV: 'production', VITEST: undefined };

/** @type {readonly Part[]} In the order in which they are built. */
export const parts = [
  {
    name: 'host',
    args: typescript('build.ts'),
    reads: [...shared, 'shared/store/src', 'host'],
  },
  remote('remote-evm'),
  remote('remote-solana'),
  remote('remote-near'),
  {
    name: 'tools/practice',
    args: vite,
    reads: ['pnpm-lock.yaml', 'tools/practice'],
  },
];

/**
 * Builds a part, unless what it is made of has not changed since; returns whether it had to.
 * @param {Part} part
 */
export async function build(part) {
  const folder = join(root, part.name);
  const source = await toStamp(root, part.reads, part.args.join(' '));
  // What is there counts too: `release build` may have built another source meanwhile.
  const readStamp = async () => `${source} ${await toStamp(join(folder, 'dist'), ['.']).catch(() => '')}`;
  const stampFile = join(root, '.linkspan', 'built', part.name);
  return unlessDone(stampFile, readStamp, () => runNode(part.args, { cwd: folder, env: cleanEnv }));
}
