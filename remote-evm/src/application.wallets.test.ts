import type { Connection } from '@linkspan/contract';
import { turns } from '@linkspan/kit/testing/deferred';
import { createStorage } from '@linkspan/kit/testing/storage';
import { createPhone, type Phone } from '@linkspan/kit/walletconnect/testing/phone';
import { evmAccounts } from '@linkspan/practice/accounts';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EvmEvent, getProvider } from '../../shared/app/src/evm.ts';
import type { ApplicationShell } from '../../shared/app/src/page.ts';
import type { Provider } from './provider.ts';
import { startTestChain, type TestChain } from './testing/chains.ts';
import { openConnector, openWindow, toNetworks } from './testing/page.ts';
import { createCoinbase } from './wallets/coinbase.ts';
import { createSafe, ofSafe } from './wallets/safe.ts';
import { type AskSafe, openSafeFrame } from './wallets/safe-frame.ts';
import { type FakeCoinbase, installCoinbase } from './wallets/testing/coinbase.ts';
import { installSafe } from './wallets/testing/safe.ts';
import { createWalletConnect } from './wallets/walletconnect.ts';

/** Long enough for something that must not happen. */

let node: TestChain;
beforeAll(async () => {
  node = await startTestChain();
});
afterAll(() => node.stop());
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  Reflect.deleteProperty(globalThis, 'linkspanPage');
});

const keys = evmAccounts.map(({ privateKey }) => privateKeyToAccount(privateKey));
const [first, second] = keys.map(({ address }) => address) as [string, string];
const unlisten = () => undefined;
const hash = `0x${'ab'.repeat(32)}`;
const typedOn = (chainId: number) => ({
  types: { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], Mail: [{ name: 'to', type: 'string' }] },
  ...{ primaryType: 'Mail', domain: { chainId }, message: { to: 'Bob' } },
});
const asset = { type: 'ERC20', options: { address: second, symbol: 'DAI', decimals: 18 } };
const calls = {
  version: '2.0.0',
  chainId: '0x7a69',
  atomicRequired: true,
  calls: [{ to: second, value: '0x1' }],
};

async function setCode(address: string, code: string): Promise<void> {
  const body = { jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [address, code] };
  const headers = { 'content-type': 'application/json' };
  await fetch(node.url, { method: 'POST', headers, body: JSON.stringify(body) });
}

interface Wallet {
  readonly provider: Provider;
  readonly own?: object | undefined;
  readonly address: string;
}

/** The page with a wallet, and its application with the events that it hears, each with the status of the card by then. */
async function openApplication({ provider, own, address }: Wallet) {
  const networks = toNetworks(node.url);
  const { view, readCall, switchNetwork, adopt, end } = openConnector(networks);
  ends.push(end);
  const notes: (string | undefined)[] = [];
  const sent: unknown[] = [];
  /** As the host, without its turns. */
  const shell: Pick<ApplicationShell, 'view' | 'request' | 'call'> = {
    view: { families: ['evm'], family: () => view },
    request: () => ({ get: () => ({ state: 'none' }), listen: () => unlisten, subscribe: () => unlisten }),
    async call(_, call) {
      const reading = await readCall?.(call as never);
      if (reading?.asks === 'network') await switchNetwork(reading.network);
      if (reading?.asks !== 'person') return reading?.answer();
      const answered = await reading.answer({ noted: (note) => notes.push(note) });
      sent.push(answered.sent);
      return answered.value;
    },
  };
  const families = [{ id: 'evm' as const, title: 'Ethereum', namespace: 'eip155', networks }];
  const page = { version: 1 as const, families, shell: Promise.resolve(shell as ApplicationShell) };
  Object.defineProperty(globalThis, 'linkspanPage', { value: page, configurable: true });
  const app = getProvider();
  const heard: (readonly [string, unknown, Connection['status']])[] = [];
  for (const event of [
    'connect',
    'accountsChanged',
    'chainChanged',
    'disconnect',
  ] as const satisfies EvmEvent[])
    app.on(event, (value: unknown) => {
      heard.push([event, event === 'disconnect' ? '' : value, view.connection.get().status]);
    });
  await page.shell;
  await adopt({ provider, own, accounts: [{ address }] as never });
  const ask = (method: string, ...params: unknown[]): Promise<unknown> => app.request({ method, params });
  return { ask, heard, notes, sent, view };
}

/** A request of each method that asks a person, and one of each that asks the wallet alone. */
const toRequests = (own: string): Readonly<Record<string, readonly unknown[]>> => ({
  personal_sign: ['0x41', own],
  eth_signTypedData_v4: [own, JSON.stringify(typedOn(31337))],
  eth_sendTransaction: [{ from: own, to: second, value: '0x1' }],
  wallet_sendCalls: [calls],
  wallet_watchAsset: [asset],
  wallet_getCapabilities: [own],
  wallet_getCallsStatus: ['0x1'],
  wallet_showCallsStatus: ['0x1'],
});
const methods = Object.keys(toRequests(first));

describe('a wallet behind WalletConnect', () => {
  let phone: Phone;
  beforeEach(() => {
    phone = createPhone();
    openWindow();
  });
  const one = `eip155:31337:${first}`;
  const two = `eip155:31338:${first}`;
  const toNamespaces = (accounts: readonly string[], granted: readonly string[] = methods) => ({
    eip155: { accounts, methods: granted, events: [] },
  });

  async function open(accounts: readonly string[] = [one, two], granted?: readonly string[], more?: object) {
    const parts = { ...phone.parts, networks: toNetworks(node.url), wallet: 'WalletConnect' };
    const { loaded, begin } = createWalletConnect({ ...parts, apps: [], showPairing: () => undefined });
    begin({ network: 'eip155:31337', signal: new AbortController().signal });
    const connecting = loaded.provider.request({ method: 'eth_requestAccounts' });
    await vi.waitFor(() => expect(phone.proposals).toHaveLength(1));
    await new Promise(setImmediate);
    const topic = String(phone.proposals[0]?.approve(toNamespaces(accounts, granted), more));
    await connecting;
    return { topic, ...(await openApplication({ ...loaded, address: first } as Wallet)) };
  }

  it.each(methods)('that does not grant %s is not asked, and nothing is noted', async (method) => {
    const { ask, notes } = await open([one], ['another']);
    await expect(ask(method, ...(toRequests(first)[method] ?? []))).rejects.toMatchObject({
      ...{ code: 4200, data: { code: 'wallet/unsupported', context: { method } } },
    });
    expect([phone.requests, notes]).toEqual([[], []]);
  });

  it.each(methods)('is asked for %s on the chain of the page if it grants it', async (method) => {
    const { ask } = await open();
    phone.answer = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }));
    await expect(ask(method, ...(toRequests(first)[method] ?? []))).rejects.toMatchObject({ code: 4001 });
    expect(phone.requests).toMatchObject([{ chainId: 'eip155:31337', request: { method } }]);
  });

  it('switches among the chains that it grants without being asked, and is asked on the new one', async () => {
    const { ask, heard } = await open();
    heard.length = 0;
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull();
    expect(heard).toEqual([['chainChanged', '0x7a6a', 'connected']]);
    phone.answer = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }));
    await expect(ask('personal_sign', '0x41', first)).rejects.toMatchObject({ code: 4001 });
    expect(phone.requests).toMatchObject([{ chainId: 'eip155:31338', request: { method: 'personal_sign' } }]);
  });

  it('is not asked on a chain that it does not grant, and the page does not switch to it', async () => {
    const { ask, heard } = await open([one]);
    heard.length = 0;
    for (const chainId of ['0x1', '0x7a6a'])
      await expect(ask('wallet_switchEthereumChain', { chainId })).rejects.toMatchObject({
        ...{ code: 4902, data: { code: 'wallet/network-unsupported' } },
      });
    const to = { from: first, to: second, value: '0x1', chainId: '0x7a6a' };
    await expect(ask('eth_sendTransaction', to)).rejects.toMatchObject({ code: 4901 });
    expect([phone.requests, heard]).toEqual([[], []]);
  });

  it.each<[string, object]>([
    ['session', { sessionProperties: { atomic: '{"status":"supported"}', bundler_name: 'x' } }],
    ['chain', { scopedProperties: { 'eip155:31337': { atomic: { status: 'supported' } } } }],
    [
      'account',
      {
        sessionProperties: { atomic: { status: 'unsupported' } },
        scopedProperties: {
          'eip155:31337': { [one.toLowerCase()]: { atomic: { status: 'supported' } } },
        },
      },
    ],
  ])('answers for its capabilities by what it has said of the %s, and is not asked', async (_, said) => {
    const { ask } = await open([one], ['personal_sign'], said);
    const atomic = { '0x7a69': { atomic: { status: 'supported' } } };
    expect(await ask('wallet_getCapabilities', first)).toEqual(atomic);
    expect(await ask('wallet_getCapabilities', first, ['0x7a69', '0x7a6a'])).toEqual(atomic);
    await expect(ask('wallet_getCapabilities', first, ['0x7a6a'])).rejects.toMatchObject({ code: 4200 });
    expect(phone.requests).toEqual([]);
  });

  it.each([{}, { sessionProperties: 'odd', scopedProperties: { 'eip155:31337': 7 } }])(
    'is asked for its capabilities if it has said nothing: %j',
    async (said) => {
      const { ask } = await open([one], undefined, said);
      phone.answer = () => ({ '0x7a69': {} });
      expect(await ask('wallet_getCapabilities', first)).toEqual({ '0x7a69': {} });
      expect(phone.requests).toMatchObject([{ request: { method: 'wallet_getCapabilities' } }]);
    },
  );

  it('that is a Safe has no id of a transaction of the chain when it has proposed one', async () => {
    // Answers each call with 2, as `getThreshold` does.
    await setCode(first, '0x600260005260206000f3');
    const { ask, sent } = await open();
    phone.answer = ({ request }) => (request.method === 'wallet_sendCalls' ? { id: '0xca11' } : hash);
    expect(await ask('eth_sendTransaction', { to: second, value: '0x1' })).toBeUndefined();
    expect(await ask('wallet_sendCalls', calls)).toEqual({ id: '0xca11' });
    await setCode(first, '0x');
    expect(sent).toEqual([
      { transaction: hash, awaits: 'owners' },
      { transaction: '0xca11', awaits: 'owners' },
    ]);
  });

  it('tells its own change of chain and accounts once, after the card has it', async () => {
    const { topic, heard } = await open([one, `eip155:31338:${second}`]);
    expect(heard.splice(0)).toEqual([
      ['connect', { chainId: '0x7a69' }, 'connected'],
      ['accountsChanged', [first], 'connected'],
    ]);
    for (const _ of [1, 2])
      phone.emit('session_event', { topic, params: { event: { name: 'chainChanged', data: 31338 } } });
    phone.update(topic, toNamespaces([`eip155:31338:${second}`]));
    const told = [
      ['chainChanged', '0x7a6a', 'connected'],
      ['accountsChanged', [second], 'connected'],
    ];
    await vi.waitFor(() => expect(heard).toEqual(told));
    await turns();
    expect(heard).toEqual(told);
  });

  it.each<[string, (topic: string) => void]>([
    ['is ended on it', (topic) => phone.end(topic)],
    ['expires', (topic) => phone.end(topic, 'session_expire')],
    ['grants no account any more', (topic) => phone.update(topic, {})],
  ])('tells one end if its session %s', async (_, finish) => {
    const { topic, heard, ask, view } = await open([two]);
    heard.length = 0;
    finish(topic);
    await vi.waitFor(() => expect(view.connection.get().status).toBe('disconnected'));
    await turns();
    expect(heard).toEqual([
      ['chainChanged', '0x7a69', 'disconnected'],
      ['accountsChanged', [], 'disconnected'],
      ['disconnect', '', 'disconnected'],
    ]);
    expect(await ask('eth_accounts')).toEqual([]);
  });

  it.each(['personal_sign', 'eth_sendTransaction'])(
    'that ends its session rejects what it was asked as disconnected: %s',
    async (method) => {
      const { topic, ask, notes } = await open();
      phone.answer = () => new Promise(() => undefined);
      const asking = ask(method, ...(toRequests(first)[method] ?? []));
      asking.catch(() => undefined);
      await vi.waitFor(() => expect(phone.requests).toHaveLength(1));
      phone.end(topic);
      await expect(asking).rejects.toMatchObject({ code: 4900, data: { code: 'wallet/revoked' } });
      // It may have signed before.
      expect(notes).toEqual(method === 'personal_sign' ? [] : [expect.any(String)]);
    },
  );
});

describe('Coinbase’s smart wallet', () => {
  let coinbase: FakeCoinbase;
  beforeEach(() => {
    coinbase = installCoinbase();
    coinbase.switches.chains = { 31337: node.url, 31338: node.url };
  });

  async function open() {
    const signal = new AbortController().signal;
    const networks = toNetworks(node.url);
    const parts = {
      wallet: 'Coinbase Wallet',
      site: coinbase.site,
      networks,
      storage: createStorage(),
      signal,
    };
    const { loaded, begin } = createCoinbase(parts);
    const openTab = () => createCoinbase(parts).loaded;
    begin({ network: 'eip155:31337', signal });
    await loaded.provider.request({ method: 'eth_requestAccounts' });
    const address = coinbase.account.address;
    return { address, openTab, ...(await openApplication({ ...loaded, address } as Wallet)) };
  }

  it.each(methods.filter((method) => !/Capabilities|Status/.test(method)))(
    'is asked for %s in a window',
    async (method) => {
      const { ask, address } = await open();
      coinbase.switches.answer = 'reject';
      await expect(ask(method, ...(toRequests(address)[method] ?? []))).rejects.toMatchObject({ code: 4001 });
      expect(coinbase.asked.at(-1)).toBe(method);
    },
  );

  it('answers for its capabilities without a window, and shows no status', async () => {
    const { ask, address } = await open();
    const windows = coinbase.windows.length;
    expect(await ask('wallet_getCapabilities', address)).toEqual({});
    await expect(ask('wallet_showCallsStatus', '0x1')).rejects.toMatchObject({ code: 4200 });
    expect(coinbase.windows).toHaveLength(windows);
  });

  it('tells a switch of the chain once, whether this page has asked for it or another tab', async () => {
    const { ask, heard, openTab, address } = await open();
    heard.length = 0;
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull();
    await expect(ask('personal_sign', '0x41', address)).resolves.toMatch(/^0x/);
    expect(heard.splice(0)).toEqual([['chainChanged', '0x7a6a', 'connected']]);
    const params = [{ chainId: '0x7a69' }];
    await openTab().provider.request({ method: 'wallet_switchEthereumChain', params });
    const windows = coinbase.windows.length;
    await expect(ask('personal_sign', '0x41', address)).rejects.toMatchObject({ code: 4901 });
    expect(coinbase.windows).toHaveLength(windows);
    expect(heard).toEqual([['chainChanged', '0x7a69', 'connected']]);
  });

  it('tells one end if another tab has disconnected', async () => {
    const { heard, openTab, view } = await open();
    heard.length = 0;
    await openTab().provider.request({ method: 'wallet_revokePermissions' });
    for (const _ of [1, 2]) window.dispatchEvent(new Event('focus'));
    await vi.waitFor(() => expect(view.connection.get().status).toBe('disconnected'));
    window.dispatchEvent(new Event('focus'));
    await turns();
    expect(heard).toEqual([
      ['accountsChanged', [], 'disconnected'],
      ['disconnect', '', 'disconnected'],
    ]);
  });
});

describe('a Safe', () => {
  async function openFrame() {
    const safe = installSafe();
    const storage = createStorage();
    storage.set('connected', 'true');
    const frame = openSafeFrame(undefined, new AbortController().signal) as AskSafe;
    const wallet = { provider: createSafe(frame, storage), own: ofSafe, address: safe.address };
    return { safe, ...(await openApplication(wallet)) };
  }

  it('has no id of a transaction of the chain when it has proposed one', async () => {
    const { ask, safe, sent } = await openFrame();
    safe.switches.answers.sendTransactions = { safeTxHash: hash };
    expect(await ask('eth_sendTransaction', { to: second, value: '0x1' })).toBeUndefined();
    expect(sent).toEqual([{ transaction: hash, awaits: 'owners' }]);
  });

  it.each(['personal_sign', 'eth_signTypedData_v4'])(
    'says that its owners have yet to sign: %s',
    async (method) => {
      const { ask, safe } = await openFrame();
      safe.switches.answers.signMessage = { messageHash: hash };
      safe.switches.answers.signTypedMessage = { messageHash: hash };
      await expect(ask(method, ...(toRequests(safe.address)[method] ?? []))).rejects.toMatchObject({
        data: { code: 'wallet/awaits-owners' },
      });
    },
  );

  it('takes several calls as one proposal, and says so of its own chain alone', async () => {
    const { ask, safe } = await openFrame();
    safe.switches.answers.sendTransactions = { safeTxHash: hash };
    expect(await ask('wallet_sendCalls', calls)).toEqual({ id: hash });
    const atomic = { '0x7a69': { atomic: { status: 'supported' } } };
    expect(await ask('wallet_getCapabilities', safe.address, ['0x1', '0x7a69'])).toEqual(atomic);
    expect(await ask('wallet_getCapabilities', safe.address, ['0x1'])).toEqual({});
  });

  const wishes = { capabilities: { paymasterService: { url: 'https://pay.example' } } };

  it.each<[string, object | string]>([
    ['wallet_watchAsset', asset],
    ['wallet_showCallsStatus', '0x1'],
    ['eth_sendTransaction', { data: '0x6001' }],
    ['wallet_sendCalls', { ...calls, ...wishes }],
  ])('is not asked for %s of %j, and keeps no note', async (method, given) => {
    const { ask, notes, safe } = await openFrame();
    await expect(ask(method, given)).rejects.toMatchObject({ code: 4200, data: { context: { method } } });
    expect(notes.at(-1)).toBeUndefined();
    expect(safe.asked.map((one) => one.method)).not.toContain('sendTransactions');
  });
});
