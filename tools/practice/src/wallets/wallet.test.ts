import { describe, expect, it, vi } from 'vitest';
import { type Answer, type Ask, createRequestQueue } from './approval.ts';
import type { StateChange } from './state.ts';
import {
  approve,
  isPending,
  openTestPage,
  openTestWallet,
  reject as rejectAll,
  type TestPage,
} from './testing/test-page.ts';
import { type PracticeWallet, toClaims, type WalletId } from './wallet.ts';

const question = { title: 'Sign a message', facts: [] };
const accounts = [
  { name: 'Harbour', address: 'a' },
  { name: 'Pier', address: 'b' },
];

/** A request that is approved in the moment in which it is closed. */
const approveOnceAborted: Ask = (_, signal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(approve())));

function open(page?: TestPage, id: WalletId = 'evm', others: readonly PracticeWallet[] = []) {
  return openTestWallet({ id, accounts, networkIds: ['eip155:1', 'eip155:2'], others }, page).wallet;
}

/** What a wallet announces: objects with one call, and whether they are still announced. */
function announce(wallet: PracticeWallet) {
  const objects: { call(): Promise<string>; readonly signal: AbortSignal }[] = [];
  const stop = wallet.keepAnnounced((withFaults, signal) => {
    const number = objects.length;
    const call = withFaults('sign', async () => {
      await wallet.approve(question);
      return `object ${number}`;
    });
    objects.push({ call, signal });
  });
  return { objects, stop, announced: () => objects.map(({ signal }) => !signal.aborted) };
}

describe('approve', () => {
  it('shows who asks whom, and resolves to the picked accounts', async () => {
    const page = openTestPage();
    page.decide = async () => approve('b', 'a');
    expect(await open(page).approve(question)).toEqual(['b', 'a']);
    const site = 'https://ferry.example';
    expect(page.shown).toEqual([{ ...question, family: 'evm', wallet: 'Practice Wallet', site }]);
  });

  it('rejects with 4001 if the person rejects', async () => {
    const page = openTestPage();
    page.decide = rejectAll;
    await expect(open(page).approve(question)).rejects.toMatchObject({ code: 4001 });
  });

  it.each<[string, (wallet: PracticeWallet) => void]>([
    ['goes', (wallet) => wallet.change({ here: false })],
    ['is updated', (wallet) => wallet.update()],
  ])('rejects with 4900 and closes the request if the wallet %s meanwhile', async (_, leave) => {
    const page = openTestPage();
    const signals: AbortSignal[] = [];
    page.decide = (request, signal) => {
      signals.push(signal);
      return approveOnceAborted(request, signal);
    };
    const wallet = open(page);
    const approving = wallet.approve(question);
    wallet.change({ locked: true });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    leave(wallet);
    await expect(approving).rejects.toMatchObject({ code: 4900 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('asks nobody while the wallet is gone', async () => {
    const page = openTestPage();
    const wallet = open(page);
    wallet.change({ here: false });
    await expect(wallet.approve(question)).rejects.toMatchObject({ code: 4900 });
    expect(page.shown).toEqual([]);
  });
});

describe('requestAccounts', () => {
  it('permits the picked accounts, the first one active, and unlocks', async () => {
    const page = openTestPage();
    page.decide = async () => approve('b', 'a');
    const wallet = open(page);
    wallet.change({ locked: true });
    expect(await wallet.requestAccounts()).toEqual(['b', 'a']);
    expect(wallet.shown()).toEqual(['b', 'a']);
    expect(wallet.store.get()).toMatchObject({ active: 'b', locked: false });
    expect(page.shown[0]?.choice).toMatchObject({ accounts, picked: 'a' });
  });

  it('connects the other wallets only by the fault that does so', async () => {
    const other = open(openTestPage(), 'near');
    const wallet = open(openTestPage(), 'evm', [other]);
    await wallet.requestAccounts();
    expect(other.shown()).toEqual([]);
    wallet.change({ faults: [{ does: 'connectOthers' }] });
    other.change({ account: 'b' });
    await wallet.requestAccounts();
    expect(other.shown()).toEqual(['b']);
    other.grant(['b', 'a']);
    await wallet.requestAccounts();
    expect(other.shown()).toEqual(['b', 'a']);
  });
});

describe('keepAnnounced', () => {
  it('announces the first wallet, and the second once it is here', () => {
    expect(announce(open()).announced()).toEqual([true]);
    const second = open(openTestPage(), 'evm-second');
    const { announced } = announce(second);
    expect(announced()).toEqual([]);
    second.change({ here: true });
    expect(announced()).toEqual([true]);
  });

  it('announces a new object when the wallet is updated, and the old one is dead, open calls included', async () => {
    const page = openTestPage();
    page.decide = approveOnceAborted;
    const wallet = open(page);
    const { objects, announced } = announce(wallet);
    const call = objects[0]?.call() ?? Promise.resolve();
    wallet.update();
    expect(announced()).toEqual([false, true]);
    expect(await isPending(call)).toBe(true);
    page.decide = async () => approve();
    expect(await isPending(objects[0]?.call() ?? Promise.resolve())).toBe(true);
    expect(await objects[1]?.call()).toBe('object 1');
  });

  it('withdraws when the wallet goes, and announces a new object when it is back', async () => {
    const wallet = open();
    const { objects, announced } = announce(wallet);
    wallet.change({ here: false });
    expect(announced()).toEqual([false]);
    await expect(objects[0]?.call()).rejects.toMatchObject({ code: 4900 });
    wallet.update();
    wallet.change({ here: true });
    expect(announced()).toEqual([false, true]);
  });

  it('announces late by the fault that does so, unless it stopped before', () => {
    vi.useFakeTimers();
    const late: StateChange = { faults: [{ does: 'announceLate', ms: 500 }] };
    const wallets = [open(), open()];
    for (const wallet of wallets) wallet.change(late);
    const [first, stopped] = wallets.map(announce);
    stopped?.stop();
    vi.advanceTimersByTime(499);
    expect(first?.announced()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect([first?.announced(), stopped?.announced()]).toEqual([[true], []]);
    vi.useRealTimers();
  });

  it('leaves nothing behind once it is stopped', () => {
    const wallet = open();
    const { stop, announced } = announce(wallet);
    stop();
    wallet.update();
    wallet.change({ here: false });
    wallet.change({ here: true });
    expect(announced()).toEqual([false]);
  });
});

describe('toClaims', () => {
  it('tells the first wallet from the second', () => {
    const [first, second] = [toClaims(open()), toClaims(open(openTestPage(), 'near-second'))];
    expect(first).toMatchObject({ name: 'Practice Wallet', identity: 'practice.linkspan.wallet' });
    expect(second).toMatchObject({ name: 'Second Practice Wallet', identity: 'practice.linkspan.second' });
    expect(first.icon).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(first.icon).not.toBe(second.icon);
  });

  it('claims something else by the fault that does so', () => {
    const wallet = open();
    const claimed = { name: 'Other', identity: 'example.other', icon: 'data:image/png;base64,AA==' };
    wallet.change({ faults: [{ does: 'claim', ...claimed }] });
    expect(toClaims(wallet)).toEqual(claimed);
  });
});

describe('createRequestQueue', () => {
  function openQueue() {
    const requests: {
      readonly title: string;
      readonly waiting: number[];
      end(answer: Answer | Error): void;
    }[] = [];
    const ask = createRequestQueue(
      ({ title }, tellWaiting) =>
        new Promise((resolve, reject) => {
          const waiting: number[] = [];
          tellWaiting((count) => waiting.push(count));
          const end = (answer: Answer | Error) =>
            answer instanceof Error ? reject(answer) : resolve(answer);
          requests.push({ title, waiting, end });
        }),
    );
    const { signal } = new AbortController();
    const rest = { ...question, family: 'evm', wallet: 'Practice Wallet', site: '' } as const;
    return { requests, ask: (title: string) => ask({ ...rest, title }, signal) };
  }

  it('shows one request at a time, in their order, and tells how many wait', async () => {
    const { requests, ask } = openQueue();
    const titles = () => requests.map(({ title }) => title);
    const answers = ['one', 'two', 'three'].map(ask);
    await vi.waitFor(() => expect(titles()).toEqual(['one']));
    const fourth = ask('four');
    requests[0]?.end(approve('a'));
    expect(await answers[0]).toEqual(approve('a'));
    await vi.waitFor(() => expect(titles()).toEqual(['one', 'two']));
    expect(requests.map(({ waiting }) => waiting)).toEqual([[2, 3], [2]]);
    expect(await isPending(fourth)).toBe(true);
  });

  it('goes on after a request that could not be shown', async () => {
    const { requests, ask } = openQueue();
    const [first, second] = [ask('one'), ask('two')];
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    requests[0]?.end(new Error('no document'));
    await expect(first).rejects.toThrow('no document');
    await vi.waitFor(() => expect(requests[1]?.waiting).toEqual([0]));
    requests[1]?.end(approve());
    expect(await second).toEqual(approve());
  });
});
