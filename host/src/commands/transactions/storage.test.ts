import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toStoredTransaction } from '../../testing/kept-sends.ts';
import { openTransactionStorage, type TransactionStorage } from './storage.ts';

const prefix = 'linkspan:1:sends:';
let kept: Record<string, string>;
let transactionStorage: TransactionStorage;
let page: EventTarget;
const open = () => openTransactionStorage(page as Window);

beforeEach(() => {
  page = new EventTarget();
  kept = {};
  // The methods of `Storage` are no keys of its own.
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  };
  const target = Object.create(methods);
  vi.stubGlobal(
    'localStorage',
    new Proxy(target, {
      ownKeys: () => Reflect.ownKeys(kept),
      getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(kept, key),
    }),
  );
  transactionStorage = open();
});
afterEach(() => vi.unstubAllGlobals());

it('keeps each send for later pages, and apart from what others keep', () => {
  kept['linkspan:1:connection:evm'] = 'x';
  const [one, two] = [toStoredTransaction(), toStoredTransaction({ id: 'two' })];
  transactionStorage.put(one);
  transactionStorage.put(two);
  expect(open().all()).toEqual([one, two]);
  transactionStorage.remove('one');
  expect(open().all()).toEqual([two]);
  expect(Object.keys(kept)).toEqual(['linkspan:1:connection:evm', `${prefix}two`]);
});

it('drops what it cannot read, and nothing else', () => {
  transactionStorage.put(toStoredTransaction());
  kept[`${prefix}torn`] = '{"id":"torn",';
  kept[`${prefix}old`] = '{"id":"old","state":"sent"}';
  kept[`${prefix}other`] = JSON.stringify(toStoredTransaction({ id: 'two' }));
  expect(transactionStorage.all()).toEqual([toStoredTransaction()]);
  expect(Object.keys(kept)).toEqual([`${prefix}one`]);
});

it('does not take back what another tab has learned meanwhile', () => {
  const other = open();
  transactionStorage.put(toStoredTransaction());
  other.put(toStoredTransaction({ outcome: { state: 'expired' }, learnedAt: 3_000 }));
  transactionStorage.put(
    toStoredTransaction({
      transaction: '0x1',
      outcome: { state: 'sent', transaction: '0x1' },
      learnedAt: 2_000,
    }),
  );
  expect(transactionStorage.read('one')).toMatchObject({ transaction: '0x1', outcome: { state: 'expired' } });
});

it('keeps sends for as long as the page lasts where the browser gives no storage', () => {
  vi.stubGlobal('localStorage', undefined);
  transactionStorage.put(toStoredTransaction());
  expect(transactionStorage.all()).toEqual([toStoredTransaction()]);
  expect(open().all()).toEqual([]);
});

it('tells when another tab has changed a send, or cleared everything', () => {
  const changed = vi.fn();
  const stop = transactionStorage.listen(changed);
  const hear = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  hear(`${prefix}one`);
  hear(null);
  hear('linkspan:1:connection:evm');
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
  hear(null);
  expect(changed).toHaveBeenCalledTimes(2);
});
