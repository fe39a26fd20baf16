import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { addFaults } from './add-faults.ts';
import type { RemoteSwitches } from './faults.ts';
import { toSwitchKey } from './faults.ts';

const files = {
  'discovery-1.js':
    'export const discover = (port) => ({ list: () => port.publish(["one"]), attempt: async () => "asked" });',
  'remoteEntry-1.js':
    'export const init = () => "begun"; export const get = async () => () => ({ mount: () => ({ adopt: async () => {}, unmount() {} }) });',
};

/** A remote's build with the switches in it, and what its modules are once a page with these has loaded them. */
async function openFaulty(switches: RemoteSwitches) {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-faulty-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const at = join(folder, 'dist/releases/0.1.0');
  await mkdir(at, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(at, name), text);
  const names = { discovery: 'discovery-1.js', entry: 'remoteEntry-1.js', preload: ['remoteEntry-1.js'] };
  const release = { path: 'releases/0.1.0/', manifest: { ...names, files: [], contract: '1.2' } };
  await writeFile(join(folder, 'dist/release.json'), JSON.stringify({ remote: 'remote-evm', release }));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await addFaults({ folder, family: 'evm' });
  const described = JSON.parse(await readFile(join(folder, 'dist/release.json'), 'utf8'));
  const page = { [toSwitchKey('evm')]: JSON.stringify(switches) };
  vi.stubGlobal('localStorage', { getItem: (key: string) => page[key] ?? null });
  const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(at, name)).href);
  return { at, described, load };
}

const told = () => Reflect.get(globalThis, 'practiceRemotes') as readonly string[] | undefined;

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'practiceRemotes');
});

it('lists every file by its hash, with discovery and entry put before those that were built', async () => {
  const { at, described } = await openFaulty({});
  const { manifest } = described.release;
  expect(described.remote).toBe('remote-evm');
  expect([manifest.discovery, manifest.entry, manifest.contract]).toEqual([
    'faulty-discovery.js',
    'faulty-entry.js',
    '1.2',
  ]);
  expect(manifest.preload).toEqual(['faulty-entry.js', 'remoteEntry-1.js']);
  expect(manifest.files.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining([...Object.keys(files), 'faulty-discovery.js', 'faulty-actions.js']),
  );
  for (const { path, bytes, integrity } of manifest.files) {
    const content = await readFile(join(at, path));
    const hash = createHash('sha384').update(content).digest('base64');
    expect([path, bytes, integrity]).toEqual([path, content.length, `sha384-${hash}`]);
  }
});

it('does what the sound remote does while nothing is switched on', async () => {
  const { load } = await openFaulty({});
  const { discover } = await load('faulty-discovery.js');
  const { get, init } = await load('faulty-entry.js');
  const listed: unknown[] = [];
  discover({ publish: (wallets: unknown) => listed.push(wallets) }).list();
  expect([init(), Object.keys((await get('connector'))()), listed]).toEqual(['begun', ['mount'], [['one']]]);
  expect(told()).toBeUndefined();
});

it('throws where that is switched on, and tells of it', async () => {
  const { load } = await openFaulty({
    'discovery.evaluation': { fault: 'throws' },
    'connector.mount': { fault: 'throws', from: 2 },
  });
  await expect(load('faulty-discovery.js')).rejects.toThrow('A fault of the practice');
  const { get } = await load('faulty-entry.js');
  const { mount } = (await get('connector'))();
  expect(mount({})).toHaveProperty('adopt');
  expect(() => mount({})).toThrow('A fault of the practice');
  expect(told()).toEqual(['evm discovery.evaluation throws', 'evm connector.mount throws']);
});

it('exports nothing, or makes no handle, where that is switched on', async () => {
  const { load } = await openFaulty({
    'discovery.evaluation': { fault: 'answersNothing' },
    'connector.mount': { fault: 'answersNothing' },
  });
  expect((await load('faulty-discovery.js')).discover).toBeUndefined();
  const { get } = await load('faulty-entry.js');
  expect((await get('connector'))().mount({})).toBeUndefined();
});

it('publishes so often that a store is flooded', async () => {
  const { load } = await openFaulty({ 'connector.connected': { fault: 'floods', perSecond: 10_000 } });
  const { get } = await load('faulty-entry.js');
  const handle = (await get('connector'))().mount({});
  const published: object[] = [];
  const flooded = new Promise<void>((resolve) => {
    const take = (fact: object) => {
      if (published.push(fact) === 500) resolve();
    };
    const lease = { publishConnection: take, publishBalance: take };
    void handle.adopt({ wallet: { id: 'one', name: 'One' }, accounts: ['eip155:1:0x1'] }, lease);
  });
  await flooded;
  expect(published[1]).toMatchObject({ amount: '2', symbol: 'FLOOD' });
});

it('answers what is no answer, or of another chain, where that is switched on', async () => {
  const { load } = await openFaulty({
    'discovery.attempt': { fault: 'foreign' },
    'discovery.restore': { fault: 'malformed' },
  });
  const { discover } = await load('faulty-discovery.js');
  const discovery = discover({ publish: () => undefined });
  expect(await discovery.attempt('one', { id: 'a1' })).toMatchObject({
    attempt: 'a1',
    accounts: [expect.stringMatching(/^bip122:/)],
  });
  expect(await discovery.restore('one', { id: 'a2' })).toMatchObject({ accounts: 'none' });
});
