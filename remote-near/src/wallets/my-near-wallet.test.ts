import { setImmediate } from 'node:timers/promises';
import { messageOf, type Network } from '@linkspan/contract';
import { createStorage } from '@linkspan/kit/testing/storage';
import { decodeTransaction } from '@near-js/transactions';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installPage } from '../testing/page.ts';
import type { LoadedWallet } from './loaded-wallet.ts';
import { openMyNearWallet } from './my-near-wallet.ts';

const site = 'https://wallet.example';
const network: Network<'near'> = {
  ...{
    id: 'near:practice',
    title: 'NEAR fixture',
    rpc: ['http://127.0.0.1:1'],
    symbol: 'NEAR',
    decimals: 24,
  },
};
const message = { message: 'Ahoy', recipient: 'app.example', nonce: new Uint8Array(32) };
const { signal } = new AbortController();

let page: ReturnType<typeof installPage>;
let stored: Map<string, string>;
let opened: { readonly address: URL; closed: boolean; close(): void }[];
let wallet: LoadedWallet;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  page = installPage('https://app.example/pier?tide=high');
  opened = [];
  const openWindow = (address: string) => {
    const place = {
      address: new URL(address),
      closed: false,
      close() {
        place.closed = true;
      },
    };
    opened.push(place);
    return place;
  };
  Object.assign(page, { open: openWindow, innerWidth: 800, innerHeight: 600 });
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  wallet = await open();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** With an account that is connected. */
function open(): Promise<LoadedWallet> {
  const showPairing = () => expect.fail('MyNearWallet pairs with nothing.');
  const own = { account: 'harbour.near', storage: createStorage() };
  return openMyNearWallet({ network, site, showPairing, ...own });
}

/** Says something to the page, as its site does: in the window that it was opened in last, unless another one is given. */
function say(data: object, source: object | null | undefined = opened.at(-1), origin = site): void {
  page.dispatchEvent(Object.assign(new Event('message'), { origin, source, data }));
}

async function untilOpened(times = 1) {
  await vi.waitFor(() => expect(opened).toHaveLength(times));
}

/** A node whose outcomes have only what they were asked for. */
function installNode(): void {
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    const { id, method, params } = JSON.parse(body);
    const header = { hash: '11111111111111111111111111111111' };
    const result = method === 'block' ? { header } : { transaction: { hash: params.tx_hash } };
    return Response.json({ jsonrpc: '2.0', id, result });
  });
}

/** Whom the wallet takes for signed in: it sends for that account alone. */
async function signerOf(): Promise<string> {
  const transfer = [{ type: 'Transfer', params: { deposit: '7' } }] as const;
  const places = { signerId: 'nobody.near', receiverId: 'pier.near' };
  const sent = wallet.signAndSendTransaction({ ...places, actions: transfer }, signal);
  return sent.then(() => 'nobody.near', messageOf);
}

describe('a sign-in', () => {
  it('asks in a window, also while an account is connected, and the new account is the one that sends', async () => {
    const signedIn = wallet.signIn(signal);
    await untilOpened();
    expect(opened[0]?.address.pathname).toBe('/login/');
    say({ status: 'success', account_id: 'Pier.near' });
    expect(await signedIn).toEqual([{ accountId: 'Pier.near', publicKey: '' }]);
    expect(await signerOf()).toContain('Signed in as pier.near');
  });

  it('whose window is closed leaves the account that is connected', async () => {
    const signedIn = wallet.signIn(signal);
    signedIn.catch(() => undefined);
    await untilOpened();
    opened[0]?.close();
    vi.advanceTimersByTime(1_000);
    await expect(signedIn).rejects.toThrow('closed');
    expect(await signerOf()).toContain('Signed in as harbour.near');
  });

  it('that is answered as it is given up leaves the account that is connected', async () => {
    const ended = new AbortController();
    const signedIn = wallet.signIn(ended.signal);
    await untilOpened();
    say({ status: 'success', account_id: 'pier.near' });
    ended.abort();
    await signedIn;
    expect(await signerOf()).toContain('Signed in as harbour.near');
  });

  it('that is given up closes its window', async () => {
    const ended = new AbortController();
    const signedIn = wallet.signIn(ended.signal);
    signedIn.catch(() => undefined);
    await untilOpened();
    ended.abort();
    expect(opened[0]?.closed).toBe(true);
    vi.advanceTimersByTime(1_000);
    await expect(signedIn).rejects.toThrow('closed');
  });
});

describe('an answer counts only from the window that was opened for the request', () => {
  it.each([
    ['another window of its site', () => ({})],
    ['a frame without a window', () => null],
    ['the window of the request before', () => opened[0]],
  ])('not from %s', async (_, sourceOf) => {
    const before = wallet.signIn(signal);
    await untilOpened();
    say({ status: 'success', account_id: 'harbour.near' });
    await before;
    const signedIn = wallet.signIn(signal);
    await untilOpened(2);
    say({ status: 'success', account_id: 'thief.near' }, sourceOf());
    say({ status: 'failure', errorMessage: 'No.' }, sourceOf());
    await setImmediate();
    say({ status: 'success', account_id: 'pier.near' });
    expect(await signedIn).toMatchObject([{ accountId: 'pier.near' }]);
  });

  it('also if others open windows meanwhile, and they hear what is theirs', async () => {
    const heard: unknown[] = [];
    const signedIn = wallet.signIn(signal);
    const others = window.open('https://other.example', 'Other');
    await untilOpened(2);
    page.addEventListener('message', (event) => heard.push((event as MessageEvent).data));
    say({ status: 'success', account_id: 'thief.near' }, others);
    say({ status: 'fine' }, others, 'https://other.example');
    expect(heard).toEqual([{ status: 'fine' }]);
    say({ status: 'success', account_id: 'pier.near' });
    expect(await signedIn).toMatchObject([{ accountId: 'pier.near' }]);
    // Afterwards the site can talk to others again.
    say({ status: 'later' }, others);
    expect(heard.at(-1)).toEqual({ status: 'later' });
  });

  it('and the page has its own way to open a window back, whatever happens', async () => {
    const { open: own } = window;
    const signedIn = wallet.signIn(signal);
    await untilOpened();
    expect(window.open).toBe(own);
    say({ status: 'failure', errorMessage: 'No.' });
    await expect(signedIn).rejects.toThrow('No.');
    await signerOf();
    expect(window.open).toBe(own);
  });
});

describe('what others write to the storage of the page', () => {
  it.each([
    ['signedAccountId', 'thief.near'],
    ['near_app_wallet_auth_key', '{"accountId":"thief.near"}'],
    ['near_app_wallet_auth_key', '{'],
    ['functionCallKey', '{'],
  ])('signs nobody in: %s, %s', async (key, value) => {
    stored.set(key, value);
    wallet = await open();
    stored.set(key, value);
    expect(await signerOf()).toContain('Signed in as harbour.near');
  });
});

it('a message names the page without its query, and tells so', async () => {
  const signing = wallet.signMessage(message, signal);
  await untilOpened();
  const callbackUrl = 'https://app.example/pier';
  expect(opened[0]?.address.searchParams.get('callbackUrl')).toBe(callbackUrl);
  const signedRequest = { accountId: 'harbour.near', publicKey: 'ed25519:x', signature: 'y' };
  say({ status: 'success', signedRequest });
  expect(await signing).toEqual({ ...signedRequest, callbackUrl });
});

it.each([undefined, '', {}, { accountId: '', publicKey: '', signature: '' }])(
  'a message that is answered with success and the request %j is rejected',
  async (signedRequest) => {
    const signing = wallet.signMessage(message, signal);
    await untilOpened();
    say({ status: 'success', signedRequest });
    await expect(signing).rejects.toMatchObject({
      code: 'wallet/rejected',
      context: { wallet: 'MyNearWallet' },
    });
  },
);

it('a message that is answered without a signature, but with an account, is passed on to be refused', async () => {
  const signing = wallet.signMessage(message, signal);
  await untilOpened();
  say({ status: 'success', signedRequest: { accountId: 'harbour.near' } });
  expect(await signing).toMatchObject({ accountId: 'harbour.near', signature: '' });
});

describe('calls', () => {
  const params = { methodName: 'set_fee', args: { fee: '5' }, gas: '30000000000000', deposit: '1' };
  const places = { signerId: 'harbour.near', receiverId: 'ferry.near' };
  const call = { ...places, actions: [{ type: 'FunctionCall', params }] } as const;
  const transfer = {
    ...{ ...places, receiverId: 'pier.near' },
    actions: [{ type: 'Transfer', params: { deposit: '7' } }],
  } as const;
  const asked = () => {
    const given = opened.at(-1)?.address.searchParams.get('transactions') ?? '';
    return given
      .split(',')
      .map((one) => decodeTransaction(Uint8Array.from(atob(one), (byte) => byte.charCodeAt(0))));
  };

  it('and transfers are asked for in one window, whose hashes are looked up', async () => {
    installNode();
    const sent = wallet.signAndSendTransactions?.({ transactions: [call, transfer] }, signal);
    await untilOpened();
    const [first, second] = asked();
    expect(first).toMatchObject({
      ...{ signerId: 'harbour.near', receiverId: 'ferry.near' },
      actions: [{ functionCall: { methodName: 'set_fee', gas: 30_000_000_000_000n, deposit: 1n } }],
    });
    expect(second).toMatchObject({ receiverId: 'pier.near', actions: [{ transfer: { deposit: 7n } }] });
    say({ status: 'success', transactionHashes: 'one,two' });
    expect(await sent).toEqual([{ transaction: { hash: 'one' } }, { transaction: { hash: 'two' } }]);
  });

  it('of which the site tells fewer hashes are malformed', async () => {
    installNode();
    const sent = wallet.signAndSendTransactions?.({ transactions: [call, transfer] }, signal);
    await untilOpened();
    say({ status: 'success', transactionHashes: 'one' });
    await expect(sent).rejects.toMatchObject({ code: 'wallet/malformed' });
  });
});
