import { LinkspanError } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../../async.ts';
import { parseConfig } from '../../config.ts';
import { createSlot } from '../../loader/slot.ts';
import type { Release } from '../../releases/release.ts';
import { approve } from '../../testing/fake-discovery.ts';
import { installFetch } from '../../testing/fake-fetch.ts';
import { createFakeRelease } from '../../testing/fake-release.ts';
import { fakeConfig } from '../../testing/fake-shell.ts';
import { createFakeStorage } from '../../testing/fake-storage.ts';
import type { Arrival, Handover, Host, StartHost } from '../hand-over.ts';
import { type EarlyDependencies, startEarly } from './start.ts';

const config = parseConfig({ ...fakeConfig, families: fakeConfig.families.slice(0, 2) });
const frameMs = 16;
const wallets = [{ id: 'one', name: 'Wallet one', reach: 'installed' as const }];

let reported: unknown[];
let failedShown: number;
let marksRemoved: number;
let host: Host;
let showViews: () => Promise<void>;
let order: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [reported, order, failedShown, marksRemoved] = [[], [], 0, 0];
  localStorage.clear();
  installFetch({});
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  host = { adopt: async () => undefined, prepare: () => undefined, show: async () => undefined };
  showViews = async () => undefined;
});

afterEach(() => void vi.useRealTimers());

/** Starts the early script of a page of two families: the first one has this release, the second one's failed. */
function enter(
  needs: Partial<EarlyDependencies> = {},
  release?: Release,
  chosen: Promise<boolean> = Promise.resolve(true),
): Handover {
  return startEarly(
    { ...toArrival(release), chosen },
    {
      now: () => 0,
      nextFrame: (run) => void setTimeout(run, frameMs),
      closePolicies: () => void order.push('closed'),
      startPractice: async () => void order.push('practice'),
      loadHost: async () => {
        order.push('host');
        return { start: () => ({ ...host, show: () => showViews() }) };
      },
      choose: () => undefined,
      setSearch: () => undefined,
      preload: () => undefined,
      paint: () => () => undefined,
      uncover: () => void order.push('uncovered'),
      untilSeen: async () => undefined,
      removeReloadMark: () => {
        marksRemoved += 1;
      },
      ...needs,
    },
  );
}

function toArrival(release?: Release): Omit<Arrival, 'chosen'> {
  const slots = config.families.map((family) => createSlot(family, createFakeStorage(), undefined));
  const [first, second] = slots;
  if (first !== undefined) first.release = release;
  const refusal = new LinkspanError('release/unreachable', { remote: 'remote-solana' });
  if (second !== undefined) second.refusal = refusal;
  return {
    page: { config, offered: {}, hostModule: '/assets/host.js' },
    source: {
      open: () => undefined,
      load: () => Promise.reject(new LinkspanError('release/unreachable', { remote: 'remote-evm' })),
    },
    slots: new Map(slots.map((slot) => [slot.family.id, slot])),
    released: Promise.resolve(),
    load: () => Promise.reject(new Error('not asked for')),
    showFailed: () => {
      failedShown += 1;
    },
  };
}

const remote = ({ store }: Handover, family = 'evm') => store.view.family(family).remote.get();
/** A person connects a wallet that approves at once; resolves when the attempt has ended. */
async function connect({ store, slots, attempts }: Handover): Promise<void> {
  const slot = slots.get('evm');
  store.publishWallets('evm', wallets);
  if (slot) slot.discovery = createDeferred();
  slot?.discovery.resolve({ attempt: async () => approve('one'), restore: async () => undefined });
  const { attempt } = store.view.family('evm');
  const ended = new Promise<void>((resolve) => {
    attempt.listen(({ state }) => state !== 'running' && resolve());
  });
  attempts.start('evm', 'one');
  await ended;
}

/** Past the frame that shows what is listed, and the task after it. */
const settle = () => vi.advanceTimersByTimeAsync(frameMs + 1);

describe('the early script', () => {
  it('publishes what has become of remotes', async () => {
    const page = enter();
    await settle();
    expect(remote(page, 'solana')).toMatchObject({ failure: { code: 'release/unreachable' }, step: 'again' });
    const stages = page.stream.events.recent().filter(({ kind }) => kind === 'stage');
    expect(stages).toContainEqual(
      expect.objectContaining({ stage: 'document', family: 'solana', code: 'release/unreachable' }),
    );
  });

  it('runs nothing of a remote, and loads nothing, before it is known that the browser enforces what is chosen', async () => {
    let choose: (isEnforced: boolean) => void = () => undefined;
    const chosen = new Promise<boolean>((resolve) => (choose = resolve));
    const page = enter({}, createFakeRelease(), chosen);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(order).toEqual([]);
    expect(remote(page)).toEqual({ stage: 'pending' });
    // What earlier pages have left is not used up where nothing comes to run.
    expect(page.slots.get('evm')?.failureMark).toBeUndefined();
    choose(true);
    await settle();
    expect(order.slice(0, 2)).toEqual(['closed', 'practice']);
  });

  it('refuses every remote where the browser does not enforce what is chosen, and loads nothing of it', async () => {
    const page = enter({}, createFakeRelease(), Promise.resolve(false));
    await settle();
    expect(remote(page)).toMatchObject({ failure: { code: 'loader/unenforced' }, step: 'reload' });
    expect(page.slots.get('evm')?.release).toBeUndefined();
    // Why there was none before says more.
    expect(remote(page, 'solana')).toMatchObject({ failure: { code: 'release/unreachable' } });
  });

  it('has made what a person waits for by then: the store, and the wallet that comes back', () => {
    const { wallet, accounts } = approve('one');
    const stored = JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts } });
    localStorage.setItem('linkspan:1:connection:evm', stored);
    const { store } = enter({}, undefined, new Promise(() => undefined));
    expect(store.view.family('evm').connection.get()).toMatchObject({ status: 'reconnecting', wallet });
  });

  it('gives up where the page cannot go on, and says so', async () => {
    const broken = new TypeError('Failed to fetch');
    const page = enter({}, undefined, Promise.reject(broken));
    await settle();
    expect(remote(page)).toMatchObject({ stage: 'failed', failure: { code: 'loader/host' } });
    expect(failedShown).toBe(1);
    expect(reported).toMatchObject([{ code: 'loader/host', cause: broken }]);
  });

  it('gives up where it is never told', async () => {
    const page = enter({}, undefined, new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(remote(page)).toMatchObject({ stage: 'failed', failure: { code: 'loader/host' } });
  });

  it('loads the host after the practice wallets, also without any remote', async () => {
    enter();
    await settle();
    expect(order).toEqual(['closed', 'practice', 'uncovered', 'host']);
    expect(failedShown).toBe(0);
    expect(marksRemoved).toBe(1);
    expect(reported).toEqual([]);
  });

  it('gives the discoveries a head start, and no more', async () => {
    enter({ startPractice: () => new Promise(() => undefined) }, createFakeRelease());
    await vi.advanceTimersByTimeAsync(1_499);
    expect(order).toEqual(['closed']);
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect(order).toEqual(['closed', 'uncovered', 'host']);
  });

  it('shows the page behind the dialog, and asks for the host, when a frame has shown what is listed', async () => {
    enter();
    await vi.advanceTimersByTimeAsync(frameMs);
    expect(order).toEqual(['closed', 'practice']);
    await vi.advanceTimersByTimeAsync(1);
    expect(order).toEqual(['closed', 'practice', 'uncovered', 'host']);
  });

  it('is not held up by practice wallets that do not load', async () => {
    const broken = new TypeError('Failed to fetch dynamically imported module');
    enter({ startPractice: () => Promise.reject(broken) });
    await settle();
    expect(order).toEqual(['closed', 'uncovered', 'host']);
    expect(reported).toEqual([broken]);
    expect(failedShown).toBe(0);
  });

  it('asks again for a document that did not come', async () => {
    const page = enter();
    await page.retryDocument('evm');
    expect(remote(page)).toMatchObject({ failure: { code: 'release/unreachable' }, step: 'again' });
  });
});

describe('a press before the host has come', () => {
  it('is carried out, and adopted by the host when it comes', async () => {
    const adopted: string[] = [];
    host = { ...host, adopt: async (family, { wallet }) => void adopted.push(`${family} ${wallet.id}`) };
    let come: (module: { start: StartHost }) => void = () => undefined;
    const page = enter({ loadHost: () => new Promise((resolve) => (come = resolve)) });
    const finished = connect(page);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(page.store.view.family('evm').attempt.get()).toMatchObject({ progress: { step: 'adopting' } });
    come({ start: () => ({ ...host, show: () => showViews() }) });
    await finished;
    expect(adopted).toEqual(['evm one']);
  });
});

it('leaves the views until nothing is in front of the page, which says what is connected meanwhile', async () => {
  let uncover: () => void = () => undefined;
  let painted = true;
  const show = vi.fn(async () => undefined);
  enter({
    loadHost: async () => ({ start: () => ({ ...host, show }) }),
    untilSeen: () => new Promise((resolve) => (uncover = resolve)),
    paint: () => () => {
      painted = false;
    },
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(show).not.toHaveBeenCalled();
  expect(painted).toBe(true);
  expect(failedShown).toBe(0);
  uncover();
  await settle();
  expect(show).toHaveBeenCalledOnce();
  expect(painted).toBe(false);
});

describe('a host module that does not start', () => {
  const failed = { stage: 'failed', step: 'reload', failure: { code: 'loader/host', context: {} } };

  it('makes every family unavailable, and the page says so', async () => {
    const broken = new TypeError('Failed to fetch dynamically imported module');
    const page = enter({ loadHost: () => Promise.reject(broken) });
    await settle();
    expect(remote(page)).toMatchObject(failed);
    expect(remote(page, 'solana')).toMatchObject(failed);
    expect(failedShown).toBe(1);
    expect(reported).toMatchObject([{ code: 'loader/host', cause: broken }]);
  });

  it('ends like that where it throws as it starts', async () => {
    const start = () => {
      throw new Error('no');
    };
    const page = enter({ loadHost: async () => ({ start }) });
    await settle();
    expect(remote(page)).toMatchObject(failed);
  });

  it('ends like that past the deadline', async () => {
    const page = enter({ loadHost: () => new Promise(() => undefined) });
    await settle();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(remote(page)).toMatchObject(failed);
    expect(failedShown).toBe(1);
  });

  it('ends like that where the views do not come', async () => {
    showViews = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const page = enter();
    await settle();
    expect(remote(page)).toMatchObject(failed);
    expect(failedShown).toBe(1);
    // Or such a page would reload itself for ever.
    expect(marksRemoved).toBe(0);
  });

  it('takes nothing over without views, and shows nothing in the place of what it says', async () => {
    const adopted: string[] = [];
    host = { ...host, adopt: async (family) => void adopted.push(family) };
    showViews = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    let painted = true;
    const page = enter({
      paint: () => () => {
        painted = false;
      },
    });
    await settle();
    expect(painted).toBe(false);
    await connect(page);
    expect(adopted).toEqual([]);
    expect(page.store.view.family('evm').attempt.get()).toMatchObject({ failure: { code: 'loader/host' } });
  });

  it('ends the attempts that wait for it', async () => {
    const page = enter({ loadHost: () => Promise.reject(new Error('no')) });
    const ended = connect(page);
    await settle();
    await ended;
    const { attempt, connection } = page.store.view.family('evm');
    expect(attempt.get()).toMatchObject({ state: 'failed', failure: { code: 'loader/host' } });
    expect(connection.get()).toEqual({ status: 'disconnected' });
  });

  it('ends what was coming back, and forgets nothing', async () => {
    const { wallet, accounts } = approve('one');
    const stored = JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts } });
    localStorage.setItem('linkspan:1:connection:evm', stored);
    const page = enter({ loadHost: () => Promise.reject(new Error('no')) }, createFakeRelease());
    const { connection } = page.store.view.family('evm');
    expect(connection.get()).toMatchObject({ status: 'reconnecting', wallet });
    page.slots.get('evm')?.discovery.resolve({
      attempt: () => Promise.reject(new LinkspanError('wallet/absent', { wallet: 'one' })),
      restore: async () => approve('one'),
    });
    await vi.waitFor(() => expect(connection.get().status).toBe('disconnected'));
    expect(connection.get()).toMatchObject({ failure: { code: 'loader/host' } });
    expect(localStorage.getItem('linkspan:1:connection:evm')).toBe(stored);
  });
});
