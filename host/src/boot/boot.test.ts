// @vitest-environment happy-dom
import { LinkspanError } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import type { Release } from '../loader/release.ts';
import { approve } from '../testing/fake-discovery.ts';
import { installFetch } from '../testing/fake-fetch.ts';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { createFakeReleases } from '../testing/fake-releases.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { type BootNeeds, startBoot } from './boot.ts';
import type { Boot, Host } from './hand-over.ts';

const config = parseConfig({ ...fakeConfig, families: fakeConfig.families.slice(0, 2) });
const folder = `${remoteUrl}releases/1.2.3/`;
const wallets = [{ id: 'one', name: 'Wallet one', reach: 'installed' as const }];

let reported: unknown[];
let failedShown: number;
let host: Host;
let order: string[];

beforeEach(() => {
  vi.useFakeTimers();
  reported = [];
  order = [];
  failedShown = 0;
  localStorage.clear();
  document.head.replaceChildren();
  installFetch({});
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  host = { adopt: async () => undefined, prepare: () => undefined };
});

afterEach(() => void vi.useRealTimers());

const unreachable = new LinkspanError('release/unreachable', { remote: 'remote-evm' });

/** Starts a page of two families: the first one's documents come to this, the second one's server is away. */
function boot(needs: Partial<BootNeeds> = {}, release?: Release): Boot {
  return startBoot({
    config,
    offered: {},
    source: toSource(release),
    now: () => 0,
    address: new URL('http://localhost/'),
    cleanAddress: () => undefined,
    startPractice: async () => void order.push('practice'),
    loadHost: async () => {
      order.push(`host, maps: ${document.head.querySelectorAll('script[type=importmap]').length}`);
      return { start: () => host };
    },
    showFailed: () => {
      failedShown += 1;
    },
    choose: () => undefined,
    ...needs,
  });
}

function toSource(release?: Release): BootNeeds['source'] {
  return {
    hashed: true,
    open: () => undefined,
    async load({ family }) {
      if (family.id === 'evm' && release !== undefined) return release;
      throw unreachable;
    },
  };
}

const remote = ({ store }: Boot, family = 'evm') => store.view.family(family).remote.get();
const settle = () => vi.advanceTimersByTimeAsync(1);

describe('the boot script', () => {
  it('loads the host once the one import map is in force, also without any remote', async () => {
    const page = boot();
    await settle();
    expect(order).toEqual(['practice', 'host, maps: 1']);
    expect(remote(page)).toMatchObject({ failure: { code: 'release/unreachable' }, mend: 'again' });
    expect(failedShown).toBe(0);
    expect(reported).toEqual([]);
  });

  it('gives the discoveries a head start, and no more', async () => {
    const page = boot({ startPractice: () => new Promise(() => undefined) }, createFakeRelease());
    await vi.advanceTimersByTimeAsync(1_499);
    expect(order).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(order).toEqual(['host, maps: 1']);
    expect(page.berths.get('evm')?.release?.addressOf('entry.js')).toBe(`${folder}entry.js`);
  });

  it('is not held up by practice wallets that do not load', async () => {
    const broken = new TypeError('Failed to fetch dynamically imported module');
    boot({ startPractice: () => Promise.reject(broken) });
    await settle();
    expect(order).toEqual(['host, maps: 1']);
    expect(reported).toEqual([broken]);
    expect(failedShown).toBe(0);
  });

  it('writes no import map in development', async () => {
    boot({ source: { ...toSource(), hashed: false } });
    await settle();
    expect(order).toEqual(['practice', 'host, maps: 0']);
  });

  it('puts every file of the releases into that map, with its hash', async () => {
    boot({}, createFakeRelease());
    await settle();
    const map = JSON.parse(document.head.querySelector('script[type=importmap]')?.textContent ?? '');
    expect(map.imports[remoteUrl]).toBe('https://blocked.invalid/');
    expect(map.integrity[`${folder}entry.js`]).toMatch(/^sha384-/);
  });

  it('gives each family’s berth what its releases are believed by', () => {
    const opened = new Map(config.families.map(({ id }) => [id, createFakeReleases()]));
    const page = boot({ source: { ...toSource(), open: ({ id }) => opened.get(id) } });
    expect(page.berths.get('solana')?.releases).toBe(opened.get('solana'));
  });

  it('keeps what remotes store apart from what the page remembers', () => {
    const page = boot();
    page.berths.get('evm')?.storage.set('evm', '1');
    expect(localStorage.getItem('linkspan:1:remote:evm:evm')).toBe('1');
    expect(localStorage.getItem('linkspan:1:connection:evm')).toBeNull();
  });
});

describe('a press before the host has come', () => {
  it('is carried out, and adopted by the host when it comes', async () => {
    const adopted: string[] = [];
    host = { ...host, adopt: async (family, { wallet }) => void adopted.push(`${family} ${wallet.id}`) };
    let come: (module: { start: () => Host }) => void = () => undefined;
    const page = boot({ loadHost: () => new Promise((resolve) => (come = resolve)) });
    page.store.publishWallets('evm', wallets);
    const finished = page.attempts.finish('evm', approve('one'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(page.store.view.family('evm').attempt.get()).toMatchObject({ progress: { step: 'adopting' } });
    come({ start: () => host });
    await finished;
    expect(adopted).toEqual(['evm one']);
  });
});

describe('a host module that does not start', () => {
  const failed = { stage: 'failed', mend: 'reload', failure: { code: 'loader/host', context: {} } };

  it('makes every family unavailable, and the page says so', async () => {
    const broken = new TypeError('Failed to fetch dynamically imported module');
    const page = boot({ loadHost: () => Promise.reject(broken) });
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
    const page = boot({ loadHost: async () => ({ start }) });
    await settle();
    expect(remote(page)).toMatchObject(failed);
  });

  it('ends like that past the deadline', async () => {
    const page = boot({ loadHost: () => new Promise(() => undefined) });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(remote(page)).toMatchObject(failed);
    expect(failedShown).toBe(1);
  });

  it('ends the attempts that wait for it', async () => {
    const page = boot({ loadHost: () => Promise.reject(new Error('no')) });
    await page.attempts.finish('evm', approve('one'));
    const { attempt, connection } = page.store.view.family('evm');
    expect(attempt.get()).toMatchObject({ state: 'failed', failure: { code: 'loader/host' } });
    expect(connection.get()).toEqual({ status: 'disconnected' });
  });

  it('ends what was coming back, and forgets nothing', async () => {
    const { wallet, accounts } = approve('one');
    const stored = JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts } });
    localStorage.setItem('linkspan:1:connection:evm', stored);
    const page = boot({ loadHost: () => Promise.reject(new Error('no')) }, createFakeRelease());
    const { connection } = page.store.view.family('evm');
    expect(connection.get()).toMatchObject({ status: 'reconnecting', wallet });
    page.berths.get('evm')?.discovery.resolve({
      attempt: () => Promise.reject(new LinkspanError('wallet/absent', { wallet: 'one' })),
      restore: async () => approve('one'),
      resume: async () => undefined,
    });
    await vi.waitFor(() => expect(connection.get().status).toBe('disconnected'));
    expect(connection.get()).toMatchObject({ failure: { code: 'loader/host' } });
    expect(localStorage.getItem('linkspan:1:connection:evm')).toBe(stored);
  });
});
