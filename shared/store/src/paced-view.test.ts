import type { Connection, WalletListing } from '@linkspan/contract';
import { describe, expect, it, vi } from 'vitest';
import { createPacedView } from './paced-view.ts';
import { createStore } from './store.ts';
import { createFrames } from './testing/frames.ts';

const families = [
  { id: 'evm', namespace: 'eip155' },
  { id: 'solana', namespace: 'solana' },
] as const;
const listing = (id: string): WalletListing => ({ id, name: id, reach: 'installed' });
const connected = (account: number): Connection => ({
  status: 'connected',
  wallet: { id: 'harbour', name: 'Harbour' },
  accounts: [`eip155:1:0x${account}`],
  capabilities: [],
});

function open() {
  const store = createStore(families);
  const frames = createFrames();
  const paced = createPacedView(store.view, frames.next);
  const [evm, solana] = [paced.view.family('evm'), paced.view.family('solana')];
  return { store, frames, paced, evm, solana, lease: store.openLease('evm').lease };
}

describe('a view that is paced', () => {
  it('reports a flood once a frame, in its own family alone', () => {
    const { evm, solana, frames, lease, paced } = open();
    const [called, elsewhere, family] = [vi.fn(), vi.fn(), vi.fn()];
    evm.connection.listen(called);
    solana.connection.listen(elsewhere);
    paced.listen('evm', family);
    for (let count = 1; count <= 1_000; count += 1) lease.publishConnection(connected(count));
    frames.pass();
    expect([called, elsewhere, family].map(({ mock }) => mock.calls.length)).toEqual([2, 0, 2]);
    expect(called.mock.calls.map(([one]) => one.accounts[0])).toEqual(['eip155:1:0x1', 'eip155:1:0x1000']);
  });

  it('requests no frame while nothing changes, and reports the next change at once', () => {
    const { evm, frames, lease } = open();
    const called = vi.fn();
    evm.connection.listen(called);
    lease.publishConnection(connected(1));
    frames.pass();
    frames.pass();
    expect(frames.asked()).toBe(1);
    lease.publishConnection(connected(2));
    expect(called).toHaveBeenCalledTimes(2);
  });

  it('keeps what a listener changes for the next frame', () => {
    const { frames, lease, paced } = open();
    const again = vi.fn(() => {
      if (again.mock.calls.length < 3) lease.publishConnection(connected(again.mock.calls.length + 1));
    });
    paced.listen('evm', again);
    lease.publishConnection(connected(1));
    expect(again).toHaveBeenCalledTimes(1);
    for (let frame = 0; frame < 3; frame += 1) frames.pass();
    expect(again).toHaveBeenCalledTimes(3);
  });

  it('calls no removed listener, and the others though one throws', () => {
    const [reported, gone, staying] = [vi.fn(), vi.fn(), vi.fn()];
    vi.stubGlobal('reportError', reported);
    const { lease, paced } = open();
    const throwing = () => {
      throw new Error('a view broke');
    };
    const [end] = [gone, throwing, staying].map((listener) => paced.listen('evm', listener));
    end?.();
    lease.publishConnection(connected(1));
    expect([gone, staying, reported].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1]);
  });

  it('answers the truth of now, also between two frames', () => {
    const { evm, lease } = open();
    lease.publishConnection(connected(1));
    lease.publishConnection(connected(2));
    expect(evm.connection.get()).toMatchObject({ accounts: ['eip155:1:0x2'] });
  });

  it('calls a listener only if its own fact has changed', () => {
    const { evm, frames, lease, store } = open();
    const [connection, wallets] = [vi.fn(), vi.fn()];
    evm.connection.listen(connection);
    evm.wallets.listen(wallets);
    store.publishWallets('evm', [listing('pier')]);
    lease.publishConnection(connected(1));
    frames.pass();
    expect([connection.mock.calls.length, wallets.mock.calls.length]).toEqual([1, 1]);
  });

  it('reports no fact that is back to its reported value', () => {
    const { evm, frames, store } = open();
    const called = vi.fn();
    evm.attempt.listen(called);
    const none = evm.attempt.get();
    const wallet = { id: 'harbour', name: 'Harbour' };
    store.publishAttempt('evm', { state: 'running', id: '1', wallet, progress: { step: 'asking' } });
    store.publishAttempt('evm', none);
    frames.pass();
    expect(called.mock.calls.map(([{ state }]) => state)).toEqual(['running', 'none']);
  });

  it('calls a subscriber at once, and no removed one', () => {
    const { evm, store } = open();
    const called = vi.fn();
    evm.wallets.subscribe(called)();
    store.publishWallets('evm', [listing('pier')]);
    expect(called.mock.calls).toEqual([[[]]]);
  });

  it('has no way to write, and refuses a family that the page does not have', () => {
    const { paced, evm } = open();
    expect([paced.view, evm, evm.connection].map(Object.isFrozen)).toEqual([true, true, true]);
    expect(() => paced.view.family('near')).toThrow(
      expect.objectContaining({ code: 'remote/unknown-family' }),
    );
  });
});

describe('a fact that says the same as before', () => {
  it('changes nothing, and is not reported', () => {
    const { store, lease } = open();
    const { connection, wallets } = store.view.family('evm');
    lease.publishConnection(connected(1));
    store.publishWallets('evm', [listing('pier')]);
    const called = vi.fn();
    for (const fact of [connection, wallets]) fact.listen(called);
    const before = connection.get();
    lease.publishConnection(connected(1));
    store.publishWallets('evm', [listing('pier')]);
    expect([connection.get() === before, called.mock.calls.length]).toEqual([true, 0]);
    store.publishWallets('evm', [{ ...listing('pier'), name: 'Quay' }]);
    expect(called).toHaveBeenCalledTimes(1);
  });
});
