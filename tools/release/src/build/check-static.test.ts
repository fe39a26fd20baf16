import { randomBytes } from 'node:crypto';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contractVersion } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import { readDraft } from '../documents/draft.ts';
import { createTeam } from '../testing/team.ts';
import { checkStatic, staticChecks } from './check-static.ts';
import type { BuiltRelease } from './modules.ts';

const sound = {
  'discovery.js': 'export const discover = () => import("./pairing.js");',
  'pairing.js': 'export const pair = () => fetch("https://relay.example");',
  'remoteEntry.js':
    'import "./glue.js"; export const init = () => 1; export const get = () => import("./connector.js");',
  'glue.js': 'export const glue = 1;',
  'connector.js': 'import "./glue.js"; export const mount = () => 1;',
};

const manifest = {
  contract: contractVersion,
  discovery: 'discovery.js',
  entry: 'remoteEntry.js',
  preload: ['remoteEntry.js', 'glue.js', 'connector.js'],
  hosts: ['relay.example'],
} as unknown as Manifest;

/** The code of the first check that a release does not pass. */
async function refusalOf(files: Readonly<Record<string, string>> = {}, changes: Partial<Manifest> = {}) {
  const contents = new Map(
    Object.entries({ ...sound, ...files }).map(([path, text]) => [path, new TextEncoder().encode(text)]),
  );
  const release: BuiltRelease = { manifest: { ...manifest, ...changes }, contents, here: '/srv/wallets' };
  try {
    for (const check of staticChecks) await check(release);
  } catch (error) {
    return error;
  }
  return undefined;
}

const heavy = () => `export const discover = '${randomBytes(3_700).toString('base64')}';`;
const [major, minor] = contractVersion.split('.').map(Number);

describe('the static checks', () => {
  it('pass a sound release', async () => {
    expect(await refusalOf()).toBeUndefined();
  });

  it('pass one with notices, whose addresses are no hosts of the release', async () => {
    const notices = 'See https://www.apache.org/licenses/ and http://pier.example.';
    expect(await refusalOf({ 'THIRD-PARTY-NOTICES-CqlUMHQk.txt': notices })).toBeUndefined();
    expect(await refusalOf({ 'notices.txt': notices })).toMatchObject({ code: 'command/other-hosts' });
  });

  it('pass one with files that the page is asked for', async () => {
    const files = {
      'count.js': 'postMessage(1);',
      'dark.css': 'a { color: red }',
      'connector.js':
        'import "./glue.js"; export const mount = ({ files }) => files.wasm("a").then((one) => WebAssembly.instantiate(one));',
    };
    expect(await refusalOf(files)).toBeUndefined();
  });

  it.each([
    ['is no module', 'command/no-module', { 'glue.js': 'export {' }],
    ['imports a bare name', 'command/stray-import', { 'glue.js': 'import "react";' }],
    ['imports a file that is not there', 'command/stray-import', { 'glue.js': 'import "./gone.js";' }],
    [
      'imports from another origin',
      'command/stray-import',
      { 'glue.js': 'export const load = () => import("https://cdn.example/a.js");' },
    ],
    [
      'has a discovery without discover',
      'command/missing-export',
      { 'discovery.js': 'export const list = 1;' },
    ],
    ['has an entry without get', 'command/missing-export', { 'remoteEntry.js': 'export const init = 1;' }],
    ['has a heavy discovery', 'command/heavy-discovery', { 'discovery.js': heavy() }],
    [
      'has a discovery that is heavy by what it imports at once',
      'command/heavy-discovery',
      { 'discovery.js': 'import "./pairing.js"; export const discover = 1;', 'pairing.js': heavy() },
    ],
    [
      'has a discovery that leads to the connector, however far away',
      'command/federated-discovery',
      { 'pairing.js': 'export const pair = () => import("./connector.js");' },
    ],
    [
      'makes code by eval',
      'command/code-from-text',
      { 'glue.js': 'export const run = (text) => eval(text);' },
    ],
    [
      'makes code by new Function',
      'command/code-from-text',
      { 'glue.js': 'export const run = new Function("a", "a()");' },
    ],
    [
      'makes a worker of an address',
      'command/unchecked-load',
      { 'connector.js': 'export const mount = () => new Worker("./count.js");' },
    ],
    [
      'makes a shared worker',
      'command/unchecked-load',
      { 'connector.js': 'export const mount = () => new SharedWorker("./count.js");' },
    ],
    [
      'registers a service worker',
      'command/unchecked-load',
      { 'connector.js': 'export const mount = () => navigator.serviceWorker.register("./sw.js");' },
    ],
    [
      'compiles WebAssembly itself',
      'command/unchecked-load',
      { 'connector.js': 'export const mount = (bytes) => WebAssembly.compile(bytes);' },
    ],
    [
      'compiles WebAssembly from the network',
      'command/unchecked-load',
      { 'connector.js': 'export const mount = (url) => WebAssembly.instantiateStreaming(fetch(url));' },
    ],
    [
      'has a worker that imports scripts',
      'command/unchecked-load',
      { 'count.js': 'importScripts("./glue.js");' },
    ],
    [
      'names a host that its manifest does not',
      'command/other-hosts',
      { 'glue.js': 'fetch("https://other.example")' },
    ],
    [
      'tells of the machine that built it',
      'command/build-path',
      { 'glue.js': 'export const at = "/home/ann/wallets/a.ts";' },
    ],
    [
      'tells where it was checked',
      'command/build-path',
      { 'glue.js': 'export const at = "/srv/wallets/a.ts";' },
    ],
    ['tells of it in a comment', 'command/build-path', { 'glue.js': '//#region /home/ann/wallets/a.ts' }],
    ['tells of a drive', 'command/build-path', { 'glue.js': 'export const at = "C:\\\\work\\\\a.ts";' }],
    [
      'has a file address',
      'command/build-path',
      { 'glue.js': 'export const at = "file:///srv/build/a.ts";' },
    ],
  ] as const)('refuse a release that %s', async (_, code, files) => {
    expect(await refusalOf(files)).toMatchObject({ code });
  });

  it.each([
    [
      'leaves out what mounting needs',
      'command/not-preloaded',
      { preload: ['remoteEntry.js', 'connector.js'] },
    ],
    ['leaves the entry out', 'command/not-preloaded', { preload: ['glue.js'] }],
    [
      'preloads what mounting does not need',
      'command/needless-preload',
      { preload: [...manifest.preload, 'pairing.js'], discovery: 'discovery.js' },
    ],
    ['needs a newer contract', 'command/unknown-contract', { contract: `${major}.${Number(minor) + 1}` }],
    ['needs another contract', 'command/unknown-contract', { contract: `${Number(major) + 1}.0` }],
    [
      'tells its signers of a host that is not in the files',
      'command/other-hosts',
      { hosts: [...manifest.hosts, 'a.example'] },
    ],
  ] as const)('refuse a manifest that %s', async (_, code, changes) => {
    expect(await refusalOf({ 'discovery.js': 'export const discover = 1;' }, changes)).toMatchObject({
      code,
    });
  });

  it('let through how polyfills ask for the global object, and functions whose names only resemble', async () => {
    const source =
      'export const all = globalThis || Function(`return this`)(); export const run = (a) => a.eval(isFunction(a));';
    expect(await refusalOf({ 'glue.js': source })).toBeUndefined();
  });
});

describe('checkStatic', () => {
  async function createRelease() {
    const { done, writeBuilt } = await createTeam();
    const { folder } = await done<{ folder: string }>(await writeBuilt('1.0.0', 1));
    const { value } = await readDraft(join(folder, 'manifest.json'));
    return {
      folder,
      run: () =>
        checkStatic({ folder, manifest: value as Manifest }, { at: '2026-11-20T12:00:00Z', here: folder }),
    };
  }

  it('counts what passed, and says when', async () => {
    const { run } = await createRelease();
    const result = await run();
    expect(result).toEqual({
      ...{ passed: staticChecks.length + 1, failed: 0, notOffered: 0, failures: [], browser: '' },
      at: '2026-11-20T12:00:00Z',
    });
  });

  it('looks no further where a file is not the one that was built, or was added', async () => {
    const { folder, run } = await createRelease();
    await writeFile(join(folder, 'more.js'), '');
    expect(await run()).toMatchObject({
      passed: 0,
      failed: 1,
      failures: [expect.stringContaining('more.js')],
    });
    await appendFile(join(folder, 'chunk.js'), ' ');
    expect(await run()).toMatchObject({
      passed: 0,
      failed: 1,
      failures: [expect.stringContaining('hash differs')],
    });
  });
});
