import {
  LinkspanError,
  type SendOptions,
  type Sent,
  type Settled,
  type Transfer,
  type Unsettled,
} from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred, type Deferred } from '../async.ts';
import { createFakeHandle } from '../testing/fake-handle.ts';
import { openFakePage } from '../testing/fake-page.ts';
import { carryOut } from '../testing/fake-ledger.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { followTransactions } from './follow-ledger.ts';
import {
  openLedgerStorage,
  type Send,
  type LedgerStorage,
} from './stored-transaction.ts';
import { Transactions } from './ledger.ts';

const expired: Settled = { state: 'expired' };
const away = new LinkspanError('network/unreachable', { network: 'A' });

let store: Store;
let storage: LedgerStorage;
let ledger: Ledger;
let looks: Unsettled[];
let answers: (Settled | Error | Promise<Settled>)[];
let mountings: string[];
let mounts: (family: string) => Promise<unknown>;
let published: Transfer[];
let refreshed: string[];
let page: ReturnType<typeof openFakePage>;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  store = createStore(fakeConfig.families);
  const { view } = store;
  storage = openLedgerStorage(new EventTarget() as Window);
  ledger = new Ledger({
    storage,
    view,
    now: Date.now,
    newId: () => 'own',
  });
  [looks, answers, mountings, published, refreshed] = [[], [], [], [], []];
  mounts = async () => undefined;
  page = openFakePage();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns as given, the last one again and again. */
async function settle(send: Unsettled): Promise<Settled> {
  looks.push(send);
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (answer instanceof Error) throw answer;
  return answer ?? { state: 'unknown' };
}

async function follow(...kept: Send[]): Promise<void> {
  for (const send of kept) storage.put(send);
  followTransactions({
    ledger,
    families: ['evm', 'solana', 'near'],
    async mounted(family) {
      mountings.push(family);
      await mounts(family);
      return { ...createFakeHandle(), settle, refreshBalance: async () => void refreshed.push(family) };
    },
    publishTransfer: (_, transfer) => published.push(transfer),
    now: Date.now,
  });
  await vi.advanceTimersByTimeAsync(0);
}
const outcomes = () => ledger.sends().map(({ outcome }) => outcome.state);

describe('a send that was given up while its wallet may still answer', () => {
  const landed = { state: 'landed', transaction: '0x1', isFinal: true } as const;
  let answer: Deferred<Sent>;
  let run: Promise<Sent>;

  beforeEach(async () => {
    answer = createDeferred<Sent>();
    const send = (options: SendOptions) => {
      options.noted('block 7');
      return answer.promise;
    };
    run = carryOut(ledger, send, toSend().intent);
    ledger.abandon('evm');
    await follow();
  });

  it('is not taken for expired until the wallet has answered', async () => {
    answers = [expired, expired];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outcomes()).toEqual(['unknown']);
    answer.reject(new LinkspanError('wallet/failed', { wallet: 'Harbour', detail: 'closed' }));
    await expect(run).rejects.toMatchObject({ code: 'wallet/failed' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(outcomes()).toEqual(['expired']);
  });

  it('is found on the network, and the balance is asked for again', async () => {
    answers = [landed];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outcomes()).toEqual(['landed']);
    expect(refreshed).toEqual(['evm']);
  });
});

describe('a send of an earlier page', () => {
  it('is looked for at once, by what is known of it, and its outcome is published', async () => {
    answers = [expired];
    const other = {
      transaction: '0x9',
      outcome: { state: 'landed', transaction: '0x9', by: '0x7', isFinal: true },
    } as const;
    await follow(
      toSend({ transaction: '0x1' }),
      toSend({ id: 'two', ...other }),
      toSend({ id: 'three', family: 'near', transaction: '0x8', ...{ outcome: expired } }),
    );
    const { account, moves } = toSend().intent;
    expect(looks).toEqual([
      { from: account, ...moves, transaction: '0x1', note: 'noted', others: ['0x9', '0x7'] },
    ]);
    expect(published).toMatchObject([{ transaction: '0x1', state: 'expired' }]);
    expect(mountings).toEqual(['evm']);
  });

  it('is looked for ever more rarely, and no more once its end is final', async () => {
    const landed = { state: 'landed', transaction: '0x1', isFinal: false } as const;
    answers = [away, { state: 'sent', transaction: '0x1' }, landed, { ...landed, isFinal: true }];
    await follow(toSend({ transaction: '0x1' }));
    for (const [waitMs, state] of [
      [2_000, 'sent'],
      [4_000, 'landed'],
      [8_000, 'landed'],
    ] as const) {
      const before = looks.length;
      await vi.advanceTimersByTimeAsync(waitMs - 1);
      expect(looks).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(looks).toHaveLength(before + 1);
      expect(outcomes()).toEqual([state]);
    }
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(looks).toHaveLength(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is looked for at least every two minutes', async () => {
    await follow(toSend());
    await vi.advanceTimersByTimeAsync(3_600_000);
    const before = looks.length;
    expect(before).toBeLessThan(45);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(looks.length - before).toBe(5);
  });

  it.each<[string, () => void]>([
    ['is online', () => page.goOnline(true)],
    ['is shown', () => page.show()],
    ['comes back', () => page.restore()],
  ])('is looked for as soon as the page %s', async (_, act) => {
    answers = [away];
    await follow(toSend());
    await vi.advanceTimersByTimeAsync(70_000);
    answers = [expired];
    const before = looks.length;
    act();
    await vi.advanceTimersByTimeAsync(0);
    expect(looks).toHaveLength(before + 1);
    expect(outcomes()).toEqual(['expired']);
  });

  it('is left alone while nobody looks at the page', async () => {
    page.hide();
    await follow(toSend());
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(mountings).toEqual([]);
    page.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(looks).toHaveLength(1);
  });

  it('waits where its connector does not come, and keeps no other family waiting', async () => {
    mounts = (family) => (family === 'evm' ? Promise.reject(away) : Promise.resolve());
    answers = [expired];
    await follow(toSend(), toSend({ id: 'two', family: 'solana' }));
    expect(ledger.sends().map(({ family, outcome }) => [family, outcome.state])).toEqual([
      ['evm', 'unknown'],
      ['solana', 'expired'],
    ]);
    mounts = async () => undefined;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(outcomes()).toEqual(['expired', 'expired']);
  });

  it('is given up for now where its connector never answers', async () => {
    answers = [new Promise<Settled>(() => undefined), expired];
    await follow(toSend());
    await vi.advanceTimersByTimeAsync(61_999);
    expect(looks).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(outcomes()).toEqual(['expired']);
  });

  it('learns nothing from an answer that is none', async () => {
    answers = [{ state: 'gone' } as never];
    await follow(toSend({ transaction: '0x1', outcome: { state: 'sent', transaction: '0x1' } }));
    expect(outcomes()).toEqual(['sent']);
    expect(published).toEqual([]);
  });

  it('of a family that the page no longer has waits', async () => {
    await follow(toSend({ family: 'tides' }));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(mountings).toEqual([]);
  });
});

it('leaves a send of this page to its connector at first', async () => {
  await follow();
  await carryOut(ledger, async () => ({ transaction: '0x1' }), toSend().intent);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(looks).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toMatchObject([{ transaction: '0x1' }]);
});

describe('a stored end', () => {
  const landed: Settled = {
    ...{ state: 'landed', transaction: '0x1', isFinal: true },
    comparison: { result: 'as-asked' },
  };
  const kept = toSend({ transaction: '0x1', outcome: landed });
  const mount = async () => {
    store.publishRemote('evm', { stage: 'mounted', release: { remote: 'remote-evm', version: '0.1.0' } });
    await vi.advanceTimersByTimeAsync(0);
  };
  const checked = () => ledger.sends().map((send) => ledger.checkedOf(send));

  it('mounts no connector, is looked for once one is mounted, and then no more', async () => {
    answers = [landed];
    await follow(kept);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([mountings, checked()]).toEqual([[], ['no']]);
    await mount();
    expect(looks).toHaveLength(1);
    expect(checked()).toEqual(['yes']);
    expect(published).toMatchObject([{ transaction: '0x1', state: 'landed' }]);
    page.show();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(looks).toHaveLength(1);
  });

  it('that the chain does not show is looked for once, and not published', async () => {
    answers = [{ state: 'unknown' }];
    await follow(kept);
    await mount();
    page.show();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(looks).toHaveLength(1);
    expect(checked()).toEqual(['absent']);
    expect(published).toEqual([]);
  });

  it('of a chain that cannot be reached is looked for again when the page is seen', async () => {
    answers = [away, landed];
    await follow(kept);
    await mount();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(looks).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    page.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(checked()).toEqual(['yes']);
  });

  it('waits for the sends that have none', async () => {
    answers = [{ state: 'unknown' }];
    await follow();
    storage.put({ ...kept, at: 2_000 });
    storage.put(toSend({ id: 'two', transaction: '0x2' }));
    await mount();
    page.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(looks.map(({ transaction }) => transaction)).toEqual(['0x2', '0x1']);
  });
});
