import { createStore, type Store } from '@linkspan/store';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createTryAgain } from './lifecycle.ts';

const release = { remote: 'remote-evm', version: '1.0.0' };

let store: Store;
let tried: string[];
let now: number;
let tryAgain: () => void;

beforeEach(() => {
  store = createStore(fakeConfig.families);
  [tried, now] = [[], 1_000_000];
  const note = (what: string) => async (family: string) => void tried.push(`${what} ${family}`);
  const commands = { retry: note('remote'), refreshBalance: note('balance') };
  tryAgain = createTryAgain({ ...commands, view: store.view, now: () => now });
});

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

function fail(family: string, code: string, step: 'again' | 'reload' = 'again'): void {
  store.publishRemote(family, { stage: 'failed', failure: { code, context: {} }, step });
}

function lose(): void {
  const { lease } = store.openLease('solana');
  const account = 'solana:practice:A' as const;
  const wallet = { id: 'one', name: 'One' };
  lease.publishConnection({ status: 'connected', wallet, accounts: [account], capabilities: [] });
  lease.publishBalanceFailure({ account, failure: { code: 'network/unreachable', context: {} } });
}

it('tries what had failed for want of a network: remotes and balances, each by itself', () => {
  fail('evm', 'release/unreachable');
  fail('near', 'loader/timeout');
  lose();
  tryAgain();
  expect(tried).toEqual(['remote evm', 'balance solana', 'remote near']);
});

it('leaves alone what no network can repair, what only a reload can repair, and what is well', () => {
  fail('evm', 'release/unsigned');
  fail('near', 'loader/unreachable', 'reload');
  tryAgain();
  expect(tried).toEqual([]);
});

it('tries ever more rarely what keeps failing, at most once in five minutes in the end', () => {
  fail('evm', 'release/unreachable');
  const at: number[] = [];
  for (const begun = now; now < begun + 3_600_000; now += 1_000) {
    const before = tried.length;
    tryAgain();
    if (tried.length > before) at.push((now - begun) / 1_000);
  }
  expect(at.slice(0, 8)).toEqual([0, 5, 15, 35, 75, 155, 315, 615]);
  expect(at.length).toBeLessThan(20);
});

it('starts again once it was well in between', () => {
  fail('evm', 'release/unreachable');
  tryAgain();
  now += 5_000;
  tryAgain();
  store.publishRemote('evm', { stage: 'listed', release: { remote: 'remote-evm', version: '1.0.0' } });
  tryAgain();
  fail('evm', 'release/unreachable');
  tryAgain();
  expect(tried).toHaveLength(3);
});

it('does not wait for a clock that was set back by a day', () => {
  fail('evm', 'release/unreachable');
  tryAgain();
  now -= 86_400_000;
  tryAgain();
  expect(tried).toHaveLength(2);
});

it('tries what was being loaded just then, and failed after all, once', async () => {
  store.publishRemote('evm', { stage: 'mounting', release });
  tryAgain();
  tryAgain();
  expect(tried).toEqual([]);
  fail('evm', 'loader/unreachable');
  await vi.waitFor(() => expect(tried).toEqual(['remote evm']));
  fail('evm', 'loader/timeout');
  await nextTask();
  expect(tried).toEqual(['remote evm']);
});

it('leaves alone what was being loaded just then, and has come', async () => {
  store.publishRemote('evm', { stage: 'mounting', release });
  tryAgain();
  store.publishRemote('evm', { stage: 'mounted', release });
  fail('evm', 'loader/unreachable');
  await nextTask();
  expect(tried).toEqual([]);
});
