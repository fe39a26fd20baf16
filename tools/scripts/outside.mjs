import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';

const packages = join(root, '.linkspan/packages');

/** How a package manager installs, from a folder that has nothing yet. */
const installs = {
  npm: ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'],
  pnpm: ['npx', '-y', 'pnpm@12.21.0', 'install', '--prefer-offline'],
};

/**
 * A repository of its own with a new remote, made and installed as the guide says, outside of this one and with nothing of
 * it but the tarballs. It is removed after the test.
 * @param {keyof typeof installs} manager
 */
export async function createOwnRepository(manager) {
  const home = await mkdtemp(join(tmpdir(), 'linkspan-own-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const store = join(home, 'store');
  const env = { NO_COLOR: '1', XDG_CONFIG_HOME: join(home, 'config'), LINKSPAN_STORE: `file:${store}` };
  /** @param {string} cwd @param {readonly string[]} words */
  const runIn = async (cwd, [file = '', ...args]) => {
    // Nothing of the test runner's own.
    const { VITEST, NODE_ENV, NODE_PATH, ...own } = process.env;
    return (await execa(file, args, { cwd, env: { ...own, ...env }, extendEnv: false, all: true })).all;
  };
  const names = (await readdir(packages)).filter((name) => /-(contract|release|trust)-/.test(name));
  await writeFile(join(home, 'package.json'), '{"private":true}');
  await runIn(home, [...installs.npm, ...names.map((name) => join(packages, name))]);
  const folder = join(home, 'remote-demo');
  await runIn(home, ['npx', 'linkspan', 'init', 'remote', 'demo', '--packages', packages]);
  const run = (/** @type {string[]} */ ...words) => runIn(folder, words);
  const commit = async (/** @type {string} */ message) => {
    await run('git', 'add', '.');
    await run('git', '-c', 'user.name=ann', '-c', 'user.email=ann@team.example', 'commit', '-qm', message);
  };
  await run('git', 'init', '-q');
  await run(...installs[manager]);
  await commit('Begin');
  return {
    folder,
    store,
    run,
    linkspan: (/** @type {string} */ line) => run('npx', 'linkspan', ...line.split(' ')),
    /** The files of a key. */
    keyOf: (/** @type {string} */ name) => join(env.XDG_CONFIG_HOME, 'linkspan/keys', name),
    /** @param {string} version */
    async edit(version) {
      const file = join(folder, 'package.json');
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace(/"version": "[^"]*"/, `"version": "${version}"`));
      await commit(version);
    },
  };
}

/** Makes keys of two people and a machine, and the first root, as the guide says. @param {Awaited<ReturnType<typeof createOwnRepository>>} repository */
export async function makeRoot({ linkspan, keyOf }) {
  for (const [name, kind] of [
    ['ann', 'person'],
    ['bob', 'person'],
    ['ci', 'online'],
  ])
    await linkspan(`keys make ${name} --kind ${kind}`);
  const roles = [
    ...['ann', 'bob'].map((name) => `--root ${keyOf(name)}.pub.json --key ${keyOf(name)}.key.json`),
    ...['ann', 'ci'].map((name) => `--release ${keyOf(name)}.pub.json`),
    `--live ${keyOf('ci')}.pub.json --root-threshold 2 --release-threshold 2`,
  ];
  await linkspan(`root make remote-demo ${roles.join(' ')}`);
  await linkspan('root publish .linkspan/roots/remote-demo-1.json');
}
