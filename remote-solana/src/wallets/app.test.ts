import type { Network } from '@linkspan/contract';
import { createStorage } from '@linkspan/kit/testing/storage';
import { getBase58Decoder, getBase64Decoder } from '@solana/kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, type Feature, type Own, versionFor } from '../provider.ts';
import { devnet, toNetworks } from '../testing/page.ts';
import { createApp } from './app.ts';
import { type FakeApp, installApp } from './testing/app.ts';

const wallet = 'Wallet app on this device';
const base = 'https://wallet.example/mwa';
const networks = toNetworks();

let app: FakeApp;
let storage: ReturnType<typeof createStorage>;

beforeEach(async () => {
  app = await installApp();
  storage = createStorage();
});

afterEach(() => {
  vi.useRealTimers();
  app.stop();
});

/** A page whose storage is the one that a page before it had. */
function open() {
  const over = new AbortController();
  const { loaded, allow, begin } = createApp({ wallet, networks, storage, signal: over.signal });
  const { provider } = loaded;
  const { proof } = loaded.own as Own;
  const told: unknown[] = [];
  const events = provider.features['standard:events'] as {
    on(event: 'change', listener: (fact: unknown) => void): () => void;
  };
  events.on('change', (fact) => told.push(fact));
  const call = (feature: Feature, input?: object) => {
    const answer = ask(provider, feature, input);
    answer.catch(() => undefined);
    return answer;
  };
  const connect = (network: Network<'solana'>['id'] = devnet) => {
    const cancel = new AbortController();
    begin({ network, signal: cancel.signal });
    return { answer: call('standard:connect', {}), cancel: () => cancel.abort() };
  };
  const accounts = () =>
    provider.accounts as readonly { address: string; chains: string[]; features: string[] }[];
  return { provider, proof, allow, call, connect, accounts, told, end: () => over.abort() };
}

async function connected() {
  const page = open();
  await page.connect().answer;
  const [account] = page.accounts();
  if (account === undefined) throw new Error('no account');
  return { ...page, account };
}

const addressOf = (at: number) => getBase58Decoder().decode(app.keys[at]?.publicKey ?? new Uint8Array());
const toBase64 = (bytes: Uint8Array) => getBase64Decoder().decode(bytes);
const methodsOf = () => app.asked.map(({ method }) => method);
/** Nothing of an association is left. */
const ended = () => vi.waitFor(() => expect(app.open()).toBe(0));
const reached = (method: string) => vi.waitFor(() => expect(methodsOf()).toContain(method));
const message = new TextEncoder().encode('Ahoy');
/** A transaction that one key is to sign: a count, its place, and what it signs. */
const transaction = Uint8Array.of(1, ...new Uint8Array(64), 128, 1, 0, 1, 2, 3);

describe('a connection', () => {
  it('opens an app by the intent, and asks in a session of the protocol on the attempt’s cluster', async () => {
    const { connect, accounts, proof } = open();
    await connect().answer;
    expect(app.opened).toHaveLength(1);
    expect(app.opened[0]?.href).toMatch(
      /^solana-wallet:\/v1\/associate\/local\?association=.+&port=\d{5}&v=v1$/,
    );
    const identity = { uri: 'https://page.example', name: 'page.example' };
    expect(app.asked).toEqual([
      { method: 'get_capabilities', params: {} },
      { method: 'authorize', params: { identity, chain: 'solana:devnet' } },
    ]);
    const features = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'];
    expect(accounts()).toEqual(
      [0, 1].map((at) => ({ address: addressOf(at), chains: ['solana:devnet'], features })),
    );
    expect(proof?.has(addressOf(0))).toBe(false);
    await ended();
  });

  it('grants what the app says that it can', async () => {
    app.switches.capabilities = { features: [], supported_transaction_versions: ['legacy'] };
    const { account, provider } = await connected();
    expect(account.features).toEqual(['solana:signMessage', 'solana:signAndSendTransaction']);
    expect(versionFor(provider, 'solana:signAndSendTransaction')).toBe('legacy');
  });

  it('that is silent opens nothing, and answers what an earlier page was granted', async () => {
    const silent = () => open().call('standard:connect', { silent: true });
    expect(await silent()).toEqual({ accounts: [] });
    await connected();
    expect(await silent()).toMatchObject({
      accounts: [{ address: addressOf(0) }, { address: addressOf(1) }],
    });
    expect(app.opened).toHaveLength(1);
  });

  it('has no accounts if what is kept was written in another form', async () => {
    await connected();
    const kept = JSON.parse(storage.get('authorization') ?? '');
    for (const other of [
      '',
      '{',
      '7',
      ...['token', 'chain', 'addresses'].map((one) => JSON.stringify({ ...kept, [one]: 7 })),
    ]) {
      storage.set('authorization', other);
      expect(open().accounts()).toEqual([]);
    }
  });

  it('asks for no cluster that apps do not know', async () => {
    const { answer } = open().connect(networks[0].id);
    await expect(answer).rejects.toMatchObject({
      code: 'wallet/network-unsupported',
      context: { network: networks[0].title },
    });
    expect(app.opened).toEqual([]);
  });

  it.each([-1, -3])('is rejected by the number %i', async (code) => {
    app.switches.errors = { authorize: { code, message: 'request declined' } };
    await expect(open().connect().answer).rejects.toMatchObject({ code: 'wallet/rejected' });
    await ended();
  });

  it.each([
    ['auth_token', { accounts: [] }],
    ['accounts', { auth_token: 't', accounts: [{ address: toBase64(new Uint8Array(31)) }] }],
    ['accounts', { auth_token: 't', accounts: [{ address: 'no base64!' }] }],
    ['accounts', { auth_token: 't' }],
  ])('fails by a malformed %s, and keeps nothing', async (place, answer) => {
    app.switches.answers = { authorize: answer };
    await expect(open().connect().answer).rejects.toMatchObject({
      code: 'wallet/malformed',
      context: { place },
    });
    expect(storage.kept.size).toBe(0);
    await ended();
  });

  it('fails if the app shows no account', async () => {
    app.switches.shown = [];
    await expect(open().connect().answer).rejects.toMatchObject({ code: 'wallet/no-accounts' });
  });

  it('fails if no app opens', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    app.switches.isInstalled = false;
    const { answer } = open().connect();
    await vi.waitFor(() => expect(app.opened).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(3_000);
    await expect(answer).rejects.toMatchObject({ code: 'wallet/absent' });
  });

  it('is not tried if the browser would open none', async () => {
    app.switches.isActive = false;
    await expect(open().connect().answer).rejects.toMatchObject({ code: 'wallet/window-blocked' });
    expect(app.opened).toEqual([]);
  });

  it('ends with its attempt while the app is asked', async () => {
    app.switches.hangs = ['authorize'];
    const { answer, cancel } = open().connect();
    await reached('authorize');
    cancel();
    await expect(answer).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(storage.kept.size).toBe(0);
    await ended();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    app.show('visible');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with its attempt before the app has opened', async () => {
    const { answer, cancel } = open().connect();
    cancel();
    await expect(answer).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await vi.waitFor(() => expect(app.opened).toHaveLength(1));
    await ended();
    expect(app.asked).toEqual([]);
  });

  it('ends if the app opens and says nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    app.switches.isMute = true;
    const { answer } = open().connect();
    await vi.waitFor(() => expect(app.open()).toBe(1));
    await vi.advanceTimersByTimeAsync(45_000);
    await expect(answer).rejects.toMatchObject({ code: 'wallet/timeout' });
    await ended();
  });

  it('ends if the person is back on the page and the app does not answer, but not while the app is looked at', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    app.switches.hangs = ['authorize'];
    const { answer } = open().connect();
    await reached('authorize');
    let isOver = false;
    answer.catch(() => {
      isOver = true;
    });
    app.show('visible');
    await vi.advanceTimersByTimeAsync(29_000);
    app.show('hidden');
    await vi.advanceTimersByTimeAsync(200_000);
    expect(isOver).toBe(false);
    app.show('visible');
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(answer).rejects.toMatchObject({ code: 'wallet/timeout' });
    await ended();
  });
});

describe('the permission to reach apps on the device', () => {
  const { signal } = new AbortController();

  it.each([undefined, 'granted'] as const)('is not asked for if it is %s', async (state) => {
    app.switches.permission = state;
    await expect(open().allow(signal)).resolves.toBeUndefined();
    expect(app.open()).toBe(0);
  });

  it('is asked for before the app opens', async () => {
    app.switches.permission = 'prompt';
    await open().allow(signal);
    expect(app.switches.permission).toBe('granted');
    await ended();
  });

  it('is asked for no more once the attempt is cancelled', async () => {
    const close = vi.fn();
    const opened = new Promise<void>((resolve) => {
      class Socket extends EventTarget {
        readonly close = close;
        constructor() {
          super();
          resolve();
        }
      }
      vi.stubGlobal('WebSocket', Socket);
    });
    app.switches.permission = 'prompt';
    const cancel = new AbortController();
    const allowed = open().allow(cancel.signal);
    await opened;
    cancel.abort();
    await expect(allowed).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(close).toHaveBeenCalledOnce();
  });

  it('ends the attempt if it is denied', async () => {
    app.switches.permission = 'denied';
    await expect(open().allow(signal)).rejects.toMatchObject({ code: 'wallet/failed' });
  });
});

describe('a request', () => {
  it('has an association of its own, in which the app knows the page by the token of the last one', async () => {
    const { call, account } = await connected();
    await call('solana:signMessage', { account, message });
    await call('solana:signMessage', { account, message });
    expect(app.opened).toHaveLength(3);
    const tokens = app.asked.flatMap(({ method, params }) =>
      method === 'authorize' ? [params.auth_token] : [],
    );
    expect(tokens).toEqual([undefined, 'token 2', 'token 3']);
    expect(app.asked.at(-1)).toEqual({
      method: 'sign_messages',
      params: {
        addresses: [toBase64(app.keys[0]?.publicKey ?? new Uint8Array())],
        payloads: [toBase64(message)],
      },
    });
    await ended();
  });

  it('opens by its own address the app that has one', async () => {
    const accounts = [{ address: toBase64(app.keys[0]?.publicKey ?? new Uint8Array()) }];
    app.switches.answers = { authorize: { auth_token: 't', accounts, wallet_uri_base: base } };
    const { call, account } = await connected();
    await call('solana:signMessage', { account, message });
    expect(app.opened.map(({ protocol }) => protocol)).toEqual(['solana-wallet:', 'https:']);
    expect(app.opened[1]?.href).toMatch(/^https:\/\/wallet\.example\/mwa\/v1\/associate\/local\?/);
  });

  it('answers with the message and its signature, whether or not the app repeats the message', async () => {
    const { call, account } = await connected();
    const [signed] = (await call('solana:signMessage', { account, message })) as { signature: Uint8Array }[];
    expect(signed).toMatchObject({ signedMessage: message });
    app.switches.answers = { sign_messages: { signed_payloads: [toBase64(signed?.signature ?? message)] } };
    expect(await call('solana:signMessage', { account, message })).toEqual([signed]);
  });

  it('answers with the signed transaction, or with its signature once the app has sent it', async () => {
    const { call, account } = await connected();
    const [signed] = (await call('solana:signTransaction', { account, transaction })) as {
      signedTransaction: Uint8Array;
    }[];
    expect(signed?.signedTransaction.slice(65)).toEqual(transaction.slice(65));
    const signature = signed?.signedTransaction.slice(1, 65);
    expect(await call('solana:signAndSendTransaction', { account, transaction })).toEqual([{ signature }]);
    expect(methodsOf().filter((method) => method.startsWith('sign'))).toEqual([
      'sign_transactions',
      'sign_and_send_transactions',
    ]);
  });

  it('signs several transactions in one opening of the app', async () => {
    const { provider, account } = await connected();
    const input = { account, transaction };
    const signed = (await ask(provider, 'solana:signTransaction', input, input)) as {
      signedTransaction: Uint8Array;
    }[];
    expect(signed.map((one) => one.signedTransaction.slice(65))).toEqual(
      Array(2).fill(transaction.slice(65)),
    );
    expect(methodsOf().filter((method) => method.startsWith('sign'))).toEqual(['sign_transactions']);
  });

  it.each([{}, { signed_payloads: [] }, { signed_payloads: [7] }, { signed_payloads: ['no base64!'] }])(
    'fails that is answered by %j',
    async (answer) => {
      const { call, account } = await connected();
      app.switches.answers = { sign_messages: answer };
      await expect(call('solana:signMessage', { account, message })).rejects.toMatchObject({
        code: 'wallet/malformed',
        context: { place: 'signed_payloads' },
      });
    },
  );

  it.each([
    [-3, 'wallet/rejected'],
    [-4, 'wallet/failed'],
  ])(
    'that is answered by the number %i fails with %s, and the app still knows the page',
    async (number, code) => {
      const { call, account, accounts } = await connected();
      app.switches.errors = { sign_and_send_transactions: { code: number, message: 'user declined' } };
      await expect(call('solana:signAndSendTransaction', { account, transaction })).rejects.toMatchObject({
        code,
      });
      expect(accounts()).toHaveLength(2);
      await ended();
    },
  );

  it.each(['authorize', 'sign_messages'])(
    'ends the connection if %s says that the page may not ask',
    async (method) => {
      const { call, account, accounts, proof } = await connected();
      proof?.add(account.address);
      app.switches.errors = { [method]: { code: -1, message: 'auth_token not valid' } };
      await expect(call('solana:signMessage', { account, message })).rejects.toMatchObject({
        code: 'wallet/revoked',
      });
      expect(accounts()).toEqual([]);
      expect(storage.kept.size).toBe(0);
    },
  );

  it('is not sent if the app does not show the account any more', async () => {
    const { call, account, told } = await connected();
    app.switches.shown = [1];
    await expect(call('solana:signMessage', { account, message })).rejects.toMatchObject({
      code: 'wallet/revoked',
    });
    expect(methodsOf()).not.toContain('sign_messages');
    expect(told.at(-1)).toMatchObject({ accounts: [{ address: addressOf(1) }] });
  });

  it('ends the one before it', async () => {
    const { call, account } = await connected();
    app.switches.hangs = ['sign_messages'];
    const before = call('solana:signMessage', { account, message });
    await reached('sign_messages');
    const after = call('solana:signTransaction', { account, transaction });
    await expect(before).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await expect(after).resolves.toHaveLength(1);
    await ended();
  });

  it('ends once the page needs the app no more', async () => {
    const { call, account, end } = await connected();
    app.switches.hangs = ['sign_messages'];
    const answer = call('solana:signMessage', { account, message });
    await reached('sign_messages');
    end();
    await expect(answer).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await ended();
  });

  it('ends after five minutes', async () => {
    const { call, account } = await connected();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    app.switches.hangs = ['sign_messages'];
    const answer = call('solana:signMessage', { account, message });
    await reached('sign_messages');
    await vi.advanceTimersByTimeAsync(300_000);
    await expect(answer).rejects.toMatchObject({ code: 'wallet/timeout' });
    await ended();
  });
});

describe('a disconnect', () => {
  it('forgets at once, and tells the app', async () => {
    const { call, accounts, account, proof } = await connected();
    proof?.add(account.address);
    const answer = call('standard:disconnect');
    expect(accounts()).toEqual([]);
    expect(storage.kept.size).toBe(0);
    await answer;
    expect(app.asked.at(-1)).toEqual({ method: 'deauthorize', params: { auth_token: 'token 2' } });
    await ended();
  });

  it('opens no app outside of a press', async () => {
    const { call } = await connected();
    app.switches.isActive = false;
    await call('standard:disconnect');
    expect(storage.kept.size).toBe(0);
    expect(app.opened).toHaveLength(1);
  });

  it('ends what the app is asked, and the late answer is not kept', async () => {
    const { call, account } = await connected();
    app.switches.hangs = ['sign_messages'];
    const answer = call('solana:signMessage', { account, message });
    await reached('sign_messages');
    app.switches.isActive = false;
    await call('standard:disconnect');
    await expect(answer).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await ended();
    expect(storage.kept.size).toBe(0);
  });
});
