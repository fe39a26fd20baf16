import { LinkspanError, type SendOptions, type Sent, type Settled, type Unsettled } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred, type Deferred } from '../async.ts';
import { createFakeHandle } from '../testing/fake-handle.ts';
import { carryOut, toSend } from '../testing/fake-ledger.ts';
import { openFakePage } from '../testing/fake-page.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import type { Send } from './entry.ts';
import { followSends } from './follow.ts';
import { Ledger } from './ledger.ts';
import { type LedgerStorage, openLedgerStorage } from './storage.ts';

const expired: Settled = { state: 'expired' };
const away = new LinkspanError('network/unreachable', { network: 'A' });

let store: Store;
let storage: LedgerStorage;
let ledger: Ledger;
let looks: Unsettled[];
let answers: (Settled | Error | Promise<Settled>)[];
let mountings: string[];
let mounts: (family: string) => Promise<unknown>;
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
  [looks, answers, mountings, refreshed] = [[], [], [], []];
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
  followSends({
    ledger,
    view: store.view,
    async mounted(family) {
      mountings.push(family);
      await mounts(family);
      return { ...createFakeHandle(), settle, refreshBalance: async () => void refreshed.push(family) };
    },
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
  it('is looked for at once, by what is known of it', async () => {
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
    expect(mountings).toEqual(['evm']);
  });

  it('is looked for ever more rarely, and no more once its end is final', async () => {
    const landed = { state: 'landed', transaction: '0x1', isFinal: false } as const;
    answers = [away, { state: 'sent', transaction: '0x1' }, landed, { ...landed, isFinal: true }];
    await follow(toSend({ transaction: '0x1' }));
    for (const [waitMs, state] of [
      [400, 'sent'],
      [800, 'landed'],
      [1_600, 'landed'],
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
    expect(before).toBeLessThan(60);
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

  it('is left alone while the device has no network, and looked for once it has one', async () => {
    page.goOnline(false);
    await follow(toSend());
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(looks).toEqual([]);
    page.goOnline(true);
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
    await vi.advanceTimersByTimeAsync(60_399);
    expect(looks).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(outcomes()).toEqual(['expired']);
  });

  it('learns nothing from an answer that is none', async () => {
    answers = [{ state: 'gone' } as never];
    await follow(toSend({ transaction: '0x1', outcome: { state: 'sent', transaction: '0x1' } }));
    expect(outcomes()).toEqual(['sent']);
  });

  it('of a family that the page no longer has waits', async () => {
    await follow(toSend({ family: 'tides' }));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(mountings).toEqual([]);
  });
});

describe('a send of this page', () => {
  const submitted: Settled = { state: 'sent', transaction: '0x1' };
  const send = (transaction = '0x1') => carryOut(ledger, async () => ({ transaction }), toSend().intent);

  /** When it was looked for, in seconds from its answer, until then. */
  async function listLooks(untilMs: number): Promise<number[]> {
    const times: number[] = [];
    const start = Date.now();
    for (let known = looks.length; Date.now() - start < untilMs; known = looks.length) {
      await vi.advanceTimersToNextTimerAsync();
      if (looks.length > known) times.push((Date.now() - start) / 1_000);
    }
    return times;
  }

  it('is looked for quickly at first, and then ever more rarely', async () => {
    answers = [submitted];
    await follow();
    await send();
    const times = await listLooks(200_000);
    expect(times.slice(0, 8)).toEqual([0.4, 1.2, 2.8, 6, 12.4, 25.2, 40.2, 58.95]);
    await listLooks(3_600_000);
    expect((await listLooks(600_000)).map((time) => Math.round(time))).toEqual([120, 240, 360, 480, 600]);
  });

  it('is looked for quickly again once its wallet has named it', async () => {
    const answer = createDeferred<Sent>();
    const ask = ({ noted }: SendOptions) => {
      noted('block 7');
      return answer.promise;
    };
    const run = carryOut(ledger, ask, toSend().intent);
    ledger.abandon('evm');
    await follow();
    await vi.advanceTimersByTimeAsync(600_000);
    answers = [submitted];
    answer.resolve({ transaction: '0x1' });
    await run;
    expect((await listLooks(10_000)).slice(0, 3)).toEqual([0.4, 1.2, 2.8]);
  });

  it('waits for no other one, and the balance is asked for again as it lands', async () => {
    answers = [new Promise<Settled>(() => undefined), { state: 'landed', transaction: '0x1', isFinal: true }];
    await follow(toSend({ id: 'earlier' }));
    await send();
    await vi.advanceTimersByTimeAsync(400);
    expect(outcomes().sort()).toEqual(['landed', 'unknown']);
    expect(refreshed).toEqual(['evm']);
  });

  it('is looked up by its wallet if that knows more, and by its chain once the wallet is closed', async () => {
    const told: (Settled | Error)[] = [submitted, new LinkspanError('remote/unmounted', { family: 'evm' })];
    const look = async () => {
      const next = told.shift() ?? expect.fail('asked once more');
      if (next instanceof Error) throw next;
      return next;
    };
    answers = [{ state: 'landed', transaction: '0x1', by: '0x2', isFinal: false }, expired];
    await follow();
    await ledger.send('evm', toSend().intent, async () => ({ sent: { transaction: '0x1' }, look }));
    await vi.advanceTimersByTimeAsync(400);
    expect([looks.length, outcomes()]).toEqual([0, ['sent']]);
    await vi.advanceTimersByTimeAsync(800);
    expect([looks.length, outcomes()]).toEqual([1, ['landed']]);
    // Once it has landed, the chain alone tells whether that is final.
    await vi.advanceTimersByTimeAsync(1_600);
    expect([looks.length, outcomes()]).toEqual([2, ['expired']]);
  });

  it.each<[string, () => void]>([
    ['forward', () => vi.setSystemTime(Date.now() + 400 * 86_400_000)],
    ['back', () => vi.setSystemTime(0)],
  ])('is followed to its end though the clock jumps %s', async (_, jump) => {
    answers = [submitted, { state: 'landed', transaction: '0x1', isFinal: false }];
    await follow();
    await send();
    await vi.advanceTimersByTimeAsync(400);
    jump();
    page.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(outcomes()).toEqual(['landed']);
  });
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
  const checked = () => ledger.sends().map(({ checked }) => checked);

  it('mounts no connector, is looked for once one is mounted, and then no more', async () => {
    answers = [landed];
    await follow(kept);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([mountings, checked()]).toEqual([[], ['no']]);
    await mount();
    expect(looks).toHaveLength(1);
    expect(checked()).toEqual(['yes']);
    page.show();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(looks).toHaveLength(1);
  });

  it('that the chain does not show is looked for once', async () => {
    answers = [{ state: 'unknown' }];
    await follow(kept);
    await mount();
    page.show();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(looks).toHaveLength(1);
    expect(checked()).toEqual(['absent']);
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
