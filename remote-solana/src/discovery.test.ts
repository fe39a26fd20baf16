import { field } from '@linkspan/contract';
import { createAttempt } from '@linkspan/kit/testing/discovery';
import { createStorage } from '@linkspan/kit/testing/storage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { devnet, idOf, openConnector, openDiscovery, openDocument, openWindow } from './testing/page.ts';
import { createWallet } from './testing/wallet.ts';

afterEach(() => void vi.useRealTimers());

let page: EventTarget;

beforeEach(() => {
  page = openWindow();
});

const known = ['Phantom', 'Solflare', 'Backpack'];
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

const toAttempt = (changes?: Parameters<typeof createAttempt<'solana'>>[1]) => createAttempt(devnet, changes);

type Own = { readonly id?: unknown; readonly features?: object };

const toRestore = (deadlineMs = 5_000) => ({
  id: 'restore-1',
  network: devnet,
  signal: new AbortController().signal,
  deadlineMs,
});

function open(options?: Parameters<typeof createWallet>[0]) {
  const wallet = createWallet(options);
  wallet.register(page);
  return { ...openDiscovery(), wallet };
}

describe('a wallet that asks the person at a silent connect', () => {
  it('is not asked at a load if it had shown no account when the page was left, and comes back by itself', async () => {
    const { close } = openDocument();
    const storage = createStorage();
    const wallet = createWallet({ granted: true });
    const { adopt, end } = openConnector(undefined, storage);
    await adopt(wallet);
    wallet.select();
    end();
    await close();
    page = openWindow();
    wallet.register(page);
    const later = openDiscovery(undefined, storage);
    await expect(later.restore('Harbour', toRestore(500))).rejects.toMatchObject({
      code: 'wallet/locked-or-ended',
    });
    expect(wallet.asked).toEqual([]);
    wallet.select(0);
    await expect(later.restore('Harbour', toRestore(500))).resolves.toMatchObject({
      accounts: { length: 1 },
    });
    expect(wallet.asked).toEqual([]);
  });
});

describe('the list', () => {
  it('offers the known wallets with an install link before any wallet has registered', () => {
    const { list } = openDiscovery();
    expect(idsOf(list())).toEqual(known);
    for (const wallet of list())
      expect(wallet).toMatchObject({ reach: 'absent', installUrl: expect.stringMatching(/^https:/) });
  });

  it('offers on a phone to open this page in the apps of Phantom, Solflare and Backpack', () => {
    const { list } = openDiscovery();
    const asked = 'https%3A%2F%2Fapp.example%2Fswap?ref=https%3A%2F%2Fapp.example';
    expect(list().map((wallet) => field(wallet, 'openUrl'))).toEqual([
      `https://phantom.app/ul/browse/${asked}`,
      `https://solflare.com/ul/v1/browse/${asked}`,
      `https://backpack.app/ul/v1/browse/${asked}`,
    ]);
  });

  it('hears a wallet that comes late, and replaces its absent row', () => {
    const { list } = openDiscovery();
    createWallet({ name: 'Solflare' }).register(page);
    expect(idsOf(list())).toEqual(['Solflare', 'Phantom', 'Backpack']);
    expect(list()[0]).toMatchObject({ reach: 'installed' });
  });

  it('takes out a wallet that unregisters, and brings the install link back', () => {
    const { list } = openDiscovery();
    const unregister = createWallet({ name: 'Phantom' }).register(page);
    unregister();
    expect(idsOf(list())).toEqual(known);
    expect(list()[0]).toMatchObject({ reach: 'absent' });
  });

  it('hears wallets that register together', () => {
    const { list } = openDiscovery();
    const both = [createWallet({ name: 'One' }).wallet, createWallet({ name: 'Two' }).wallet];
    let remove = () => {};
    const detail = (api: { register(...wallets: unknown[]): () => void }) => {
      remove = api.register(...both);
    };
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    expect(idsOf(list())).toEqual(['One', 'Two', ...known]);
    remove();
    expect(idsOf(list())).toEqual(known);
  });

  it('lists a wallet once, however often it registers', () => {
    const { list, lists, wallet } = open();
    const before = lists.length;
    wallet.register(page);
    expect(lists.length).toBe(before);
    expect(idsOf(list())).toEqual(['Harbour', ...known]);
  });

  it('lists two wallets of one name apart, the first under the plain id', () => {
    const { list } = open();
    createWallet().register(page);
    expect(idsOf(list())).toEqual(['Harbour', 'Harbour#2', ...known]);
  });

  it.each([
    ['the id that it registers with', { id: 'com.example.pier' }, 'com.example.pier'],
    ['what the team knows of a feature of its own', { features: { 'phantom:': {} } }, 'app.phantom'],
    ['no name', {}, undefined],
    ['no id that is no reverse domain name', { id: 'Phantom' }, undefined],
    ['no id that is no text', { id: 7 }, undefined],
  ])('takes as a wallet’s identity %s', (_, { features = {}, ...own }: Own, identity) => {
    const { list } = openDiscovery();
    const connect = { 'standard:connect': { connect: () => undefined } };
    const wallet = { name: 'Pier', chains: ['solana:mainnet'], accounts: [], ...own };
    const detail = (api: { register(...wallets: unknown[]): void }) =>
      api.register({ ...wallet, features: { ...connect, ...features } });
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    expect(list()[0]?.name).toBe('Pier');
    expect(list()[0]?.identity).toBe(identity);
  });

  it('passes over what cannot connect on Solana or is no wallet', () => {
    const { list } = open({ chains: ['sui:mainnet'] });
    createWallet({ lacks: ['standard:connect'] }).register(page);
    createWallet({ name: '' }).register(page);
    const odd = [undefined, null, {}, { name: 'X', chains: ['solana:devnet'], features: null }];
    const detail = vi.fn((api: { register(...wallets: unknown[]): void }) =>
      api.register(...odd, { name: 'X', chains: [Object.create(null)] }),
    );
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'x' }));
    expect(idsOf(list())).toEqual(known);
    expect(detail).toHaveReturned();
  });

  it('is quiet once the page no longer wants it', () => {
    const { end, lists, wallet } = open();
    const unregister = wallet.register(page);
    end();
    const before = lists.length;
    createWallet({ name: 'Late' }).register(page);
    unregister();
    expect(lists.length).toBe(before);
  });
});

describe('an attempt', () => {
  it('answers with the accounts on the network of the page, and the wallet’s own object', async () => {
    const { attempt, wallet } = open();
    const { options, steps } = toAttempt();
    const approved = await attempt('Harbour', options);
    expect(approved).toMatchObject({
      attempt: 'attempt-1',
      wallet: { id: 'Harbour', name: 'Harbour', icon: 'data:image/svg+xml,x' },
      accounts: [idOf(wallet, 0, devnet), idOf(wallet, 1, devnet)],
    });
    expect(approved.provider).toEqual({ provider: wallet.wallet });
    expect(steps).toEqual(['asking']);
  });

  it('asks a wallet also for a network that it does not list', async () => {
    const { attempt } = open({ chains: ['solana:mainnet'] });
    await expect(attempt('Harbour', toAttempt().options)).resolves.toMatchObject({ attempt: 'attempt-1' });
  });

  it.each([
    ['wallet/malformed', { accounts: 'none' }],
    ['wallet/no-accounts', undefined],
    ['wallet/malformed', { accounts: [{ address: 'x', chains: ['solana:devnet'], features: [] }] }],
    [
      'wallet/malformed',
      { accounts: [{ address: '11111111111111111111111111111111', chains: ['harbour'], features: [] }] },
    ],
    [
      'wallet/malformed',
      { accounts: [{ address: '11111111111111111111111111111111', chains: [null], features: [] }] },
    ],
    [
      'wallet/malformed',
      { accounts: [{ address: '1', chains: [{ toString: undefined, valueOf: undefined }], features: [] }] },
    ],
    ['wallet/no-accounts', { accounts: [] }],
    ['wallet/no-accounts', { accounts: [{ address: '0x12', chains: ['sui:mainnet'], features: [] }] }],
  ])('says %s of an answer such as %j', async (code, answer) => {
    const { attempt, wallet } = open();
    wallet.switches.answers = { 'standard:connect': answer };
    await expect(attempt('Harbour', toAttempt({ deadlineMs: 1 }).options)).rejects.toMatchObject({ code });
  });

  it.each([undefined, { accounts: [] }])(
    'takes accounts that the wallet only shows, a moment later even, if it answers %j',
    async (answer) => {
      const { attempt, wallet } = open();
      wallet.switches.answers = { 'standard:connect': answer };
      const approved = attempt('Harbour', toAttempt().options);
      await expect.poll(() => wallet.asked).toHaveLength(1);
      wallet.grant();
      await expect(approved).resolves.toMatchObject({
        accounts: [idOf(wallet, 0, devnet), idOf(wallet, 1, devnet)],
      });
    },
  );

  it('for a choice of accounts asks a wallet, and not silently, that is connected already', async () => {
    const { attempt, wallet } = open({ granted: true });
    await attempt('Harbour', toAttempt({ isChoice: true }).options);
    expect(wallet.asked).toEqual([{ feature: 'standard:connect', input: {} }]);
  });

  it('is read for what the person has approved since the wallet was asking already', async () => {
    const { attempt, restore, unlocked, wallet } = open();
    wallet.switches.errors = { 'standard:connect': { code: -32002, message: 'busy' } };
    await expect(attempt('Harbour', toAttempt().options)).rejects.toMatchObject({ code: 'wallet/pending' });
    wallet.grant();
    wallet.select(0, 1);
    expect(unlocked).toContain('Harbour');
    await expect(restore('Harbour', toRestore())).resolves.toMatchObject({ accounts: { length: 2 } });
    expect(wallet.asked).toHaveLength(1);
  });
});

describe('a wallet that pushes to navigator.wallets', () => {
  const pusher = (name: string) => (api: { register(...wallets: unknown[]): void }) =>
    api.register(createWallet({ name }).wallet);

  it('is listed, whether it was there before or comes later', () => {
    const wallets = [pusher('One')];
    Object.assign(page, { navigator: { wallets } });
    const { list } = openDiscovery();
    expect(wallets.push(pusher('Two'), pusher('Three'))).toBe(3);
    expect(idsOf(list())).toEqual(['One', 'Two', 'Three', ...known]);
  });

  it('is still in the array of the page, where another script finds it', () => {
    const [first, later] = [pusher('One'), pusher('Two')];
    const wallets = [first];
    Object.assign(page, { navigator: { wallets } });
    openDiscovery();
    wallets.push(later);
    expect([...wallets]).toEqual([first, later]);
    expect((page as unknown as { navigator: { wallets: unknown } }).navigator.wallets).toBe(wallets);
  });

  it('finds an array if no script has made one', () => {
    const navigator: { wallets?: unknown[] } = {};
    Object.assign(page, { navigator });
    const { list } = openDiscovery();
    navigator.wallets?.push(pusher('One'));
    expect(idsOf(list())).toEqual(['One', ...known]);
  });

  it('is listed once if it registers by the event too', () => {
    const wallet = createWallet({ name: 'One' });
    const push = (api: { register(...wallets: unknown[]): void }) => api.register(wallet.wallet);
    Object.assign(page, { navigator: { wallets: [push] } });
    const { list } = openDiscovery();
    wallet.register(page);
    expect(idsOf(list())).toEqual(['One', ...known]);
  });

  it('is listed though others throw, or are no function', () => {
    const wallets: unknown[] = [7, () => expect.fail('no'), undefined, pusher('One')];
    Object.assign(page, { navigator: { wallets } });
    const { list } = openDiscovery();
    expect(() => wallets.push({}, () => expect.fail('no'), pusher('Two'))).not.toThrow();
    expect(idsOf(list())).toEqual(['One', 'Two', ...known]);
  });

  it('is passed over once the page no longer wants it', () => {
    const wallets: unknown[] = [];
    Object.assign(page, { navigator: { wallets } });
    const { lists, end } = openDiscovery();
    end();
    const before = lists.length;
    wallets.push(pusher('One'));
    expect(lists.length).toBe(before);
  });

  it.each<[string, () => object]>([
    [
      'throws when it is read',
      () => ({
        get wallets() {
          throw new Error('no');
        },
      }),
    ],
    ['is no array', () => ({ wallets: Object.freeze({ push: () => 0 }) })],
    ['is a text', () => ({ wallets: 'wallets' })],
    ['cannot be made', () => Object.freeze({})],
    ['is a proxy that throws', () => ({ wallets: new Proxy([], { get: () => expect.fail('no') }) })],
  ])('hinders no other wallet if the array %s', (_, make) => {
    Object.assign(page, { navigator: make() });
    const { list } = openDiscovery();
    createWallet({ name: 'One' }).register(page);
    expect(idsOf(list())).toEqual(['One', ...known]);
  });

  it('is listed also if the array is frozen', () => {
    Object.assign(page, { navigator: { wallets: Object.freeze([pusher('One')]) } });
    expect(idsOf(openDiscovery().list())).toEqual(['One', ...known]);
  });
});

describe('a restored connection', () => {
  it('takes the accounts that the wallet shows, and asks nothing', async () => {
    const { restore, wallet } = open({ granted: true });
    await expect(restore('Harbour', toRestore())).resolves.toMatchObject({
      attempt: 'restore-1',
      accounts: [idOf(wallet, 0, devnet), idOf(wallet, 1, devnet)],
    });
    expect(wallet.asked).toEqual([]);
  });

  it('asks a wallet silently that shows no account', async () => {
    const { restore, wallet } = open();
    wallet.switches.onConnect = wallet.grant;
    await expect(restore('Harbour', toRestore())).resolves.toMatchObject({
      accounts: [idOf(wallet, 0, devnet), idOf(wallet, 1, devnet)],
    });
    expect(wallet.asked).toEqual([{ feature: 'standard:connect', input: { silent: true } }]);
  });

  it.each<[what: string, error: object | undefined, code: string]>([
    ['rejects (4001)', { code: 4001, message: 'no' }, 'wallet/refuses'],
    ['rejects (4100)', { code: 4100, message: 'no' }, 'wallet/refuses'],
    ['says that its window was closed', new Error('The window was closed'), 'wallet/refuses'],
    ['says that it is locked', new Error('Wallet is locked'), 'wallet/locked'],
    ['fails', new Error('broken'), 'wallet/failed'],
    ['answers no account', undefined, 'wallet/locked-or-ended'],
  ])('asks a wallet once that %s, however often it is restored', async (_, error, code) => {
    const { restore, wallet } = open();
    if (error !== undefined) wallet.switches.errors = { 'standard:connect': error };
    for (let turn = 0; turn < 5; turn += 1)
      await expect(restore('Harbour', toRestore(200))).rejects.toMatchObject({ code });
    expect(wallet.asked).toHaveLength(1);
    wallet.grant();
    await expect(restore('Harbour', toRestore())).resolves.toMatchObject({ attempt: 'restore-1' });
    expect(wallet.asked).toHaveLength(1);
  });

  it('asks a wallet once that does not answer in time, and takes its late answer', async () => {
    const { restore, wallet } = open();
    let answer: (accounts: object) => void = () => undefined;
    wallet.switches.answers = {
      'standard:connect': new Promise((resolve) => {
        answer = resolve;
      }),
    };
    await expect(restore('Harbour', toRestore(1))).rejects.toMatchObject({ code: 'wallet/timeout' });
    const restored = restore('Harbour', toRestore());
    const other = createWallet({ granted: true });
    answer({ accounts: other.wallet.accounts });
    await expect(restored).resolves.toMatchObject({
      accounts: [idOf(other, 0, devnet), idOf(other, 1, devnet)],
    });
    expect(wallet.asked).toHaveLength(1);
  });

  it('takes accounts that a wallet shows a moment after it has connected', async () => {
    const { restore, wallet } = open();
    vi.useFakeTimers();
    wallet.switches.onConnect = () => void setTimeout(wallet.grant, 600);
    const restored = restore('Harbour', toRestore());
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(restored).resolves.toMatchObject({ accounts: { length: 2 } });
    expect(wallet.asked).toHaveLength(1);
  });

  it('ends with a wallet that reports a change at each silent connect', async () => {
    const { restore, unlocked, wallet } = open();
    wallet.switches.onConnect = () => {
      wallet.grant();
      wallet.select(0);
      wallet.select();
    };
    for (let turn = 0; turn < 3; turn += 1)
      await expect(restore('Harbour', toRestore(200))).rejects.toMatchObject({
        code: 'wallet/locked-or-ended',
      });
    expect(wallet.asked).toHaveLength(1);
    expect(unlocked).toEqual(['Harbour']);
  });

  it('asks again by a press, whatever the silent answer was', async () => {
    const { attempt, restore, wallet } = open();
    wallet.switches.errors = { 'standard:connect': { code: 4001, message: 'not trusted' } };
    await expect(restore('Harbour', toRestore())).rejects.toMatchObject({ code: 'wallet/refuses' });
    wallet.switches.errors = {};
    await expect(attempt('Harbour', toAttempt().options)).resolves.toMatchObject({ attempt: 'attempt-1' });
  });

  it('waits for a wallet that registers late', async () => {
    const { restore } = openDiscovery();
    const restored = restore('Harbour', toRestore());
    createWallet({ granted: true }).register(page);
    await expect(restored).resolves.toMatchObject({ wallet: { id: 'Harbour' } });
  });
});

it('reports to the page that a wallet shows accounts, which may be the one that it waits for', () => {
  const { unlocked, wallet } = open({ granted: true });
  wallet.select();
  expect(unlocked).toEqual([]);
  wallet.select(0);
  expect(unlocked).toEqual(['Harbour']);
});
