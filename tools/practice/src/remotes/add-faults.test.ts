import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { addFaults, type RemoteFaults, toFaultsKey } from './add-faults.ts';

const files = {
  'discovery-1.js': 'export const discover = () => "discovered";',
  'remoteEntry-1.js': `
    const handle = { adopt: async () => {}, read: async () => "a reading", unmount() {} };
    export const init = () => "initialized";
    export const get = async () => () => ({ mount: () => handle });`,
};
const approved = { wallet: { id: 'one', name: 'One' }, accounts: ['eip155:1:0x1'] };

/** Makes a small build faulty. `load` imports one of its files in a page with these faults. */
async function createFaultyBuild(faults: RemoteFaults = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-faulty-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const releaseFolder = join(folder, 'dist/releases/0.1.0');
  await mkdir(releaseFolder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(releaseFolder, name), text);
  const names = { discovery: 'discovery-1.js', entry: 'remoteEntry-1.js', preload: ['remoteEntry-1.js'] };
  const release = { path: 'releases/0.1.0/', manifest: { ...names, files: [], contract: '2.0' } };
  const description = join(folder, 'dist/release.json');
  await writeFile(description, JSON.stringify({ remote: 'remote-evm', release }));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await addFaults(folder, 'evm');
  const page = { [toFaultsKey('evm')]: JSON.stringify(faults) };
  vi.stubGlobal('localStorage', { getItem: (key: string) => page[key] ?? null });
  const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(releaseFolder, name)).href);
  const readFaulty = () => readFile(description, 'utf8').then(JSON.parse);
  return { releaseFolder, load, readFaulty };
}

const started = () => Reflect.get(globalThis, 'practiceRemoteFaults');

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, 'practiceRemoteFaults');
});

it('lists its own discovery and entry with their hashes, and keeps the rest of the description', async () => {
  const { releaseFolder, readFaulty } = await createFaultyBuild();
  const { remote, release } = await readFaulty();
  const { files: listed, ...manifest } = release.manifest;
  expect([remote, manifest]).toEqual([
    'remote-evm',
    {
      contract: '2.0',
      discovery: 'faulty-discovery.js',
      entry: 'faulty-entry.js',
      preload: ['faulty-entry.js', 'remoteEntry-1.js'],
    },
  ]);
  for (const { path, bytes, integrity } of listed) {
    const content = await readFile(join(releaseFolder, path));
    const hash = createHash('sha384').update(content).digest('base64');
    expect([bytes, integrity]).toEqual([content.length, `sha384-${hash}`]);
  }
});

it('does what the built remote does while no fault is on', async () => {
  const { load } = await createFaultyBuild();
  const { discover } = await load('faulty-discovery.js');
  const { init, get } = await load('faulty-entry.js');
  const handle = (await get('./connector'))().mount({});
  const reading = await handle.read({ kind: 'sign-in' });
  expect([discover(), init(), reading]).toEqual(['discovered', 'initialized', 'a reading']);
  expect(started()).toBeUndefined();
});

it('throws where a page switches that on, and records it', async () => {
  const { load } = await createFaultyBuild({ 'connector.mount': 'throws' });
  const { get } = await load('faulty-entry.js');
  const { mount } = (await get('./connector'))();
  expect(() => mount({})).toThrow('Practice fault: connector.mount throws.');
  expect(started()).toEqual(['connector.mount throws']);
});

it('floods the store once it is connected', async () => {
  vi.useFakeTimers();
  const { load } = await createFaultyBuild({ 'connector.connected': 'floods' });
  const { get } = await load('faulty-entry.js');
  const handle = (await get('./connector'))().mount({});
  const published: object[] = [];
  const publish = (fact: object) => void published.push(fact);
  await handle.adopt(approved, { publishConnection: publish, publishBalance: publish });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(published).toHaveLength(10_000);
  expect(published.slice(0, 2)).toMatchObject([approved, { amount: '2' }]);
});
