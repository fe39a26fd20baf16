import { describe, expect, it } from 'vitest';
import { createStorage } from '../testing/storage.ts';
import { createStore, storedTopics } from './store.ts';

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
    expect(await store.getEntries()).toEqual([
      ['session', [1]],
      ['y', { b: 2 }],
    ]);
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

describe('the stores of two tabs', () => {
  const [session, keychain] = ['x//session', 'x//keychain'];
  const [one, two] = [{ topic: 'one' }, { topic: 'two' }];

  function open() {
    const storage = createStorage();
    const tabs = [createStore(storage), createStore(storage)] as const;
    return { tabs, later: () => createStore(storage) };
  }

  it('add up, in lists and in tables', async () => {
    const { tabs, later } = open();
    await tabs[0].setItem(session, [one]);
    await tabs[1].setItem(session, [two]);
    await tabs[0].setItem(keychain, { one: 'key' });
    await tabs[1].setItem(keychain, { two: 'key' });
    expect(await later().getItem(session)).toEqual([one, two]);
    expect(await later().getItem(keychain)).toEqual({ one: 'key', two: 'key' });
  });

  it('bring back nothing that one of them has removed', async () => {
    const { tabs, later } = open();
    await tabs[0].setItem(session, [one]);
    const other = later();
    await tabs[0].setItem(session, []);
    await other.setItem(session, [{ ...one, expiry: 2 }, two]);
    expect(await later().getItem(session)).toEqual([two]);
  });

  it('show each library its own entries alone', async () => {
    const { tabs } = open();
    await tabs[0].setItem('x//subscription', [one]);
    expect(await tabs[1].getItem('x//subscription')).toBeUndefined();
  });

  it('do not lose the page’s key at the relay', async () => {
    const { tabs, later } = open();
    await tabs[0].setItem(keychain, { client_ed25519_seed: 'seed' });
    const other = later();
    await tabs[0].setItem(keychain, {});
    await other.setItem(keychain, { client_ed25519_seed: 'seed', two: 'key' });
    expect(await later().getItem(keychain)).toEqual({ client_ed25519_seed: 'seed', two: 'key' });
  });
});

it('a session can be resumed if one is stored', async () => {
  const storage = createStorage();
  expect(storedTopics(storage)).toEqual([]);
  await createStore(storage).setItem('x//session', []);
  expect(storedTopics(storage)).toEqual([]);
  await createStore(storage).setItem('x//session', [{ topic: 'a' }]);
  expect(storedTopics(storage)).toEqual(['a']);
});
