import type { AccountId } from '@linkspan/contract';
import type { Handed } from '@linkspan/kit/session';
import { createAttempt } from '@linkspan/kit/testing/discovery';
import { createStorage } from '@linkspan/kit/testing/storage';
import SafeAppsSDK from '@safe-global/safe-apps-sdk';
import { stringToHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Provider } from '../provider.ts';
import { startTestChain, type TestChain } from '../testing/chains.ts';
import { openConnector, openDiscovery, toNetworks } from '../testing/page.ts';
import { createWallet, toStrict } from '../testing/wallet.ts';
import { createSafe, ofSafe } from './safe.ts';
import { type AskSafe, Methods, openSafeFrame } from './safe-frame.ts';
import { type FakeSafe, installSafe } from './testing/safe.ts';

const hash = `0x${'ab'.repeat(32)}`;
const signature = `0x${'cd'.repeat(130)}`;

let safe: FakeSafe;
let storage: ReturnType<typeof createStorage>;
const ended = new AbortController();

beforeEach(() => {
  safe = installSafe();
  storage = createStorage();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => ended.abort());

const open = () => {
  const provider = createSafe(openSafeFrame(undefined, ended.signal) as AskSafe, storage);
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params });
  return { provider, ask };
};
const idsOf = ({ list }: ReturnType<typeof openDiscovery>) => list().map(({ id }) => id);
const listed = (discovery: ReturnType<typeof openDiscovery>) =>
  vi.waitFor(() => expect(idsOf(discovery)).toContain('safe'));
/** Settles when all that waits for no timer has run. */
const settled = () => vi.advanceTimersByTimeAsync(0);
const { options: attempting } = createAttempt('eip155:31337', { signal: ended.signal, deadlineMs: 1_000 });

describe('the list of wallets', () => {
  it.each([
    ['claims to be a Safe', (provider: object) => ({ ...provider, isSafe: true, own: ofSafe })],
    ['throws at each name but those of EIP-1193', toStrict],
  ])('is listed beside a wallet that %s', async (_, change) => {
    const info = { uuid: 'one', rdns: 'org.example.harbour', name: 'Harbour' };
    const detail = { info, provider: change(createWallet().provider) };
    const discovery = openDiscovery();
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    await listed(discovery);
    expect(idsOf(discovery).slice(0, 2)).toEqual(['safe', 'org.example.harbour']);
  });

  it('begins with the Safe that shows the page, once it has answered', async () => {
    const wallet = createWallet();
    wallet.announce(window);
    const discovery = openDiscovery();
    expect(discovery.list()[0]).toMatchObject({ id: 'org.example.harbour' });
    await listed(discovery);
    expect(discovery.list().slice(0, 2)).toMatchObject([
      { id: 'safe', name: 'Safe', reach: 'installed' },
      { id: 'org.example.harbour' },
    ]);
    expect(new Set(safe.targets)).toEqual(new Set(['https://app.safe.global']));
    discovery.end();
  });

  it('has the Safe at the address that the configuration gives it', async () => {
    safe = installSafe('https://safe.example');
    const walletSites = [{ id: 'safe', url: 'https://safe.example/app' }];
    const discovery = openDiscovery({ options: { walletSites } });
    await listed(discovery);
    discovery.end();
  });

  it('has none, and asks nobody, if the page is in no frame', async () => {
    vi.useFakeTimers();
    Reflect.set(window, 'parent', window);
    const names: string[] = [];
    const importCode = (asked: readonly string[], load: () => Promise<never>) => {
      names.push(...asked);
      return load();
    };
    const discovery = openDiscovery({ importCode } as never);
    await settled();
    expect(names).not.toContain('safe');
    expect(idsOf(discovery)).not.toContain('safe');
    discovery.end();
  });

  it.each([
    ['a frame of another origin', { origin: 'https://evil.example' }],
    ['an origin that begins as Safe’s does', { origin: 'https://app.safe.global.evil.example' }],
    ['another window of Safe’s origin', { source: {} }],
  ])('does not take the answer of %s', async (_, from) => {
    vi.useFakeTimers();
    const answer = safe.switches.answers.getSafeInfo;
    safe.switches.silent = ['getSafeInfo'];
    const posted = vi.spyOn(window.parent, 'postMessage');
    const discovery = openDiscovery();
    await vi.waitFor(() => expect(posted).toHaveBeenCalled());
    const [request] = posted.mock.calls[0] ?? [];
    const message = { id: (request as unknown as { id: string }).id, success: true, data: answer };
    safe.send(message, from);
    await settled();
    expect(idsOf(discovery)).not.toContain('safe');
    safe.send({ ...message, version: '9.1.0' });
    await settled();
    expect(idsOf(discovery)).toContain('safe');
    discovery.end();
  });

  it('tells a frame of another origin nothing', async () => {
    vi.useFakeTimers();
    safe = installSafe('https://evil.example');
    const discovery = openDiscovery();
    await vi.waitFor(() => expect(safe.targets).toEqual(['https://app.safe.global']));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([safe.asked, idsOf(discovery).includes('safe'), safe.listeners()]).toEqual([[], false, 0]);
    discovery.end();
  });

  it('waits for a Safe that does not answer no longer than its limit, and asks it again with the focus', async () => {
    vi.useFakeTimers();
    safe.switches.silent = ['getSafeInfo'];
    const discovery = openDiscovery();
    await vi.waitFor(() => expect(safe.listeners()).toBe(1));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([idsOf(discovery).includes('safe'), safe.listeners()]).toEqual([false, 0]);
    safe.switches.silent = [];
    window.dispatchEvent(new Event('focus'));
    await listed(discovery);
    discovery.end();
  });

  it('loses a Safe that does not answer any more, and has it again once it does', async () => {
    vi.useFakeTimers();
    const discovery = openDiscovery();
    await listed(discovery);
    safe.switches.silent = ['getSafeInfo'];
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(idsOf(discovery)).not.toContain('safe');
    safe.switches.silent = [];
    window.dispatchEvent(new Event('focus'));
    await listed(discovery);
    expect(idsOf(discovery).filter((id) => id.startsWith('safe'))).toEqual(['safe']);
    discovery.end();
  });

  it('is not broken by messages of any other form', async () => {
    const discovery = openDiscovery();
    for (const data of [null, 7, 'text', { version: 1 }, { id: 'x' }]) safe.send(data);
    await listed(discovery);
    discovery.end();
  });
});

it('stands in for a site that answers Safe’s own package', async () => {
  const { safe: own, txs } = new SafeAppsSDK({ allowedDomains: [/^https:\/\/app\.safe\.global$/] });
  expect(await own.getInfo()).toMatchObject({ safeAddress: safe.address });
  safe.switches.answers.sendTransactions = new Error('Transaction was rejected');
  await expect(txs.send({ txs: [{ to: '0x', value: '0', data: '0x' }] })).rejects.toThrow('was rejected');
});

it('is asked no more, and waited for no more, once the page needs it no more', async () => {
  const page = new AbortController();
  const ask = openSafeFrame(undefined, page.signal) as AskSafe;
  safe.switches.silent = ['signMessage'];
  const signing = ask(Methods.signMessage, { message: 'Ahoy' });
  expect(safe.listeners()).toBe(1);
  page.abort();
  await expect(signing).rejects.toMatchObject({ code: 'wallet/cancelled' });
  await expect(ask(Methods.getSafeInfo)).rejects.toMatchObject({ code: 'wallet/cancelled' });
  expect([safe.asked.length, safe.listeners()]).toEqual([1, 0]);
});

describe('a connection', () => {
  it('is the Safe’s address on its chain, from the attempt until Disconnect', async () => {
    const discovery = openDiscovery({ storage });
    await listed(discovery);
    const approved = await discovery.attempt('safe', attempting);
    expect(approved).toMatchObject({
      wallet: { id: 'safe', name: 'Safe' },
      accounts: [expect.stringMatching(/^eip155:31337:0x(5a){20}$/i)],
    });
    const restored = await discovery.restore('safe', attempting);
    expect(restored?.accounts).toEqual(approved.accounts);
    const { ask } = open();
    expect(await ask('eth_chainId')).toBe('0x7a69');
    const { provider } = approved.provider as Handed<Provider>;
    await provider.request({ method: 'wallet_revokePermissions' });
    expect(storage.kept.size).toBe(0);
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([]);
    expect(await discovery.restore('safe', attempting)).toBeUndefined();
    discovery.end();
  });

  it('is refused if what answers is no Safe', async () => {
    const { ask } = open();
    safe.switches.answers.getSafeInfo = { safeAddress: 'me', chainId: 1 };
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 'wallet/malformed' });
    expect(storage.kept.size).toBe(0);
  });

  it('cannot be moved to another network', async () => {
    await expect(open().ask('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({
      code: 4200,
    });
  });
});

describe('a signature', () => {
  const sign = () => open().ask('personal_sign', stringToHex('Ahoy ⚓'), safe.address);

  it('is of the text, and is what Safe has answered', async () => {
    safe.switches.answers.signMessage = { messageHash: hash, signature };
    expect(await sign()).toBe(signature);
    expect(safe.asked).toEqual([{ method: 'signMessage', params: { message: 'Ahoy ⚓' } }]);
  });

  it('is asked for by its hash if the owners have given it before', async () => {
    safe.switches.answers = { signMessage: { messageHash: hash }, getOffChainSignature: signature };
    expect(await sign()).toBe(signature);
    expect(safe.asked[1]).toEqual({ method: 'getOffChainSignature', params: hash });
  });

  it.each([
    ['none yet', { signMessage: { messageHash: hash }, getOffChainSignature: '' }],
    ['an empty one', { signMessage: { messageHash: hash, signature: '0x' } }],
    ['no word of it', { signMessage: { messageHash: hash }, getOffChainSignature: new Error('Not found') }],
    ['a transaction that is to sign it', { signMessage: { safeTxHash: hash } }],
  ])('awaits the other owners if Safe has %s', async (_, answers) => {
    safe.switches.answers = answers;
    await expect(sign()).rejects.toMatchObject({ code: 'wallet/awaits-owners', context: { wallet: 'Safe' } });
  });

  it('awaits no other owner if one is enough', async () => {
    Object.assign(safe.switches.answers.getSafeInfo as object, { threshold: 1 });
    safe.switches.answers.signMessage = { messageHash: hash };
    await expect(sign()).rejects.toMatchObject({ code: 'wallet/timeout' });
  });

  it('is malformed if the answer says nothing of it', async () => {
    safe.switches.answers = { signMessage: {} };
    await expect(sign()).rejects.toMatchObject({ code: 'wallet/malformed' });
  });

  it('is of no bytes that are no text', async () => {
    await expect(open().ask('personal_sign', '0xff00', safe.address)).rejects.toMatchObject({ code: 4200 });
    expect(safe.asked).toEqual([]);
  });

  it('may be of typed data', async () => {
    safe.switches.answers.signTypedMessage = { messageHash: hash, signature };
    const typedData = { domain: {}, types: {}, message: {}, primaryType: 'Mail' };
    expect(await open().ask('eth_signTypedData_v4', safe.address, JSON.stringify(typedData))).toBe(signature);
    expect(safe.asked).toEqual([{ method: 'signTypedMessage', params: { typedData } }]);
  });
});

it('is asked for no new contract', async () => {
  await expect(open().ask('eth_sendTransaction', { data: '0x6001' })).rejects.toMatchObject({ code: 4200 });
  expect(safe.asked).toEqual([]);
});

describe('a connected Safe', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain();
  });
  afterAll(async () => chain.stop());

  async function setCode(code: string) {
    const body = { jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [safe.address, code] };
    const headers = { 'content-type': 'application/json' };
    await fetch(chain.url, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async function connect() {
    storage.set('connected', 'true');
    const connector = openConnector(toNetworks(chain.url));
    await connector.adopt({
      provider: open().provider,
      own: ofSafe,
      accounts: [{ address: safe.address }] as never,
    });
    const account = connector.accounts()?.[0] as AccountId<'eip155'>;
    const notes: string[] = [];
    const to = `0x${'22'.repeat(20)}`;
    return { ...connector, account, notes, intent: { kind: 'send', account, to, amount: '7' } as const };
  }

  it('sends by proposing it to its owners, and says so', async () => {
    const { send, intent, notes, end } = await connect();
    safe.switches.answers.sendTransactions = { safeTxHash: hash };
    const sent = await send(intent, { noted: (note = '') => notes.push(note) });
    expect(sent).toEqual({ transaction: hash, awaits: 'owners' });
    const txs = [{ to: intent.to, value: '7', data: '0x' }];
    expect(safe.asked).toContainEqual({ method: 'sendTransactions', params: { txs } });
    expect(JSON.parse(String(notes.at(-1)))).toMatchObject({ by: 'safe' });
    end();
  });

  it('sends for no other owner to confirm if one is enough', async () => {
    // Answers each call with 1, as `getThreshold` does.
    await setCode('0x600160005260206000f3');
    const { send, intent, end } = await connect();
    safe.switches.answers.sendTransactions = { safeTxHash: hash };
    expect(await send(intent, { noted: () => undefined })).toEqual({ transaction: hash });
    await setCode('0x');
    end();
  });

  it('follows its proposal by Safe’s report', async () => {
    const { send, settle, intent, account: from, notes, end } = await connect();
    safe.switches.answers.sendTransactions = { safeTxHash: hash };
    const { transaction } = await send(intent, { noted: (note = '') => notes.push(note) });
    const { to, amount } = intent;
    const unsettled = { from, to, amount, transaction, note: String(notes.at(-1)), others: [] };
    expect(await settle(unsettled)).toEqual({ state: 'sent', transaction, awaits: 'owners' });
    safe.switches.answers.getTxBySafeTxHash = { txStatus: 'CANCELLED' };
    expect(await settle(unsettled)).toEqual({ state: 'replaced', isFinal: false });
    end();
  });

  it.each([
    ['Transaction was rejected', 'wallet/rejected'],
    ['Safe could not propose it', 'wallet/failed'],
  ])('tells why it has not sent: %s', async (said, code) => {
    const { send, intent, end } = await connect();
    safe.switches.answers.sendTransactions = new Error(said);
    await expect(send(intent, { noted: () => undefined })).rejects.toMatchObject({ code });
    end();
  });

  it('takes no answer without a hash for a send', async () => {
    const { send, intent, end } = await connect();
    safe.switches.answers.sendTransactions = {};
    await expect(send(intent, { noted: () => undefined })).rejects.toMatchObject({
      code: 'wallet/malformed',
      context: { place: 'transaction' },
    });
    end();
  });

  it('can sign and send, on the one network that it has', async () => {
    const { view, end } = await connect();
    const capabilities = ['message', 'sign-in', 'send'];
    expect(view.connection.get()).toMatchObject({ status: 'connected', capabilities });
    end();
  });

  it('claims no signature that other owners have yet to give', async () => {
    const { signMessage, account, end } = await connect();
    safe.switches.answers = { ...safe.switches.answers, signMessage: { messageHash: hash } };
    await expect(signMessage({ kind: 'message', account, text: 'Ahoy' })).rejects.toMatchObject({
      code: 'wallet/awaits-owners',
    });
    end();
  });

  it.each([
    ['takes a signature that its contract confirms', '0x631626ba7e60e01b60005260206000f3', true],
    ['takes no signature that its contract denies', '0x60006000f3', false],
  ])('%s (EIP-1271)', async (_, code, isValid) => {
    await setCode(code);
    const { signMessage, account, end } = await connect();
    safe.switches.answers.signMessage = { messageHash: hash, signature };
    const signing = signMessage({ kind: 'message', account, text: 'Ahoy' });
    if (isValid) expect(await signing).toMatchObject({ account, isVerified: true, signature });
    else await expect(signing).rejects.toMatchObject({ code: 'wallet/wrong-signature' });
    end();
  });
});

describe('several calls', () => {
  const to = `0x${'12'.repeat(20)}`;
  const calls = [
    { to, value: '0x10' },
    { to, data: '0x1234' },
  ];
  const statusOf = async (details: unknown, receipt: unknown = null) => {
    safe.switches.answers.getTxBySafeTxHash = details;
    safe.switches.answers.rpcCall = receipt;
    return open().ask('wallet_getCallsStatus', hash);
  };
  const known = { version: '2.0.0', id: hash, chainId: '0x7a69', atomic: true };
  const receipt = { transactionHash: hash, blockNumber: '0x1', status: '0x1' };

  it('are one transaction of the Safe, and it says that it can', async () => {
    safe.switches.answers.sendTransactions = { safeTxHash: hash };
    const optional = { paymasterService: { optional: true } };
    expect(await open().ask('wallet_sendCalls', { calls, capabilities: optional })).toEqual({ id: hash });
    expect(safe.asked.at(-1)).toEqual({
      method: 'sendTransactions',
      params: {
        txs: [
          { to, value: '16', data: '0x' },
          { to, value: '0', data: '0x1234' },
        ],
      },
    });
    expect(await open().ask('wallet_getCapabilities', safe.address)).toEqual({
      '0x7a69': { atomic: { status: 'supported' } },
    });
  });

  it.each<[string, object]>([
    ['a capability that the Safe does not have', { calls, capabilities: { paymasterService: {} } }],
    ['one of a call', { calls: [{ to, capabilities: { gasLimitOverride: {} } }] }],
    ['a new contract', { calls: [...calls, { data: '0x60' }] }],
  ])('are refused before Safe is asked: %s', async (_, request) => {
    await expect(open().ask('wallet_sendCalls', request)).rejects.toMatchObject({ code: 4200 });
    expect(safe.asked).toEqual([]);
  });

  it.each<[string, unknown, unknown, object]>([
    ['AWAITING_CONFIRMATIONS', {}, null, { status: 100 }],
    ['AWAITING_EXECUTION', {}, null, { status: 100 }],
    ['CANCELLED', {}, null, { status: 400 }],
    ['SUCCESS', { txHash: hash }, null, { status: 100 }],
    ['SUCCESS', { txHash: hash }, receipt, { status: 200, receipts: [receipt] }],
    ['FAILED', { txHash: hash }, receipt, { status: 500, receipts: [{ ...receipt, status: '0x0' }] }],
    ['a later word', { txHash: hash }, receipt, { status: 100 }],
  ])('are %s, with %j', async (txStatus, more, found, status) => {
    expect(await statusOf({ txStatus, ...Object(more) }, found)).toEqual({ ...known, ...status });
  });
});

it.each(['wallet_watchAsset', 'wallet_addEthereumChain', 'wallet_showCallsStatus'])(
  'a Safe has no %s',
  async (method) => {
    await expect(open().ask(method, {})).rejects.toMatchObject({ code: 4200 });
    expect(safe.asked).toEqual([]);
  },
);
