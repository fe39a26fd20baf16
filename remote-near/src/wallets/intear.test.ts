import type { NetworkId } from '@linkspan/contract';
import { turns } from '@linkspan/kit/testing/deferred';
import { createDiscoveryPort } from '@linkspan/kit/testing/discovery';
import { createStorage } from '@linkspan/kit/testing/storage';
import { nearAccounts, type PracticeNearAccount } from '@linkspan/practice/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLoaded } from '../loaded.ts';
import type { Provider } from '../provider.ts';
import { findSigned, parseSignedMessage } from '../verify.ts';
import { installIntear, intearHash } from './testing/intear.ts';

const [harbour, pier] = nearAccounts as unknown as [PracticeNearAccount, PracticeNearAccount];
const id: NetworkId<'near'> = 'near:practice';
const networks = [
  { id, title: 'NEAR fixture', rpc: ['http://127.0.0.1:1'], symbol: 'NEAR', decimals: 24 },
] as const;
const site = 'https://intear.example';
const known = { id: 'intear-wallet', name: 'Intear Wallet', reach: 'window' } as const;
const storageKey = '_intear_wallet_connected_account';
const transaction = {
  signerId: harbour.accountId,
  receiverId: pier.accountId,
  actions: [{ type: 'Transfer', params: { deposit: '7' } }],
};
const message = { message: 'Ahoy', recipient: 'app.example', nonce: new Uint8Array(32).fill(3) };

let intear: ReturnType<typeof installIntear>;
let storage: ReturnType<typeof createStorage>;
let ended: AbortController;
let wallet: Provider;

/** The wallet in a page that has just been loaded. */
async function open(): Promise<Provider> {
  const options = { walletSites: [{ id: known.id, url: site }] };
  const { signal } = ended;
  const { port } = createDiscoveryPort({ family: 'near', networks, options, storage, signal });
  return (await openLoaded(known, { network: id }, port)) as Provider;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  intear = installIntear(site);
  storage = createStorage();
  ended = new AbortController();
  wallet = await open();
});

afterEach(() => {
  vi.useRealTimers();
  ended.abort();
});

const signIn = () => wallet.request('signIn', id, undefined, ended.signal);
const signMessage = () => wallet.request('signMessage', id, message, ended.signal);
const sendTransfer = () => wallet.request('signAndSendTransaction', id, transaction, ended.signal);

const types = () => intear.heard.map(({ type }) => type);
const paths = () => intear.places.map(({ address }) => address.slice(site.length));

/** Nothing of a request is there any more. */
function expectNothingLeft(): void {
  expect(intear.places.every(({ closed }) => closed)).toBe(true);
  vi.advanceTimersByTime(100);
  expect([intear.listeners(), vi.getTimerCount(), intear.children.length]).toEqual([0, 0, 1]);
}

describe('a sign-in', () => {
  it('is asked in a frame of the site, for no contract, and leaves nothing', async () => {
    expect(await signIn()).toEqual([{ accountId: harbour.accountId }]);
    expect(paths()).toEqual(['/wallet-connector-iframe.html']);
    const { contractId, methodNames, message: asked } = intear.heard[0]?.data ?? {};
    expect([contractId, methodNames, asked]).toEqual([
      undefined,
      undefined,
      '{"origin":"https://app.example"}',
    ]);
    expectNothingLeft();
  });

  it('hides its frame until that is ready, so that Cancel can be pressed', async () => {
    intear.switches.isSilent = true;
    signIn().catch(() => undefined);
    await vi.waitFor(() => expect(intear.places).toHaveLength(1));
    expect(intear.places[0]?.style.visibility).toBe('hidden');
    intear.switches.answer = { type: 'nothing' };
    intear.say({ type: 'ready' });
    expect(intear.places[0]?.style.visibility).toBe('visible');
  });

  it.each<[string, () => object]>([
    ['the page itself', () => ({ origin: 'https://app.example', source: globalThis })],
    ['the page itself, in the name of the frame', () => ({ origin: 'https://app.example' })],
    ['another origin', () => ({ origin: 'https://evil.example', source: {} })],
    ['another window of the site', () => ({ source: {} })],
    ['nobody', () => ({ source: null })],
  ])('takes no message of %s', async (_, from) => {
    intear.switches.isSilent = true;
    const asked = signIn();
    await vi.waitFor(() => expect(intear.places).toHaveLength(1));
    const accounts = [{ accountId: 'evil.near' }];
    intear.say({ type: 'connected', accounts, logoutKey: pier.publicKey }, from());
    await turns();
    expect(storage.kept.size).toBe(0);
    intear.say({ type: 'connected', accounts: [{ accountId: 'calm.near' }], logoutKey: pier.publicKey });
    expect(await asked).toEqual([{ accountId: 'calm.near' }]);
  });

  it('leaves what others say to their own listeners, also in the wallet’s words', async () => {
    intear.switches.isSilent = true;
    const others: unknown[] = [];
    const listener = new AbortController();
    const asked = signIn();
    await vi.waitFor(() => expect(intear.places).toHaveLength(1));
    addEventListener('message', ({ data }: MessageEvent) => void others.push(data), {
      signal: listener.signal,
    });
    for (const data of [null, 'x', { type: 'close' }])
      intear.say(data, { origin: 'https://other.example', source: {} });
    expect(others).toEqual([null, 'x', { type: 'close' }]);
    listener.abort();
    intear.say({ type: 'error', message: 'No' });
    await expect(asked).rejects.toMatchObject({ code: 'wallet/failed', context: { detail: 'No' } });
    expectNothingLeft();
  });

  it.each<[string, object, string]>([
    ['closes its frame without a word', { type: 'close' }, 'wallet/closed'],
    ['says that the person refuses', { type: 'error', message: 'User rejected' }, 'wallet/rejected'],
    ['shares no account', { type: 'connected', accounts: [] }, 'wallet/no-accounts'],
    ['names what is no account', { type: 'connected', accounts: [{ accountId: '?' }] }, 'wallet/malformed'],
    [
      'tells no key of its own',
      { type: 'connected', accounts: [{ accountId: 'calm.near' }] },
      'wallet/malformed',
    ],
    [
      'is the desktop app',
      { type: 'connected', accounts: [{ accountId: 'calm.near' }], useBridge: true },
      'wallet/unsupported',
    ],
  ])('ends if the wallet %s', async (_, answer, code) => {
    intear.switches.answer = answer;
    await expect(signIn()).rejects.toMatchObject({ code });
    expectNothingLeft();
  });
});

describe('a connected wallet', () => {
  beforeEach(() => signIn());

  it('signs a message in a window, by the account’s key', async () => {
    const signed = parseSignedMessage(await signMessage(), 'Intear Wallet');
    expect(signed).toMatchObject({ accountId: harbour.accountId, publicKey: harbour.publicKey });
    expect(await findSigned(message, signed)).toBeDefined();
    expect(paths().slice(1)).toEqual(['/sign-message']);
    expectNothingLeft();
  });

  it('is asked to send what the page asks for, and tells the transaction', async () => {
    expect(await sendTransfer()).toMatchObject({ transaction: { hash: intearHash } });
    expect(JSON.parse(String(intear.heard.at(-1)?.data.transactions))).toEqual([transaction]);
    expect(paths().slice(1)).toEqual(['/send-transactions']);
    expectNothingLeft();
  });

  it('of a call is asked as it is, also among several', async () => {
    await signIn();
    const params = { methodName: 'set_fee', args: { fee: '5' }, gas: '30000000000000', deposit: '1' };
    const call = { ...transaction, actions: [{ type: 'FunctionCall', params }] };
    const asked = () => JSON.parse(String(intear.heard.at(-1)?.data.transactions));
    await wallet.request('signAndSendTransaction', id, call, ended.signal);
    expect(asked()).toEqual([call]);
    const transactions = [transaction, call];
    const sent = await wallet.request('signAndSendTransactions', id, { transactions }, ended.signal);
    expect(sent).toMatchObject([{ transaction: { hash: intearHash } }, {}]);
    expect(asked()).toEqual(transactions);
    expectNothingLeft();
  });

  it.each([
    ['no outcome', { type: 'sent', outcomes: [] }, 'wallet/malformed'],
    ['what is no outcome', { type: 'sent', outcomes: 'x' }, 'wallet/malformed'],
    [
      'an outcome of another account',
      { type: 'sent', outcomes: [{ transaction: { hash: intearHash, signer_id: 'evil.near' } }] },
      'wallet/other-signer',
    ],
  ])('does not send with %s', async (_, answer, code) => {
    const outcomes = Array.isArray(answer.outcomes)
      ? answer.outcomes.map((one) => Object.entries(one))
      : answer.outcomes;
    intear.switches.answer = { ...answer, outcomes };
    await expect(sendTransfer()).rejects.toMatchObject({ code });
    expectNothingLeft();
  });

  it('opens windows at its site alone, whatever address it names', async () => {
    const { accountId, publicKey: logoutKey } = harbour;
    const walletUrl = 'https://evil.example';
    intear.switches.answer = { type: 'connected', accounts: [{ accountId }], logoutKey, walletUrl };
    await signIn();
    intear.switches.answer = { type: 'error', message: 'No' };
    await expect(signMessage()).rejects.toMatchObject({ code: 'wallet/failed' });
    expect(intear.places.at(-1)?.address).toBe(`${site}/sign-message`);
  });

  it('keeps its key out of the storage, opens no socket, says nothing to the console', async () => {
    const said = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name));
    await signMessage();
    await sendTransfer();
    await wallet.request('signOut', id);
    expect([...intear.stored]).toEqual([]);
    expect(JSON.stringify([...storage.kept])).not.toContain('ed25519:');
    expect(intear.sockets).toEqual([]);
    expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('comes back after a reload without a frame or a window', async () => {
    wallet = await open();
    expect(await wallet.request('getAccounts', id)).toEqual([{ accountId: harbour.accountId }]);
    expect(intear.places).toHaveLength(1);
  });

  it('signs after a reload once it is signed in again, and then at once', async () => {
    wallet = await open();
    await signMessage();
    await sendTransfer();
    expect(paths().slice(1)).toEqual([
      '/wallet-connector-iframe.html',
      '/sign-message',
      '/send-transactions',
    ]);
  });

  it('signs after a reload at another press, if the browser opened no window in the first', async () => {
    wallet = await open();
    intear.switches.isBlocked = true;
    await expect(signMessage()).rejects.toMatchObject({ code: 'wallet/window-blocked' });
    intear.switches.isBlocked = false;
    await signMessage();
    expect(paths().slice(1)).toEqual(['/wallet-connector-iframe.html', '/sign-message']);
  });

  it.each([
    ['signs nothing', signMessage],
    ['sends nothing', sendTransfer],
  ])('%s after a reload with another account, however often', async (_, act) => {
    wallet = await open();
    intear.switches.account = pier;
    for (const _ of [1, 2])
      await expect(act()).rejects.toMatchObject({
        code: 'wallet/other-signer',
        context: { account: harbour.accountId, signer: pier.accountId },
      });
    expect(types()).not.toContain('signMessage');
    expect(paths().slice(1)).toEqual(['/wallet-connector-iframe.html', '/wallet-connector-iframe.html']);
    expect(await wallet.request('getAccounts', id)).toEqual([{ accountId: harbour.accountId }]);
  });

  it('takes no account and no key that others have put into the storage', async () => {
    const forged = {
      accounts: [{ accountId: 'evil.near' }],
      key: 'ed25519:x',
      walletUrl: 'https://evil.example',
    };
    intear.stored.set(storageKey, JSON.stringify(forged));
    wallet = await open();
    await signMessage();
    expect(paths().slice(1)).toEqual(['/wallet-connector-iframe.html', '/sign-message']);
    expect(intear.heard.at(-1)?.data.accountId).toBe(harbour.accountId);
  });

  it('forgets account and key when it is disconnected, and tells the wallet', async () => {
    const key = intear.heard[0]?.data.publicKey;
    await wallet.request('signOut', id);
    expect(intear.bridge).toMatchObject([
      { url: `${site}/api/logout_app/testnet`, body: { account_id: harbour.accountId, app_public_key: key } },
    ]);
    expect(storage.kept.size).toBe(0);
    expect(await wallet.request('getAccounts', id)).toEqual([]);
    await signMessage();
    expect(intear.places.at(-2)?.address).toMatch(/iframe\.html$/);
  });

  it.each([
    ['a message', signMessage],
    ['a send', sendTransfer],
  ])('leaves no window and no listener of %s', async (_, act) => {
    intear.switches.isBlocked = true;
    await expect(act()).rejects.toMatchObject({ code: 'wallet/window-blocked' });
    expectNothingLeft();
    Object.assign(intear.switches, { isBlocked: false, isSilent: true });

    const closed = act();
    await vi.waitFor(() => expect(intear.places).toHaveLength(2));
    Object.assign(intear.places[1] as object, { closed: true });
    vi.advanceTimersByTime(100);
    await expect(closed).rejects.toMatchObject({ code: 'wallet/closed' });
    expectNothingLeft();

    const refused = act();
    await vi.waitFor(() => expect(intear.places).toHaveLength(3));
    intear.say({ type: 'error', message: 'User rejected' });
    await expect(refused).rejects.toMatchObject({ code: 'wallet/rejected' });
    expectNothingLeft();
  });
});

describe.each([
  ['a sign-in', signIn],
  ['a message', signMessage],
  ['a send', sendTransfer],
])('%s that is under way', (_, act) => {
  it.each([0, 1])('is cancelled, and leaves nothing, with %d sign-ins before', async (before) => {
    if (before > 0) await signIn();
    intear.switches.isSilent = true;
    const asked = act();
    await vi.waitFor(() => expect(intear.places).toHaveLength(before + 1));
    ended.abort();
    await expect(asked).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await turns();
    expectNothingLeft();
  });

  it('ends with the next request', async () => {
    intear.switches.isSilent = true;
    const asked = act();
    await vi.waitFor(() => expect(intear.places).toHaveLength(1));
    intear.switches.isSilent = false;
    await signIn();
    await expect(asked).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expectNothingLeft();
  });
});

it('leaves the window as it was', async () => {
  const names = ['open', 'addEventListener', 'localStorage', 'WebSocket'];
  const look = () => names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const before = look();
  await signIn();
  await signMessage();
  await wallet.request('signOut', id);
  expect(look()).toEqual(before);
});
