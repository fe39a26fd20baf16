import {
  type Approved,
  codeOf,
  field,
  type Intent,
  type NetworkId,
  type Port,
  parseReading,
  type Reading,
} from '@linkspan/contract';
import { requestFactsMs } from '@linkspan/kit/limits';
import { readBy, toAsked } from '@linkspan/kit/readers';
import { toAsking } from '@linkspan/kit/testing/ask';
import { createAttempt } from '@linkspan/kit/testing/discovery';
import { createStorage } from '@linkspan/kit/testing/storage';
import { nearAccounts } from '@linkspan/practice/accounts';
import { ferry } from '@linkspan/practice/ferry';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base64 } from '@scure/base';
import nacl from 'tweetnacl';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from './application/asked.ts';
import { readers } from './application.ts';
import { mount } from './connector.ts';
import { discover } from './discovery.ts';
import { startTestChains, type TestChains } from './testing/chains.ts';
import { createLease, type FakeLease } from './testing/lease.ts';
import { toNep413Payload } from './testing/nep413.ts';
import { installPage } from './testing/page.ts';
import { createFakeWallet } from './testing/wallet.ts';

const first = 'near:practice';
const [own, other, contract] = ['harbour.practice', 'pier.practice', ferry.near];
const account = `${first}:${own}`;

let chains: TestChains;
let ended: AbortController;
let lease: FakeLease;
let wallet: ReturnType<typeof createFakeWallet>;

beforeAll(async () => {
  chains = await startTestChains();
});
afterAll(() => chains.stop());
beforeEach(() => {
  installPage();
  ended = new AbortController();
  lease = createLease();
  wallet = createFakeWallet({ name: 'Harbour', rpcUrl: chains.url });
  wallet.install();
});
afterEach(() => ended.abort());

function toPort(): Port<'near'> {
  return {
    ...{ family: 'near', networks: chains.networks, options: undefined, signal: ended.signal },
    view: undefined as never,
    storage: createStorage(),
    importCode: (_, load) => load(),
    showPairing: () => undefined,
  };
}

async function approve(port: Port<'near'>): Promise<Approved<'near'>> {
  const { options } = createAttempt<'near'>(first, { signal: ended.signal });
  return discover({ ...port, publish: () => undefined, unlocked: () => undefined }).attempt(
    'fake-wallet',
    options,
  );
}

/** A page with a connected wallet, and the calls of its application. */
async function open({ isConnected = true } = {}) {
  const port = toPort();
  const handle = mount(port);
  if (isConnected) await handle.adopt(await approve(port), lease);
  const read = async (method: string, params?: unknown, network: NetworkId<'near'> = first) => {
    const reading = await handle.read({ kind: 'call', method, params, network });
    // As the host does.
    parseReading(reading, 'reading');
    return reading;
  };
  const notes: (string | undefined)[] = [];
  const noted = (note: string | undefined) => void notes.push(note);
  const toEnd = (reading: Reading) => toAsking(handle).answerToEnd(reading, { noted });
  const answer = async (reading: Reading) => {
    return reading.asks === 'person' ? reading.answer({ noted }) : (await reading.answer()).value;
  };
  const before = wallet.asked.length;
  return { handle, read, answer, toEnd, notes, asked: () => wallet.asked.slice(before) };
}

function intentOf(reading: Reading): Intent {
  if (reading.asks !== 'person') throw new Error('It asks no person.');
  return reading.intent;
}

const call = (change: object = {}) => ({
  type: 'FunctionCall',
  params: {
    ...{ methodName: 'set_fee', args: { fee: '7' }, gas: '30000000000000', deposit: '1' },
    ...change,
  },
});
const transfer = (deposit: unknown = '7') => ({ type: 'Transfer', params: { deposit } });
const transaction = (change: object = {}) => ({ receiverId: contract, actions: [call()], ...change });
const nonce = base64.encode(new Uint8Array(32).fill(3));
const message = (change: object = {}) => ({ message: 'Ahoy', recipient: 'ferry.near', nonce, ...change });
const bytes = (text: string) => base64.encode(new TextEncoder().encode(text));

describe('a method that is not passed on', () => {
  it.each(['near_signTransaction', 'near_signIn', 'near_signDelegateActions', 'eth_sign', '__proto__', ''])(
    'is refused without asking anybody: %s',
    async (method) => {
      const { read, asked } = await open();
      await expect(read(method, {})).rejects.toMatchObject({
        ...{ code: 'wallet/unsupported', context: { wallet: 'Harbour', method } },
      });
      expect(asked()).toEqual([]);
    },
  );
});

const one = 'near_signAndSendTransaction';
const several = 'near_signAndSendTransactions';

describe('a malformed request is refused at its place, before anybody is asked', () => {
  const at = (place: string, action: unknown) =>
    [one, transaction({ actions: [action] }), `params.actions[0]${place}`] as const;

  it.each<readonly [string, unknown, string]>([
    [one, undefined, 'params'],
    [one, [], 'params'],
    [one, {}, 'params.receiverId'],
    [one, transaction({ receiverId: 'Ferry.near' }), 'params.receiverId'],
    [one, transaction({ receiverId: 'a' }), 'params.receiverId'],
    [one, transaction({ signerId: 5 }), 'params.signerId'],
    [one, transaction({ actions: [] }), 'params.actions'],
    [one, transaction({ actions: {} }), 'params.actions'],
    [one, transaction({ actions: Array(101).fill(transfer()) }), 'params.actions'],
    [one, transaction({ gas: '1' }), 'params.gas'],
    at('', null),
    at('', 'Transfer'),
    at('', {}),
    at('', { transfer: { deposit: '1' }, functionCall: call().params }),
    at('.type', { type: 5, params: {} }),
    at('.type', { type: 'Trans fer', params: {} }),
    at('.deposit', { type: 'Transfer', deposit: '1' }),
    at('.params', { type: 'Transfer' }),
    at('.params.deposit', transfer('')),
    at('.params.deposit', transfer('-1')),
    at('.params.deposit', transfer('1.5')),
    at('.params.deposit', transfer('0x1')),
    at('.params.deposit', transfer('1e3')),
    at('.params.deposit', transfer(2 ** 53)),
    at('.params.deposit', transfer(1.5)),
    at('.params.deposit', transfer(String(2n ** 128n))),
    at('.params.deposit', transfer(null)),
    at('.params.more', { type: 'Transfer', params: { deposit: '1', more: 1 } }),
    at('.transfer.deposit', { transfer: { deposit: '1 ' } }),
    at('.params.methodName', call({ methodName: '' })),
    at('.params.methodName', call({ methodName: 'x'.repeat(257) })),
    at('.params.gas', call({ gas: '0' })),
    at('.params.gas', call({ gas: String(2n ** 64n) })),
    at('.params.gas', call({ gas: undefined })),
    at('.params.deposit', call({ deposit: undefined })),
    at('.params.args', call({ args: undefined })),
    at('.params.args', call({ args: null })),
    at('.params.args', call({ args: 5 })),
    at('.params.args', call({ args: '{"fee":"7"}' })),
    at('.params.args', call({ args: 'AA' })),
    at('.params.args', call({ args: [256] })),
    at('.params.args', call({ args: bytes('{ "fee": "7" }') })),
    at('.params.args', call({ args: bytes('{"fee":12345678901234567890}') })),
    at('.params.args', call({ args: bytes('{"fee":1,"fee":2}') })),
    at('.params.args', call({ args: { text: 'x'.repeat(200_000) } })),
    [several, { transactions: [] }, 'params.transactions'],
    [several, { transactions: Array(11).fill(transaction()) }, 'params.transactions'],
    [several, transaction(), 'params.receiverId'],
    [several, { transactions: [transaction(), {}] }, 'params.transactions[1].receiverId'],
    ['near_signMessage', undefined, 'params'],
    ['near_signMessage', message({ message: '' }), 'params.message'],
    ['near_signMessage', message({ message: 5 }), 'params.message'],
    ['near_signMessage', message({ recipient: '' }), 'params.recipient'],
    ['near_signMessage', message({ nonce: undefined }), 'params.nonce'],
    ['near_signMessage', message({ nonce: base64.encode(new Uint8Array(31)) }), 'params.nonce'],
    ['near_signMessage', message({ nonce: 'x'.repeat(32) }), 'params.nonce'],
    ['near_signMessage', message({ nonce: {} }), 'params.nonce'],
    ['near_signMessage', message({ callbackUrl: 5 }), 'params.callbackUrl'],
    ['near_signMessage', message({ accountId: own }), 'params.accountId'],
    ['near_query', undefined, 'params'],
    ['near_query', { request_type: 'view_all', account_id: own }, 'params.request_type'],
    ['near_query', { request_type: 'view_account' }, 'params.account_id'],
    ['near_query', { request_type: 'view_account', account_id: own, finality: 'now' }, 'params.finality'],
    ['near_query', { request_type: 'view_account', account_id: own, block_id: -1 }, 'params.block_id'],
    ['near_callFunction', { contractId: contract }, 'params.method'],
    ['near_callFunction', { contractId: contract, method: 'get_fee', args: 'x' }, 'params.args'],
  ])('%s %j at %s', async (method, params, place) => {
    const { read, asked } = await open();
    await expect(read(method, params)).rejects.toMatchObject({
      ...{ code: 'input/call', context: { method, place } },
    });
    expect(asked()).toEqual([]);
  });
});

describe('an action that is passed to no wallet', () => {
  it.each([
    ['AddKey', { type: 'AddKey', params: { publicKey: 'ed25519:x' } }],
    ['AddKey', { addKey: { publicKey: {}, accessKey: { nonce: 0 } }, enum: 'addKey' }],
    ['DeleteKey', { type: 'DeleteKey', params: {} }],
    ['DeleteAccount', { type: 'DeleteAccount', params: { beneficiaryId: other } }],
    ['DeployContract', { deployContract: { code: [1] }, enum: 'deployContract' }],
    ['Stake', { type: 'Stake', params: { stake: '1' } }],
    ['CreateAccount', { type: 'CreateAccount' }],
    ['SignedDelegate', { signedDelegate: {} }],
    ['UseGlobalContract', { type: 'UseGlobalContract', params: {} }],
  ])('is refused, also beside a transfer: %s', async (kind, action) => {
    const { read, asked } = await open();
    for (const actions of [[action], [transfer(), action]])
      for (const [method, params] of [
        [one, transaction({ actions })],
        [several, { transactions: [transaction(), transaction({ actions })] }],
      ] as const)
        await expect(read(method, params)).rejects.toMatchObject({
          ...{ code: 'wallet/unsupported', context: { wallet: 'Harbour', method: kind } },
        });
    expect(asked()).toEqual([]);
  });
});

describe('a request for a person', () => {
  const requests: readonly [string, object][] = [
    [one, transaction()],
    [several, { transactions: [transaction()] }],
    ['near_signMessage', message()],
  ];

  it.each(requests)('is refused without a wallet: %s', async (method, params) => {
    const { read } = await open({ isConnected: false });
    await expect(read(method, params)).rejects.toMatchObject({ code: 'wallet/not-connected' });
  });

  it.each(requests)('is refused for another account, or on another network: %s', async (method, params) => {
    const { read, asked } = await open();
    const named = { ...params, signerId: other };
    const elsewhere =
      method === several ? { transactions: [transaction(), transaction({ signerId: other })] } : named;
    await expect(read(method, elsewhere)).rejects.toMatchObject({
      ...{ code: 'wallet/account-changed', context: { account: `${first}:${other}` } },
    });
    await expect(read(method, params, 'near:practice-two')).rejects.toMatchObject({
      code: 'wallet/network-changed',
    });
    await expect(read(method, params, 'near:mainnet')).rejects.toMatchObject({
      code: 'wallet/network-unsupported',
    });
    expect(asked()).toEqual([]);
  });

  it.each(requests)('is refused by a wallet without the method: %s', async (method, params) => {
    const { read, asked } = await open();
    Reflect.deleteProperty(wallet.detail, method.slice('near_'.length));
    await expect(read(method, params)).rejects.toMatchObject({
      ...{ code: 'wallet/unsupported', context: { wallet: 'Harbour', method } },
    });
    expect(asked()).toEqual([]);
  });

  it('is refused if its bytes have no form in the wallet’s protocol', async () => {
    const provider = { reach: 'window', hasJsonAlone: true, has: () => true } as never;
    const connected = {
      ...{ wallet: 'Harbour', accounts: [account] as never },
      ...{ capabilities: [], assertShown: () => undefined },
      caller: { provider, signal: ended.signal } as Partial<Caller> as Caller,
    };
    const read = (args: unknown) => {
      const params = transaction({ actions: [call({ args })] });
      return readBy(
        readers,
        toAsked({ kind: 'call', method: one, params, network: first }, toPort(), connected),
      );
    };
    await expect(read('AAEC')).rejects.toMatchObject({ code: 'wallet/unsupported' });
    await expect(read(bytes('{"fee":"7"}'))).resolves.toMatchObject({ asks: 'person' });
  });
});

describe('a person is shown', () => {
  const show = async (method: string, params: unknown) => {
    const { read } = await open();
    return intentOf(await read(method, params));
  };
  const gas = { is: 'field', name: 'Gas', value: '30 Tgas' };

  it('a call, with its deposit of one yoctoNEAR and its arguments by their paths', async () => {
    const args = {
      ...{ order: { seller: 'a.near', items: [1, { id: 'x' }], none: [], flag: true, nothing: null } },
      'order.seller': 'thief.near',
      'two words': '2',
    };
    expect(await show(one, transaction({ actions: [call({ args })] }))).toEqual({
      ...{ account, method: one, asksFor: 'transaction', moves: { to: contract, amount: '1' } },
      lines: [
        { is: 'contract', value: contract },
        { is: 'function', value: 'set_fee' },
        { is: 'amount', value: '1' },
        gas,
        { is: 'field', name: 'args.order.seller', value: 'a.near' },
        { is: 'field', name: 'args.order.items[0]', value: '1' },
        { is: 'field', name: 'args.order.items[1].id', value: 'x' },
        { is: 'field', name: 'args.order.none', value: '[]' },
        { is: 'field', name: 'args.order.flag', value: 'true' },
        { is: 'field', name: 'args.order.nothing', value: 'null' },
        { is: 'field', name: 'args["order.seller"]', value: 'thief.near' },
        { is: 'field', name: 'args["two words"]', value: '2' },
      ],
    });
  });

  const pays = transaction({ actions: [transfer()] });
  const makes = { ...pays, receiverId: 'ab'.repeat(32) };
  it.each<[string, string, object, bigint]>([
    // The method's name is 7 bytes, its arguments are 11.
    ['a call', one, transaction(), 30_000_000_000_000n + 1_196_119_000_000n + 18n * 49_919_649n],
    ['a transfer', one, pays, 446_365_125_000n],
    [
      'two transfers, one to an account that there may not be yet',
      several,
      { transactions: [pays, makes] },
      446_365_125_000n + 8_349_895_375_000n,
    ],
  ])('the most that it costs, by the gas of %s', async (_, method, params, gas) => {
    const { read } = await open();
    expect(await read(method, params)).toMatchObject({ quote: { fee: String(gas * 100_000_000n) } });
  });

  it('no cost if the node has not told it within two seconds', async () => {
    const { read } = await open();
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const reading = read(one, transaction());
    await vi.advanceTimersByTimeAsync(requestFactsMs);
    vi.useRealTimers();
    vi.unstubAllGlobals();
    expect(await reading).not.toHaveProperty('quote');
  });

  it.each([
    ['30000000000000', '30 Tgas'],
    ['2500000000000', '2.5 Tgas'],
    ['1', '0.000000000001 Tgas'],
    ['300000000000000', '300 Tgas'],
  ])('gas of %s as %s', async (given, value) => {
    const { lines } = await show(one, transaction({ actions: [call({ gas: given })] }));
    expect(lines).toContainEqual({ is: 'field', name: 'Gas', value });
  });

  it('bytes as they are, and no amount for a call that pays nothing', async () => {
    const actions = [
      call({ args: 'AAH/', deposit: 0 }),
      call({ args: [], deposit: '0' }),
      call({ args: {} }),
    ];
    const { lines } = await show(one, transaction({ actions }));
    expect(lines).toEqual([
      { is: 'contract', value: contract },
      { is: 'function', value: 'set_fee' },
      gas,
      { is: 'data', value: '0x0001ff', bytes: 3 },
      { is: 'function', value: 'set_fee' },
      gas,
      { is: 'data', value: '0x', bytes: 0 },
      { is: 'function', value: 'set_fee' },
      { is: 'amount', value: '1' },
      gas,
    ]);
  });

  it.each(['nft_approve', 'mt_approve'])('who may then spend a token: %s', async (methodName) => {
    const args = { token_id: '5', account_id: 'market.near' };
    const { lines } = await show(one, transaction({ actions: [call({ methodName, args })] }));
    expect(lines).toContainEqual({ is: 'spender', value: 'market.near' });
    expect(lines).toContainEqual({ is: 'tokens', name: 'args.token_id', value: '5' });
  });

  it.each<[string, object, readonly (readonly [string, string])[]]>([
    [
      'ft_transfer',
      { receiver_id: other, amount: '7', memo: 'x' },
      [
        ['recipient', 'args.receiver_id'],
        ['tokens', 'args.amount'],
      ],
    ],
    [
      'ft_transfer_call',
      { receiver_id: other, amount: '7', msg: '{"receiver_id":"x"}' },
      [
        ['recipient', 'args.receiver_id'],
        ['tokens', 'args.amount'],
      ],
    ],
    [
      'nft_transfer_call',
      { receiver_id: other, token_id: '7', approval_id: 1 },
      [
        ['recipient', 'args.receiver_id'],
        ['tokens', 'args.token_id'],
      ],
    ],
    [
      'mt_batch_transfer',
      { receiver_id: other, token_ids: ['a'], amounts: ['1'] },
      [
        ['recipient', 'args.receiver_id'],
        ['tokens', 'args.token_ids[0]'],
        ['tokens', 'args.amounts[0]'],
      ],
    ],
    ['storage_withdraw', { amount: '1' }, [['tokens', 'args.amount']]],
    ['set_fee', { my_receiver_id: other, amount_in: '7' }, []],
  ])('who receives what: %s', async (methodName, args, expected) => {
    const { lines } = await show(one, transaction({ actions: [call({ methodName, args })] }));
    const named = lines.flatMap(({ is, name }) => (is === 'field' || !name ? [] : [[is, name]]));
    expect(named).toEqual(expected);
  });

  it.each([
    'ft_transfer',
    'nft_transfer',
    'nft_approve',
    'mt_transfer',
    'storage_withdraw',
    'near_withdraw',
    'withdraw_all',
    'execute_intents',
  ])(
    'in red the arguments of a method that moves something, if they are no object: %s',
    async (methodName) => {
      for (const args of ['AAH/', bytes('["thief.near","5"]')]) {
        const { lines } = await show(one, transaction({ actions: [call({ methodName, args })] }));
        expect(lines.at(-1)).toMatchObject({ is: 'data', warning: 'unread' });
      }
    },
  );

  it('who receives what beside any number of other arguments', async () => {
    const list = Array.from({ length: 400 }, (_, at) => at);
    const args = { list, receiver_id: other, amount: '7' };
    const { lines } = await show(one, transaction({ actions: [call({ methodName: 'ft_transfer', args })] }));
    expect(lines).toContainEqual({ is: 'recipient', name: 'args.receiver_id', value: other });
    expect(lines).toContainEqual({ is: 'tokens', name: 'args.amount', value: '7' });
  });

  it('transfers as a recipient and amounts, as NEAR’s own library writes them, too', async () => {
    const actions = [transfer(), { transfer: { deposit: '8' }, enum: 'transfer' }];
    expect(await show(one, { receiverId: other, actions, callbackUrl: 'https://a.example/' })).toMatchObject({
      moves: { to: other, amount: '15' },
      lines: [
        { is: 'recipient', value: other },
        { is: 'amount', value: '7' },
        { is: 'amount', value: '8' },
      ],
    });
  });

  it('several transactions, each by its number', async () => {
    const transactions = [transaction(), { receiverId: other, actions: [transfer()] }];
    const { lines, ...intent } = await show(several, { transactions });
    expect(intent).toMatchObject({ moves: { to: '', amount: '8' } });
    expect(lines.map(({ is, value }) => `${is} ${value}`)).toEqual([
      ...['call 1', `contract ${contract}`, 'function set_fee', 'amount 1', 'field 30 Tgas', 'field 7'],
      ...['call 2', `recipient ${other}`, 'amount 7'],
    ]);
  });

  it('that there is more than is shown', async () => {
    const list = Array.from({ length: 100 }, (_, at) => at);
    const intent = await show(one, transaction({ actions: [call({ args: { list } })] }));
    expect(intent.lines).toHaveLength(82);
    expect(intent.lines.at(-1)).toEqual({ is: 'more', value: '23' });
  });

  it('what lies too deep as its JSON', async () => {
    let deep: object = {};
    for (let at = 0; at < 100; at += 1) deep = { deep };
    const { lines } = await show(one, transaction({ actions: [call({ args: deep })] }));
    expect(lines.at(-2)?.value).toMatch(/^\{"deep":/);
  });

  it('a message, for whom it is, and its callback', async () => {
    const params = message({ message: 'Ahoy\n\nthere', callbackUrl: 'https://a.example/', state: 'x' });
    expect(await show('near_signMessage', params)).toEqual({
      ...{ account, method: 'near_signMessage', asksFor: 'signature' },
      lines: [
        { is: 'domain', value: 'ferry.near' },
        { is: 'field', name: 'callbackUrl', value: 'https://a.example/' },
        { is: 'field', name: 'nonce', value: nonce },
        { is: 'text', value: 'Ahoy' },
        { is: 'text', value: 'there' },
      ],
    });
  });
});

describe('a message', () => {
  it.each<[recipient: string, text: string, isOther: boolean]>([
    ['ferry.near', 'Ahoy', false],
    ['ferry.testnet', 'Ahoy', false],
    ['localhost:4300', 'Ahoy', false],
    ['localhost:4301', 'Ahoy', true],
    ['app.example', 'Ahoy', true],
    ['https://ferry.near', 'Ahoy', true],
    ['evil.example/ferry.near', 'Ahoy', true],
    ['ferry.near', 'app.example wants you to sign in with your NEAR account:\nferry.near', true],
    ['ferry.near', 'localhost:4300 wants you to sign in with your NEAR account:\nferry.near', false],
  ])('for %s, %j, is for another site, or not', async (recipient, text, isOther) => {
    const { read } = await open();
    const { lines } = intentOf(await read('near_signMessage', message({ recipient, message: text })));
    expect(lines.some(({ warning }) => warning === 'other-site')).toBe(isOther);
  });

  it.each([undefined, 'https://ferry.example/back'])(
    'is signed, with the callback %s',
    async (callbackUrl) => {
      const { read, answer } = await open();
      const given = message({ signerId: own, ...(callbackUrl && { callbackUrl }), state: 'a state' });
      const { value } = (await answer(await read('near_signMessage', given))) as { value: object };
      const [{ publicKey }] = nearAccounts as unknown as [{ publicKey: string }];
      expect(value).toEqual({
        ...{ accountId: own, publicKey, signature: expect.any(String), state: 'a state' },
        ...(callbackUrl && { callbackUrl }),
      });
      const payload = toNep413Payload({
        ...{ message: 'Ahoy', recipient: 'ferry.near', nonce: new Uint8Array(32).fill(3), callbackUrl },
      });
      const isBy = nacl.sign.detached.verify(
        sha256(payload),
        base64.decode(String(field(value, 'signature'))),
        base58.decode(publicKey.slice('ed25519:'.length)),
      );
      expect(isBy).toBe(true);
    },
  );

  it('that another account has signed is refused', async () => {
    const { read, answer } = await open();
    wallet.switches.signs = nearAccounts[1] as never;
    const reading = await read('near_signMessage', message());
    await expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/other-signer' });
  });
});

const view = { contractId: contract, method: 'get_fee' };
const readFee = async (read: Awaited<ReturnType<typeof open>>['read']) => {
  const reading = await read('near_callFunction', view);
  return reading.asks === 'nobody' ? (await reading.answer()).value : undefined;
};

describe('a call', () => {
  it('is carried out as it was read, and ends as its chain shows it', async () => {
    const { read, toEnd, notes, asked } = await open();
    const params = transaction({ actions: [call({ args: { fee: '11' } }), transfer('2')] });
    const reading = await read(one, params);
    (params.actions[0] as { params: { args: { fee: string } } }).params.args.fee = '1000';
    const { value, sent, settled } = await toEnd(reading);
    expect(field(field(value, 'transaction'), 'hash')).toBe(sent?.transaction);
    expect(field(value, 'status')).toEqual({ SuccessValue: bytes('"11"') });
    expect(asked()).toMatchObject([
      {
        method: 'signAndSendTransaction',
        params: {
          signerId: own,
          receiverId: contract,
          actions: [call({ args: { fee: '11' } }), transfer('2')],
        },
      },
    ]);
    expect(await readFee(read)).toBe('11');
    expect(JSON.parse(notes[0] ?? '')).toMatchObject({ asked: expect.stringMatching(/^[\da-f]{64}$/) });
    expect(settled).toEqual({
      ...{ state: 'landed', transaction: sent?.transaction, isFinal: true },
      comparison: { result: 'as-asked' },
    });
  });

  it('with bytes reaches the wallet as bytes, and with JSON in bytes as JSON', async () => {
    const { read, answer, asked } = await open();
    await answer(await read(one, transaction({ actions: [call({ args: bytes('{"fee":"12"}') })] })));
    expect(await readFee(read)).toBe('12');
    await answer(await read(one, transaction({ actions: [call({ args: 'AAH/' })] }))).catch(() => undefined);
    await answer(await read(one, transaction({ actions: [call({ args: bytes('[1,2]') })] })));
    const args = asked().map(({ params }) => field(field(field(params.actions, '0'), 'params'), 'args'));
    expect(args).toEqual([{ fee: '12' }, Uint8Array.of(0, 1, 255), new TextEncoder().encode('[1,2]')]);
  });

  it('that fails on its chain is reported as failed, and as asked', async () => {
    const { read, toEnd } = await open();
    const { settled } = await toEnd(await read(one, transaction({ actions: [call({ deposit: '0' })] })));
    expect(settled).toMatchObject({
      ...{ state: 'failed', failure: { code: 'network/reverted' }, comparison: { result: 'as-asked' } },
    });
  });

  it('may be written into by its wallet', async () => {
    const { read, toEnd } = await open();
    const { signAndSendTransaction: send } = wallet.detail;
    wallet.detail.signAndSendTransaction = (params) => {
      (params.actions as unknown[]).reverse();
      return send(params);
    };
    const reading = await read(one, transaction({ actions: [call(), transfer()] }));
    expect(await toEnd(reading)).toMatchObject({
      value: expect.anything(),
      settled: { comparison: { result: 'not-as-asked' } },
    });
  });

  it('that the wallet has changed is not as asked', async () => {
    const { read, toEnd } = await open();
    const { signAndSendTransaction: send } = wallet.detail;
    wallet.detail.signAndSendTransaction = (params) =>
      send({ ...params, actions: [call({ args: { fee: '13' }, deposit: '9' })] });
    const { settled } = await toEnd(await read(one, transaction()));
    const moved = [{ from: own, to: contract, amount: '9' }];
    expect(settled).toMatchObject({ state: 'landed', comparison: { result: 'not-as-asked', moved } });
  });

  it.each([
    ['rejected', 'User rejected the request', 'wallet/rejected', undefined],
    ['failed', 'Something broke', 'wallet/failed', expect.any(String)],
  ])('that was %s is noted, or is not', async (_, text, code, note) => {
    const { read, answer, notes } = await open();
    wallet.switches.failure = new Error(text);
    const error = await answer(await read(one, transaction())).catch((thrown: unknown) => thrown);
    expect(codeOf(error)).toBe(code);
    expect(notes.at(-1)).toEqual(note);
  });

  it('whose end the page has never heard is found by its note', async () => {
    const { handle, read, answer, notes } = await open();
    const reading = await read(one, transaction({ actions: [call({ args: { fee: '14' } })] }));
    const { sent } = (await answer(reading)) as { sent: { transaction: string } };
    const [note = ''] = notes;
    const unsettled = { from: account, to: contract, amount: '1', note, others: [] } as never;
    await expect
      .poll(() => handle.settle(unsettled), { timeout: 5_000 })
      .toMatchObject({ state: 'landed', transaction: sent.transaction, comparison: { result: 'as-asked' } });
    const asked = { ...JSON.parse(note), asked: 'a'.repeat(64) };
    const another = { ...(unsettled as object), note: JSON.stringify(asked) } as never;
    expect(await handle.settle(another)).toEqual({ state: 'unknown' });
  });
});

describe('several transactions', () => {
  const transactions = [
    transaction({ actions: [call({ args: { fee: '21' } })] }),
    { receiverId: other, actions: [transfer('3')] },
  ];

  it('are carried out, and have landed when all have', async () => {
    const { read, toEnd, notes } = await open();
    const { value, sent, settled } = await toEnd(await read(several, { transactions }));
    const ids = (value as readonly unknown[]).map((outcome) => field(field(outcome, 'transaction'), 'hash'));
    expect(ids).toHaveLength(2);
    expect(sent).toEqual({ transaction: ids[1] });
    expect(JSON.parse(notes[1] ?? '')).toMatchObject({ all: ids.join(' ') });
    expect(settled).toMatchObject({ state: 'landed', comparison: { result: 'as-asked' } });
  });

  it('have failed if one has', async () => {
    const { read, toEnd } = await open();
    const failing = [transaction({ actions: [call({ deposit: '0' })] }), transactions[1]];
    const { settled } = await toEnd(await read(several, { transactions: failing }));
    expect(settled).toMatchObject({ state: 'failed', comparison: { result: 'as-asked' } });
  });

  it('that were rejected before the first are forgotten, and after it are not', async () => {
    const { read, answer, notes } = await open();
    const run = async () => answer(await read(several, { transactions })).catch((thrown: unknown) => thrown);
    wallet.switches.rejectsAfter = 0;
    expect(codeOf(await run())).toBe('wallet/rejected');
    expect(notes.at(-1)).toBeUndefined();
    wallet.switches.rejectsAfter = 1;
    expect(codeOf(await run())).toBe('wallet/sent-in-part');
    expect(notes.at(-1)).toEqual(expect.any(String));
  });

  it('of which a wallet tells one alone are malformed, and stay noted', async () => {
    const { read, answer, notes } = await open();
    wallet.switches.answer = [{ transaction: { hash: base58.encode(sha256(Uint8Array.of(1))) } }];
    await expect(answer(await read(several, { transactions }))).rejects.toMatchObject({
      code: 'wallet/malformed',
    });
    expect(notes.at(-1)).toEqual(expect.any(String));
  });

  it('fit their note', async () => {
    const { read, answer, notes } = await open();
    const many = Array.from({ length: 10 }, () => transactions[1]);
    await answer(await read(several, { transactions: many }));
    await expect.poll(() => notes.length).toBe(3);
    expect(notes.every((note) => (note ?? '').length <= 1_000)).toBe(true);
  });
});

describe('a view asks nobody, also without a wallet', () => {
  const ask = async (method: string, params: unknown, network: NetworkId<'near'> = first) => {
    const { read, answer, asked } = await open({ isConnected: false });
    const reading = await read(method, params, network);
    expect(reading.asks).toBe('nobody');
    const answered = await answer(reading);
    expect(asked()).toEqual([]);
    return answered;
  };

  it.each([
    ['view_account', { account_id: own }, { amount: expect.stringMatching(/^\d+$/) }],
    ['view_access_key_list', { account_id: own, finality: 'final' }, { keys: [expect.anything()] }],
    ['call_function', { account_id: contract, method_name: 'get_fee', args_base64: '' }, { logs: [] }],
  ])('%s', async (request_type, params, answer) => {
    expect(await ask('near_query', { request_type, ...params })).toMatchObject(answer);
  });

  it('near_callFunction answers the JSON of a contract', async () => {
    expect(await ask('near_callFunction', { ...view, args: {} })).toMatch(/^\d+$/);
    const blockQuery = { block_id: 1000 };
    expect(await ask('near_callFunction', { ...view, blockQuery }, 'near:practice-two')).toBe('5');
  });

  it.each([
    ['near_query', { request_type: 'view_account', account_id: 'nobody.practice' }],
    ['near_callFunction', { ...view, contractId: own }],
    ['near_callFunction', { ...view, method: 'sink' }],
  ])('%s rejects with what the node says: %j', async (method, params) => {
    await expect(ask(method, params)).rejects.toMatchObject({ code: 'network/refused' });
  });

  it('is refused on a network that the page lacks', async () => {
    const read = ask('near_query', { request_type: 'view_account', account_id: own }, 'near:mainnet');
    await expect(read).rejects.toMatchObject({ code: 'wallet/network-unsupported' });
  });
});
