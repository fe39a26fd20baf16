import { LinkspanError } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getProvider, getWallet, type NearMessage, type NearTransaction } from './near.ts';
import type { PageFamily } from './page.ts';
import { createFakeLinkspan, type FakeLinkspan } from './testing.ts';

const chain = (reference: string): PageFamily['networks'][0] => ({
  ...{ id: `near:${reference}`, title: 'Practice chain', rpc: ['http://localhost:1/'] },
  ...{ symbol: 'NEAR', decimals: 24 },
});
const near: PageFamily = {
  ...{ id: 'near', title: 'NEAR', namespace: 'near' },
  networks: [chain('testnet'), chain('mainnet')],
};
const [one, other] = ['near:testnet:harbour.testnet', 'near:testnet:pier.testnet'];

let fake: FakeLinkspan;
let called: unknown[];
beforeEach(async () => {
  fake = createFakeLinkspan([near]);
  called = [];
  fake.answers.call = (family, method, params) => {
    called.push({ family, method, params });
    return { answered: method };
  };
  await new Promise((resolve) => setTimeout(resolve));
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'linkspanPage'));

const message: NearMessage = { message: 'Ahoy', recipient: 'ferry.near', nonce: new Uint8Array(32).fill(1) };
const action = { methodName: 'set_fee', args: { fee: '5' }, gas: 30_000_000_000_000n, deposit: 1n };
const transaction: NearTransaction = {
  ...{ receiverId: 'ferry.near', actions: [{ type: 'FunctionCall', params: action }] },
};

it('is one object for the life of the page', () => {
  expect([getWallet(), getProvider()]).toEqual([getWallet(), getProvider()]);
  expect(getWallet()).toBe(getWallet());
  const wallet = getWallet();
  createFakeLinkspan([near]);
  expect(getWallet()).not.toBe(wallet);
});

it('has the accounts, the one in use first, and none while the wallet is not back', async () => {
  await expect(getWallet().getAccounts()).resolves.toEqual([]);
  fake.reconnect('near', one);
  await expect(getWallet().getAccounts()).resolves.toEqual([]);
  fake.connect('near', other, one);
  await expect(getWallet().getAccounts()).resolves.toEqual([
    { accountId: 'pier.testnet' },
    { accountId: 'harbour.testnet' },
  ]);
  expect(fake.asked).toEqual([]);
});

describe('a request', () => {
  it.each<[string, () => Promise<unknown>, unknown]>([
    [
      'near_signMessage',
      () => getWallet().signMessage(message),
      { ...message, nonce: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=' },
    ],
    [
      'near_signAndSendTransaction',
      () => getWallet().signAndSendTransaction(transaction),
      {
        receiverId: 'ferry.near',
        actions: [{ type: 'FunctionCall', params: { ...action, gas: '30000000000000', deposit: '1' } }],
      },
    ],
    [
      'near_signAndSendTransactions',
      () =>
        getWallet().signAndSendTransactions({
          transactions: [
            { receiverId: 'pier.near', actions: [{ transfer: { deposit: 2n ** 100n } }] },
            {
              receiverId: 'ferry.near',
              actions: [{ functionCall: { ...action, args: new TextEncoder().encode('{}'), deposit: 0 } }],
            },
          ],
        }),
      {
        transactions: [
          { receiverId: 'pier.near', actions: [{ transfer: { deposit: String(2n ** 100n) } }] },
          {
            receiverId: 'ferry.near',
            actions: [{ functionCall: { ...action, args: 'e30=', gas: '30000000000000', deposit: 0 } }],
          },
        ],
      },
    ],
    [
      'near_query',
      () => getProvider().query({ request_type: 'view_account', account_id: 'ferry.near' }),
      { request_type: 'view_account', account_id: 'ferry.near' },
    ],
    [
      'near_callFunction',
      () => getProvider().callFunction({ contractId: 'ferry.near', method: 'get_fee', args: {} }),
      { contractId: 'ferry.near', method: 'get_fee', args: {} },
    ],
  ])('%s goes to the page as JSON, and its answer comes back', async (method, run, params) => {
    fake.connect('near', one);
    await expect(run()).resolves.toEqual({ answered: method });
    expect(called).toEqual([{ family: 'near', method, params }]);
    expect(JSON.parse(JSON.stringify(params))).toEqual(params);
  });

  it('leaves the arguments of a call as they are', async () => {
    const args = { deposit: 1n, bytes: Uint8Array.of(1) };
    const actions = [{ type: 'FunctionCall', params: { ...action, args } } as const];
    await getWallet().signAndSendTransaction({ ...transaction, actions });
    expect(called).toMatchObject([{ params: { actions: [{ params: { args } }] } }]);
  });

  it('that fails rejects with a LinkspanError', async () => {
    fake.answers.failure = { code: 'wallet/rejected', context: { wallet: 'Harbour' } };
    for (const run of [() => getWallet().signMessage(message), () => getProvider().query({} as never)]) {
      const error = await run().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(LinkspanError);
      expect(error).toMatchObject(fake.answers.failure);
    }
  });

  it('that cannot be read asks nobody', async () => {
    const endless: Record<string, unknown> = {};
    endless.again = endless;
    const thrower = Object.defineProperty({}, 'message', {
      enumerable: true,
      get: () => {
        throw new Error('mine');
      },
    });
    for (const params of [endless, thrower])
      await expect(getWallet().signMessage(params as never)).rejects.toMatchObject({
        ...{ code: 'input/call', context: { method: 'near_signMessage', place: 'params' } },
      });
    expect(fake.asked).toEqual([]);
  });

  it('rejects on a page without NEAR, and without a page', async () => {
    createFakeLinkspan([{ ...near, id: 'evm', namespace: 'eip155' }]);
    await expect(getWallet().signMessage(message)).rejects.toMatchObject({ code: 'remote/unknown-family' });
    Reflect.deleteProperty(globalThis, 'linkspanPage');
    await expect(getProvider().query({} as never)).rejects.toThrow(/^loader\//);
    await expect(getWallet().getAccounts()).resolves.toEqual([]);
  });
});
