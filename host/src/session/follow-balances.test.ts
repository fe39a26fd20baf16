import { createStore, type Store } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import { beforeEach, expect, it } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { followBalances } from './lifecycle.ts';
import type { Request } from './request.ts';

let store: Store;
let requests: Map<string, WritableAtom<Request>>;
let asked: string[];
let now: number;
let isSeen: boolean;
let beat: () => void;
let look: () => void;

beforeEach(() => {
  store = createStore(fakeConfig.families);
  requests = new Map(store.view.families.map((id) => [id, atom<Request>({ state: 'none' })]));
  [asked, now, isSeen] = [[], 1_000_000, true];
  look = followBalances({
    view: store.view,
    request: (family) => requests.get(family) as WritableAtom<Request>,
    refreshBalance: async (family) => void asked.push(family),
    isSeen: () => isSeen,
    every: (_, run) => {
      beat = run;
    },
    now: () => now,
  });
  const wallet = { id: 'one', name: 'One' };
  const accounts = ['solana:practice:A'] as const;
  store.openLease('solana').lease.publishConnection({
    ...{ status: 'connected', wallet, accounts, capabilities: [] },
  });
});

function pass(seconds: number): void {
  for (let at = 0; at < seconds; at += 15) {
    now += 15_000;
    beat();
  }
}

it('asks once a minute for the balances of what is connected', () => {
  pass(45);
  expect(asked).toEqual([]);
  pass(15);
  expect(asked).toEqual(['solana']);
  pass(180);
  expect(asked).toHaveLength(4);
});

it('asks for none while nobody sees the page, and as soon as somebody does', () => {
  isSeen = false;
  pass(600);
  expect(asked).toEqual([]);
  isSeen = true;
  look();
  look();
  expect(asked).toEqual(['solana']);
});

it('asks at once where a network has failed a request, and not where a wallet has', () => {
  const fail = (code: string) =>
    requests.get('solana')?.set({ state: 'failed', failure: { code, context: {} } });
  fail('wallet/rejected');
  expect(asked).toEqual([]);
  fail('network/unreachable');
  expect(asked).toEqual(['solana']);
});

it('asks a chain of nobody’s account nothing', () => {
  requests.get('evm')?.set({ state: 'failed', failure: { code: 'network/busy', context: {} } });
  pass(60);
  expect(asked).toEqual(['solana']);
});

it('does not wait for a clock that was set back by a day', () => {
  now -= 86_400_000;
  look();
  expect(asked).toEqual(['solana']);
});
