import { createHash } from 'node:crypto';
import type { DiscoveryPort } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageEvent } from '../events.ts';
import type { Release } from '../releases/release.ts';
import { createFakeFailureMark } from '../testing/fake-failure-mark.ts';
import { installFetch } from '../testing/fake-fetch.ts';
import { createFakeRelease, createFakeSlot } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { type DiscoveryDependencies, retryDiscovery, startDiscovery } from './discovery.ts';
import type { FamilySlot } from './slot.ts';

const methods = 'attempt() {}, restore() {}';

let store: Store;
let slot: FamilySlot;
const view = () => store.view.family('evm');

beforeEach(() => {
  store = createStore(fakeConfig.families);
  slot = createFakeSlot();
});

afterEach(() => void vi.useRealTimers());

/** Starts a discovery module with this source. */
async function start(source: string): Promise<void> {
  const address = `data:text/javascript,${encodeURIComponent(source)}`;
  // Nothing is listed, so that no hash is asked for.
  slot.release = { ...createFakeRelease({ files: [] }), addressOf: () => address };
  await startDiscovery(slot, { store, emit: () => undefined });
}

describe('a discovery', () => {
  it('lists wallets from its start on', async () => {
    await start(`export const discover = (port) => {
      port.publish([{ id: 'one', name: port.family, reach: 'installed' }]);
      return { ${methods} };
    };`);
    expect(view().wallets.get()).toEqual([{ id: 'one', name: 'evm', reach: 'installed' }]);
    expect(view().remote.get()).toMatchObject({ stage: 'listed', release: { version: '1.2.3' } });
    await expect(slot.discovery.promise).resolves.toHaveProperty('attempt');
  });

  it('is told which wallet was used last, and can fetch what it imports on demand', async () => {
    const source = `export const discover = (port) => {
      port.publish([{ id: port.lastUsed, name: typeof port.importCode, reach: 'installed' }]);
      return { ${methods} };
    };`;
    const address = `data:text/javascript,${encodeURIComponent(source)}`;
    slot.release = { ...createFakeRelease({ files: [] }), addressOf: () => address };
    const lastUsed = (family: string) => `used in ${family}`;
    await startDiscovery(slot, { store, emit: () => undefined, lastUsed });
    expect(view().wallets.get()).toEqual([{ id: 'used in evm', name: 'function', reach: 'installed' }]);
  });

  it('leaves out what the page’s policy does not allow, unless it is installed or only to be installed', async () => {
    const accepts = {
      needs: { pier: { frames: ['https://pier.example'] } },
      options: { site: { replaces: 'https://pier.example' } },
    };
    const source = `export const discover = (port) => {
      port.publish([
        { id: 'pier', name: 'Pier', reach: 'window' },
        { id: 'quay', name: 'Quay', reach: 'window' },
      ]);
      globalThis.publishAgain = port.publish;
      return { ${methods} };
    };`;
    const address = `data:text/javascript,${encodeURIComponent(source)}`;
    const ids = () =>
      view()
        .wallets.get()
        .map(({ id, reach }) => `${id} ${reach}`);
    const open = async (frames: readonly string[], family = slot.family) => {
      slot = { ...createFakeSlot(), family };
      slot.release = {
        ...createFakeRelease({ files: [], accepts }),
        addressOf: () => `${address}#${frames}`,
      };
      await startDiscovery(slot, { store, emit: () => undefined, allowed: { frames } });
    };
    await open(['https://pier.example']);
    expect(ids()).toEqual(['pier window', 'quay window']);
    const { remote, ...family } = slot.family;
    await open(['https://own.example'], {
      ...family,
      remote: { ...remote, options: { site: 'https://own.example' } },
    });
    expect(ids()).toEqual(['pier window', 'quay window']);
    await open([]);
    expect(ids()).toEqual(['quay window']);
    const { publishAgain } = globalThis as unknown as { publishAgain: DiscoveryPort['publish'] };
    publishAgain([
      { id: 'pier', name: 'Pier', reach: 'installed' },
      { id: 'quay', name: 'Quay', reach: 'pairing' },
    ]);
    expect(ids()).toEqual(['pier installed', 'quay pairing']);
    publishAgain([{ id: 'pier', name: 'Pier', reach: 'absent', installUrl: 'https://pier.example/' }]);
    expect(ids()).toEqual(['pier absent']);
    expect(() => publishAgain('none' as never)).toThrow(
      expect.objectContaining({ code: 'remote/malformed' }),
    );
  });

  it('shows a pairing, and one that is malformed is refused, told as a fault, and changes nothing', async () => {
    const source = `export const discover = (port) => {
      globalThis.showPairing = port.showPairing;
      return { ${methods} };
    };`;
    const told: PageEvent[] = [];
    slot.release = {
      ...createFakeRelease({ files: [] }),
      addressOf: () => `data:text/javascript,${encodeURIComponent(source)}`,
    };
    await startDiscovery(slot, { store, emit: (event) => told.push(event) });
    const { showPairing } = globalThis as unknown as Pick<DiscoveryPort, 'showPairing'>;
    const pairing = { wallet: 'Harbour', uri: 'wc:secret', links: [] };
    showPairing(pairing);
    expect(view().pairing.get()).toEqual(pairing);
    const links = [{ name: 'Harbour', url: 'javascript:0' }];
    expect(() => showPairing({ ...pairing, links })).toThrow(
      expect.objectContaining({
        code: 'remote/malformed',
        context: { family: 'evm', place: 'links[0].url' },
      }),
    );
    expect(view().pairing.get()).toEqual(pairing);
    expect(told).toContainEqual({ kind: 'fault', family: 'evm', code: 'remote/malformed' });
    expect(JSON.stringify(told)).not.toContain('secret');
    showPairing();
    expect(view().pairing.get()).toBeUndefined();
  });

  it('may list no wallet at all', async () => {
    await start(`export const discover = (port) => { port.publish([]); return { ${methods} }; };`);
    expect(view().wallets.get()).toEqual([]);
    expect(view().remote.get().stage).toBe('listed');
  });

  it.each([
    ['throws', 'export const discover = () => { throw new Error("no"); };'],
    ['is missing', 'export const other = 1;'],
    ['answers nothing', 'export const discover = () => undefined;'],
    ['answers a promise', 'export const discover = async () => ({});'],
    ['lacks a method', 'export const discover = () => ({ attempt() {} });'],
  ])('is broken where it %s, and only a reload can help', async (_, source) => {
    await start(source);
    const failure = { code: 'loader/broken', context: { remote: 'remote-evm', stage: 'discovery' } };
    expect(view().remote.get()).toMatchObject({ stage: 'failed', step: 'reload', failure });
    await expect(slot.discovery.promise).rejects.toMatchObject(failure);
  });

  it('gives its own code where it has one', async () => {
    await start(`export const discover = () => {
      throw Object.assign(new Error(), { code: 'config/malformed', context: { place: 'options.x', expected: 'y' } });
    };`);
    expect(view().remote.get()).toMatchObject({
      failure: { code: 'config/malformed', context: { place: 'options.x' } },
    });
  });

  it('that publishes something unreadable is refused with the place', async () => {
    await start(`export const discover = (port) => { port.publish([{ id: 1 }]); return { ${methods} }; };`);
    expect(view().remote.get()).toMatchObject({ failure: { code: 'remote/malformed' } });
    expect(view().wallets.get()).toEqual([]);
  });

  it('is broken where it throws as it is evaluated, though its file is as it was released', async () => {
    const address = `data:text/javascript,${encodeURIComponent('throw new RangeError("no");')}`;
    const { manifest, ...release } = slot.release as Release;
    slot.release = { ...release, manifest: { ...manifest, files: [] }, addressOf: () => address };
    vi.stubGlobal('fetch', async () => new Response('throw new RangeError("no");'));
    await startDiscovery(slot, { store, emit: () => undefined });
    expect(view().remote.get()).toMatchObject({ step: 'reload', failure: { code: 'loader/broken' } });
  });

  it('is unreachable where its module cannot be loaded', async () => {
    slot.release = { ...(slot.release as Release), addressOf: () => 'data:,no-module' };
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await startDiscovery(slot, { store, emit: () => undefined });
    expect(view().remote.get()).toMatchObject({ step: 'again', failure: { code: 'loader/unreachable' } });
  });

  it('is late past the deadline, and what comes later lists nothing', async () => {
    vi.useFakeTimers();
    const started = start(`await new Promise((resolve) => { globalThis.goOn = resolve; });
      export const discover = (port) => { port.publish([{ id: 'late', name: 'Late', reach: 'installed' }]); };`);
    await vi.advanceTimersByTimeAsync(10_000);
    await started;
    expect(view().remote.get()).toMatchObject({ failure: { code: 'loader/timeout' } });
    vi.useRealTimers();
    await vi.waitFor(() => (globalThis as unknown as { goOn(): void }).goOn());
    expect(view().wallets.get()).toEqual([]);
  });

  it('that is late is not held against its release: the network may be slow', async () => {
    vi.useFakeTimers();
    const noted: string[] = [];
    slot.failureMark = { ...createFakeFailureMark(), fail: (code) => void noted.push(code) };
    const started = start('await new Promise(() => undefined); // It never ends.');
    await vi.advanceTimersByTimeAsync(10_000);
    await started;
    expect(noted).toEqual([]);
    expect(view().remote.get()).toMatchObject({ step: 'reload', failure: { code: 'loader/timeout' } });
  });

  it('waits to be asked for if two pages in a row ended', async () => {
    const source = `export const discover = (port) => { port.publish([]); return { ${methods} }; };`;
    const address = `data:text/javascript,${encodeURIComponent(source)}`;
    const { manifest, ...release } = slot.release as Release;
    slot.release = { ...release, manifest: { ...manifest, files: [] }, addressOf: () => address };
    slot.failureMark = { ...createFakeFailureMark(), needsPress: true };
    const needs: DiscoveryDependencies = { store, emit: () => undefined };
    await startDiscovery(slot, needs);
    const failure = { code: 'release/quarantined', context: { remote: 'remote-evm' } };
    expect(view().remote.get()).toMatchObject({ stage: 'failed', step: 'again', failure });
    expect(await retryDiscovery(slot, needs)).toBe(true);
    expect(view().remote.get()).toMatchObject({ stage: 'listed' });
  });

  it('has its mark set until its import has settled, and is kept as one that lists', async () => {
    const noted: string[] = [];
    slot.failureMark = {
      ...createFakeFailureMark(),
      during(module, load) {
        noted.push(`${module} begins`);
        return load().finally(() => noted.push(`${module} settles`));
      },
      fail: (code) => void noted.push(code),
      list: () => void noted.push('lists'),
    };
    await start(`export const discover = (port) => { port.publish([]); return { ${methods} }; };`);
    await start('export const discover = 1; // Another one.');
    expect(noted).toEqual([
      'discovery begins',
      'discovery settles',
      'lists',
      'discovery begins',
      'discovery settles',
      'loader/broken',
    ]);
  });

  it('is not started without a release', async () => {
    slot.release = undefined;
    await startDiscovery(slot, { store, emit: () => undefined });
    expect(view().remote.get()).toEqual({ stage: 'pending' });
  });
});

describe('a discovery whose document was a copy', () => {
  const source = `export const discover = (port) => {
    port.publish([{ id: 'one', name: 'One', reach: 'installed' }]);
    return { ${methods} };
  };`;
  const address = `data:text/javascript,${encodeURIComponent(source)}`;
  const integrity = `sha384-${createHash('sha384').update(source).digest('base64')}`;

  beforeEach(() => {
    const { checkedAt, ...copied } = createFakeRelease({
      files: [{ path: 'discovery.js', bytes: source.length, integrity }],
    });
    slot.release = { ...copied, addressOf: () => address };
  });

  it('is fetched with its hash first, so that it can be tried again on the same page', async () => {
    installFetch({ [address]: new TypeError('Failed to fetch') });
    await startDiscovery(slot, { store, emit: () => undefined });
    expect(view().remote.get()).toMatchObject({
      stage: 'failed',
      step: 'again',
      failure: { code: 'loader/unreachable', context: { stage: 'discovery' } },
    });
    await expect(slot.discovery.promise).rejects.toMatchObject({ code: 'loader/unreachable' });
    expect(await retryDiscovery(slot, { store, emit: () => undefined })).toBe(false);

    const asked = installFetch({ [address]: source });
    expect(await retryDiscovery(slot, { store, emit: () => undefined })).toBe(true);
    expect(asked).toHaveLength(1);
    expect(view().remote.get()).toMatchObject({ stage: 'listed' });
    expect(view().wallets.get()).toMatchObject([{ id: 'one' }]);
    await expect(slot.discovery.promise).resolves.toHaveProperty('attempt');
  });

  it('is not run where its bytes are other than released', async () => {
    installFetch({ [address]: 'altered' });
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('integrity'));
    await startDiscovery(slot, { store, emit: () => undefined });
    expect(view().remote.get()).toMatchObject({ step: 'again', failure: { code: 'loader/altered' } });
    expect(view().wallets.get()).toEqual([]);
  });

  it('is not started a second time where it lists wallets', async () => {
    const asked = installFetch({ [address]: source });
    await startDiscovery(slot, { store, emit: () => undefined });
    expect(await retryDiscovery(slot, { store, emit: () => undefined })).toBe(true);
    expect(asked).toHaveLength(1);
  });
});
