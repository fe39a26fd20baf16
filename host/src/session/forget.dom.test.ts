import { createStore, type Store } from '@linkspan/store';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../async.ts';
import { endConnection } from '../loader/slot.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createForget, type Forget } from './forget.ts';

const wallet = { id: 'one', name: 'One' };

let store: Store;
let done: string[];
let forget: Forget;
let disconnect: () => Promise<void>;
let setItem: Storage['setItem'];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  store = createStore(fakeConfig.families);
  done = [];
  disconnect = async () => undefined;
  setItem = (key, value) => localStorage.setItem(key, value);
  forget = createForget({
    view: store.view,
    attempts: { cancel: (id) => void done.push(`cancel ${id}`) },
    reads: { abandon: () => undefined },
    mounted: async (family) => ({
      disconnect: async () => {
        done.push(`disconnect ${family}`);
        await disconnect();
      },
    }),
    end: (family) => endConnection(store, family),
    stopPersisting: () => void done.push('stop persisted'),
    window: {
      addEventListener: window.addEventListener.bind(window),
      sessionStorage,
      localStorage: new Proxy(localStorage, {
        get(storage, name) {
          if (name === 'setItem') return setItem;
          const value = Reflect.get(storage, name);
          return typeof value === 'function' ? value.bind(storage) : value;
        },
      }),
    },
    reload: () => void done.push('reload'),
    newId: () => 'id',
  });
  for (const key of [
    '1:connection:evm',
    '1:remote:near:note',
    '1:release:remote-evm',
    '1:sends',
    'try',
    '0:old',
  ])
    localStorage.setItem(`linkspan:${key}`, 'x');
  localStorage.setItem('practice-wallet:evm', 'x');
  sessionStorage.setItem('linkspan:page', 'x');
  sessionStorage.setItem('other', 'x');
  const account = 'near:practice:harbour' as const;
  const connected = { status: 'connected', wallet, accounts: [account], capabilities: [] } as const;
  store.openLease('near').lease.publishConnection(connected);
});

const left = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];

describe('who is forgotten', () => {
  it('has left nothing of the shell in this browser, and all that is not the shell’s is there', async () => {
    await forget.begin();
    expect(left()).toEqual(['practice-wallet:evm', 'other']);
  });

  it('is disconnected first, by the wallets themselves, then nothing more is kept, then the page is loaded again', async () => {
    await forget.begin();
    expect(done).toEqual([
      'cancel evm',
      'cancel solana',
      'cancel near',
      'disconnect near',
      'stop persisted',
      'reload',
    ]);
  });

  it('does not wait for a wallet that hangs for longer than four seconds', async () => {
    vi.useFakeTimers();
    disconnect = () => createDeferred<void>().promise;
    const forgotten = forget.begin();
    await vi.advanceTimersByTimeAsync(4_000);
    await forgotten;
    vi.useRealTimers();
    expect(done.at(-1)).toBe('reload');
    expect(left()).toEqual(['practice-wallet:evm', 'other']);
    expect(store.view.family('near').connection.get()).toEqual({ status: 'disconnected' });
  });

  it('is forgotten too by a wallet that fails at it', async () => {
    disconnect = () => Promise.reject(new Error('no'));
    await forget.begin();
    expect(left()).toEqual(['practice-wallet:evm', 'other']);
  });

  it('is told of to the other tabs before anything is deleted, which then ask no wallet', async () => {
    const told: (readonly [key: string, value: string, keys: number])[] = [];
    setItem = (key, value) => void told.push([key, value, localStorage.length]);
    await forget.begin();
    expect(told).toEqual([['linkspan:1:forget', 'id', 7]]);
    done.length = 0;
    forget.follow();
    expect(done).toEqual(['stop persisted', 'reload']);
  });

  it('leaves nothing behind that is written while the page goes away', async () => {
    await forget.begin();
    localStorage.setItem('linkspan:1:release:remote-evm', 'late');
    window.dispatchEvent(new Event('pagehide'));
    expect(left()).toEqual(['practice-wallet:evm', 'other']);
  });

  it('can ask for it where the browser gives no storage at all', async () => {
    const blocked = createForget({
      view: store.view,
      attempts: { cancel: () => undefined },
      reads: { abandon: () => undefined },
      mounted: async () => ({ disconnect: async () => endConnection(store, 'near') }),
      end: () => expect.fail('It is disconnected already'),
      stopPersisting: () => undefined,
      window: Object.defineProperties(new EventTarget(), {
        localStorage: { get: refuse },
        sessionStorage: { get: refuse },
      }) as never,
      reload: () => void done.push('reload'),
      newId: () => 'id',
    });
    await blocked.begin();
    expect(done).toEqual(['reload']);
  });
});

function refuse(): never {
  throw new DOMException('blocked', 'SecurityError');
}
