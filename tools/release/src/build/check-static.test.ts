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
    ['is no module', 'no-module', 'glue.js', 'export {'],
    ['imports a bare name', 'stray-import', 'glue.js', 'import "react";'],
    ['imports a file that is not there', 'stray-import', 'glue.js', 'import "./gone.js";'],
    ['imports from another origin', 'stray-import', 'glue.js', 'import("https://cdn.example/a.js");'],
    ['has a discovery without discover', 'missing-export', 'discovery.js', 'export const list = 1;'],
    ['has an entry without get', 'missing-export', 'remoteEntry.js', 'export const init = 1;'],
    ['has a heavy discovery', 'heavy-discovery', 'discovery.js', heavy()],
    [
      'leads from discovery to the connector',
      'federated-discovery',
      'pairing.js',
      'import("./connector.js");',
    ],
    ['makes code by eval', 'code-from-text', 'glue.js', 'export const run = (text) => eval(text);'],
    ['makes code by new Function', 'code-from-text', 'glue.js', 'new Function("a", "a()");'],
    ['makes a worker of an address', 'unchecked-load', 'connector.js', 'new Worker("./count.js");'],
    ['makes a shared worker', 'unchecked-load', 'connector.js', 'new SharedWorker("./count.js");'],
    [
      'registers a service worker',
      'unchecked-load',
      'glue.js',
      'navigator.serviceWorker.register("./a.js");',
    ],
    ['compiles WebAssembly itself', 'unchecked-load', 'glue.js', 'WebAssembly.compile(bytes);'],
    ['streams WebAssembly', 'unchecked-load', 'glue.js', 'WebAssembly.instantiateStreaming(fetch(url));'],
    ['has a worker that imports scripts', 'unchecked-load', 'count.js', 'importScripts("./glue.js");'],
    ['names a host that its manifest does not', 'other-hosts', 'glue.js', 'fetch("https://other.example")'],
    ['has a path of a person', 'build-path', 'glue.js', 'export const at = "/home/ann/wallets/a.ts";'],
    ['has the path where it is checked', 'build-path', 'glue.js', 'export const at = "/srv/wallets/a.ts";'],
    ['has a path in a comment', 'build-path', 'glue.js', '//#region /home/ann/wallets/a.ts'],
    ['has a path of a drive', 'build-path', 'glue.js', 'export const at = "C:\\\\work\\\\a.ts";'],
    ['has a file address', 'build-path', 'glue.js', 'export const at = "file:///srv/build/a.ts";'],
  ])('refuse a release that %s', async (_, code, file, content) => {
    expect(await refusalOf({ [file]: content })).toMatchObject({ code: `command/${code}` });
  });

  it('refuse a discovery that is heavy by what it imports at once', async () => {
    const files = {
      'discovery.js': 'import "./pairing.js"; export const discover = 1;',
      'pairing.js': heavy(),
    };
    expect(await refusalOf(files)).toMatchObject({ code: 'command/heavy-discovery' });
  });

  it.each([
    ['leaves out what mounting needs', 'not-preloaded', { preload: ['remoteEntry.js', 'connector.js'] }],
    ['leaves the entry out', 'not-preloaded', { preload: ['glue.js'] }],
    ['preloads without need', 'needless-preload', { preload: [...manifest.preload, 'pairing.js'] }],
    ['needs a newer contract', 'unknown-contract', { contract: `${major}.${Number(minor) + 1}` }],
    ['needs another contract', 'unknown-contract', { contract: `${Number(major) + 1}.0` }],
    ['tells of a host that no file names', 'other-hosts', { hosts: [...manifest.hosts, 'a.example'] }],
  ])('refuse a manifest that %s', async (_, code, changes) => {
    const refusal = await refusalOf({ 'discovery.js': 'export const discover = 1;' }, changes);
    expect(refusal).toMatchObject({ code: `command/${code}` });
  });

  it('let through how polyfills ask for the global object, and functions whose names only resemble', async () => {
    const source =
      'export const all = globalThis || Function(`return this`)(); export const run = (a) => a.eval(isFunction(a));';
    expect(await refusalOf({ 'glue.js': source })).toBeUndefined();
  });
});

describe('checkStatic', () => {
  it('counts what passed; it looks no further if a file is not the one that was built, or was added', async () => {
    const { done, writeBuilt } = await createTeam();
    const { folder } = await done<{ folder: string }>(await writeBuilt('1.0.0', 1));
    const manifest = (await readDraft(join(folder, 'manifest.json'))).value as Manifest;
    const at = '2026-11-20T12:00:00Z';
    const run = () => checkStatic({ folder, manifest }, { at, here: folder });
    const passed = staticChecks.length + 1;
    expect(await run()).toEqual({ passed, at, failed: 0, notOffered: 0, failures: [], browser: '' });
    await writeFile(join(folder, 'more.js'), '');
    const failed = (text: string) => ({ passed: 0, failed: 1, failures: [expect.stringContaining(text)] });
    expect(await run()).toMatchObject(failed('more.js'));
    await appendFile(join(folder, 'chunk.js'), ' ');
    expect(await run()).toMatchObject(failed('hash differs'));
  });
});
