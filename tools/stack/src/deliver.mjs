import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { families } from '@linkspan/practice/families';
import { openLocalStore } from '@linkspan/release/local-store';
import { runCommand } from '@linkspan/release/run-command';
import { runProgram } from '@linkspan/release/run-program';
import { keyFile, toKeyName, toKeysEnvironment } from './keys.mjs';
import { root } from './root.mjs';

export { openLocalStore };

/** The remotes of the repository, in the order of their families. */
export const remotes = Object.values(families).map(({ remote }) => remote);

/** The practice store of a folder. @param {string} folder */
export const storeOf = (folder) => join(folder, '.linkspan', 'store');

/** The release command refused a line. The message has the line and the reason. */
export class Refused extends Error {
  /** @override */
  name = 'Refused';
}

/**
 * Runs one line of the release command, and returns its facts if `--json` is in the line. Rejects with `Refused`.
 * @typedef {<Facts = unknown>(...line: readonly string[]) => Promise<Facts>} Run
 */

/**
 * The release command on one store, whichever store the environment names.
 * @param {{
 *   folder: string,
 *   store?: ReturnType<typeof openLocalStore>,
 *   keysOf?: string,
 *   now?: () => number,
 * }} place Relative paths begin at `folder`, whose practice store and keys are the default. `keysOf` is a folder with
 *   other practice keys. `now` is in milliseconds since 1970.
 * @returns {Run}
 */
export function createRun({
  folder,
  store = openLocalStore(storeOf(folder)),
  keysOf = folder,
  now = Date.now,
}) {
  return async (...line) => {
    /** @type {string[]} */
    const said = [];
    /** @type {string[]} */
    const complaints = [];
    const exitCode = await runCommand(line, {
      env: toKeysEnvironment(keysOf),
      folder,
      now,
      openStore: async () => store,
      run: runProgram,
      fetch: (address, options) => fetch(address, options),
      interrupted: async () => undefined,
      progress: () => undefined,
      say: (text) => said.push(text),
      complain: (text) => complaints.push(text),
    });
    if (exitCode !== 0) throw new Refused([`release ${line.join(' ')}`, ...said, ...complaints].join('\n'));
    return line.includes('--json') ? JSON.parse(said.join('\n')) : undefined;
  };
}

/**
 * Publishes the build in a folder. It is not live yet. Rejects with `Refused`.
 * @param {Run} run
 * @param {{remote: string, from: string, version: string, sequence: number}} delivery
 */
export async function publish(run, { remote, from, version, sequence }) {
  const numbers = ['--version', version, '--sequence', `${sequence}`];
  const line = ['build', remote, '--built', '--from', from, ...numbers, '--dirty'];
  const { folder } = /** @type {{folder: string}} */ (await run(...line, '--json'));
  await run('check', folder, '--static');
  await run('sign', folder, '--no-rebuild');
  await run('publish', folder, '--unchecked');
}

/**
 * Makes a published release live for a share of the visitors, in whole percent. Rejects with `Refused`.
 * @param {Run} run
 * @param {string} remote
 * @param {string} version
 * @param {number} [share]
 */
export async function promote(run, remote, version, share = 100) {
  await run('promote', remote, version, '--share', `${share}`);
}

/**
 * Makes a new practice store with new keys in a folder, in place of the one that was there, and makes each build live
 * in it. Other keys in the folder stay. Returns the version of each remote. Rejects with `Refused`.
 * @param {string} folder The one whose `.linkspan` has the store.
 * @param {readonly {remote: string, from: string}[]} [builds] Each remote with the folder of its package, built.
 * @returns {Promise<Record<string, string>>}
 */
export async function deliverAll(
  folder,
  builds = remotes.map((remote) => ({ remote, from: join(root, remote) })),
) {
  for (const path of ['.linkspan/store', '.linkspan/roots', '.linkspan/releases'])
    await rm(join(folder, path), { recursive: true, force: true });
  const run = createRun({ folder });
  for (const [name, kind] of /** @type {const} */ ([
    ['person', 'person'],
    ['machine', 'online'],
  ])) {
    for (const half of /** @type {const} */ (['key', 'pub']))
      await rm(keyFile(folder, name, half), { force: true });
    await run('keys', 'make', toKeyName(folder, name), '--kind', kind);
  }
  const person = keyFile(folder, 'person', 'pub');
  const roles = ['--root', person, '--release', person, '--live', keyFile(folder, 'machine', 'pub')];
  /** @type {Record<string, string>} */
  const versions = {};
  for (const { remote, from } of builds) {
    const made = await run('root', 'make', remote, ...roles, '--key', keyFile(folder, 'person'), '--json');
    await run('root', 'publish', /** @type {{file: string}} */ (made).file);
    const { version } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
    await publish(run, { remote, from, version, sequence: 1 });
    await promote(run, remote, version);
    versions[remote] = version;
  }
  return versions;
}

/** `1.2.3` becomes `1.2.4`; `1.2.3-rc.1` becomes `1.2.3`, which is above it. @param {string} version */
export function toNextVersion(version) {
  const [core = '', preRelease] = version.split(/-(.*)/);
  const [major, minor, patch] = core.split('.');
  return preRelease === undefined ? `${major}.${minor}.${Number(patch) + 1}` : core;
}
