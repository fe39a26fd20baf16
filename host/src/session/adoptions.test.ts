import type { Lease } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { describe, expect, it } from 'vitest';
import { createDeferred } from '../async.ts';
import { approve } from '../testing/fake-discovery.ts';
import { settle } from '../testing/fake-family.ts';
import { createFakeHandle } from '../testing/fake-handle.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createAdoptions } from './attempts.ts';

function open() {
  const store = createStore(fakeConfig.families);
  const handle = createFakeHandle();
  const leases: Lease[] = [];
  const adopt = createAdoptions(store, (_, approved, lease) => {
    leases.push(lease);
    return handle.adopt(approved, lease);
  });
  const { signal } = new AbortController();
  return { store, handle, adopt, leases, signal, connection: store.view.family('evm').connection };
}

describe('adoptions', () => {
  it('take one wallet at a time per family, in their order', async () => {
    const { adopt, handle, signal, connection } = open();
    const first = createDeferred<void>();
    handle.faults.adoptAfter = first.promise;
    const one = adopt('evm', { approved: approve('1'), signal });
    const two = adopt('evm', { approved: approve('2'), signal });
    await settle();
    expect(handle.adopted).toEqual([]);
    first.resolve();
    await Promise.all([one, two]);
    expect(handle.adopted).toEqual(['1', '2']);
    expect(connection.get()).toMatchObject({ wallet: { id: '2' } });
  });

  it('go on after one that failed', async () => {
    const { adopt, handle, signal } = open();
    handle.faults.adoptAfter = Promise.reject(new Error('no'));
    const one = adopt('evm', { approved: approve('1'), signal });
    await expect(one).rejects.toThrow('no');
    delete handle.faults.adoptAfter;
    await adopt('evm', { approved: approve('2'), signal });
    expect(handle.adopted).toEqual(['2']);
  });

  it('leave out what is not wanted any more when its turn comes', async () => {
    const { adopt, handle, signal } = open();
    let isWanted = true;
    const one = adopt('evm', { approved: approve('1'), signal });
    const two = adopt('evm', { approved: approve('2'), signal, isWanted: () => isWanted });
    isWanted = false;
    await Promise.all([one, two]);
    expect(handle.adopted).toEqual(['1']);
  });

  it('refuse what the connector publishes after an abort', async () => {
    const { adopt, handle, connection } = open();
    const control = new AbortController();
    const slow = createDeferred<void>();
    handle.faults.adoptAfter = slow.promise;
    const one = adopt('evm', { approved: approve('1'), signal: control.signal });
    await settle();
    control.abort();
    await expect(one).rejects.toMatchObject({ name: 'AbortError' });
    slow.resolve();
    await settle();
    expect(connection.get()).toEqual({ status: 'disconnected' });
  });

  it.each(['fails', 'is cancelled'])(
    'end what a connector has published where it %s after that',
    async (how) => {
      const { store, connection } = open();
      const slow = createDeferred<void>();
      const adopt = createAdoptions(store, (_, { wallet, accounts }, lease) => {
        lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
        return slow.promise;
      });
      const control = new AbortController();
      const one = adopt('evm', { approved: approve('1'), signal: control.signal });
      await settle();
      expect(connection.get().status).toBe('connected');
      if (how === 'fails') slow.reject(new Error('no'));
      else control.abort();
      await expect(one).rejects.toThrow();
      expect(connection.get().status).toBe('disconnected');
    },
  );

  it('keep the lease open for a connector that has adopted', async () => {
    const { adopt, leases, signal, connection } = open();
    await adopt('evm', { approved: approve('1'), signal });
    leases[0]?.publishConnection({ status: 'disconnected' });
    expect(connection.get().status).toBe('disconnected');
  });
});
