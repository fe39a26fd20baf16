import type { WalletListing } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settledMs } from '../../limits.ts';
import { fakeConfig } from '../../testing/fake-shell.ts';
import { createFakeStorage } from '../../testing/fake-storage.ts';
import { recallListed, storeListed } from './stored-wallets.ts';

const icon = (length: number) => 'data:image/png;base64,'.padEnd(length, 'A');
const wallet = (id: string, more: object = {}): WalletListing => ({
  ...{ id, name: id, reach: 'installed' },
  ...more,
});
const absent = (id: string): WalletListing =>
  wallet(id, { reach: 'absent', installUrl: 'https://wallet.invalid/' });

let storage: ReturnType<typeof createFakeStorage>;
const open = () => createStore(fakeConfig.families);
/** What the next page is told. */
const listedBefore = () => recallListed(storage, 'evm');

function list(...wallets: readonly WalletListing[]): void {
  const store = open();
  storeListed(storage, store.view);
  store.publishWallets('evm', wallets);
  vi.advanceTimersByTime(settledMs);
}

beforeEach(() => {
  vi.useFakeTimers();
  storage = createFakeStorage();
});
afterEach(() => {
  vi.useRealTimers();
});

it('the next page is told what a family has listed, without icons that are large', () => {
  list(
    wallet('a', { icon: icon(2_048), identity: 'org.pier' }),
    wallet('b', { icon: icon(2_049) }),
    absent('c'),
  );
  expect(listedBefore()).toEqual([
    wallet('a', { icon: icon(2_048), identity: 'org.pier' }),
    wallet('b'),
    absent('c'),
  ]);
});

it('twelve of a family are kept, and those at hand sooner than others', () => {
  list(absent('away'), ...Array.from({ length: 12 }, (_, at) => wallet(`${at}`)));
  expect(listedBefore()).toHaveLength(12);
  expect(listedBefore().some(({ id }) => id === 'away')).toBe(false);
});

it('a list is kept once it has not changed for a while', () => {
  const store = open();
  storeListed(storage, store.view);
  store.publishWallets('evm', [wallet('a')]);
  vi.advanceTimersByTime(settledMs - 1);
  store.publishWallets('evm', [wallet('a'), wallet('b')]);
  vi.advanceTimersByTime(settledMs - 1);
  expect(storage.kept).toEqual({});
  vi.advanceTimersByTime(1);
  expect(Object.keys(storage.kept)).toEqual(['evm']);
});

it('a list that is there already is kept too', () => {
  const store = open();
  store.publishWallets('evm', [wallet('a')]);
  storeListed(storage, store.view);
  vi.advanceTimersByTime(settledMs);
  expect(listedBefore()).toEqual([wallet('a')]);
});

it('a page on which a family listed nothing leaves what is kept', () => {
  list(wallet('a'));
  storeListed(storage, open().view);
  vi.advanceTimersByTime(settledMs);
  expect(listedBefore()).toEqual([wallet('a')]);
});

it.each([
  ['nothing', ''],
  ['no JSON', '[{'],
  ['no list', '{"id":"a"}'],
  ['a wallet without a name', '[{"id":"a","reach":"installed"}]'],
  ['two wallets with one id', JSON.stringify([wallet('a'), wallet('a')])],
  [
    'a page to open that is no web page',
    JSON.stringify([{ ...absent('a'), installUrl: 'javascript:alert(1)' }]),
  ],
])('of %s, nothing is used', (_, text) => {
  storage.set('evm', text);
  expect(listedBefore()).toEqual([]);
});
