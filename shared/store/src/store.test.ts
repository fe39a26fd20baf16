import { type Attempt, LinkspanError, type WalletListing } from '@linkspan/contract';
import { describe, expect, it, vi } from 'vitest';
import { createStore } from './store.ts';

const families = [
  { id: 'evm', namespace: 'eip155' },
  { id: 'solana', namespace: 'solana' },
] as const;
const harbour: WalletListing = { id: 'harbour', name: 'Harbour', reach: 'installed' };
const running: Attempt = { state: 'running', id: '1', wallet: harbour, progress: { step: 'asking' } };

function open() {
  const store = createStore(families);
  return { store, evm: store.view.family('evm') };
}

function codeOf(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error instanceof LinkspanError ? { code: error.code, context: error.context } : error;
  }
  return 'taken';
}

describe('a store', () => {
  it('refuses a family that the page does not have', () => {
    const { store } = open();
    const refusal = { code: 'remote/unknown-family', context: { family: 'near' } };
    expect(codeOf(() => store.view.family('near'))).toEqual(refusal);
    expect(codeOf(() => store.openLease('near'))).toEqual(refusal);
    expect(codeOf(() => store.publishWallets('near', []))).toEqual(refusal);
    expect(codeOf(() => store.publishReleaseStatus('near', { state: 'current' }))).toEqual(refusal);
  });
});

describe('a list of wallets', () => {
  it('replaces the one before, in its own family', () => {
    const { store, evm } = open();
    store.publishWallets('evm', [harbour]);
    store.publishWallets('evm', [{ ...harbour, id: 'pier' }]);
    expect(evm.wallets.get().map(({ id }) => id)).toEqual(['pier']);
    expect(store.view.family('solana').wallets.get()).toEqual([]);
  });

  it('is refused with a code if it is malformed, and changes nothing', () => {
    const { store, evm } = open();
    store.publishWallets('evm', [harbour]);
    const before = evm.wallets.get();
    expect(codeOf(() => store.publishWallets('evm', [harbour, harbour]))).toEqual({
      code: 'remote/malformed',
      context: { family: 'evm', place: '[1].id' },
    });
    expect(evm.wallets.get()).toBe(before);
  });
});

describe('an attempt', () => {
  it('is refused if its progress is none, and changes nothing', () => {
    const { store, evm } = open();
    store.publishAttempt('evm', { ...running, wallet: { id: 'harbour', name: 'Harbour' } });
    const before = evm.attempt.get();
    const strange = { ...before, progress: { step: 'dancing' } } as unknown as Attempt;
    expect(codeOf(() => store.publishAttempt('evm', strange))).toEqual({
      code: 'remote/malformed',
      context: { family: 'evm', place: 'progress.step' },
    });
    expect(evm.attempt.get()).toBe(before);
  });
});

describe('a pairing', () => {
  const pairing = {
    wallet: 'Harbour',
    uri: 'wc:1',
    links: [{ name: 'Harbour', url: 'example.harbour://1' }],
  };

  it('replaces the one before in its own family, until it is taken away', () => {
    const { store, evm } = open();
    store.publishPairing('evm', pairing);
    store.publishPairing('evm', { ...pairing, uri: 'wc:2' });
    expect(evm.pairing.get()).toEqual({ ...pairing, uri: 'wc:2' });
    expect(store.view.family('solana').pairing.get()).toBeUndefined();
    store.publishPairing('evm', undefined);
    expect(evm.pairing.get()).toBeUndefined();
  });

  it('is refused with a code if a link is none, and changes nothing', () => {
    const { store, evm } = open();
    store.publishPairing('evm', pairing);
    const before = evm.pairing.get();
    const strange = { ...pairing, links: [{ name: 'Harbour', url: 'javascript:0' }] };
    expect(codeOf(() => store.publishPairing('evm', strange))).toEqual({
      code: 'remote/malformed',
      context: { family: 'evm', place: 'links[0].url' },
    });
    expect(evm.pairing.get()).toBe(before);
  });
});

describe('what is handed out', () => {
  it('is a copy that nobody can change, in its own family', () => {
    const { store, evm } = open();
    const failure = { code: 'release/withdrawn', context: { remote: 'remote-evm' } };
    store.publishRemote('evm', { stage: 'failed', failure, step: 'reload' });
    store.publishReleaseStatus('evm', { state: 'stopped', failure });
    failure.context.remote = 'remote-near';
    for (const fact of [evm.remote.get(), evm.releaseStatus.get()]) {
      expect(fact).toMatchObject({ failure: { context: { remote: 'remote-evm' } } });
      expect(Object.isFrozen('failure' in fact && fact.failure.context)).toBe(true);
    }
    expect(store.view.family('solana').remote.get()).toEqual({ stage: 'pending' });
    expect(store.view.family('solana').releaseStatus.get()).toEqual({ state: 'current' });
  });

  it('has no way to write', () => {
    const { store, evm } = open();
    const ends = [store.view, store.view.families, evm, ...Object.values(evm)];
    expect(ends.filter((end) => !Object.isFrozen(end))).toEqual([]);
    for (const end of Object.values(evm))
      expect(Object.keys(end).sort()).toEqual(['get', 'listen', 'subscribe']);
  });

  it('lends a listener the value alone', () => {
    const { store, evm } = open();
    const called: unknown[][] = [];
    evm.wallets.listen((...given: unknown[]) => called.push(given));
    store.publishWallets('evm', [harbour]);
    expect(called).toEqual([[[harbour]]]);
  });
});

describe('a listener', () => {
  it('is called at each change until it stops, and at once if it subscribes', () => {
    const { store, evm } = open();
    const listened = vi.fn();
    const subscribed = vi.fn();
    const stops = [evm.wallets.listen(listened), evm.wallets.subscribe(subscribed)];
    store.publishWallets('evm', [harbour]);
    for (const stop of stops) stop();
    store.publishWallets('evm', []);
    expect(listened.mock.calls).toEqual([[[harbour]]]);
    expect(subscribed.mock.calls).toEqual([[[]], [[harbour]]]);
  });

  it('that throws stops neither the others nor the writer', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const { store, evm } = open();
    const broken = new Error('a view broke');
    const called = vi.fn();
    evm.wallets.listen(() => {
      throw broken;
    });
    evm.wallets.listen(called);
    store.publishWallets('evm', [harbour]);
    expect(called).toHaveBeenCalledOnce();
    expect(reported).toHaveBeenCalledExactlyOnceWith(broken);
  });
});
