import { createStore } from '@linkspan/store';
import { describe, expect, it } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { watchForgetful, watchOffline } from './lifecycle.ts';

describe('being offline', () => {
  it('follows what the browser knows', () => {
    const navigator = { onLine: true };
    const window = new EventTarget();
    const isOffline = watchOffline({ navigator, window });
    const seen: boolean[] = [];
    isOffline.subscribe((value) => seen.push(value));
    for (const type of ['offline', 'online'] as const) {
      navigator.onLine = type === 'online';
      window.dispatchEvent(new Event(type));
    }
    expect(seen).toEqual([false, true, false]);
  });
});

describe('a browser that keeps nothing', () => {
  it('is told of only as long as something would be lost by it', () => {
    const store = createStore(fakeConfig.families);
    const kept = new Set<string>();
    const isForgetful = watchForgetful(store.view, { isKept: (family) => kept.has(family) });
    const { lease } = store.openLease('evm');
    const connect = (account: 'eip155:1:0xa' | 'eip155:1:0xb') =>
      lease.publishConnection({
        status: 'connected',
        wallet: { id: 'one', name: 'One' },
        accounts: [account],
        capabilities: [],
      });
    expect(isForgetful.get()).toBe(false);
    connect('eip155:1:0xa');
    expect(isForgetful.get()).toBe(true);
    kept.add('evm');
    connect('eip155:1:0xb');
    expect(isForgetful.get()).toBe(false);
    kept.clear();
    connect('eip155:1:0xa');
    lease.publishConnection({ status: 'disconnected' });
    expect(isForgetful.get()).toBe(false);
  });
});
