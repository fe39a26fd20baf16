import { LinkspanError } from '@linkspan/contract';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../async.ts';
import { type PageConfig, parseConfig } from '../config.ts';
import { applicationStartMs } from '../limits.ts';
import { createSlot } from '../loader/slot.ts';
import type { Release } from '../releases/release.ts';
import { approve } from '../testing/fake-discovery.ts';
import { installFetch } from '../testing/fake-fetch.ts';
import { createFakeRelease } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { DialogFrame } from '../ui/page-frame.tsx';
import { bringUp } from './bring-up.ts';
import { createPage } from './create-page.ts';
import type { Host, OpenedPage, Page, StartHost } from './page.ts';

const practice = { module: '/assets/practice.js', label: 'Practice' };
const config = parseConfig({ ...fakeConfig, practice, families: fakeConfig.families.slice(0, 2) });
const frameMs = 16;
const wallets = [{ id: 'one', name: 'Wallet one', reach: 'installed' as const }];

type HostModule = { readonly start: StartHost };

let reported: unknown[];
let failedShown: number;
let host: Host;
let loadHost: () => Promise<HostModule>;
let announcePractice: () => Promise<void>;
let order: string[];

const pick =
  '<div class="pick"><p class="pick-title"></p><div><i></i><i></i><i></i></div><button></button></div>';
const main = () => document.querySelector('main') as HTMLElement;
const dialog = () => document.querySelector('dialog') as HTMLDialogElement;
const card = () => document.querySelector('section') as HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  [reported, order, failedShown] = [[], [], 0];
  localStorage.clear();
  sessionStorage.setItem('linkspan:1:reloaded', 'yes');
  installFetch({});
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  vi.spyOn(document.head, 'append').mockImplementation(() => void order.push('closed'));
  document.body.innerHTML = `<header class="bar"></header><main><section data-family="evm"><p role="status"></p>
    <div class="card-body">${pick}</div></section></main>${renderToString(DialogFrame(config))}`;
  host = {
    adopt: async () => undefined,
    preload: () => undefined,
    prepare: () => undefined,
    needed: Promise.resolve(),
    show: async () => undefined,
    ...({} as Pick<Host, 'commands' | 'gated'>),
  };
  loadHost = async () => ({ start: () => host });
  announcePractice = async () => void order.push('practice');
});

afterEach(() => void vi.useRealTimers());

/** Starts the early script of a page of two families: the first one has this release, the second one's failed. */
function enter(release?: Release, chosen: Promise<boolean> = Promise.resolve(true)): Page {
  const page = createPage({ ...openFakePage(release), chosen });
  void bringUp(page);
  return page;
}

function openFakePage(release?: Release): Omit<OpenedPage, 'chosen'> {
  const slots = config.families.map((family) => createSlot(family, createFakeStorage(), undefined));
  const [first, second] = slots;
  if (first !== undefined) first.release = release;
  const refusal = new LinkspanError('release/unreachable', { remote: 'remote-solana' });
  if (second !== undefined) second.refusal = refusal;
  return {
    root: document,
    fetch: (input, init) => fetch(input, init),
    data: { config, offered: {}, hostModule: '/assets/host.js' },
    source: {
      open: () => undefined,
      load: () => Promise.reject(new LinkspanError('release/unreachable', { remote: 'remote-evm' })),
    },
    slots: new Map(slots.map((slot) => [slot.family.id, slot])),
    released: Promise.resolve(),
    async load(address) {
      if (address === practice.module) {
        await announcePractice();
        return { announce: () => undefined };
      }
      if (main().dataset.laid !== undefined) order.push('uncovered');
      order.push('host');
      return loadHost();
    },
    showFailed: () => {
      failedShown += 1;
    },
  };
}

describe('a release that comes after the import map was closed', () => {
  it.each([
    ['starts if it is in the map', (id: string) => id, 'listed'],
    ['does not if another one is', () => 'another', 'failed'],
  ] as const)('%s', async (_, toId, stage) => {
    const release = createFakeRelease();
    const opened = openFakePage();
    const slot = opened.slots.get('evm');
    const coming = createDeferred<Release>();
    if (slot === undefined) throw new Error('no slot');
    slot.refusal = new LinkspanError('release/late', { remote: 'remote-evm' });
    Object.assign(slot, { coming: coming.promise, copied: { ...release, id: toId(release.id) } });
    const discovery = { ...slot, discoveryFile: Promise.resolve() };
    expect(discovery.release).toBeUndefined();
    const page = createPage({ ...opened, chosen: Promise.resolve(true) });
    void bringUp(page);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(page.store.view.family('evm').remote.get().stage).toBe('pending');
    coming.resolve(release);
    await vi.advanceTimersByTimeAsync(5_000);
    const now = page.store.view.family('evm').remote.get();
    expect(stage === 'listed' ? slot.release : now).toMatchObject(
      stage === 'listed' ? { id: release.id } : { stage, failure: { code: 'release/late' } },
    );
  });
});

/** A wallet was connected on the last visit. */
function remember() {
  const { wallet, accounts } = approve('one');
  const stored = JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts } });
  localStorage.setItem('linkspan:1:connection:evm', stored);
  return { wallet, stored };
}

/** The remembered wallet answers its silent read. */
function answer({ slots }: Page): void {
  slots.get('evm')?.discovery.resolve({
    attempt: () => Promise.reject(new Error('Nobody is asked')),
    restore: async () => approve('one'),
  });
}

const remote = ({ store }: Page, family = 'evm') => store.view.family(family).remote.get();

/** A person connects a wallet that approves at once; resolves when the attempt has ended. */
async function connect({ store, slots, attempts }: Page): Promise<void> {
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
/** Past the frames in which what is connected is painted. */
const paint = () => vi.advanceTimersByTimeAsync(1_000);

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
    const page = enter(createFakeRelease(), chosen);
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
    const page = enter(createFakeRelease(), Promise.resolve(false));
    await settle();
    expect(remote(page)).toMatchObject({ failure: { code: 'loader/unenforced' }, step: 'reload' });
    expect(page.slots.get('evm')?.release).toBeUndefined();
    // Why there was none before says more.
    expect(remote(page, 'solana')).toMatchObject({ failure: { code: 'release/unreachable' } });
  });

  it('has made what a person waits for by then: the store, and the wallet that comes back', () => {
    const { wallet } = remember();
    const { store } = enter(undefined, new Promise(() => undefined));
    expect(store.view.family('evm').connection.get()).toMatchObject({ status: 'reconnecting', wallet });
  });

  it('gives up where the page cannot go on, and says so', async () => {
    const broken = new TypeError('Failed to fetch');
    const page = enter(undefined, Promise.reject(broken));
    await settle();
    expect(remote(page)).toMatchObject({ stage: 'failed', failure: { code: 'loader/host' } });
    expect(failedShown).toBe(1);
    expect(reported).toMatchObject([{ code: 'loader/host', cause: broken }]);
  });

  it('gives up where it is never told', async () => {
    const page = enter(undefined, new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(remote(page)).toMatchObject({ stage: 'failed', failure: { code: 'loader/host' } });
  });

  it('loads the host after the practice wallets, also without any remote', async () => {
    enter();
    await settle();
    expect(order).toEqual(['closed', 'practice', 'uncovered', 'host']);
    expect(failedShown).toBe(0);
    // Past the frame that shows the views.
    await settle();
    expect(sessionStorage.getItem('linkspan:1:reloaded')).toBeNull();
    expect(reported).toEqual([]);
  });

  it('gives the discoveries a head start, and no more', async () => {
    announcePractice = () => new Promise(() => undefined);
    enter(createFakeRelease());
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
    announcePractice = () => Promise.reject(broken);
    enter();
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
    const coming = createDeferred<HostModule>();
    loadHost = () => coming.promise;
    const page = enter();
    const finished = connect(page);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(page.store.view.family('evm').attempt.get()).toMatchObject({ progress: { step: 'adopting' } });
    coming.resolve({ start: () => host });
    await finished;
    expect(adopted).toEqual(['evm one']);
  });
});

describe('a wallet that is shown as connected by its silent answer', () => {
  function open() {
    const showing = createDeferred<void>();
    const adopted: string[] = [];
    const show = vi.fn(() => showing.promise);
    host = { ...host, show, adopt: async (_, { wallet }) => void adopted.push(wallet.id) };
    const { stored } = remember();
    localStorage.setItem(
      'linkspan:1:connection:evm',
      JSON.stringify({ ...JSON.parse(stored), connected: { capabilities: ['send'] } }),
    );
    return { show, showing, adopted };
  }

  it('is adopted once the views are shown', async () => {
    const { show, showing, adopted } = open();
    const page = enter(createFakeRelease());
    answer(page);
    await settle();
    expect(page.store.view.family('evm').connection.get()).toMatchObject({ status: 'connected' });
    await settle();
    expect([show.mock.calls.length, adopted]).toEqual([1, []]);
    showing.resolve();
    await vi.advanceTimersByTimeAsync(2 * frameMs);
    expect(adopted).toEqual(['one']);
  });

  it('waits a second and a half for them, and not at all behind an open dialog', async () => {
    const { adopted } = open();
    answer(enter(createFakeRelease()));
    await vi.advanceTimersByTimeAsync(1_400);
    expect(adopted).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(adopted).toEqual(['one']);
    dialog().showModal();
    answer(enter(createFakeRelease()));
    await vi.advanceTimersByTimeAsync(100);
    expect(adopted).toEqual(['one', 'one']);
  });
});

it('shows the views only once they are needed', async () => {
  const [needed, show] = [createDeferred<void>(), vi.fn(async () => undefined)];
  host = { ...host, needed: needed.promise, show };
  enter();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(order).toContain('host');
  expect(show).not.toHaveBeenCalled();
  needed.resolve();
  await settle();
  expect(show).toHaveBeenCalledOnce();
});

it('leaves the views until no dialog is open, and the cards say what is connected meanwhile', async () => {
  const show = vi.fn(async () => undefined);
  host = { ...host, show };
  dialog().showModal();
  const { store } = enter();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(show).not.toHaveBeenCalled();
  const { wallet, accounts } = approve('one');
  const { lease } = store.openLease('evm');
  lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
  await paint();
  expect(card().dataset.status).toBe('connected');
  dialog().close();
  await settle();
  expect(show).toHaveBeenCalledOnce();
  lease.publishConnection({ status: 'disconnected' });
  await paint();
  expect(card().dataset.status).toBe('connected');
});

it('shows the views once a wallet is paired, since they show its code in the dialog', async () => {
  const show = vi.fn(async () => undefined);
  host = { ...host, show };
  dialog().showModal();
  enter();
  await vi.advanceTimersByTimeAsync(5_000);
  dialog().dataset.pairing = 'evm';
  dialog().dispatchEvent(new Event('pairing'));
  await settle();
  expect(show).toHaveBeenCalledOnce();
});

it('lets the host wait half a second for a wallet that is being restored', async () => {
  remember();
  enter();
  await settle();
  await vi.advanceTimersByTimeAsync(499);
  expect(order).not.toContain('host');
  await vi.advanceTimersByTimeAsync(1);
  expect(order).toContain('host');
});

describe('a host module that does not start', () => {
  const failed = { stage: 'failed', step: 'reload', failure: { code: 'loader/host', context: {} } };

  it('makes every family unavailable, and the page says so', async () => {
    const broken = new TypeError('Failed to fetch dynamically imported module');
    loadHost = () => Promise.reject(broken);
    const page = enter();
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
    loadHost = async () => ({ start });
    const page = enter();
    await settle();
    expect(remote(page)).toMatchObject(failed);
  });

  it('ends like that past the deadline', async () => {
    loadHost = () => new Promise(() => undefined);
    const page = enter();
    await settle();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(remote(page)).toMatchObject(failed);
    expect(failedShown).toBe(1);
  });

  it('ends like that where the views do not come', async () => {
    host = {
      ...host,
      show: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    };
    const page = enter();
    await settle();
    expect(remote(page)).toMatchObject(failed);
    expect(failedShown).toBe(1);
    // Or such a page would reload itself for ever.
    expect(sessionStorage.getItem('linkspan:1:reloaded')).toBe('yes');
  });

  it('takes nothing over without views, and shows nothing in the place of what it says', async () => {
    const adopted: string[] = [];
    host = { ...host, adopt: async (family) => void adopted.push(family) };
    host = {
      ...host,
      show: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    };
    const page = enter();
    await settle();
    card().dataset.status = 'unavailable';
    await connect(page);
    await paint();
    expect(card().dataset.status).toBe('unavailable');
    expect(adopted).toEqual([]);
    expect(page.store.view.family('evm').attempt.get()).toMatchObject({ failure: { code: 'loader/host' } });
  });

  it('ends the attempts that wait for it', async () => {
    loadHost = () => Promise.reject(new Error('no'));
    const page = enter();
    const ended = connect(page);
    await settle();
    await ended;
    const { attempt, connection } = page.store.view.family('evm');
    expect(attempt.get()).toMatchObject({ state: 'failed', failure: { code: 'loader/host' } });
    expect(connection.get()).toEqual({ status: 'disconnected' });
  });

  it('ends what was coming back, and forgets nothing', async () => {
    const { wallet, stored } = remember();
    loadHost = () => Promise.reject(new Error('no'));
    const page = enter(createFakeRelease());
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

describe("an application's page", () => {
  /** Its modules run when `started` is resolved, and it wants the host when `wanted` is. */
  function open(
    app?: PageConfig['app'],
    code: 'release/withdrawn' | 'release/unreachable' = 'release/withdrawn',
  ) {
    const [started, wanted] = [createDeferred<void>(), createDeferred<void>()];
    const opened = openFakePage();
    for (const slot of opened.slots.values())
      slot.refusal = new LinkspanError(code, { remote: slot.family.remote.name });
    const data = { ...opened.data, config: { ...config, ...(app && { app }) } };
    const page: Page = {
      ...createPage({ ...opened, data, chosen: Promise.resolve(true), started: started.promise }),
      wanted,
    };
    void bringUp(page);
    return { page, started, wanted };
  }

  it('does not load the host before somebody needs it', async () => {
    const { started } = open();
    started.resolve();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(order).not.toContain('host');
  });

  it('loads it to try a family again that failed at the network', async () => {
    open(undefined, 'release/unreachable');
    await settle();
    expect(order).toContain('host');
  });

  it('loads it as soon as the application asks for something', async () => {
    const { wanted } = open();
    await settle();
    expect(order).not.toContain('host');
    wanted.resolve();
    await settle();
    expect(order).toContain('host');
  });

  it('loads it as soon as a person opens the dialog', async () => {
    const { page } = open();
    await settle();
    page.dialog.open();
    dialog().dispatchEvent(new Event('beforetoggle'));
    await settle();
    expect(order).toContain('host');
  });

  it('loads it at once if a wallet is remembered', async () => {
    remember();
    answer(open().page);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(order).toContain('host');
  });

  it('resolves the host for the shell, and rejects it if it does not start', async () => {
    const { page, wanted } = open();
    wanted.resolve();
    await settle();
    await expect(page.host.promise).resolves.toBe(host);
    loadHost = () => Promise.reject(new Error('no'));
    const failed = open();
    const waiting = failed.page.host.promise;
    failed.wanted.resolve();
    await settle();
    await expect(waiting).rejects.toMatchObject({ code: 'loader/host' });
  });

  it('leaves Trusted Types open until the application has made its policies, if it has any', async () => {
    const { started } = open({ trustedTypes: ['lit-html'] } as PageConfig['app']);
    await vi.advanceTimersByTimeAsync(applicationStartMs - 1);
    expect(order).toEqual([]);
    started.resolve();
    await settle();
    expect(order[0]).toBe('closed');
  });

  it('closes them after two seconds if the application does not start, and runs nothing of a remote before', async () => {
    open({ trustedTypes: ['lit-html'] } as PageConfig['app']);
    await vi.advanceTimersByTimeAsync(applicationStartMs - 1);
    expect(order).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(order.slice(0, 2)).toEqual(['closed', 'practice']);
  });

  it('closes them at once if it has none', async () => {
    open();
    await settle();
    expect(order[0]).toBe('closed');
  });
});
