import { describe, expect, it } from 'vitest';
import { describeStores, type OpenStore } from '../testing/describe-stores.ts';
import { openMemoryStore } from '../testing/memory-store.ts';
import { probeStore } from './open-store.ts';
import { type Store, StoreConflict, type Tag } from './store.ts';

const publishers = 5;
const rounds = 4;

describeStores('a store', testContract);

describe('a store in memory', () => {
  testContract(async () => {
    const store = openMemoryStore();
    return async () => store;
  });
});

/** What every store does, whatever it is made of. */
function testContract(createStore: () => Promise<OpenStore>): void {
  const open = async () => (await createStore())();

  it('has nothing where nothing was written', async () => {
    const store = await open();
    expect(await store.read('nothing/here.json')).toBeUndefined();
    expect(await store.list('nothing/')).toEqual([]);
  });

  it.each([
    ['of text', 'single/text.js', toBytes('export {};\n')],
    ['of any bytes', 'single/bytes.wasm', Uint8Array.from({ length: 256 }, (_, index) => index)],
    ['of no bytes', 'single/empty.css', new Uint8Array()],
    ['with an unusual name', 'single/@scope/a+b-(1)~$!,=.js', toBytes('1')],
    ['of a megabyte', 'single/large.js', new Uint8Array(1_048_576).fill(97)],
  ])('keeps a file %s', async (_, path, bytes) => {
    const store = await open();
    const tag = await create(store, path, bytes);
    const kept = await store.read(path);
    expect(kept?.tag).toBe(tag);
    expect(Buffer.compare(kept?.bytes ?? Buffer.from('nothing'), bytes)).toBe(0);
  });

  it('leaves a file as it is that is to be created again, and tells what is there', async () => {
    const store = await open();
    const tag = await create(store, 'again.json', toBytes('first'));
    const refusal = await conflictOf(create(store, 'again.json', toBytes('second')));
    expect(refusal.code).toBe('store/exists');
    expect(refusal.now).toEqual({ bytes: toBytes('first'), tag });
    expect(await store.read('again.json')).toEqual({ bytes: toBytes('first'), tag });
  });

  it('replaces a file that is still what was read; one that has changed stays, and is told', async () => {
    const store = await open();
    const first = await create(store, 'stale.json', toBytes('first'));
    const second = await replace(store, 'stale.json', toBytes('second'), first);
    expect(second).not.toBe(first);
    const refusal = await conflictOf(replace(store, 'stale.json', toBytes('third'), first));
    expect(refusal.code).toBe('store/changed');
    expect(refusal.now).toEqual({ bytes: toBytes('second'), tag: second });
    expect(await store.read('stale.json')).toEqual(refusal.now);
  });

  it('does not replace a file that is gone', async () => {
    const store = await open();
    const tag = await create(store, 'gone.json', toBytes('first'));
    await store.remove('gone.json');
    const refusal = await conflictOf(replace(store, 'gone.json', toBytes('second'), tag));
    expect(refusal).toMatchObject({ code: 'store/changed', now: undefined });
    expect(await store.read('gone.json')).toBeUndefined();
  });

  it('lists by prefix, in order, with sizes and times', async () => {
    const store = await open();
    const begun = Date.now() - 2_000;
    const paths = ['list/a/1.js', 'list/a/2.js', 'list/a-b.js', 'list/b/c/3.js', 'list/b.js', 'listed.js'];
    for (const path of paths) await create(store, path, toBytes(path));
    const entries = await store.list('list/');
    expect(entries.map(({ path }) => path)).toEqual(paths.slice(0, 5).sort());
    for (const { path, size, modifiedAt } of entries) {
      expect(size).toBe(path.length);
      expect(Date.parse(modifiedAt)).toBeGreaterThan(begun);
      expect(modifiedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    }
    expect((await store.list('list/a')).map(({ path }) => path)).toEqual([
      'list/a-b.js',
      'list/a/1.js',
      'list/a/2.js',
    ]);
  });

  it('removes a file, and does not mind to be asked again', async () => {
    const store = await open();
    await create(store, 'removed/deep/1.js', toBytes('1'));
    await store.remove('removed/deep/1.js');
    await store.remove('removed/deep/1.js');
    expect(await store.read('removed/deep/1.js')).toBeUndefined();
    await create(store, 'removed/deep/1.js', toBytes('2'));
  });

  it('refuses paths that not every store and address can hold', async () => {
    const store = await open();
    const refusal = { code: 'store/path' };
    const names = ['', '/a', 'a/', 'a//b', '../a', 'a/../b', './a', 'a\\b', 'a?b', 'a#b', 'a%2e', 'a b', 'ä'];
    for (const path of [...names, '.linkspan/lock/1']) {
      await expect(store.read(path)).rejects.toMatchObject(refusal);
      await expect(create(store, path, toBytes(''))).rejects.toMatchObject(refusal);
      await expect(replace(store, path, toBytes(''), 'any' as Tag)).rejects.toMatchObject(refusal);
      await expect(store.remove(path)).rejects.toMatchObject(refusal);
    }
    for (const prefix of ['../', '/etc', 'a/../../b', 'a\\'])
      await expect(store.list(prefix)).rejects.toMatchObject(refusal);
  });

  it('passes the probe, which leaves nothing behind', async () => {
    const store = await open();
    await probeStore(store);
    expect(await store.list('linkspan-probe')).toEqual([]);
  });

  it('lets exactly one of five create a file', async () => {
    const open = await createStore();
    const stores = await Promise.all(Array.from({ length: publishers }, open));
    for (let round = 0; round < rounds; round += 1) {
      const path = `race/create-${round}.json`;
      const [winner, losers] = await race(
        stores.map((store, index) => create(store, path, toBytes(`${index}`))),
      );
      const now = await stores[0]?.read(path);
      expect(now).toEqual({ bytes: toBytes(`${winner.index}`), tag: winner.tag });
      expect(losers).toEqual(Array(publishers - 1).fill({ code: 'store/exists', now }));
    }
  });

  it('lets exactly one of five replace a file, and tells the others what it is now', async () => {
    const open = await createStore();
    const stores = await Promise.all(Array.from({ length: publishers }, open));
    const path = 'race/replace.json';
    let tag = await create(await open(), path, toBytes('begin'));
    for (let round = 0; round < rounds; round += 1) {
      const [winner, losers] = await race(
        stores.map((store, index) => replace(store, path, toBytes(`${round}: ${index}`), tag)),
      );
      const now = await stores[0]?.read(path);
      expect(now).toEqual({ bytes: toBytes(`${round}: ${winner.index}`), tag: winner.tag });
      expect(losers).toEqual(Array(publishers - 1).fill({ code: 'store/changed', now }));
      tag = winner.tag;
    }
  });
}

function create(store: Store, path: string, bytes: Uint8Array): Promise<Tag> {
  return store.createIfAbsent(path, bytes);
}

function replace(store: Store, path: string, bytes: Uint8Array, tag: Tag): Promise<Tag> {
  return store.replaceIfUnchanged(path, bytes, tag);
}

/** The one who won, and what each of the others was told. Fails if it is not one. */
async function race(attempts: readonly Promise<Tag>[]) {
  const ends = await Promise.allSettled(attempts);
  const winners = ends.flatMap((end, index) =>
    end.status === 'fulfilled' ? [{ index, tag: end.value }] : [],
  );
  const losers = ends.flatMap((end) => {
    if (end.status === 'fulfilled') return [];
    if (!(end.reason instanceof StoreConflict)) throw end.reason;
    return [{ code: end.reason.code, now: end.reason.now }];
  });
  expect(winners).toHaveLength(1);
  return [winners[0] as (typeof winners)[number], losers] as const;
}

async function conflictOf(attempt: Promise<Tag>): Promise<StoreConflict> {
  const end = await attempt.catch((error: unknown) => error);
  if (end instanceof StoreConflict) return end;
  throw end instanceof Error ? end : new Error('It was written');
}

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text));
}
