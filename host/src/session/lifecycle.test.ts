import { type Connection, LinkspanError } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import {
  createConfirm,
  createTryAgain,
  followBalances,
  onWake,
  watchForgetful,
  watchOffline,
} from './lifecycle.ts';
import type { Request } from './request.ts';

describe('being offline', () => {
  it('follows what the browser knows', () => {
    const navigator = { onLine: true };
    const window = new EventTarget();
    const isOffline = watchOffline({ navigator, window });
    const seen: boolean[] = [];
    isOffline.subscribe((value) => seen.push(value));
    for (const type of ['offline', 'online'] as const) {
      navigator.onLine = type === 'online';
      window.dispatchEvent(new Event(type));
    }
    expect(seen).toEqual([false, true, false]);
  });
});

describe('a browser that keeps nothing', () => {
  it('is told of only as long as something would be lost by it', () => {
    const store = createStore(fakeConfig.families);
    const kept = new Set<string>();
    const isForgetful = watchForgetful(store.view, { isKept: (family) => kept.has(family) });
    const { lease } = store.openLease('evm');
    const connect = (account: 'eip155:1:0xa' | 'eip155:1:0xb') =>
      lease.publishConnection({
        status: 'connected',
        wallet: { id: 'one', name: 'One' },
        accounts: [account],
        capabilities: [],
      });
    expect(isForgetful.get()).toBe(false);
    connect('eip155:1:0xa');
    expect(isForgetful.get()).toBe(true);
    kept.add('evm');
    connect('eip155:1:0xb');
    expect(isForgetful.get()).toBe(false);
    kept.clear();
    connect('eip155:1:0xa');
    lease.publishConnection({ status: 'disconnected' });
    expect(isForgetful.get()).toBe(false);
  });
});

describe('waking up', () => {
  let now: number;
  let woken: number;
  let beat: () => void;
  let page: EventTarget & { visibilityState: DocumentVisibilityState };
  let frame: EventTarget;

  beforeEach(() => {
    [now, woken, beat] = [0, 0, () => undefined];
    frame = new EventTarget();
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
    const every = (_: number, run: () => void) => {
      beat = run;
    };
    onWake({ document: page, window: frame, every, now: () => now }, () => {
      woken += 1;
    });
  });

  function pass(ms: number): void {
    now += ms;
    beat();
  }

  it('hears nothing while the page goes on, also slowly in the background', () => {
    for (let onFocus = 0; onFocus < 60; onFocus++) pass(10_000);
    page.visibilityState = 'hidden';
    for (let onFocus = 0; onFocus < 60; onFocus++) pass(60_000);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(woken).toBe(0);
  });

  it('hears once that the page was still for longer than a minute and a half', () => {
    pass(91_000);
    pass(10_000);
    expect(woken).toBe(1);
  });

  it('hears of a sleep in the background when the page is seen again', () => {
    page.visibilityState = 'hidden';
    pass(3_600_000);
    expect(woken).toBe(0);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(woken).toBe(1);
  });

  it('hears of a return from the back-forward cache, however short, and of no first showing', () => {
    frame.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(woken).toBe(0);
    frame.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(woken).toBe(1);
  });
});

describe('confirming after a sleep', () => {
  const connected: Connection = {
    status: 'connected',
    wallet: { id: 'one', name: 'One' },
    accounts: ['eip155:31337:0xa'],
    capabilities: [],
  };

  let store: Store;
  let done: string[];
  let answer: () => Promise<void>;
  const request = atom<Request>({ state: 'none' });

  beforeEach(() => {
    store = createStore(fakeConfig.families);
    [done, answer] = [[], async () => undefined];
    request.set({ state: 'none' });
  });

  const confirm = () =>
    createConfirm({
      view: store.view,
      request: () => request,
      async restore(_, { connection }, wanted) {
        done.push(`read ${connection.wallet.id} ${connection.accounts}`);
        await answer();
        if (wanted.isOpen()) done.push('taken over');
      },
      end: (_, isRevoked) => void done.push(isRevoked ? 'revoked' : 'ended'),
      restart: async () => void done.push('restarted'),
    })('evm');

  const connect = () => store.openLease('evm').lease.publishConnection(connected);
  const refuse = (error: Error) => {
    answer = () => Promise.reject(error);
  };

  describe('a wallet after a sleep', () => {
    it('is read without a prompt and taken over afresh', async () => {
      connect();
      await confirm();
      expect(done).toEqual(['read one eip155:31337:0xa', 'taken over']);
    });

    it('has ended where it grants nothing any more', async () => {
      connect();
      refuse(new LinkspanError('wallet/revoked', { wallet: 'One' }));
      await confirm();
      expect(done.at(-1)).toBe('revoked');
    });

    it.each(['wallet/timeout', 'wallet/absent'] as const)(
      'has its connector mounted again where it says %s',
      async (code) => {
        connect();
        refuse(new LinkspanError(code, { wallet: 'One' }));
        await confirm();
        expect(done.at(-1)).toBe('restarted');
      },
    );

    it('stays as it is where only its network or its remote’s server is away', async () => {
      connect();
      refuse(new LinkspanError('loader/unreachable', { remote: 'remote-evm', stage: 'connector' }));
      await confirm();
      expect(done).toHaveLength(1);
    });

    it('is not asked while a person is, nor where none is connected', async () => {
      await confirm();
      connect();
      request.set({ state: 'switching', network: 'eip155:31338' });
      await confirm();
      expect(done).toEqual([]);
    });

    it('is left to the person who has chosen again meanwhile', async () => {
      connect();
      answer = async () => store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
      await confirm();
      expect(done).toEqual(['read one eip155:31337:0xa']);
    });
  });
});

describe('following balances', () => {
  let store: Store;
  let requests: Map<string, WritableAtom<Request>>;
  let asked: string[];
  let now: number;
  let isSeen: boolean;
  let beat: () => void;
  let look: () => void;

  beforeEach(() => {
    store = createStore(fakeConfig.families);
    requests = new Map(store.view.families.map((id) => [id, atom<Request>({ state: 'none' })]));
    [asked, now, isSeen] = [[], 1_000_000, true];
    look = followBalances({
      view: store.view,
      request: (family) => requests.get(family) as WritableAtom<Request>,
      refreshBalance: async (family) => void asked.push(family),
      isSeen: () => isSeen,
      every: (_, run) => {
        beat = run;
      },
      now: () => now,
    });
    const wallet = { id: 'one', name: 'One' };
    const accounts = ['solana:practice:A'] as const;
    store.openLease('solana').lease.publishConnection({
      ...{ status: 'connected', wallet, accounts, capabilities: [] },
    });
  });

  function pass(seconds: number): void {
    for (let at = 0; at < seconds; at += 15) {
      now += 15_000;
      beat();
    }
  }

  it('asks once a minute for the balances of what is connected', () => {
    pass(45);
    expect(asked).toEqual([]);
    pass(15);
    expect(asked).toEqual(['solana']);
    pass(180);
    expect(asked).toHaveLength(4);
  });

  it('asks for none while nobody sees the page, and as soon as somebody does', () => {
    isSeen = false;
    pass(600);
    expect(asked).toEqual([]);
    isSeen = true;
    look();
    look();
    expect(asked).toEqual(['solana']);
  });

  it('asks at once where a network has failed a request, and not where a wallet has', () => {
    const fail = (code: string) =>
      requests.get('solana')?.set({ state: 'failed', failure: { code, context: {} } });
    fail('wallet/rejected');
    expect(asked).toEqual([]);
    fail('network/unreachable');
    expect(asked).toEqual(['solana']);
  });

  it('asks a chain of nobody’s account nothing', () => {
    requests.get('evm')?.set({ state: 'failed', failure: { code: 'network/busy', context: {} } });
    pass(60);
    expect(asked).toEqual(['solana']);
  });

  it('does not wait for a clock that was set back by a day', () => {
    now -= 86_400_000;
    look();
    expect(asked).toEqual(['solana']);
  });
});

describe('trying again', () => {
  const release = { remote: 'remote-evm', version: '1.0.0' };

  let store: Store;
  let tried: string[];
  let now: number;
  let tryAgain: () => void;

  beforeEach(() => {
    store = createStore(fakeConfig.families);
    [tried, now] = [[], 1_000_000];
    const note = (what: string) => async (family: string) => void tried.push(`${what} ${family}`);
    const commands = { retry: note('remote'), refreshBalance: note('balance') };
    tryAgain = createTryAgain({ ...commands, view: store.view, now: () => now });
  });

  const nextTask = () => new Promise((resolve) => setTimeout(resolve));

  function fail(family: string, code: string, step: 'again' | 'reload' = 'again'): void {
    store.publishRemote(family, { stage: 'failed', failure: { code, context: {} }, step });
  }

  function lose(): void {
    const { lease } = store.openLease('solana');
    const account = 'solana:practice:A' as const;
    const wallet = { id: 'one', name: 'One' };
    lease.publishConnection({ status: 'connected', wallet, accounts: [account], capabilities: [] });
    lease.publishBalanceFailure({ account, failure: { code: 'network/unreachable', context: {} } });
  }

  it('tries what had failed for want of a network: remotes and balances, each by itself', () => {
    fail('evm', 'release/unreachable');
    fail('near', 'loader/timeout');
    lose();
    tryAgain();
    expect(tried).toEqual(['remote evm', 'balance solana', 'remote near']);
  });

  it('leaves alone what no network can repair, what only a reload can repair, and what is well', () => {
    fail('evm', 'release/unsigned');
    fail('near', 'loader/unreachable', 'reload');
    tryAgain();
    expect(tried).toEqual([]);
  });

  it('tries ever more rarely what keeps failing, at most once in five minutes in the end', () => {
    fail('evm', 'release/unreachable');
    const at: number[] = [];
    for (const begun = now; now < begun + 3_600_000; now += 1_000) {
      const before = tried.length;
      tryAgain();
      if (tried.length > before) at.push((now - begun) / 1_000);
    }
    expect(at.slice(0, 8)).toEqual([0, 5, 15, 35, 75, 155, 315, 615]);
    expect(at.length).toBeLessThan(20);
  });

  it('starts again once it was well in between', () => {
    fail('evm', 'release/unreachable');
    tryAgain();
    now += 5_000;
    tryAgain();
    store.publishRemote('evm', { stage: 'listed', release: { remote: 'remote-evm', version: '1.0.0' } });
    tryAgain();
    fail('evm', 'release/unreachable');
    tryAgain();
    expect(tried).toHaveLength(3);
  });

  it('does not wait for a clock that was set back by a day', () => {
    fail('evm', 'release/unreachable');
    tryAgain();
    now -= 86_400_000;
    tryAgain();
    expect(tried).toHaveLength(2);
  });

  it('tries what was being loaded just then, and failed after all, once', async () => {
    store.publishRemote('evm', { stage: 'mounting', release });
    tryAgain();
    tryAgain();
    expect(tried).toEqual([]);
    fail('evm', 'loader/unreachable');
    await vi.waitFor(() => expect(tried).toEqual(['remote evm']));
    fail('evm', 'loader/timeout');
    await nextTask();
    expect(tried).toEqual(['remote evm']);
  });

  it('leaves alone what was being loaded just then, and has come', async () => {
    store.publishRemote('evm', { stage: 'mounting', release });
    tryAgain();
    store.publishRemote('evm', { stage: 'mounted', release });
    fail('evm', 'loader/unreachable');
    await nextTask();
    expect(tried).toEqual([]);
  });
});
