import type { Network } from '@linkspan/contract';
import { createStorage } from '@linkspan/kit/testing/storage';
import { nearAccounts, type PracticeNearAccount } from '@linkspan/practice/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findSigned, parseSignedMessage } from '../verify.ts';
import { openHot } from './hot.ts';
import type { LoadedWallet, LoadOptions } from './loaded-wallet.ts';
import { answer as answerOf, hotHash, installHot } from './testing/hot.ts';
import { type FakeRelay, installRelay, pass, reply, seen } from './testing/hot-relay.ts';

const [harbour, pier] = nearAccounts as unknown as [PracticeNearAccount, PracticeNearAccount];
const network: Network<'near'> = {
  ...{ id: 'near:mainnet', title: 'NEAR', rpc: ['http://127.0.0.1:1'], symbol: 'NEAR', decimals: 24 },
};
const transaction = {
  signerId: harbour.accountId,
  receiverId: pier.accountId,
  actions: [{ type: 'Transfer', params: { deposit: '7' } }],
} as const;
const message = { message: 'Ahoy', recipient: 'app.example', nonce: new Uint8Array(32).fill(3) };

let hot: ReturnType<typeof installHot>;
let wallet: LoadedWallet;
let ended: AbortController;

beforeEach(async () => {
  hot = installHot();
  ended = new AbortController();
  wallet = await open();
});

const open = (given: Partial<LoadOptions> = {}) =>
  openHot({
    ...{ network, storage: createStorage(), account: undefined, site: undefined },
    showPairing: () => expect.fail('The extension pairs with nothing.'),
    ...given,
  });

const actions: readonly [string, () => Promise<unknown>][] = [
  ['a sign-in', () => wallet.signIn(ended.signal)],
  ['a message', () => wallet.signMessage(message, ended.signal)],
  ['a send', () => wallet.signAndSendTransaction(transaction, ended.signal)],
];

describe('HOT’s extension', () => {
  it('is asked for an account without a contract and a key', async () => {
    const { accountId, publicKey } = harbour;
    expect(await wallet.signIn(ended.signal)).toEqual([{ accountId, publicKey }]);
    expect(hot.asked).toEqual([{ method: 'near:signIn', args: {} }]);
  });

  it('signs a message that can be verified, and gets its nonce as a list of numbers', async () => {
    const told = parseSignedMessage(await wallet.signMessage(message, ended.signal), 'HOT Wallet');
    expect(await findSigned(message, told)).toBeDefined();
    expect(hot.asked[0]?.args).toEqual({ ...message, nonce: Array(32).fill(3) });
  });

  it('is asked to send one transaction in a list, and its one outcome is answered', async () => {
    expect(await wallet.signAndSendTransaction(transaction, ended.signal)).toMatchObject({
      transaction: { hash: hotHash },
    });
    expect(hot.asked).toEqual([
      { method: 'near:signAndSendTransactions', args: { transactions: [transaction] } },
    ]);
  });

  it('is asked for several transactions in one list, calls among them', async () => {
    const params = { methodName: 'set_fee', args: { fee: '5' }, gas: '30', deposit: '1' };
    const call = { ...transaction, actions: [{ type: 'FunctionCall', params }] } as const;
    const transactions = [transaction, call];
    const send = () => wallet.signAndSendTransactions?.({ transactions }, ended.signal);
    expect(await send()).toMatchObject(transactions.map(() => ({ transaction: { hash: hotHash } })));
    expect(hot.asked).toEqual([{ method: 'near:signAndSendTransactions', args: { transactions } }]);
    hot.switches.answer = { transactions: [{ transaction: { hash: hotHash } }] };
    await expect(send()).rejects.toMatchObject({
      ...{ code: 'wallet/malformed', context: { place: 'transactions' } },
    });
  });

  it('is never asked to sign in but by a sign-in', async () => {
    await wallet.signMessage(message, ended.signal);
    await wallet.signAndSendTransaction(transaction, ended.signal);
    await wallet.signOut();
    expect(hot.asked.map(({ method }) => method)).not.toContain('near:signIn');
  });

  it.each([
    ['never answers', () => Object.assign(hot.switches, { gate: new Promise(() => undefined) })],
    ['rejects', () => Object.assign(hot.switches, { failure: 'no' })],
    ['throws', () => Object.assign(hot.switches, { failure: new Error('no'), isAbrupt: true })],
    ['is gone', () => Object.assign(hot.page, { hotExtension: null })],
  ])('is signed out of without waiting, also if it %s', async (_, change) => {
    change();
    await expect(wallet.signOut()).resolves.toBeUndefined();
  });

  it('is here while its object has a request', () => {
    expect(wallet.isHere?.()).toBe(true);
    for (const hotExtension of [null, undefined, {}, 'hot', { request: 7 }]) {
      Object.assign(hot.page, { hotExtension });
      expect(wallet.isHere?.()).toBe(false);
    }
  });

  it.each(['near:testnet', 'near:practice'] as const)('does not open on %s', async (id) => {
    const opened = open({ network: { ...network, id } });
    await expect(opened).rejects.toMatchObject({ code: 'wallet/network-unsupported' });
  });
});

describe.each(actions)('%s', (_, act) => {
  it('rejects as the extension does, also if it throws at once', async () => {
    const failure = { code: 4001, message: 'User rejected the request' };
    Object.assign(hot.switches, { failure });
    await expect(act()).rejects.toBe(failure);
    hot.switches.isAbrupt = true;
    await expect(act()).rejects.toBe(failure);
  });
});

describe('HOT without its extension', () => {
  let relay: FakeRelay;

  beforeEach(async () => {
    relay = installRelay();
    Object.assign(hot.page, { hotExtension: undefined });
    wallet = await open({ showPairing: relay.showPairing });
  });
  afterEach(() => void vi.useRealTimers());

  /** What HOT makes of a request, once its person has approved it there. */
  async function approve<Value>(asked: Promise<Value>, by = harbour): Promise<Value> {
    asked.catch(() => undefined);
    const { method, request } = await seen(() => relay.shown.at(-1) && relay.published.at(-1));
    relay.said.push(reply(answerOf(method, request, by)));
    await pass(3_000);
    return asked;
  }

  it('is asked by its relay for the same, and answers the same', async () => {
    const { accountId, publicKey } = harbour;
    expect(await approve(wallet.signIn(ended.signal))).toEqual([{ accountId, publicKey }]);
    const signed = await approve(wallet.signMessage(message, ended.signal));
    const told = parseSignedMessage(signed, 'HOT Wallet');
    expect(await findSigned(message, told)).toBeDefined();
    const sent = wallet.signAndSendTransaction(transaction, ended.signal);
    expect(await approve(sent)).toMatchObject({ transaction: { hash: hotHash } });
    expect(relay.published.map(({ method, request }) => ({ method, request }))).toEqual([
      { method: 'near:signIn', request: {} },
      { method: 'near:signMessage', request: { ...message, nonce: Array(32).fill(3) } },
      { method: 'near:signAndSendTransactions', request: { transactions: [transaction] } },
    ]);
    expect(hot.asked).toEqual([]);
  });

  it('opens on any network by a relay of tests alone', async () => {
    const { showPairing } = relay;
    const practice = { ...network, id: 'near:practice' } as const;
    wallet = await open({ network: practice, site: 'https://relay.example', showPairing });
    await approve(wallet.signIn(ended.signal));
    expect(relay.calls.map(({ url }) => new URL(url).origin)).toEqual(Array(2).fill('https://relay.example'));
  });

  it('has a relay of its own', async () => {
    await approve(wallet.signIn(ended.signal));
    expect(relay.calls.map(({ url }) => new URL(url).origin)).toEqual(Array(2).fill('https://h4n.app'));
  });

  it('is signed out of without a word to the relay', async () => {
    await wallet.signOut();
    await pass(0);
    expect(relay.calls).toEqual([]);
  });

  it('is asked by its extension again once that is back', async () => {
    Object.assign(hot.page, { hotExtension: { request: async () => ({ accountId: 'pier.near' }) } });
    expect(await wallet.signIn(ended.signal)).toEqual([{ accountId: 'pier.near', publicKey: undefined }]);
    expect(relay.calls).toEqual([]);
  });
});

describe('what HOT answers', () => {
  const read = (_: object, name: PropertyKey) => (name === 'then' ? undefined : expect.fail(String(name)));
  const trap = new Proxy({}, { get: read });

  it.each([[null], [[]], ['x'], [{ accountId: '' }], [{ accountId: 7 }], [{ accountId: 'A b' }], [trap]])(
    'is malformed if a sign-in names no account: case %#',
    async (answer) => {
      hot.switches.answer = answer;
      await expect(wallet.signIn(ended.signal)).rejects.toMatchObject({ code: 'wallet/malformed' });
    },
  );

  const own = { transaction: { hash: hotHash } };
  it.each<[string, unknown]>([
    ['nothing', null],
    ['a bare list', [own]],
    ['no outcome', { transactions: [] }],
    ['null for an outcome', { transactions: [null] }],
    ['two outcomes', { transactions: [own, own] }],
    ['an outcome without a hash', { transactions: [{ transaction: {} }] }],
    ['a hash of another form', { transactions: [{ transaction: { hash: 7 } }] }],
    ['another receiver', { transactions: [{ transaction: { ...own.transaction, receiver_id: 'thief' } }] }],
    ['an unreadable signer', { transactions: [{ transaction: { ...own.transaction, signer_id: {} } }] }],
    ['what throws when it is read', { transactions: [trap] }],
  ])('is malformed if a send gets %s', async (_, answer) => {
    hot.switches.answer = answer;
    const sent = wallet.signAndSendTransaction(transaction, ended.signal);
    await expect(sent).rejects.toMatchObject({ code: 'wallet/malformed' });
  });

  it('is the hash of the outcome itself, if its transaction has none', async () => {
    hot.switches.answer = { transactions: [{ transaction_outcome: { id: hotHash } }] };
    const sent = await wallet.signAndSendTransaction(transaction, ended.signal);
    expect(sent).toEqual({ transaction: { hash: hotHash } });
  });

  it('for another account is no outcome of a send, and a message tells who signed it', async () => {
    hot.switches.account = pier;
    await expect(wallet.signAndSendTransaction(transaction, ended.signal)).rejects.toMatchObject({
      code: 'wallet/other-signer',
      context: { account: harbour.accountId, signer: pier.accountId },
    });
    expect(await wallet.signMessage(message, ended.signal)).toMatchObject({ accountId: pier.accountId });
  });
});
