import { UniversalProvider } from '@walletconnect/universal-provider';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStorage } from '../testing/storage.ts';
import { openClient, reopenWhenSeen } from './client.ts';

const ended = new AbortController();
const page = Object.assign(new EventTarget(), { location: new URL('https://page.example') });

beforeEach(() => void vi.stubGlobal('window', page));
afterAll(() => ended.abort());

/** Nothing answers at the relay's address, and nothing is asked there as long as there is no session. */
const open = (storage = createStorage()) =>
  openClient({ projectId: 'p', relay: 'ws://127.0.0.1:9', storage, signal: ended.signal });

describe('WalletConnect’s library', () => {
  it('is a new instance each time', async () => {
    const [one, other] = [await open(), await open()];
    expect(other.core).not.toBe(one.core);
  });

  it.each([
    ['session', '[{"topic":"a"}]'],
    ['keychain', 'null'],
    ['expirer', '[null]'],
  ])('clears a stored %s in another form', async (name, text) => {
    const storage = createStorage();
    storage.set(name, text);
    expect((await open(storage)).session.getAll()).toEqual([]);
    expect(storage.get(name)).toBeUndefined();
  });

  it('leaves the storage if it fails for another reason', async () => {
    vi.spyOn(UniversalProvider, 'init').mockRejectedValueOnce(new Error('No internet connection detected'));
    const storage = createStorage();
    storage.set('session', '[{"topic":"a"}]');
    await expect(open(storage)).rejects.toThrow('No internet');
    expect([...storage.kept.keys()]).toEqual(['session']);
  });
});

describe('the connection to the relay', () => {
  let seen = new AbortController();
  let opened: number;
  let relayer: { connected: boolean; transportOpen(): Promise<void> };

  beforeEach(() => {
    seen.abort();
    seen = new AbortController();
    opened = 0;
    relayer = {
      connected: true,
      async transportOpen() {
        opened += 1;
        if (!navigator.onLine) throw new Error('No internet connection');
        relayer.connected = true;
      },
    };
    reopenWhenSeen(relayer, seen.signal);
  });

  function turn(visibilityState: 'visible' | 'hidden', onLine = true) {
    vi.stubGlobal('navigator', { onLine });
    vi.stubGlobal('document', { visibilityState });
    page.dispatchEvent(new Event('visibilitychange'));
  }

  it('is opened again when the page is seen again, if it was closed meanwhile', () => {
    turn('hidden');
    relayer.connected = false;
    turn('visible');
    expect(opened).toBe(1);
    turn('hidden');
    turn('visible');
    expect(opened).toBe(1);
  });

  it('stays closed while the page is in the background', () => {
    relayer.connected = false;
    turn('hidden');
    expect(opened).toBe(0);
  });

  it('that cannot be opened is tried again the next time', async () => {
    relayer.connected = false;
    turn('visible', false);
    await Promise.resolve();
    turn('visible');
    expect([opened, relayer.connected]).toEqual([2, true]);
  });

  it('stays closed once the page needs it no more', () => {
    relayer.connected = false;
    seen.abort();
    turn('visible');
    expect(opened).toBe(0);
  });
});
