import type { Discovery, Reading } from '@linkspan/contract';
import { endlessThenable, exotic } from '@linkspan/contract/testing';
import { createStore } from '@linkspan/store';
import { describe, expect, it, vi } from 'vitest';
import { Requests } from './commands/requests.ts';
import { startDiscovery, toGuardedDiscovery } from './loader/discovery.ts';
import { toGuarded } from './loader/guarded-handle.ts';
import { mountConnector } from './loader/module.ts';
import type { Release } from './releases/release.ts';
import { signing } from './testing/facts.ts';
import { approve } from './testing/fake-discovery.ts';
import { createFakeFailureMark } from './testing/fake-failure-mark.ts';
import { createFakeFamily, settle } from './testing/fake-family.ts';
import { createFakeHandle } from './testing/fake-handle.ts';
import { createFakeSlot } from './testing/fake-release.ts';
import { fakeConfig } from './testing/fake-shell.ts';

const none = async () => undefined;
const sound: Discovery = { attempt: async () => approve('one'), restore: none };

describe('a discovery that the page holds', () => {
  it.each(exotic)('answers or throws %s, and the page gets an error of its own', async (_, make) => {
    const throwing: Discovery['attempt'] = async () => {
      throw make();
    };
    for (const attempt of [throwing, async () => make() as never])
      await expect(
        toGuardedDiscovery({ ...sound, attempt }, 'evm').attempt('one', {} as never),
      ).rejects.toSatisfy((error) => error instanceof Error && `${error.message} ${error.stack}`.length > 0);
  });
});

/** A revoked proxy is the one that no code can read at all. */
const [, make] = exotic[1] as (typeof exotic)[number];
const fail = () => {
  throw make();
};

describe('what cannot be read', () => {
  it.each([
    ['thrown as its module is evaluated', "throw Object.defineProperty({}, 'then', { get() { throw 1; } });"],
    ['thrown as it is started', 'export const discover = () => { throw globalThis.makeExotic(); };'],
    ['in the place of its function', 'export const discover = globalThis.makeExotic();'],
    ['its answer', 'export const discover = () => globalThis.makeExotic();'],
  ])('%s fails a remote alone, and is held against its release', async (_, source) => {
    const { remote, failures } = await load(source);
    expect(remote).toMatchObject({ stage: 'failed', step: 'reload', failure: { code: 'loader/broken' } });
    expect(failures).toEqual(['loader/broken']);
  });

  it('lists no wallets, and that is told', async () => {
    const publish = 'try { port.publish(globalThis.makeExotic()); } catch {}';
    const { wallets, told } = await load(
      `export const discover = (port) => { ${publish} return { attempt() {}, restore() {} }; };`,
    );
    expect(wallets).toEqual([]);
    expect(told).toContainEqual({ kind: 'fault', family: 'evm', code: 'remote/malformed' });
  });

  it('fails a mount with a code', () => {
    const release = createFakeSlot().release as Release;
    for (const connector of [{ mount: fail }, { mount: make }, make()])
      expect(() => mountConnector(connector, release, {} as never)).toThrow(
        expect.objectContaining({ code: 'loader/broken' }),
      );
  });

  it.each([
    ['an attempt', { discovery: async () => ({ ...sound, attempt: async () => fail() }) }],
    ['an adoption', { discovery: async () => sound, adopt: async () => fail() }],
  ])('ends %s with an error on the card', async (_, parts) => {
    const { store, attempts } = createFakeFamily(parts);
    attempts.start('evm', 'one');
    await settle();
    const view = store.view.family('evm');
    expect(view.attempt.get()).toMatchObject({ state: 'failed', failure: { code: expect.any(String) } });
    expect(view.connection.get().status).toBe('disconnected');
  });

  it('fails a command with an error on the card', async () => {
    const requests = new Requests(createFakeFamily().store.view);
    const { signal } = new AbortController();
    const hold = { family: 'evm', signal, failureMark: undefined, unmount: () => {}, emit: () => {} };
    const request = { kind: 'message', account: 'eip155:1:0xa', text: 'x' } as const;
    const reading: Reading = { asks: 'person', intent: signing, answer: async () => fail() };
    const handle = toGuarded({ ...createFakeHandle(), read: async () => reading }, hold);
    const run = requests.run('evm', { state: 'asking', intent: signing }, async () =>
      (await handle.read(request)).answer({ noted: () => undefined }),
    );
    await expect(run).rejects.toBeInstanceOf(Error);
    expect(requests.of('evm').get()).toMatchObject({ state: 'failed' });
  });

  it.each([
    ['a silent read', async () => toGuardedDiscovery({ ...sound, restore: async () => fail() }, 'evm')],
    ['a listing', async () => fail()],
  ])('ends reconnecting after %s', async (_, discovery) => {
    expect(await returnBy(discovery())).toMatchObject({ status: 'disconnected' });
  });
});

it('an answer to a silent read that never settles ends reconnecting past its deadline', async () => {
  vi.useFakeTimers();
  const restore = endlessThenable as Discovery['restore'];
  const back = returnBy(Promise.resolve(toGuardedDiscovery({ ...sound, restore }, 'evm')));
  await vi.advanceTimersByTimeAsync(8_000);
  vi.useRealTimers();
  expect(await back).toMatchObject({ failure: { code: 'wallet/timeout' } });
});

let modules = 0;

/** Loads a discovery whose module has this source; returns the outcome of it. */
async function load(source: string) {
  vi.stubGlobal('makeExotic', make);
  const store = createStore(fakeConfig.families);
  const slot = createFakeSlot();
  const [told, failures]: unknown[][] = [[], []];
  // Each is a module of its own: a failed one is remembered.
  const text = `/* ${++modules} */ ${source}`;
  const { manifest, ...release } = slot.release as Release;
  const address = `data:text/javascript,${encodeURIComponent(text)}`;
  slot.release = { ...release, manifest: { ...manifest, files: [] }, addressOf: () => address };
  slot.failureMark = { ...createFakeFailureMark(), fail: (code) => void failures?.push(code) };
  vi.stubGlobal('fetch', async () => new Response(text));
  await startDiscovery(slot, { store, emit: (one) => told?.push(one) });
  const view = store.view.family('evm');
  return { failures, told, remote: view.remote.get(), wallets: view.wallets.get() };
}

/** The connection of a page that restores a remembered wallet by this discovery. */
async function returnBy(discovery: Promise<Discovery>) {
  const family = createFakeFamily();
  const wallet = { id: 'one', name: 'One' };
  const connection = { status: 'reconnecting', wallet, accounts: ['eip155:31337:0xa'] };
  family.memory.set('evm', JSON.stringify({ connection }));
  family.listed = discovery;
  await family.reads.restoreRemembered('evm');
  return family.store.view.family('evm').connection.get();
}
