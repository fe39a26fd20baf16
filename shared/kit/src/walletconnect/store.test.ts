import { describe, expect, it } from 'vitest';
import { createStorage } from '../testing/storage.ts';
import { createStore, hasSession } from './store.ts';

describe('the store of WalletConnect’s library', () => {
  it('keeps for a later page what resumes the session, and nothing that was asked', async () => {
    const storage = createStorage();
    const store = createStore(storage);
    await store.setItem('wc@2:client:0.3:evm//session', [{ topic: 'a' }]);
    await store.setItem('wc@2:core:0.3:evm//history', [{ request: 'secret' }]);
    await store.setItem('wc@2:core:0.3:evm//messages', { a: 'secret' });
    expect([...storage.kept.keys()]).toEqual(['session']);
    expect(await store.getItem('wc@2:core:0.3:evm//history')).toEqual([{ request: 'secret' }]);
    const later = createStore(storage);
    expect(await later.getItem('wc@2:client:0.3:evm//session')).toEqual([{ topic: 'a' }]);
    expect(await later.getItem('wc@2:core:0.3:evm//history')).toBeUndefined();
  });

  it('removes entries, and lists those that end with the page', async () => {
    const storage = createStorage();
    const store = createStore(storage);
    await store.setItem('x//session', [1]);
    await store.setItem('y', { b: 2 });
    expect(await store.getEntries()).toEqual([['y', { b: 2 }]]);
    for (const key of ['x//session', 'y']) await store.removeItem(key);
    expect(await store.getKeys()).toEqual([]);
    expect(storage.kept.size).toBe(0);
  });

  it('has nothing if the text was altered', async () => {
    const storage = createStorage();
    storage.set('session', '[{');
    expect(await createStore(storage).getItem('x//session')).toBeUndefined();
  });
});

it('a session can be resumed if one is stored', async () => {
  const storage = createStorage();
  expect(hasSession(storage)).toBe(false);
  await createStore(storage).setItem('x//session', []);
  expect(hasSession(storage)).toBe(false);
  await createStore(storage).setItem('x//session', [{ topic: 'a' }]);
  expect(hasSession(storage)).toBe(true);
});
