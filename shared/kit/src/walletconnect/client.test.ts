import { UniversalProvider } from '@walletconnect/universal-provider';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStorage } from '../testing/storage.ts';
import { openClient } from './client.ts';

const ended = new AbortController();
const page = Object.assign(new EventTarget(), { location: new URL('https://page.example') });

beforeEach(() => void vi.stubGlobal('window', page));
afterAll(() => ended.abort());

/** Nothing answers at the relay's address, and nothing is asked there as long as there is no session. */
const open = (storage = createStorage()) =>
  openClient({ projectId: 'p', relay: 'ws://127.0.0.1:9', storage, signal: ended.signal });

describe('WalletConnect’s library', () => {
  it('is opened anew each time, with nothing of an opening before', async () => {
    const [one, other] = [await open(), await open()];
    expect(other.core).not.toBe(one.core);
  });

  it.each([
    ['session', '[{"topic":"a"}]'],
    ['keychain', 'null'],
    ['expirer', '[null]'],
  ])('begins anew where a %s in another form is kept', async (name, text) => {
    const storage = createStorage();
    storage.set(name, text);
    expect((await open(storage)).session.getAll()).toEqual([]);
    expect(storage.get(name)).toBeUndefined();
  });

  it('leaves what is kept where it is not opened for another reason', async () => {
    vi.spyOn(UniversalProvider, 'init').mockRejectedValueOnce(new Error('No internet connection detected'));
    const storage = createStorage();
    storage.set('session', '[{"topic":"a"}]');
    await expect(open(storage)).rejects.toThrow('No internet');
    expect([...storage.kept.keys()]).toEqual(['session']);
  });
});
