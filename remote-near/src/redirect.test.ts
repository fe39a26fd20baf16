import type { Progress } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discover } from './discovery.ts';
import { type FakePage, installPage } from './testing/page.ts';
import { createStorage } from './testing/storage.ts';

const network = 'near:practice';
const site = 'http://localhost:4300/practice/near-wallet.html?flow={flow}';
const redirectWallets = [{ id: 'practice-redirect', name: 'Practice Redirect Wallet', url: site }];

let page: FakePage;
let ended: AbortController;
let storage: ReturnType<typeof createStorage>;

beforeEach(() => {
  page = installPage('http://localhost:4300/app?tab=2');
  ended = new AbortController();
  storage = createStorage();
});

afterEach(() => ended.abort());

function start(options: unknown = { practice: true, redirectWallets }) {
  return discover({
    family: 'near',
    networks: [
      { id: network, title: 'NEAR fixture', rpc: ['http://127.0.0.1:1'], symbol: 'NEAR', decimals: 24 },
    ],
    options,
    signal: ended.signal,
    importCode: (_, load) => load(),
    storage,
    publish: () => undefined,
    unlocked: () => undefined,
  });
}

/** Leaves the page; answers where it went, and the attempt that stays open. */
async function leave(options?: unknown) {
  const cancel = new AbortController();
  const left = new Promise<Progress>((resolve) => {
    attempt = start(options).attempt('practice-redirect', {
      id: 'attempt-1',
      network,
      signal: cancel.signal,
      deadlineMs: 1_000,
      onProgress: resolve,
      mayUndo: () => true,
    });
  });
  expect(await left).toEqual({ step: 'leaving' });
  return { to: new URL(page.left[0] ?? ''), cancel };
}

let attempt: Promise<unknown>;

/** The address that the wallet's site leads back to, with its answer. */
function back(to: URL, answer: Record<string, string>, field = 'success_url'): URL {
  const url = new URL(to.searchParams.get(field) ?? '');
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return url;
}

/** Shows the page at an address. */
function arrive(url: URL): URL {
  page.location.href = url.href;
  return url;
}

const restoreOptions = {
  id: 'restore-1',
  network,
  deadlineMs: 1_000,
  signal: new AbortController().signal,
} as const;

describe('a wallet that leaves the page', () => {
  it('is left for by a template, with an address to come back to that holds the attempt alone', async () => {
    const { to } = await leave();
    expect(`${to.origin}${to.pathname}`).toBe('http://localhost:4300/practice/near-wallet.html');
    expect(to.searchParams.get('flow')).toBe('login');
    expect(back(to, {}).href).toBe('http://localhost:4300/app?near_attempt=attempt-1');
    expect([...to.searchParams.keys()]).toEqual(['flow', 'success_url', 'failure_url']);
  });

  it.each(['https://wallet.example', 'https://wallet.example/'])(
    'is left for by a path of %s',
    async (url) => {
      const plain = { ...redirectWallets[0], url };
      const { to } = await leave({ redirectWallets: [plain] });
      expect(`${to.origin}${to.pathname}`).toBe('https://wallet.example/login/');
    },
  );

  it.each(['javascript:alert(1)', 'data:text/html,x', '/wallet'])('is not left for %s', async (url) => {
    const { attempt } = start({ redirectWallets: [{ ...redirectWallets[0], url }] });
    const asked = { ...restoreOptions, onProgress: () => undefined, mayUndo: () => true };
    await expect(attempt('practice-redirect', asked)).rejects.toMatchObject({ code: 'config/malformed' });
    expect(page.left).toEqual([]);
  });

  it('answers the account in the address, once', async () => {
    const { to } = await leave();
    const url = arrive(back(to, { account_id: 'harbour.practice', all_keys: 'ed25519:x' }));
    const { resume } = start();
    expect(await resume(url, 'resumed-1')).toMatchObject({
      attempt: 'resumed-1',
      wallet: { id: 'practice-redirect' },
      accounts: ['near:practice:harbour.practice'],
    });
    expect(page.location.href).toBe('http://localhost:4300/app?tab=2');
    expect(await resume(url, 'resumed-2')).toBeUndefined();
  });

  describe.each([
    'errorCode=Evil&errorMessage=Send%20it%20to%20thief',
    'errorCode=userRejected',
    'account_id=thief.practice&all_keys=ed25519:x&public_key=ed25519:x&transactionHashes=x',
    'near_attempt=attempt-1&account_id=thief.practice',
    'near_attempt=a&near_attempt=b',
  ])('from a page that a link has opened with %s', (brought) => {
    it.each([
      [`?tab=2&${brought}#chapter-3`, '?tab=2#chapter-3'],
      [`?${brought}&other_answer=1`, '?other_answer=1'],
      [`?tab=2#${brought}`, '?tab=2'],
      [`?${brought}#${brought}`, ''],
    ])('takes nothing of it along as %s, and keeps the rest', async (query, own) => {
      arrive(new URL(`http://localhost:4300/app${query}`));
      const { to } = await leave();
      const plain = 'http://localhost:4300/app?near_attempt=attempt-1';
      expect([to.searchParams.get('success_url'), to.searchParams.get('failure_url')]).toEqual([
        plain,
        plain,
      ]);
      expect(decodeURIComponent(to.href)).not.toMatch(/thief|Evil|errorCode|ed25519/);
      const answered = arrive(back(to, { account_id: 'harbour.practice' }));
      const approved = await start().resume(answered, 'resumed-1');
      expect(approved?.accounts).toEqual(['near:practice:harbour.practice']);
      expect(page.location.href).toBe(`http://localhost:4300/app${own}`);
    });
  });

  it('is no answer of an account where the address names two', async () => {
    const { to } = await leave();
    const url = back(to, { account_id: 'harbour.practice' });
    url.searchParams.append('account_id', 'thief.practice');
    await expect(start().resume(arrive(url), 'resumed-1')).rejects.toMatchObject({
      code: 'wallet/malformed',
    });
    expect(page.location.href).toBe('http://localhost:4300/app?tab=2');
  });

  it('takes a forged answer out of the address, and still waits for the true one', async () => {
    const { to } = await leave();
    const forged = new URL(
      'http://localhost:4300/app?tab=3&near_attempt=attempt-2&account_id=thief.practice',
    );
    expect(await start().resume(arrive(forged), 'resumed-1')).toBeUndefined();
    expect(page.location.href).toBe('http://localhost:4300/app?tab=3');
    const approved = await start().resume(arrive(back(to, { account_id: 'harbour.practice' })), 'resumed-2');
    expect(approved?.accounts).toEqual(['near:practice:harbour.practice']);
  });

  it.each(['', 'attempt-1 near:practice practice-redirect', '{"attempt":1}', '[]', '{', 'null'])(
    'is no answer where %j is kept',
    async (kept) => {
      const { to } = await leave();
      storage.set('redirect-away', kept);
      expect(await start().resume(back(to, { account_id: 'harbour.practice' }), 'x')).toBeUndefined();
    },
  );

  it('is no answer where this page has asked nothing, or something else', async () => {
    const forged = new URL('http://localhost:4300/?near_attempt=attempt-1&account_id=thief.practice');
    expect(await start().resume(forged, 'resumed-1')).toBeUndefined();
    await leave();
    forged.searchParams.set('near_attempt', 'attempt-2');
    expect(await start().resume(forged, 'resumed-1')).toBeUndefined();
    expect(await start().resume(new URL('http://localhost:4300/'), 'resumed-1')).toBeUndefined();
  });

  it.each([
    [{ errorCode: 'userRejected', errorMessage: 'User rejected the request.' }, 'wallet/rejected'],
    [{ errorCode: 'userRejected' }, 'wallet/rejected'],
    [{ errorCode: 'Error', errorMessage: 'User cancelled' }, 'wallet/rejected'],
    [{ errorCode: 'unauthorized', errorMessage: 'This site is not authorized' }, 'wallet/unauthorized'],
    [{}, 'wallet/closed'],
    [{ errorCode: 'Error', errorMessage: 'No paper' }, 'wallet/failed'],
    [{ account_id: 'NOT AN ACCOUNT' }, 'wallet/malformed'],
  ])('turns %j into %s', async (answer, code) => {
    const { to } = await leave();
    const url = back(to, answer, 'failure_url');
    await expect(start().resume(url, 'resumed-1')).rejects.toMatchObject({ code });
    expect(await start().restore('practice-redirect', restoreOptions)).toBeUndefined();
  });

  it('is restored without leaving again, until it is signed out of', async () => {
    const { to } = await leave();
    await start().resume(back(to, { account_id: 'harbour.practice' }), 'resumed-1');
    const restored = await start().restore('practice-redirect', restoreOptions);
    expect(restored?.accounts).toEqual(['near:practice:harbour.practice']);
    const wallet = restored?.provider as { request(method: string, network: string): Promise<unknown> };
    await wallet.request('signOut', network);
    expect(await start().restore('practice-redirect', restoreOptions)).toBeUndefined();
    expect(storage.kept.size).toBe(0);
    expect(page.left).toHaveLength(1);
  });

  it('can be cancelled, and then its answer counts for nothing', async () => {
    const { to, cancel } = await leave();
    cancel.abort();
    await expect(attempt).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(await start().resume(back(to, { account_id: 'harbour.practice' }), 'resumed-1')).toBeUndefined();
  });

  it('is cancelled by the way back of the browser', async () => {
    await leave();
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await expect(attempt).rejects.toMatchObject({ code: 'wallet/cancelled' });
  });
});
