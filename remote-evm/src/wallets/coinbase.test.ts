import type { AccountId, AttemptOptions, RestoreOptions } from '@linkspan/contract';
import type { Handed } from '@linkspan/kit/session';
import { createAttempt } from '@linkspan/kit/testing/discovery';
import { createStorage } from '@linkspan/kit/testing/storage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Provider } from '../provider.ts';
import { openConnector, openDiscovery, toNetworks } from '../testing/page.ts';
import { createCoinbase } from './coinbase.ts';
import { type FakeCoinbase, installCoinbase } from './testing/coinbase.ts';

const id = 'com.coinbase.wallet';
const networks = toNetworks();

let coinbase: FakeCoinbase;
let storage: ReturnType<typeof createStorage>;

beforeEach(() => {
  coinbase = installCoinbase();
  storage = createStorage();
});
afterEach(() => void vi.useRealTimers());

/** The wallet in a page whose storages are those that a page before it had. */
function open() {
  const ended = new AbortController();
  const { loaded, begin } = createCoinbase({
    ...{ wallet: 'Coinbase Wallet', site: coinbase.site, networks, storage },
    signal: ended.signal,
  });
  const { provider } = loaded;
  const ask = (method: string, ...params: unknown[]) => {
    const answer = provider.request({ method, params });
    answer.catch(() => undefined);
    return answer;
  };
  const connect = (network = networks[0].id) => {
    const cancel = new AbortController();
    begin({ network, signal: cancel.signal });
    return { answer: ask('eth_requestAccounts'), cancel: () => cancel.abort() };
  };
  return { provider, ask, connect, end: () => ended.abort() };
}

async function connected() {
  const page = open();
  await page.connect().answer;
  return page;
}

const address = () => coinbase.account.address.toLowerCase();
const asked = (count: number) => vi.waitFor(() => expect(coinbase.asked).toHaveLength(count));
/** The window that was opened last. */
const opened = () => coinbase.windows.at(-1) as FakeCoinbase['windows'][number];
/** The ways in which nothing is left of what was asked. */
const expectNothingLeft = () => {
  expect(coinbase.windows.every(({ closed }) => closed)).toBe(true);
  expect(coinbase.listeners()).toBe(0);
};

describe('a connection', () => {
  it('opens the window within the call, and answers with the account', async () => {
    const { ask, connect } = open();
    const { answer } = connect();
    expect(coinbase.windows).toHaveLength(1);
    expect(opened().address.href).toMatch(/^https:\/\/coinbase\.example\/connect\?/);
    expect(await answer).toEqual([address()]);
    expect(await ask('eth_chainId')).toBe('0x7a69');
    expectNothingLeft();
  });

  it('begins on the network that the page wants', async () => {
    coinbase.switches.chains = { 31337: '', 31338: '' };
    const { ask, connect } = open();
    await connect('eip155:31338').answer;
    expect(await ask('eth_chainId')).toBe('0x7a6a');
  });

  it('begins on another network of the page if the wallet lacks the one that it wants', async () => {
    coinbase.switches.chains = { 1: '', 31338: '' };
    const { ask, connect } = open();
    await connect().answer;
    expect(await ask('eth_chainId')).toBe('0x7a6a');
    expect(coinbase.windows).toHaveLength(1);
  });

  it('asks for no telemetry, and tells the path of the page without what may be secret', async () => {
    await connected();
    expect(opened().received[0]).toMatchObject({
      requestId: 'loaded',
      data: {
        preference: { options: 'smartWalletOnly', telemetry: false },
        location: 'https://page.example/shop',
      },
    });
    expect(JSON.stringify(opened().received)).not.toContain('secret');
  });

  it('is rejected by the person', async () => {
    coinbase.switches.answer = 'reject';
    const { answer } = open().connect();
    await expect(answer).rejects.toMatchObject({ code: 4001 });
    expectNothingLeft();
    expect(coinbase.kept()).toEqual([]);
  });

  it('that fails leaves to a newer one what that needs', async () => {
    coinbase.switches.answer = 'none';
    const { connect, ask } = open();
    const { answer, cancel } = connect();
    await asked(1);
    cancel();
    coinbase.switches.answer = 'approve';
    const newer = connect().answer;
    await expect(answer).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(await newer).toEqual([address()]);
    expect(await ask('personal_sign', '0x41', address())).toMatch(/^0x/);
  });

  it('fails as unsupported if the person wants the wallet of a phone', async () => {
    coinbase.switches.kind = 'walletlink';
    await expect(open().connect().answer).rejects.toMatchObject({ code: 'wallet/unsupported' });
    expectNothingLeft();
  });

  it('fails if the browser opens no window', async () => {
    coinbase.switches.isBlocked = true;
    await expect(open().connect().answer).rejects.toMatchObject({ code: 'wallet/window-blocked' });
    expectNothingLeft();
  });

  it.each(['before its site has loaded', 'after that'])('ends when its window is closed %s', async (when) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    coinbase.switches.answer = 'none';
    coinbase.switches.isAway = when === 'before its site has loaded';
    const { answer } = open().connect();
    if (!coinbase.switches.isAway) await asked(1);
    opened().closed = true;
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(answer).rejects.toMatchObject({ code: 'wallet/closed' });
    expectNothingLeft();
  });

  it('ends when the site says that its window closes', async () => {
    coinbase.switches.answer = 'none';
    const { answer } = open().connect();
    await asked(1);
    opened().send({ event: 'PopupUnload' });
    await expect(answer).rejects.toMatchObject({ code: 'wallet/closed' });
    expectNothingLeft();
  });

  it('is cancelled with its attempt, and its window is closed', async () => {
    coinbase.switches.answer = 'none';
    const { ask, connect } = open();
    const { answer, cancel } = connect();
    await asked(1);
    cancel();
    await expect(answer).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expectNothingLeft();
    expect(coinbase.kept()).toEqual([]);
    expect(await ask('eth_accounts')).toEqual([]);
  });

  it('asks again which account it is if the person wants to choose', async () => {
    const { ask } = await connected();
    expect(await ask('wallet_requestPermissions')).toEqual([{ parentCapability: 'eth_accounts' }]);
    expect(coinbase.asked).toEqual(['eth_requestAccounts', 'eth_requestAccounts']);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the page itself', { origin: 'https://page.example' }],
    ['another window of the site', { source: {} }],
  ])('hears no message from %s', async (_, from) => {
    coinbase.switches.isAway = true;
    const { answer } = open().connect();
    const settled = vi.fn();
    answer.then(settled, settled);
    opened().send({ event: 'PopupLoaded', id: 'loaded' }, from);
    opened().send({ event: 'PopupUnload' }, from);
    await new Promise(setImmediate);
    expect(opened().received).toEqual([]);
    expect(settled).not.toHaveBeenCalled();
    opened().send({ event: 'PopupLoaded', id: 'loaded' });
    expect(await answer).toEqual([address()]);
  });
});

describe('a session', () => {
  it('is there after a reload without a window', async () => {
    await connected();
    const { ask } = open();
    expect(await ask('eth_accounts')).toEqual([address()]);
    expect(await ask('eth_chainId')).toBe('0x7a69');
    expect(coinbase.windows).toHaveLength(1);
    await ask('personal_sign', '0x41', address());
    expect(coinbase.asked).toEqual(['eth_requestAccounts', 'personal_sign']);
  });

  it('leaves nothing in the page when it is disconnected', async () => {
    const { ask } = await connected();
    expect(coinbase.kept()).not.toEqual([]);
    await ask('wallet_revokePermissions');
    expect(coinbase.kept()).toEqual([]);
    expect(storage.kept.size).toBe(0);
    expect(await ask('eth_accounts')).toEqual([]);
    expect(await ask('wallet_getPermissions')).toEqual([]);
    expect(coinbase.windows).toHaveLength(1);
  });

  it('is over if others have written to what the package keeps', async () => {
    await connected();
    localStorage.setItem('-CBWSDK:SCWStateManager:accounts', '{');
    expect(await open().ask('eth_accounts')).toEqual([]);
    expect(coinbase.kept()).toEqual([]);
  });

  it.each(['eth_signTypedData_v4', 'wallet_watchAsset', 'wallet_sendCalls'])(
    'passes on %s',
    async (method) => {
      const { ask } = await connected();
      expect(await ask(method, address(), '{}')).toBe('done');
      expect(coinbase.asked.at(-1)).toBe(method);
      expectNothingLeft();
    },
  );

  it('answers for several calls without a window, by what the wallet has said and by the node that it names', async () => {
    const { ask } = await connected();
    const asked: unknown[] = [];
    const fetch = async (url: string, { body }: RequestInit) => {
      asked.push([url, JSON.parse(String(body)).method]);
      return Response.json({ jsonrpc: '2.0', id: 1, result: { status: 200 } });
    };
    Object.assign(window, { fetch });
    expect(await ask('wallet_getCapabilities', address())).toEqual({});
    expect(await ask('wallet_getCallsStatus', '0x1')).toEqual({ status: 200 });
    expect(asked).toEqual([['http://127.0.0.1:9', 'wallet_getCallsStatus']]);
    expect(coinbase.windows).toHaveLength(1);
    await expect(ask('wallet_showCallsStatus', '0x1')).rejects.toMatchObject({ code: 'wallet/unsupported' });
  });

  it('says nothing of several calls before it is connected', async () => {
    await expect(open().ask('wallet_getCallsStatus', '0x1')).rejects.toMatchObject({ code: 4100 });
  });

  it.each(['personal_sign', 'eth_sendTransaction'])(
    'opens a window for %s within the call',
    async (method) => {
      const { ask } = await connected();
      const answer = ask(method, method === 'personal_sign' ? '0x41' : {}, address());
      expect(coinbase.windows).toHaveLength(2);
      expect(await answer).toMatch(/^0x[0-9a-f]{64,}$/);
      expectNothingLeft();
    },
  );

  it('ends a signature when its window is closed, and the next one works', async () => {
    const { ask } = await connected();
    coinbase.switches.answer = 'none';
    const signing = ask('personal_sign', '0x41', address());
    await asked(2);
    opened().send({ event: 'PopupUnload' });
    await expect(signing).rejects.toMatchObject({ code: 'wallet/closed' });
    coinbase.switches.answer = 'approve';
    expect(await ask('personal_sign', '0x41', address())).toMatch(/^0x/);
  });

  it('closes the window of a request that is open when it is disconnected', async () => {
    const { ask } = await connected();
    coinbase.switches.answer = 'none';
    const signing = ask('personal_sign', '0x41', address());
    await asked(2);
    await ask('wallet_revokePermissions');
    await expect(signing).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expectNothingLeft();
  });

  it('closes the window of a request once the page needs the wallet no more', async () => {
    const { ask, end } = await connected();
    coinbase.switches.answer = 'none';
    const signing = ask('personal_sign', '0x41', address());
    await asked(2);
    end();
    await expect(signing).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expectNothingLeft();
  });

  it('refuses what a session does not need', async () => {
    const { ask } = await connected();
    await expect(ask('eth_getBalance')).rejects.toMatchObject({ code: 'wallet/unsupported' });
  });
});

describe('a page', () => {
  const port = () => ({ networks, storage, options: { walletSites: [{ id, url: coinbase.site }] } });
  const attempting = (changes?: Partial<AttemptOptions<'eip155'>>) =>
    createAttempt('eip155:31337', changes).options;
  const restoring: RestoreOptions<'eip155'> = {
    ...{ id: 'restore', network: 'eip155:31337', signal: new AbortController().signal, deadlineMs: 5_000 },
  };
  const row = (list: readonly { readonly id: string }[]) => list.find((one) => one.id === id);

  it('offers the window if its site is named or a network is one that the wallet knows', () => {
    const base = { ...networks[0], id: 'eip155:8453' } as const;
    const identity = { id, identity: id, name: 'Coinbase Wallet' };
    expect(row(openDiscovery(port()).list())).toEqual({ ...identity, reach: 'window' });
    expect(row(openDiscovery({ networks: [networks[0], base] }).list())).toEqual({
      ...identity,
      reach: 'window',
    });
    expect(row(openDiscovery({ networks }).list())).toMatchObject({ reach: 'absent' });
  });

  it('takes the extension if that has announced itself', async () => {
    const { attempt, list } = openDiscovery(port());
    const provider = { request: async ({ method }: { method: string }) => extension[method] };
    const extension: Record<string, unknown> = { eth_chainId: '0x7a69', eth_requestAccounts: [address()] };
    const detail = { info: { uuid: 'one', rdns: id, name: 'Coinbase Wallet' }, provider };
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    expect(row(list())).toMatchObject({ reach: 'installed' });
    expect((await attempt(id, attempting())).provider).toEqual({ provider });
    expect(coinbase.windows).toEqual([]);
  });

  it('connects, signs with proof, adds a network, is restored and disconnects', async () => {
    const first = openDiscovery(port());
    const approved = await first.attempt(id, attempting());
    const { provider, own } = approved.provider as Handed<Provider>;
    const { adopt, disconnect, signMessage, switchNetwork, view, accounts, end } = openConnector(networks);
    await adopt({ provider, own, accounts: [coinbase.account] });
    expect(view.connection.get()).toMatchObject({ status: 'connected', isUnverified: true });
    const account = accounts()?.[0] as AccountId<'eip155'>;
    await expect(signMessage({ kind: 'message', account, text: 'Ahoy' })).resolves.toMatchObject({
      isVerified: true,
    });
    expect(view.connection.get()).not.toHaveProperty('isUnverified');
    await switchNetwork('eip155:31338');
    expect(accounts()?.[0]).toMatch(/^eip155:31338:/);
    expect(coinbase.asked.slice(2)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain']);
    const windows = coinbase.windows.length;
    const restored = await openDiscovery(port()).restore(id, restoring);
    expect(restored?.accounts[0]).toMatch(/^eip155:31338:/);
    window.dispatchEvent(new Event('focus'));
    expect(coinbase.windows).toHaveLength(windows);
    await disconnect();
    expect(coinbase.kept()).toEqual([]);
    end();
  });

  it('loads the code for a press, and opens nothing by that', async () => {
    const names: string[] = [];
    const { prepare } = openDiscovery({
      ...port(),
      importCode: (asked, load) => {
        names.push(...asked);
        return load();
      },
    });
    prepare?.(id);
    await vi.waitFor(() => expect(names).toContain('coinbase'));
    expect(coinbase.windows).toEqual([]);
  });

  it('asks for another press if the code came late', async () => {
    vi.stubGlobal('navigator', { userActivation: { isActive: false } });
    const steps: string[] = [];
    let press = () => {};
    const pressed = () =>
      new Promise<void>((resolve) => {
        press = resolve;
      });
    const attempt = openDiscovery(port()).attempt(
      id,
      attempting({ pressed, onProgress: ({ step }) => steps.push(step) }),
    );
    await vi.waitFor(() => expect(steps).toEqual(['loading', 'press']));
    expect(coinbase.windows).toEqual([]);
    press();
    expect((await attempt).accounts).toHaveLength(1);
  });
});
