import { LinkspanError } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { approve } from '../testing/fake-discovery.ts';
import { createFakeHandle, type FakeHandle } from '../testing/fake-handle.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { disconnect } from './commands.ts';

let store: Store;
let handle: FakeHandle;
const connection = () => store.view.family('evm').connection.get();
const connectors = { mounted: async () => handle };

beforeEach(async () => {
  vi.useFakeTimers();
  store = createStore(fakeConfig.families);
  handle = createFakeHandle();
  await handle.adopt(approve('one'), store.openLease('evm').lease);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('disconnecting', () => {
  it('is the connector’s to do', async () => {
    await disconnect({ store, connectors }, 'evm');
    expect(connection()).toEqual({ status: 'disconnected' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is done by the page where the connector hangs, and what it publishes later is refused', async () => {
    const { lease } = store.openLease('evm');
    handle = { ...handle, disconnect: () => new Promise(() => undefined) };
    const { wallet, accounts } = approve('one');
    lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
    const parted = disconnect({ store, connectors }, 'evm');
    await vi.advanceTimersByTimeAsync(7_999);
    expect(connection().status).toBe('connected');
    await vi.advanceTimersByTimeAsync(1);
    await parted;
    expect(connection()).toEqual({ status: 'disconnected' });
    expect(() => lease.publishConnection({ status: 'connecting', wallet })).toThrow('remote/unleased');
  });

  it('tells why the connector failed, and is done all the same', async () => {
    handle = {
      ...handle,
      disconnect: () => Promise.reject(new LinkspanError('remote/failed', { family: 'evm' })),
    };
    await expect(disconnect({ store, connectors }, 'evm')).rejects.toMatchObject({ code: 'remote/failed' });
    expect(connection()).toEqual({ status: 'disconnected' });
  });

  it('from what the connector no longer knows is done without a word', async () => {
    handle = { ...handle, disconnect: () => Promise.reject(new LinkspanError('wallet/not-connected', {})) };
    await disconnect({ store, connectors }, 'evm');
    expect(connection()).toEqual({ status: 'disconnected' });
  });

  it('leaves what is connected by then alone', async () => {
    handle = { ...handle, disconnect: () => new Promise(() => undefined) };
    const parted = disconnect({ store, connectors }, 'evm');
    const { wallet, accounts } = approve('two');
    store
      .openLease('evm')
      .lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
    await vi.advanceTimersByTimeAsync(8_000);
    await parted;
    expect(connection()).toMatchObject({ wallet: { id: 'two' } });
  });
});
