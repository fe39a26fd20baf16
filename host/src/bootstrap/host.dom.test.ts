import { createStore } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { Requests } from '../commands/requests.ts';
import { memoryPrefix, persistConnection } from '../session/remembered.ts';
import { settle } from '../testing/fake-family.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { startLifecycle } from './host.ts';
import type { Page } from './page.ts';

let memory: ReturnType<typeof createFakeStorage>;
let restored: string[];

beforeEach(() => {
  [memory, restored] = [createFakeStorage(), []];
});

/** What another tab stores as it connects. */
function connectElsewhere(): void {
  const { view, openLease } = createStore(fakeConfig.families);
  persistConnection(memory, 'evm', view.family('evm'), () => false);
  openLease('evm').lease.publishConnection({
    status: 'connected',
    wallet: { id: 'one', name: 'one' },
    accounts: ['eip155:31337:0xa'],
    capabilities: [],
  });
}

function open() {
  const store = createStore(fakeConfig.families);
  const remembered = new Map(
    store.view.families.map((family) => [
      family,
      persistConnection(memory, family, store.view.family(family), () => false),
    ]),
  );
  const reads = { restoreRemembered: async (family: string) => restored.push(family) > 0 };
  const page = { store, memory, remembered, reads, attempts: {} } as unknown as Page;
  const requests = new Requests(store.view);
  const parts = { connectors: {}, requests, commands: {} } as unknown as Parameters<typeof startLifecycle>[1];
  return () => startLifecycle(page, parts);
}

describe('what another tab has connected', () => {
  it('is followed if it was stored before the host started', async () => {
    const start = open();
    connectElsewhere();
    start();
    await settle();
    expect(restored).toEqual(['evm']);
  });

  it('is followed as the browser tells of it', async () => {
    open()();
    connectElsewhere();
    expect(restored).toEqual([]);
    window.dispatchEvent(Object.assign(new Event('storage'), { key: `${memoryPrefix}evm`, newValue: '{}' }));
    await settle();
    expect(restored).toEqual(['evm']);
  });

  it.each<[string, () => void]>([
    ['is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
    [
      'comes out of the back-forward cache',
      () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    ],
  ])('is followed when the page %s: a page that rests is told of no storage', async (_, show) => {
    open()();
    connectElsewhere();
    show();
    await settle();
    expect(restored).toEqual(['evm']);
  });
});
