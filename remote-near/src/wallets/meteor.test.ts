import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Network } from '@linkspan/contract';
import { windowPingMs } from '@linkspan/kit/limits';
import { turns } from '@linkspan/kit/testing/deferred';
import { createStorage } from '@linkspan/kit/testing/storage';
import { nearAccounts, type PracticeNearAccount } from '@linkspan/practice/accounts';
import { ferry } from '@linkspan/practice/ferry';
import { decodeTransaction } from '@near-js/transactions';
import { base58, base64 } from '@scure/base';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestChains, type TestChains } from '../testing/chains.ts';
import { findSigned, parseSignedMessage } from '../verify.ts';
import type { LoadedWallet } from './loaded-wallet.ts';
import { openMeteor } from './meteor.ts';
import { type FakeMeteor, installMeteor } from './testing/meteor.ts';

const [harbour, pier] = nearAccounts as unknown as [PracticeNearAccount, PracticeNearAccount];
const site = 'https://meteor.example';
const transaction = {
  signerId: harbour.accountId,
  receiverId: pier.accountId,
  actions: [{ type: 'Transfer', params: { deposit: '7' } }],
} as const;
const message = { message: 'Ahoy', recipient: 'app.example', nonce: new Uint8Array(32).fill(3) };

let chains: TestChains;
let meteor: FakeMeteor;
let wallet: LoadedWallet;
let storage: ReturnType<typeof createStorage>;
let ended: AbortController;
let servers: Server[] = [];

beforeAll(async () => {
  chains = await startTestChains();
});
afterAll(() => chains.stop());

async function open(
  wish: { readonly isExtension?: boolean; readonly network?: Network<'near'> } = {},
): Promise<void> {
  const { isExtension = false, network = chains.networks[0] } = wish;
  meteor = installMeteor({ isExtension, site, rpcUrl: chains.url });
  storage = createStorage();
  wallet = await openMeteor({ account: undefined, showPairing, network, storage, site });
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  ended = new AbortController();
  await open();
});

afterEach(() => {
  vi.useRealTimers();
  ended.abort();
  for (const server of servers) server.close().closeAllConnections();
  servers = [];
});

const showPairing = () => expect.fail('Meteor pairs with nothing.');
const login = () => wallet.signIn(ended.signal);
const signMessage = () => wallet.signMessage(message, ended.signal);
const sendTransfer = () => wallet.signAndSendTransaction(transaction, ended.signal);
const actions: readonly [string, () => Promise<unknown>][] = [
  ['a sign-in', login],
  ['a message', signMessage],
  ['a send', sendTransfer],
];

/** How a promise stands after everything that is under way. */
function watch(promise: Promise<unknown>) {
  const seen: { state: 'waits' | 'answered' | 'rejected'; error?: unknown } = { state: 'waits' };
  promise.then(
    () => Object.assign(seen, { state: 'answered' }),
    (error: unknown) => Object.assign(seen, { state: 'rejected', error }),
  );
  return seen;
}

const untilHeard = (status: string, times = 1) =>
  vi.waitFor(() =>
    expect(meteor.heard.filter(({ envelope }) => envelope.status === status).length >= times).toBe(true),
  );

/** A node of the practice network that answers every query with this, or none. */
async function startNode(answer?: object): Promise<Network<'near'>> {
  const server = createServer(async (request, response) => {
    const { method } = JSON.parse(await text(request));
    if (answer === undefined) return;
    const result = method === 'status' ? { result: { chain_id: 'practice' } } : answer;
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...result }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...chains.networks[0],
    rpc: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
  };
}

describe('Meteor’s window', () => {
  it.each(actions)('opens within the call: %s', async (_, act) => {
    const asked = act();
    expect(meteor.windows).toHaveLength(1);
    ended.abort();
    await expect(asked).rejects.toMatchObject({ code: 'wallet/cancelled' });
  });

  it('opens at the site, with a new id each time, and with the page’s origin alone', async () => {
    await login();
    await signMessage();
    const [first, second] = meteor.windows.map(({ address }) => address);
    expect(first?.origin).toBe(site);
    expect(first?.pathname).toBe('/connect/practice/login');
    expect(second?.pathname).toBe('/connect/practice/sign_message');
    const { connectionUid, ...query } = Object.fromEntries(first?.searchParams ?? []);
    expect(query).toEqual({ pageUri: 'https://app.example', source: 'wpm' });
    expect(connectionUid).toMatch(/^.{21,}$/);
    expect(second?.searchParams.get('connectionUid')).not.toBe(connectionUid);
    expect(meteor.windows[0]?.features).toBe('popup=1,width=390,height=650');
  });

  it('opens at Meteor’s own site if there is no other, for each of its networks', async () => {
    const id = 'near:testnet';
    const own = await openMeteor({
      network: { ...chains.networks[0], id },
      storage,
      account: undefined,
      showPairing,
      site: undefined,
    });
    const asked = own.signIn(ended.signal);
    expect(meteor.windows[0]?.address.href).toMatch(
      /^https:\/\/wallet\.meteorwallet\.app\/connect\/testnet\/login\?/,
    );
    ended.abort();
    await expect(asked).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await expect(
      openMeteor({ network: chains.networks[0], storage, account: undefined, showPairing, site: undefined }),
    ).rejects.toMatchObject({
      code: 'wallet/network-unsupported',
    });
  });

  it('may read what is sent to it, and no other site may', async () => {
    await login();
    expect(new Set(meteor.heard.map(({ origin }) => origin))).toEqual(new Set([site]));
  });

  it('closes itself once its success is acknowledged', async () => {
    await login();
    await untilHeard('closed_success');
    expect(meteor.heard.at(-1)?.envelope).not.toHaveProperty('inputs');
    await vi.waitFor(() => expect(meteor.windows[0]?.closed).toBe(true));
  });
});

describe.each(actions)('%s in a window', (_, act) => {
  it('is refused, and the window closes once that is acknowledged', async () => {
    meteor.switches.ends = { status: 'closed_fail', endTags: ['INCOMPLETE_ACTION', 'USER_CANCELLED'] };
    await expect(act()).rejects.toMatchObject({
      code: 'wallet/rejected',
      context: { wallet: 'Meteor Wallet' },
    });
    await untilHeard('closed_fail');
    expect(meteor.listeners()).toBe(0);
  });

  it.each<[string, unknown, string, string]>([
    ['closed_fail', ['INCOMPLETE_ACTION', 'WINDOW_CLOSED'], 'wallet/closed', ''],
    ['closed_fail', ['NO_ACCOUNTS'], 'wallet/no-accounts', ''],
    ['closed_fail', ['USER_CANCELLED', 'NO_ACCOUNTS'], 'wallet/no-accounts', ''],
    ['closed_fail', ['NEW_ACTION_STARTED'], 'wallet/cancelled', ''],
    ['closed_fail', ['INCOMPLETE_ACTION', 'OF_TOMORROW'], 'wallet/failed', 'INCOMPLETE_ACTION, OF_TOMORROW'],
    ['closed_fail', [7, null, { a: 1 }], 'wallet/failed', ''],
    ['closed_fail', 'USER_CANCELLED', 'wallet/failed', ''],
    ['closed_fail', undefined, 'wallet/failed', ''],
    ['closed_fail', ['x'.repeat(5_000)], 'wallet/failed', 'x'.repeat(300)],
    ['closed_fail', Array(1_000).fill('USER_CANCELLED'), 'wallet/failed', ''],
    ['closed_window', ['WINDOW_CLOSED'], 'wallet/closed', ''],
    ['closed_window', [], 'wallet/closed', ''],
    ['disconnected', [], 'wallet/disconnected', ''],
    ['disconnected', ['NEW_ACTION_STARTED'], 'wallet/cancelled', ''],
  ])('ends with %s and the tags %j as %s', async (status, endTags, code, detail) => {
    meteor.switches.ends = { status, endTags };
    const context = detail === '' ? {} : { detail };
    await expect(act()).rejects.toMatchObject({ code, context });
    expect(meteor.listeners()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is blocked by the browser', async () => {
    meteor.switches.isBlocked = true;
    await expect(act()).rejects.toMatchObject({ code: 'wallet/window-blocked' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends when the window closes before there is anything to ask for', async () => {
    const asked = act();
    (meteor.windows[0] as { closed: boolean }).closed = true;
    vi.advanceTimersByTime(windowPingMs);
    await expect(asked).rejects.toMatchObject({ code: 'wallet/closed' });
    await turns();
    expect([meteor.listeners(), vi.getTimerCount(), meteor.heard.length]).toEqual([0, 0, 0]);
  });

  it('ends when the person closes the window without a word', async () => {
    meteor.switches.isSilent = true;
    const asked = watch(act());
    await untilHeard('initializing');
    (meteor.windows[0] as { closed: boolean }).closed = true;
    vi.advanceTimersByTime(windowPingMs);
    await vi.waitFor(() => expect(asked.error).toMatchObject({ code: 'wallet/closed' }));
    expect([meteor.listeners(), vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('is cancelled: Meteor is told so, its window closes, and what it answers later is not heard', async () => {
    meteor.switches.isSilent = true;
    const asked = act();
    await untilHeard('initializing');
    ended.abort();
    await expect(asked).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await untilHeard('disconnected');
    expect(meteor.heard.at(-1)?.envelope.endTags).toEqual(['NEW_ACTION_STARTED']);
    expect(meteor.windows[0]?.closed).toBe(true);
    meteor.say({ status: 'closed_success', payload: { accountId: 'thief', allKeys: [] } });
    await turns();
    expect([meteor.listeners(), vi.getTimerCount(), storage.kept.size]).toEqual([0, 0, 0]);
  });

  it('opens nothing once it was cancelled', async () => {
    ended.abort();
    await expect(act()).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(meteor.windows).toEqual([]);
  });

  it('waits as long as nothing is answered, and asks again and again', async () => {
    meteor.switches.isSilent = true;
    const asked = watch(act());
    await untilHeard('initializing');
    await turns();
    vi.advanceTimersByTime(windowPingMs * 3);
    await untilHeard('connected', 3);
    expect(meteor.heard.filter(({ envelope }) => envelope.inputs !== undefined)).toHaveLength(1);
    expect(asked.state).toBe('waits');
  });

  it('is asked again with its inputs, at once, when the window was loaded again', async () => {
    meteor.switches.isSilent = true;
    const asked = act();
    await untilHeard('initializing');
    await turns();
    meteor.switches.isSilent = false;
    meteor.reload();
    const toInputs = () => meteor.heard.map(({ envelope }) => envelope.inputs).filter(Boolean);
    await vi.waitFor(() => expect(toInputs()).toHaveLength(2));
    const inputs = toInputs();
    expect(inputs[1]).toEqual(inputs[0]);
    await asked;
  });

  it.each<[string, () => void]>([
    ['another origin', () => Object.assign(meteor.switches, { origin: 'https://thief.example' })],
    [
      'an origin that begins alike',
      () => Object.assign(meteor.switches, { origin: `${site}.thief.example` }),
    ],
    ['no origin', () => Object.assign(meteor.switches, { origin: 'null' })],
    ['another window', () => Object.assign(meteor.switches, { source: {} })],
    ['the page itself', () => Object.assign(meteor.switches, { source: meteor.page })],
    ['another request', () => Object.assign(meteor.switches, { data: { uid: 'x'.repeat(32) } })],
    ['no request', () => Object.assign(meteor.switches, { data: { uid: undefined } })],
    ['an unknown status', () => Object.assign(meteor.switches, { data: { status: 'closed_sucess' } })],
    ['a status of the page', () => Object.assign(meteor.switches, { data: { status: 'initializing' } })],
    ['a status of another kind', () => Object.assign(meteor.switches, { data: { status: ['connected'] } })],
  ])('ignores everything from %s', async (_, change) => {
    change();
    const asked = watch(act());
    await untilHeard('initializing');
    await turns();
    expect(asked.state).toBe('waits');
    Object.assign(meteor.switches, { origin: undefined, source: undefined, data: {} });
    meteor.reload();
    await vi.waitFor(() => expect(asked.state).toBe('answered'));
  });

  it('takes no notice of messages that are no answers', async () => {
    const trap = new Proxy({}, { get: () => expect.fail('read without care') });
    meteor.switches.garbage = [null, undefined, 7, 'closed_success', [], {}, '{"status":"connected"}', trap];
    await act();
  });

  it('is asked with its inputs though the window says too early that it has them', async () => {
    const asked = act();
    meteor.say({ status: 'connected' });
    await asked;
    expect(meteor.heard[0]?.envelope).toMatchObject({ status: 'initializing', inputs: expect.anything() });
  });

  it('leaves no listener and no timer', async () => {
    await act();
    expect([meteor.listeners(), vi.getTimerCount()]).toEqual([0, 0]);
  });
});

describe.each(actions)('%s in the extension', (_, act) => {
  beforeEach(() => open({ isExtension: true }));

  it('opens no window, and is answered', async () => {
    await act();
    expect(meteor.windows).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is refused', async () => {
    meteor.switches.ends = { status: 'closed_fail', endTags: ['USER_CANCELLED'] };
    await expect(act()).rejects.toMatchObject({ code: 'wallet/rejected' });
  });

  it('is cancelled while the extension is silent', async () => {
    meteor.switches.isSilent = true;
    const asked = act();
    await untilHeard('initializing');
    ended.abort();
    await expect(asked).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await untilHeard('disconnected');
  });

  it('rejects as the extension throws', async () => {
    meteor.switches.failure = new Error('Extension context invalidated.');
    await expect(act()).rejects.toBe(meteor.switches.failure);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is acknowledged once, and is over then', async () => {
    await act();
    await untilHeard('closed_success');
    meteor.say({ status: 'closed_success', payload: null });
    meteor.reload();
    await turns();
    const last = meteor.heard.map(({ envelope }) => envelope.status);
    expect(last.filter((status) => status === 'closed_success')).toHaveLength(1);
    expect(last.at(-1)).toBe('closed_success');
  });
});

describe('Meteor’s extension', () => {
  beforeEach(() => open({ isExtension: true }));

  it('has one listener for the page’s life', async () => {
    await login();
    await signMessage();
    await signMessage();
    expect(meteor.listeners()).toBe(1);
  });

  it.each([[null], [{}], ['meteor'], [{ sendMessageData: () => undefined }]])(
    'is not taken for one if it is %j: a window opens',
    async (meteorCom) => {
      await open();
      Object.assign(meteor.page, { meteorCom });
      await login();
      expect(meteor.windows).toHaveLength(1);
    },
  );
});

describe('a sign-in to Meteor', () => {
  it('asks for all methods of no contract, with a new key each time', async () => {
    await login();
    await login();
    const inputs = meteor.heard.flatMap(({ envelope }) => envelope.inputs ?? []);
    const form = {
      type: 'ALL_METHODS',
      contract_id: '',
      public_key: expect.stringMatching(/^ed25519:\w{32,44}$/),
    };
    expect(inputs).toEqual([form, form]);
    expect(inputs[0]).not.toEqual(inputs[1]);
  });

  it('answers the account, and keeps it with its keys for this network, but not the key that was sent', async () => {
    expect(await login()).toEqual([{ accountId: harbour.accountId }]);
    const kept = { accountId: harbour.accountId, allKeys: [harbour.publicKey] };
    expect([...storage.kept]).toEqual([['near:practice', JSON.stringify(kept)]]);
  });

  it('writes nothing to the console', async () => {
    const said = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    );
    await login();
    for (const spy of said) expect(spy).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'harbour.practice'],
    ['no account', { allKeys: [harbour.publicKey] }],
    ['a blank account', { accountId: '', allKeys: [] }],
    ['no account id', { accountId: '../thief', allKeys: [] }],
  ])('is malformed if it is answered with %s, and keeps nothing', async (_, payload) => {
    meteor.switches.payload = payload ?? 0;
    await expect(login()).rejects.toMatchObject({
      code: 'wallet/malformed',
      context: { place: 'accountId' },
    });
    expect(storage.kept.size).toBe(0);
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['no list', 'ed25519:x'],
    ['of other forms', [7, null, 'secp256k1:x', 'ed25519:0OIl', harbour.seed]],
    ['beyond number', Array(5_000).fill(harbour.publicKey)],
  ])('keeps no keys that are %s', async (_, allKeys) => {
    meteor.switches.payload = { accountId: harbour.accountId, allKeys };
    await login();
    expect([...storage.kept.values()]).toEqual([
      JSON.stringify({ accountId: harbour.accountId, allKeys: [] }),
    ]);
  });

  it.each([
    ['of full access', 'FullAccess'],
    ['of limited access', { FunctionCall: { receiver_id: '', method_names: [], allowance: null } }],
  ])('fails if it has added the key to the account, %s, and keeps nothing', async (_, permission) => {
    await open({ network: await startNode({ result: { nonce: 1, permission, block_height: 1 } }) });
    await expect(login()).rejects.toMatchObject({
      code: 'wallet/failed',
      context: { detail: expect.not.stringContaining('ed25519') },
    });
    expect(storage.kept.size).toBe(0);
  });

  it('is done though the network does not answer', async () => {
    await open({ network: { ...chains.networks[0], rpc: ['http://127.0.0.1:1'] } });
    expect(await login()).toEqual([{ accountId: harbour.accountId }]);
  });

  it('that is cancelled while the network is asked keeps nothing', async () => {
    await open({ network: await startNode() });
    const asked = login();
    await untilHeard('closed_success');
    ended.abort();
    await expect(asked).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(storage.kept.size).toBe(0);
  });

  it('is followed by a sign-out that opens nothing', async () => {
    await login();
    await wallet.signOut();
    expect(meteor.windows).toHaveLength(1);
  });
});

describe('a message for Meteor', () => {
  it('names the account that is signed in, and no callback, and its signature can be verified', async () => {
    await login();
    const answer = await signMessage();
    const inputs = meteor.heard.flatMap(({ envelope }) => envelope.inputs ?? []).at(-1);
    expect(inputs).toEqual({ ...message, accountId: harbour.accountId });
    expect(Object.keys(answer as object)).toEqual(['accountId', 'publicKey', 'signature']);
    expect(await findSigned(message, parseSignedMessage(answer, 'Meteor Wallet'))).toBeDefined();
  });

  it.each(['{', '[]', 'null', '{"accountId":7}', '{"accountId":"../thief"}'])(
    'names no account if %s is kept',
    async (kept) => {
      storage.set('near:practice', kept);
      await signMessage();
      expect(meteor.heard.flatMap(({ envelope }) => envelope.inputs ?? [])).toEqual([message]);
    },
  );

  it('tells who has signed, if that is another account', async () => {
    meteor.switches.account = pier;
    expect(await signMessage()).toMatchObject({ accountId: pier.accountId });
  });
});

describe('a send by Meteor', () => {
  it.each([{ fee: '31' }, new TextEncoder().encode('{"fee":"31"}')])('can be a call: %#', async (args) => {
    await login();
    const params = { methodName: 'set_fee', args, gas: '30000000000000', deposit: '1' };
    const call = { ...transaction, receiverId: ferry.near };
    const actions = [{ type: 'FunctionCall', params }] as const;
    const outcome = await wallet.signAndSendTransaction({ ...call, actions }, ended.signal);
    expect(outcome).toMatchObject({ status: { SuccessValue: btoa('"31"') } });
  });

  it('is one transfer by a key of the account, and its outcome is answered', async () => {
    const answer = await sendTransfer();
    expect(answer).toMatchObject({ transaction: { hash: expect.stringMatching(/^\w{32,44}$/) } });
    const [inputs] = meteor.heard.flatMap(({ envelope }) => envelope.inputs ?? []);
    const { transactions } = inputs as { transactions: string };
    expect(decodeTransaction(base64.decode(transactions))).toMatchObject({
      ...{ signerId: harbour.accountId, receiverId: pier.accountId },
      actions: [{ transfer: { deposit: 7n } }],
    });
  });

  it('is told nothing before the network has answered, and then everything', async () => {
    const asked = sendTransfer();
    meteor.reload();
    expect(meteor.heard).toEqual([]);
    await asked;
    expect(meteor.heard[0]?.envelope.inputs).toBeDefined();
  });

  const access = (permission: unknown) => ({ nonce: 5, permission });
  const block_hash = 'A'.repeat(43);
  const toList = (...keys: readonly [string, unknown][]) => ({
    result: {
      ...{ block_hash, block_height: 1 },
      keys: keys.map(([public_key, permission]) => ({ public_key, access_key: access(permission) })),
    },
  });
  const limited = { FunctionCall: {} };

  it.each<[string, readonly [string, unknown][], string | undefined]>([
    [
      'the key that Meteor has told',
      [
        [pier.publicKey, 'FullAccess'],
        [harbour.publicKey, 'FullAccess'],
      ],
      harbour.publicKey,
    ],
    [
      'another one of full access',
      [
        [harbour.publicKey, limited],
        [pier.publicKey, 'FullAccess'],
      ],
      pier.publicKey,
    ],
    ['none of limited access', [[harbour.publicKey, limited]], undefined],
    ['none of another curve', [['secp256k1:x', 'FullAccess']], undefined],
    ['none, if the account has none', [], undefined],
  ])('takes %s', async (_, keys, expected) => {
    await open({ network: await startNode(toList(...keys)) });
    storage.set(
      'near:practice',
      JSON.stringify({ accountId: harbour.accountId, allKeys: [harbour.publicKey] }),
    );
    meteor.switches.isSilent = true;
    const asked = watch(sendTransfer());
    if (expected === undefined) {
      await vi.waitFor(() => expect(asked.error).toMatchObject({ code: 'wallet/other-key' }));
      expect(meteor.windows[0]?.closed).toBe(true);
      return;
    }
    await untilHeard('initializing');
    const [inputs] = meteor.heard.flatMap(({ envelope }) => envelope.inputs ?? []);
    const decoded = decodeTransaction(base64.decode((inputs as { transactions: string }).transactions));
    const key = decoded.publicKey.ed25519Key?.data ?? [];
    expect(`ed25519:${base58.encode(Uint8Array.from(key))}`).toBe(expected);
    expect(decoded.nonce).toBe(6n);
  });

  it.each<[string, object, string]>([
    ['no list', { result: { block_hash, keys: 'x' } }, 'network/malformed'],
    ['no block', { result: { keys: [] } }, 'network/malformed'],
    [
      'that there is no such account',
      { error: { name: 'HANDLER_ERROR', cause: { name: 'UNKNOWN_ACCOUNT' }, data: 'no' } },
      'network/refused',
    ],
  ])('closes the window and ends if the network tells %s', async (_, answer, code) => {
    await open({ network: await startNode(answer) });
    await expect(sendTransfer()).rejects.toMatchObject({ code });
    expect(meteor.windows[0]?.closed).toBe(true);
    expect([meteor.listeners(), vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('closes the window and ends if the network cannot be reached', async () => {
    await open({ network: { ...chains.networks[0], rpc: ['http://127.0.0.1:1'] } });
    await expect(sendTransfer()).rejects.toMatchObject({ code: 'network/unreachable' });
    expect(meteor.windows[0]?.closed).toBe(true);
  });

  const hash = 'B'.repeat(43);
  it.each<[string, unknown]>([
    ['no outcome', {}],
    ['an outcome outside of its list', { transaction: { hash } }],
    ['two outcomes', { executionOutcomes: [{ transaction: { hash } }, { transaction: { hash } }] }],
    ['an outcome without a hash', { executionOutcomes: [{ transaction: {} }] }],
  ])('is malformed if it is answered with %s', async (_, payload) => {
    meteor.switches.payload = payload;
    await expect(sendTransfer()).rejects.toMatchObject({ code: 'wallet/malformed' });
  });

  it('is none of another account', async () => {
    const outcome = { transaction: { hash, signer_id: pier.accountId } };
    meteor.switches.payload = { executionOutcomes: [outcome] };
    await expect(sendTransfer()).rejects.toMatchObject({
      code: 'wallet/other-signer',
      context: { account: harbour.accountId, signer: pier.accountId },
    });
  });
});
