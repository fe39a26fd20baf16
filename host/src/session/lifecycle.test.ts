import { type Connection, LinkspanError, type Readable } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openFakePage } from '../testing/fake-page.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { confirm, onWake, refreshBalances, retryFailed, watchOffline, watchStorage } from './lifecycle.ts';
import type { Request } from './request.ts';

const wallet = { id: 'one', name: 'One' };
const connected = {
  status: 'connected',
  wallet,
  accounts: ['eip155:31337:0xa'],
  capabilities: [],
} satisfies Connection;
const onSolana = { ...connected, accounts: ['solana:practice:A'] } satisfies Connection;

let store: Store;
let requests: Map<string, WritableAtom<Request>>;
let done: string[];
let page: ReturnType<typeof openFakePage>;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  store = createStore(fakeConfig.families);
  requests = new Map(store.view.families.map((id) => [id, atom<Request>({ state: 'none' })]));
  [done, page] = [[], openFakePage()];
});
afterEach(() => void vi.useRealTimers());

const request = (family: string) => requests.get(family) as WritableAtom<Request>;
const publish = (family: string, connection: Connection) =>
  store.openLease(family).lease.publishConnection(connection);
const note = (what: string) => async (family: string) => void done.push(`${what} ${family}`);
const seconds = (count: number) => vi.advanceTimersByTime(count * 1_000);
/** The device sleeps: no timer runs. */
const sleep = (count: number) => vi.setSystemTime(Date.now() + count * 1_000);

it('knows whether the device is offline', () => {
  const isOffline = watchOffline();
  const seen: boolean[] = [];
  isOffline.subscribe((value) => seen.push(value));
  page.goOnline(false);
  page.goOnline(true);
  expect(seen).toEqual([false, true, false]);
});

it('knows that the browser stores nothing, as long as something would be lost by it', () => {
  const kept = new Set<string>();
  const isStorageUnavailable = watchStorage(store.view, { isKept: (family) => kept.has(family) });
  const seen = [isStorageUnavailable.get()];
  const look = (connection: Connection) => {
    publish('evm', connection);
    seen.push(isStorageUnavailable.get());
  };
  look(connected);
  kept.add('evm');
  look({ ...connected, accounts: ['eip155:31337:0xb'] });
  kept.clear();
  look(connected);
  look({ status: 'disconnected' });
  expect(seen).toEqual([false, true, false, true, false]);
});

describe('a page that wakes', () => {
  beforeEach(() => onWake(Date.now, () => void done.push('woken')));

  it('is told from one that goes on, also slowly in the background', () => {
    seconds(600);
    page.hide();
    for (let count = 0; count < 60; count++) {
      sleep(50);
      seconds(10);
    }
    page.show();
    expect(done).toEqual([]);
  });

  it('was still for longer than a minute and a half', () => {
    sleep(81);
    seconds(20);
    expect(done).toEqual(['woken']);
  });

  it('is told of a sleep in the background when it is visible again', () => {
    page.hide();
    sleep(3_600);
    seconds(10);
    expect(done).toEqual([]);
    page.show();
    expect(done).toEqual(['woken']);
  });

  it('comes back from the back-forward cache, however short, and is not just loaded', () => {
    page.load();
    expect(done).toEqual([]);
    page.restore();
    expect(done).toEqual(['woken']);
  });
});

describe('a wallet after a sleep', () => {
  let answer: () => Promise<void>;
  beforeEach(() => {
    answer = async () => undefined;
    publish('evm', connected);
  });

  const confirmNow = () =>
    confirm(
      {
        view: store.view,
        request,
        reads: {
          async restore(_, { remembered, isWanted }) {
            const { wallet, accounts } = remembered.connection;
            done.push(`read ${wallet.id} ${accounts}`);
            await answer();
            if (isWanted()) done.push('adopted');
            return isWanted();
          },
        },
        end: (_, isRevoked) => void done.push(isRevoked ? 'revoked' : 'ended'),
        restart: note('restarted'),
      },
      'evm',
    );
  const read = 'read one eip155:31337:0xa';

  it.each<[string, () => Promise<void>, ...string[]]>([
    ['is read without a prompt and adopted afresh', async () => undefined, 'adopted'],
    [
      'has ended if it grants nothing any more',
      () => Promise.reject(new LinkspanError('wallet/revoked', { wallet: 'One' })),
      'revoked',
    ],
    [
      'has its connector mounted again if it times out',
      () => Promise.reject(new LinkspanError('wallet/timeout', { wallet: 'One' })),
      'restarted evm',
    ],
    [
      'has its connector mounted again if it is absent',
      () => Promise.reject(new LinkspanError('wallet/absent', { wallet: 'One' })),
      'restarted evm',
    ],
    [
      'stays as it is if only its network or its remote’s server is away',
      () => Promise.reject(new LinkspanError('loader/unreachable', { remote: 'a', stage: 'connector' })),
    ],
    [
      'is left to the person who has chosen again meanwhile',
      async () => publish('evm', { status: 'disconnected' }),
    ],
  ])('%s', async (_, told, ...after) => {
    answer = told;
    await confirmNow();
    expect(done).toEqual([read, ...after]);
  });

  it('is not asked while a person is, nor if none is connected', async () => {
    request('evm').set({ state: 'switching', network: 'eip155:31338' });
    await confirmNow();
    request('evm').set({ state: 'none' });
    publish('evm', { status: 'disconnected' });
    await confirmNow();
    expect(done).toEqual([]);
  });
});

describe('balances', () => {
  beforeEach(() => {
    refreshBalances({ view: store.view, request, refreshBalance: note('balance'), now: Date.now });
    publish('solana', onSolana);
  });

  it('are refreshed once a minute for what is connected', () => {
    seconds(45);
    expect(done).toEqual([]);
    seconds(15);
    expect(done).toEqual(['balance solana']);
    seconds(180);
    expect(done).toHaveLength(4);
  });

  it('are not refreshed while nobody sees the page or the device is offline, and as soon as somebody does', () => {
    page.hide();
    seconds(600);
    page.goOnline(false);
    page.show();
    expect(done).toEqual([]);
    page.goOnline(true);
    page.show();
    page.show();
    expect(done).toEqual(['balance solana']);
  });

  it('are refreshed at once if a request has failed at the network, and not at the wallet', () => {
    const fail = (family: string, code: string) =>
      request(family).set({ state: 'failed', failure: { code, context: {} } });
    fail('solana', 'wallet/rejected');
    fail('evm', 'network/busy');
    expect(done).toEqual([]);
    fail('solana', 'network/unreachable');
    expect(done).toEqual(['balance solana']);
  });

  it('do not wait for a clock that was set back by a day', () => {
    sleep(-86_400);
    page.show();
    expect(done).toEqual(['balance solana']);
  });
});

describe('what has failed at the network', () => {
  let retryAt: Readable<number | undefined>;
  beforeEach(() => {
    const { view } = store;
    retryAt = retryFailed({ view, retry: note('remote'), refreshBalance: note('balance'), now: Date.now });
  });

  const fail = (family: string, code: string, step: 'again' | 'reload' = 'again') =>
    store.publishRemote(family, { stage: 'failed', failure: { code, context: {} }, step });

  it('is retried when the device is online: remotes and balances, each by itself', () => {
    fail('evm', 'release/unreachable');
    fail('near', 'loader/timeout');
    const { lease } = store.openLease('solana');
    lease.publishConnection(onSolana);
    const [account] = onSolana.accounts as readonly ['solana:practice:A'];
    lease.publishBalanceFailure({ account, failure: { code: 'network/unreachable', context: {} } });
    page.goOnline(true);
    expect(done).toEqual(['remote evm', 'balance solana', 'remote near']);
  });

  it('is not retried if no network or only a reload can repair it', () => {
    fail('evm', 'release/unsigned');
    fail('near', 'loader/unreachable', 'reload');
    page.show();
    expect(done).toEqual([]);
  });

  it('is retried at growing intervals, at most once in five minutes in the end', () => {
    fail('evm', 'release/unreachable');
    const at: number[] = [];
    for (let second = 0; second < 3_600; second++) {
      const before = done.length;
      page.show();
      if (done.length > before) at.push(second);
      sleep(1);
    }
    expect(at.slice(0, 8)).toEqual([0, 5, 15, 35, 75, 155, 315, 615]);
    expect(at.length).toBeLessThan(20);
  });

  it('is retried after the pause if the device came online within it', async () => {
    fail('evm', 'release/unreachable');
    page.show();
    expect(done).toEqual(['remote evm']);
    page.goOnline(true);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(done).toEqual(['remote evm']);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['remote evm', 'remote evm']);
  });

  it('is retried by itself, at growing intervals, while the page is visible and online', async () => {
    expect(retryAt.get()).toBeUndefined();
    fail('evm', 'release/unreachable');
    expect(retryAt.get()).toBe(Date.now() + 5_000);
    await vi.advanceTimersByTimeAsync(60_000);
    // At 5, 10, 20 and 40 seconds.
    expect(done).toEqual(Array(4).fill('remote evm'));
    expect(retryAt.get()).toBe(Date.now() + 20_000);
    page.hide();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(done).toHaveLength(4);
    expect(retryAt.get()).toBeUndefined();
    page.show();
    expect(done).toHaveLength(5);
    page.goOnline(false);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(done).toHaveLength(5);
  });

  it('is not announced to be retried if only a press or a reload helps, or once it is well', () => {
    fail('evm', 'loader/altered');
    fail('near', 'loader/unreachable', 'reload');
    expect(retryAt.get()).toBeUndefined();
    fail('evm', 'loader/timeout');
    expect(retryAt.get()).toBe(Date.now() + 5_000);
    store.publishRemote('evm', { stage: 'listed', release: { remote: 'remote-evm', version: '1.0.0' } });
    expect(retryAt.get()).toBeUndefined();
  });

  it('is retried at once if it was well in between, or the clock was set back by a day', () => {
    fail('evm', 'release/unreachable');
    page.show();
    sleep(5);
    page.show();
    store.publishRemote('evm', { stage: 'listed', release: { remote: 'remote-evm', version: '1.0.0' } });
    page.show();
    fail('evm', 'release/unreachable');
    page.show();
    sleep(-86_400);
    page.show();
    expect(done).toHaveLength(4);
  });
});
