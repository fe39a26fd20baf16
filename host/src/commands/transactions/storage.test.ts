import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toKeptSend } from '../../testing/kept-sends.ts';
import { openShelf, type Shelf } from './storage.ts';

const prefix = 'linkspan:1:sends:';
let kept: Record<string, string>;
let shelf: Shelf;
let page: EventTarget;
const open = () => openShelf(page as Window);

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
  shelf = open();
});
afterEach(() => vi.unstubAllGlobals());

it('keeps each send for later pages, and apart from what others keep', () => {
  kept['linkspan:1:connection:evm'] = 'x';
  const [one, two] = [toKeptSend(), toKeptSend({ id: 'two' })];
  shelf.put(one);
  shelf.put(two);
  expect(open().all()).toEqual([one, two]);
  shelf.remove('one');
  expect(open().all()).toEqual([two]);
  expect(Object.keys(kept)).toEqual(['linkspan:1:connection:evm', `${prefix}two`]);
});

it('drops what it cannot read, and nothing else', () => {
  shelf.put(toKeptSend());
  kept[`${prefix}torn`] = '{"id":"torn",';
  kept[`${prefix}old`] = '{"id":"old","state":"sent"}';
  kept[`${prefix}other`] = JSON.stringify(toKeptSend({ id: 'two' }));
  expect(shelf.all()).toEqual([toKeptSend()]);
  expect(Object.keys(kept)).toEqual([`${prefix}one`]);
});

it('does not take back what another tab has learned meanwhile', () => {
  const other = open();
  shelf.put(toKeptSend());
  other.put(toKeptSend({ outcome: { state: 'expired' }, learnedAt: 3_000 }));
  shelf.put(
    toKeptSend({ transaction: '0x1', outcome: { state: 'sent', transaction: '0x1' }, learnedAt: 2_000 }),
  );
  expect(shelf.read('one')).toMatchObject({ transaction: '0x1', outcome: { state: 'expired' } });
});

it('keeps sends for as long as the page lasts where the browser gives no storage', () => {
  vi.stubGlobal('localStorage', undefined);
  shelf.put(toKeptSend());
  expect(shelf.all()).toEqual([toKeptSend()]);
  expect(open().all()).toEqual([]);
});

it('tells what a later page would read where the browser takes nothing more', () => {
  shelf.put(toKeptSend());
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem() {
      throw new Error('full');
    },
  });
  shelf.put(toKeptSend({ again: 'two' }));
  shelf.put(toKeptSend({ id: 'two' }));
  expect([shelf.read('one')?.again, shelf.read('two')?.id]).toEqual(['two', 'two']);
  expect([shelf.readKept('one'), shelf.readKept('two')]).toEqual([toKeptSend(), undefined]);
});

it('tells when another tab has changed a send, or cleared everything', () => {
  const changed = vi.fn();
  const stop = shelf.listen(changed);
  const hear = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  hear(`${prefix}one`);
  hear(null);
  hear('linkspan:1:connection:evm');
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
  hear(null);
  expect(changed).toHaveBeenCalledTimes(2);
});
