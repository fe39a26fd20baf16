import { type DiscoveryPort, LinkspanError, type Network, type WalletListing } from '@linkspan/contract';
import { createDeferred, turn } from '@linkspan/kit/testing/deferred';
import { createAttempt, createDiscoveryPort } from '@linkspan/kit/testing/discovery';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { discover } from './discovery.ts';
import { type FakePage, installPage } from './testing/page.ts';
import { createFakeWallet } from './testing/wallet.ts';

const practice: Network<'near'> = {
  id: 'near:practice',
  title: 'NEAR fixture',
  rpc: ['http://127.0.0.1:1'],
  symbol: 'NEAR',
  decimals: 24,
};
const first = 'near:practice:harbour.practice';
const second = 'near:practice:pier.practice';

let page: FakePage;
let ended: AbortController;
let lists: (readonly WalletListing[])[];

beforeEach(() => {
  page = installPage();
  ended = new AbortController();
  lists = [];
});

afterEach(() => ended.abort());

function start(wish: Partial<DiscoveryPort<'near'>> = {}) {
  const { port, lists: published } = createDiscoveryPort({
    ...{ family: 'near', networks: [practice], signal: ended.signal },
    ...wish,
  });
  lists = published;
  return { ...discover(port), storage: port.storage };
}

const latest = () => lists.at(-1) ?? [];
const rows = () => latest().map(({ id, reach }) => `${id} ${reach}`);

const ask = ({ deadlineMs = 1_000 } = {}) => createAttempt(practice.id, { deadlineMs });

describe('the list', () => {
  it('shows known wallets with an install link if nothing is installed', () => {
    start();
    expect(rows()).toEqual(['nightly-wallet absent']);
    expect(latest()[0]).toMatchObject({ name: 'Nightly', installUrl: 'https://nightly.app/download' });
  });

  it('shows a wallet that answers the page, before those that are absent', () => {
    createFakeWallet().install();
    start();
    expect(rows()[0]).toBe('fake-wallet installed');
  });

  it('lists both of two wallets with one id that are here, and takes out the one that goes', () => {
    createFakeWallet({ name: 'First' }).install();
    const uninstall = createFakeWallet({ name: 'Impostor' }).install();
    start();
    const shown = () =>
      latest()
        .filter(({ reach }) => reach === 'installed')
        .map(({ id, name }) => `${id} ${name}`);
    expect(shown()).toEqual(['fake-wallet First', 'fake-wallet#2 Impostor']);
    page.dispatchEvent(new Event('focus'));
    expect(shown()).toHaveLength(2);
    uninstall();
    page.dispatchEvent(new Event('focus'));
    expect(shown()).toEqual(['fake-wallet First']);
  });

  it('gives the place of a wallet that does not answer any more to one that announces itself in its name', () => {
    const uninstall = createFakeWallet({ name: 'Before' }).install();
    start();
    uninstall();
    createFakeWallet({ name: 'After' }).announce();
    expect(rows().filter((row) => row.startsWith('fake-wallet'))).toEqual(['fake-wallet installed']);
    expect(latest()[0]?.name).toBe('After');
  });

  it('lists a wallet once that announces another object each time', () => {
    const { detail } = createFakeWallet();
    const announce = () =>
      page.dispatchEvent(new CustomEvent('near-wallet-injected', { detail: { ...detail } }));
    page.addEventListener('near-selector-ready', announce);
    start();
    page.dispatchEvent(new Event('focus'));
    expect(rows().filter((row) => row.startsWith('fake-wallet'))).toEqual(['fake-wallet installed']);
    page.removeEventListener('near-selector-ready', announce);
  });

  it('ignores what announces itself in another form', () => {
    start();
    for (const detail of [null, {}, { manifest: { id: 'x', name: 'X' } }, { manifest: {}, signIn() {} }])
      page.dispatchEvent(new CustomEvent('near-wallet-injected', { detail }));
    expect(rows()).toEqual(['nightly-wallet absent']);
  });

  it('shows MyNearWallet on the public networks only', () => {
    start({ networks: [{ ...practice, id: 'near:testnet' }] });
    expect(rows()).toContain('mynearwallet window');
    start();
    expect(rows()).not.toContain('mynearwallet window');
  });

  const relays = { walletSites: [{ id: 'hot-wallet', url: 'https://relay.example' }] };
  it.each([
    ['near:mainnet', undefined, true],
    ['near:testnet', undefined, false],
    ['near:practice', undefined, false],
    ['near:practice', relays, true],
  ] as const)('can pair HOT on %s with the options %j: %s', (id, options, can) => {
    start({ networks: [practice, { ...practice, id }], options });
    expect(rows().includes('hot-wallet pairing')).toBe(can);
    expect(rows().join().includes('hot-wallet')).toBe(can);
  });

  it('shows HOT as installed while its extension is in the page', () => {
    vi.stubGlobal('hotExtension', { request: () => undefined });
    start({ networks: [{ ...practice, id: 'near:mainnet' }] });
    expect(rows()).toContain('hot-wallet installed');
    vi.stubGlobal('hotExtension', undefined);
    page.dispatchEvent(new Event('focus'));
    expect(rows()).toContain('hot-wallet pairing');
  });

  it('ignores everything after the page has had enough', () => {
    start();
    ended.abort();
    const before = lists.length;
    createFakeWallet().announce();
    expect(lists).toHaveLength(before);
  });
});

describe('an attempt', () => {
  it('asks once, on the network of the page, and answers all accounts', async () => {
    const wallet = createFakeWallet();
    wallet.install();
    const { attempt } = start();
    const { options, steps } = ask();
    const approved = await attempt('fake-wallet', options);
    expect(approved).toMatchObject({
      attempt: 'attempt-1',
      wallet: { id: 'fake-wallet', name: 'Fake Wallet' },
      accounts: [first, second],
    });
    expect(wallet.asked).toEqual([{ method: 'signIn', params: { network: 'practice' } }]);
    expect(steps).toEqual(['asking']);
  });

  it('reads the accounts if the sign-in answers none', async () => {
    const wallet = createFakeWallet();
    wallet.install();
    wallet.switches.granted = ['harbour.practice'];
    wallet.switches.answer = 'fine';
    const { accounts } = await start().attempt('fake-wallet', ask().options);
    expect(accounts).toEqual([first]);
  });

  it.each([
    [[], 'wallet/no-accounts'],
    [[{ accountId: 'Not An Account' }], 'wallet/malformed'],
    [[{ accountId: '' }], 'wallet/locked'],
  ])('refuses the answer %j', async (answer, code) => {
    const wallet = createFakeWallet();
    wallet.install();
    wallet.switches.answer = answer;
    const { options } = ask({ deadlineMs: 1 });
    await expect(start().attempt('fake-wallet', options)).rejects.toMatchObject({ code });
  });

  it('takes accounts that the wallet shows a moment after its approval', async () => {
    const wallet = createFakeWallet();
    wallet.install();
    wallet.switches.answer = [];
    const attempt = start().attempt('fake-wallet', ask().options);
    await expect.poll(() => wallet.asked).toHaveLength(1);
    wallet.switches.granted = ['harbour.practice'];
    await expect(attempt).resolves.toMatchObject({ accounts: [first] });
  });

  it('reads a wallet no more that opens a window for it', async () => {
    const wallet = createFakeWallet();
    wallet.install();
    wallet.switches.answer = [];
    let close: (value?: unknown) => void = () => undefined;
    wallet.switches.readGate = new Promise((resolve) => {
      close = resolve;
    });
    const attempt = start().attempt('fake-wallet', ask({ deadlineMs: 300 }).options);
    await expect.poll(wallet.reads).toBe(1);
    page.dispatchEvent(new Event('blur'));
    close();
    await expect(attempt).rejects.toMatchObject({ code: 'wallet/no-accounts' });
    expect(wallet.reads()).toBe(1);
  });

  it('undoes an approval without accounts that comes after the cancel, and reads nothing for it', async () => {
    const wallet = createFakeWallet();
    wallet.install();
    const approval = createDeferred<unknown>();
    Object.assign(wallet.detail, { signIn: () => approval.promise });
    const control = new AbortController();
    const attempt = start().attempt('fake-wallet', { ...ask().options, signal: control.signal });
    control.abort();
    await expect(attempt).rejects.toMatchObject({ code: 'wallet/cancelled' });
    approval.resolve(undefined);
    await expect.poll(() => wallet.asked.map(({ method }) => method)).toEqual(['signOut']);
    expect(wallet.reads()).toBe(0);
  });

  it.each([
    ['HARBOUR.Practice', 'harbour.practice'],
    ['98793CD91A3F870FB126F66285808C7E094AFCFC4EDA8A970F6648CDF0DBD6DE', undefined],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', undefined],
  ])('names %s in lower case, once, also after a reload', async (told, own = told.toLowerCase()) => {
    const wallet = createFakeWallet();
    wallet.install();
    wallet.switches.granted = [told, own];
    const { accounts } = await start().attempt('fake-wallet', ask().options);
    expect(accounts).toEqual([`near:practice:${own}`]);
    const restored = await start().restore('fake-wallet', { ...ask().options, deadlineMs: 1_000 });
    expect(restored?.accounts).toEqual(accounts);
  });

  it('refuses a network that the wallet says it lacks, without asking', async () => {
    const wallet = createFakeWallet();
    wallet.install();
    const { attempt } = start({ networks: [{ ...practice, id: 'near:mainnet' }] });
    const { options } = ask();
    await expect(attempt('fake-wallet', { ...options, network: 'near:mainnet' })).rejects.toMatchObject({
      code: 'wallet/network-unsupported',
    });
    expect(wallet.asked).toEqual([]);
  });
});

describe('a restore', () => {
  const { options } = ask();

  it.each<[what: string, shown: readonly string[], gate: () => Promise<unknown>, code: string | undefined]>([
    ['shows no account', [], () => Promise.resolve(), undefined],
    ['is locked', [''], () => Promise.resolve(), 'wallet/locked'],
    ['rejects', [], () => Promise.reject({ code: 4001, message: 'no' }), 'wallet/refuses'],
    ['fails', [], () => Promise.reject(new Error('broken')), 'wallet/failed'],
  ])('asks a wallet once that %s, until the person presses', async (_, shown, gate, code) => {
    const wallet = createFakeWallet();
    wallet.install();
    Object.assign(wallet.switches, { granted: shown, readGate: gate() });
    const { attempt, restore } = start();
    const outcome = () =>
      restore('fake-wallet', options).then(
        () => undefined,
        (error: { readonly code: string }) => error.code,
      );
    for (let turn = 0; turn < 5; turn += 1) expect(await outcome()).toBe(code);
    expect(wallet.reads()).toBe(1);
    Object.assign(wallet.switches, { granted: ['pier.practice'], readGate: Promise.resolve() });
    await attempt('fake-wallet', options);
    await expect(restore('fake-wallet', options)).resolves.toMatchObject({ accounts: [second] });
  });

  it('asks a wallet once that does not answer in time, and takes its late answer', async () => {
    const wallet = createFakeWallet();
    wallet.install();
    wallet.switches.granted = ['pier.practice'];
    let open: (value?: unknown) => void = () => undefined;
    wallet.switches.readGate = new Promise((resolve) => {
      open = resolve;
    });
    const { restore } = start();
    await expect(restore('fake-wallet', { ...options, deadlineMs: 1 })).rejects.toMatchObject({
      code: 'wallet/timeout',
    });
    const restored = restore('fake-wallet', options);
    open();
    await expect(restored).resolves.toMatchObject({ accounts: [second] });
    expect(wallet.reads()).toBe(1);
  });

  it('asks a wallet once that takes the focus from the page to answer', async () => {
    const wallet = createFakeWallet();
    wallet.install();
    wallet.switches.granted = ['pier.practice'];
    const { restore } = start();
    await restore('fake-wallet', options);
    await restore('fake-wallet', options);
    expect(wallet.reads()).toBe(2);
    const gate = createDeferred<void>();
    wallet.switches.readGate = gate.promise;
    const restored = restore('fake-wallet', options);
    await turn();
    page.dispatchEvent(new Event('blur'));
    gate.resolve();
    await restored;
    await restore('fake-wallet', options);
    expect(wallet.reads()).toBe(3);
  });

  it.each([{ code: 4001, message: 'User rejected the request.' }, new Error('User closed the window')])(
    'that the wallet refuses blames nobody: no person was asked (%o)',
    async (thrown) => {
      const wallet = createFakeWallet();
      wallet.switches.readGate = Promise.reject(thrown);
      wallet.install();
      await expect(start().restore('fake-wallet', options)).rejects.toMatchObject({ code: 'wallet/refuses' });
    },
  );
});

describe('code of the remote that does not load', () => {
  const { options } = ask();
  const unloaded = new LinkspanError('loader/unreachable', { remote: 'remote-near', stage: 'discovery' });
  const without: (name: string) => DiscoveryPort['importCode'] = (name) => (names, load) =>
    names.includes(name) ? Promise.reject(unloaded) : load();

  it('is not reported as a wallet that is missing, nor as one that failed', async () => {
    const { attempt, restore } = start({
      options: { walletSites: [{ id: 'mynearwallet', url: 'https://wallet.example' }] },
      importCode: without('loaded'),
    });
    await expect(restore('mynearwallet', options)).rejects.toBe(unloaded);
    await expect(attempt('mynearwallet', options)).rejects.toBe(unloaded);
  });
});
