import type { Attempt, Connection, Discovery, Happening } from '@linkspan/contract';
import { endlessThenable, exotic } from '@linkspan/contract/testing';
import { createStore, type Store } from '@linkspan/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRequests } from './commands/requests.ts';
import { withDeadline } from './deadline.ts';
import { startDiscovery } from './loader/discovery.ts';
import { toHeldDiscovery } from './loader/guarded-discovery.ts';
import { toHeld } from './loader/guarded-handle.ts';
import { mountConnector } from './loader/load-connector.ts';
import type { Release } from './releases/release.ts';
import { restoreRemembered } from './session/restore.ts';
import { approve } from './testing/fake-discovery.ts';
import { createFakeFamily, settle } from './testing/fake-family.ts';
import { createFakeHandle } from './testing/fake-handle.ts';
import { createFakeSlot } from './testing/fake-release.ts';
import { fakeConfig } from './testing/fake-shell.ts';
import { createFakeStorage } from './testing/fake-storage.ts';
import { createFakeProbation } from './testing/fake-trial.ts';

/** What a module of a test finds the exotic value under. */
const shared = globalThis as { makeExotic?: () => unknown };

let reported: unknown[];

beforeEach(() => {
  reported = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
});

afterEach(() => {
  delete shared.makeExotic;
  vi.useRealTimers();
});

let modules = 0;

/** Loads a discovery whose module has this source; returns the outcome of it. */
async function load(source: string) {
  const store = createStore(fakeConfig.families);
  const slot = createFakeSlot();
  const told: Happening[] = [];
  const withFailure: string[] = [];
  // Each is a module of its own: a failed one is remembered.
  const text = `/* ${++modules} */ ${source}`;
  const { manifest, ...release } = slot.release as Release;
  const address = `data:text/javascript,${encodeURIComponent(text)}`;
  slot.release = { ...release, manifest: { ...manifest, files: [] }, addressOf: () => address };
  slot.probation = { ...createFakeProbation(), fail: (code) => void withFailure.push(code) };
  vi.stubGlobal('fetch', async () => new Response(text));
  await startDiscovery(slot, { store, emit: (one) => told.push(one), inTurn: (run) => run() });
  const view = store.view.family('evm');
  return { slot, withFailure, told, remote: view.remote.get(), wallets: view.wallets.get() };
}

const methods = 'attempt() {}, restore() {}, resume() {}';
const broken = { stage: 'failed', step: 'reload', failure: { code: 'loader/broken' } };

/** Node's own loader, unlike a browser's, reads what a module throws, and throws an error of its own for these. */
const unreadByNode = exotic.filter(([name]) => !name.includes('revoked'));

it.each(unreadByNode)(
  'a remote that throws %s as its module is evaluated fails alone, and that is held against its release',
  async (_, make) => {
    shared.makeExotic = make;
    const { remote, withFailure } = await load('throw globalThis.makeExotic();');
    expect(remote).toMatchObject(broken);
    expect(withFailure).toEqual(['loader/broken']);
  },
);

describe.each(exotic)('a remote that throws %s', (_, make) => {
  beforeEach(() => {
    shared.makeExotic = make;
  });

  it.each([
    ['as it is started', 'export const discover = () => { throw globalThis.makeExotic(); };'],
    ['instead of itself', 'export const discover = () => globalThis.makeExotic();'],
    ['in the place of its function', 'export const discover = globalThis.makeExotic();'],
    [
      'in a module that is a thenable',
      'export function then(_, reject) { reject(globalThis.makeExotic()); }',
    ],
  ])('%s fails alone, and that is held against its release', async (_when, source) => {
    const { slot, remote, withFailure } = await load(source);
    expect(remote).toMatchObject(broken);
    expect(withFailure).toEqual(['loader/broken']);
    await expect(slot.discovery.promise).rejects.toMatchObject({ code: 'loader/broken' });
  });

  it('as its connector is mounted, or instead of it, fails with a code', () => {
    const mount = (made: () => unknown) => () =>
      mountConnector({ mount: made }, createFakeSlot().release as Release, {} as never);
    const thrown = mount(() => {
      throw make();
    });
    for (const failing of [thrown, mount(make)])
      expect(failing).toThrow(expect.objectContaining({ code: 'loader/broken' }));
    expect(() => mountConnector(make(), createFakeSlot().release as Release, {} as never)).toThrow(
      expect.objectContaining({ code: 'loader/broken' }),
    );
  });

  it('in the place of its list of wallets lists none, and that is told', async () => {
    const publish = 'try { port.publish(globalThis.makeExotic()); } catch {}';
    const { wallets, told } = await load(
      `export const discover = (port) => { ${publish} return { ${methods} }; };`,
    );
    expect(wallets).toEqual([]);
    expect(told).toContainEqual({ kind: 'fault', family: 'evm', code: 'remote/malformed' });
  });
});

/** Each way in which something can be asked and fail. */
const failing: readonly (readonly [how: string, fail: (make: () => unknown) => Promise<never>])[] = [
  ['rejects with it', (make) => Promise.reject(make())],
  [
    'throws it at once',
    (make) => {
      throw make();
    },
  ],
];

describe.each(exotic)('what answers with %s', (_, make) => {
  const cases = [...failing, ['answers it', async (made: () => unknown) => made() as never] as const];

  it.each(cases)('in an attempt, and %s, ends it with an error on the card', async (_how, answer) => {
    const { store, attempts } = createFakeFamily({
      discovery: async () => toHeldDiscovery(fake({ attempt: () => answer(make) }), 'evm'),
    });
    attempts.start('evm', 'one');
    await settle();
    expectEnded(store);
    expect(reported).toEqual([]);
  });

  it.each(failing)(
    'in an attempt whose discovery is as it came, and %s, ends it likewise',
    async (_how, answer) => {
      const { store, attempts } = createFakeFamily({
        discovery: async () => fake({ attempt: () => answer(make) }),
      });
      attempts.start('evm', 'one');
      await settle();
      expectEnded(store);
    },
  );

  it.each(failing)('in an adoption, and %s, ends the attempt with an error', async (_how, answer) => {
    const { store, attempts, discovery } = createFakeFamily({ adopt: () => answer(make) });
    attempts.start('evm', 'one');
    await settle();
    discovery.attempts[0]?.resolve(approve('one'));
    await settle();
    expectEnded(store);
  });

  it.each(cases)('in a silent read, and %s, ends reconnecting', async (_how, answer) => {
    const store = await returnBy({ restore: () => answer(make) });
    expect(store.view.family('evm').connection.get()).toMatchObject({ status: 'disconnected' });
    expect(reported).toEqual([]);
  });

  it.each(cases)(
    'in an address that was come back to, and %s, leaves nothing connecting',
    async (_how, answer) => {
      const store = await returnBy({ resume: () => answer(make) });
      expect(store.view.family('evm').connection.get().status).toMatch(/disconnected/);
      expect(store.view.family('evm').attempt.get().state).not.toBe('running');
    },
  );

  it.each(failing)('in a listing, and %s, ends reconnecting', async (_how, answer) => {
    const store = await returnBy({}, async () => answer(make));
    expect(store.view.family('evm').connection.get()).toMatchObject({ status: 'disconnected' });
  });

  it.each(failing)('in a command, and %s, fails with an error on the card', async (_how, answer) => {
    const handle = toHeld({ ...createFakeHandle(), signMessage: () => answer(make) }, hold);
    const { store } = createFakeFamily();
    const requests = createRequests(store.view);
    const intent = { kind: 'message', account: 'eip155:1:0xa', text: 'x' } as const;
    const run = requests.run('evm', { state: 'asking', intent }, () => handle.signMessage(intent));
    await expect(run).rejects.toBeInstanceOf(Error);
    expect(requests.of('evm').get()).toMatchObject({ state: 'failed' });
    const watched = requests.watch('evm', () => answer(make));
    expect(await watched.catch(() => 'rejected')).toBe('rejected');
  });
});

it('an answer to a silent read that never settles ends reconnecting past its deadline', async () => {
  vi.useFakeTimers();
  const back = returnBy({ restore: endlessThenable as Discovery['restore'] });
  await vi.advanceTimersByTimeAsync(8_000);
  const store = await back;
  expect(store.view.family('evm').connection.get()).toMatchObject({ failure: { code: 'wallet/timeout' } });
});

it('a discovery that is a thenable lists wallets all the same', async () => {
  const { remote } = await load(
    `export const discover = (port) => { port.publish([]); return { then() {}, ${methods} }; };`,
  );
  expect(remote).toMatchObject({ stage: 'listed' });
});

it('a deadline rejects also where what it says cannot be made', async () => {
  const late = () => {
    throw new Error('no name');
  };
  await expect(withDeadline(new Promise(() => {}), 1, late)).rejects.toThrow('no name');
});

const hold = {
  family: 'evm',
  signal: new AbortController().signal,
  probation: undefined,
  unmount: () => undefined,
  emit: () => undefined,
};

function fake(changes: Partial<Discovery>): Discovery {
  const none = async () => undefined;
  return { attempt: async () => approve('one'), restore: none, resume: none, ...changes };
}

/** A page that comes back with a remembered wallet and an address that may hold an answer. */
async function returnBy(changes: Partial<Discovery>, listed?: () => Promise<never>): Promise<Store> {
  const { store, attempts } = createFakeFamily();
  const memory = createFakeStorage();
  const connection = {
    status: 'reconnecting',
    wallet: { id: 'one', name: 'One' },
    accounts: ['eip155:1:0xa'],
  };
  memory.set('evm', JSON.stringify({ connection }));
  const needs = {
    store,
    attempts,
    memory,
    address: new URL('https://page.example/?answer=1'),
    cleanAddress: () => undefined,
    networks: () => ['eip155:1'] as const,
    newId: () => 'id',
  };
  const discovery = listed
    ? (async () => listed())()
    : Promise.resolve(toHeldDiscovery(fake(changes), 'evm'));
  await restoreRemembered(needs, 'evm', discovery);
  return store;
}

function expectEnded(store: Store): void {
  const view = store.view.family('evm');
  const [attempt, connection]: [Attempt, Connection] = [view.attempt.get(), view.connection.get()];
  expect(attempt).toMatchObject({ state: 'failed', failure: { code: expect.any(String) } });
  expect(connection.status).toBe('disconnected');
}
