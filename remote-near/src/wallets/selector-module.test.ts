import type { Network } from '@linkspan/contract';
import { createDeferred } from '@linkspan/kit/testing/deferred';
import {
  actionCreators,
  createTransaction,
  decodeTransaction,
  Signature,
  SignedTransaction,
} from '@near-js/transactions';
import type { WalletModuleFactory } from '@near-wallet-selector/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openModule } from './selector-module.ts';
import { encodeTransaction } from './transaction.ts';

const network: Network<'near'> = {
  ...{
    id: 'near:practice',
    title: 'NEAR fixture',
    rpc: ['http://127.0.0.1:1'],
    symbol: 'NEAR',
    decimals: 24,
  },
};
const transaction = {
  ...{ signerId: 'harbour.near', receiverId: 'pier.near' },
  actions: [{ type: 'Transfer', params: { deposit: '7' } }],
} as const;

let asked: string[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    const { method } = JSON.parse(body);
    asked.push(method);
    const result = method === 'status' ? { chain_id: 'practice' } : { transaction: { hash: 'x' } };
    return Response.json({ jsonrpc: '2.0', id: 1, result });
  });
});
afterEach(() => vi.unstubAllGlobals());

const { publicKey: key } = decodeTransaction(
  encodeTransaction({
    ...{ signerId: 'a.near', receiverId: 'b.near', nonce: 1n, actions: [] },
    ...{ publicKey: new Uint8Array(32).fill(7), blockHash: new Uint8Array(32) },
  }),
);
const toTransfer = (receiverId: string, ...deposits: readonly bigint[]) =>
  createTransaction(
    transaction.signerId,
    key,
    receiverId,
    1n,
    deposits.map((deposit) => actionCreators.transfer(deposit)),
    new Uint8Array(32).fill(3),
  );

/** A wallet that signs once it is let, and has the page send what it has signed. */
async function open(signs = toTransfer('pier.near', 7n)) {
  const approval = createDeferred();
  const factory = async () => ({
    ...{ id: 'signer', metadata: { name: 'Harbour' } },
    init: async ({ provider }: { provider: { sendTransaction(signed: object): Promise<unknown> } }) => ({
      async signAndSendTransaction() {
        await approval.promise;
        const signature = new Signature({ keyType: 0, data: new Uint8Array(64) });
        return provider.sendTransaction(new SignedTransaction({ transaction: signs, signature }));
      },
    }),
  });
  const module = factory as unknown as WalletModuleFactory;
  return { approval, wallet: await openModule(module, { network, account: transaction.signerId }) };
}

it.each([
  ['another recipient', toTransfer('thief.near', 7n)],
  ['another amount', toTransfer('pier.near', 8n)],
  ['an action more', toTransfer('pier.near', 7n, 7n)],
  ['no action', toTransfer('pier.near')],
  ['nothing readable', {} as never],
])('what a wallet has signed with %s is not sent', async (_, signs) => {
  const { approval, wallet } = await open(signs);
  const sent = wallet.signAndSendTransaction(transaction, new AbortController().signal);
  approval.resolve();
  await expect(sent).rejects.toMatchObject({
    code: 'wallet/other-transaction',
    context: { wallet: 'Harbour' },
  });
  expect(asked).toEqual([]);
});

describe('a call', () => {
  const params = { methodName: 'set_fee', args: { fee: '5' }, gas: '30', deposit: '1' };
  const call = { ...transaction, actions: [{ type: 'FunctionCall', params }] } as const;
  const toCall = (change: Partial<typeof params> | { readonly args: object } = {}) => {
    const { methodName, args, gas, deposit } = { ...params, ...change };
    const action = actionCreators.functionCall(methodName, args, BigInt(gas), BigInt(deposit));
    return createTransaction(call.signerId, key, call.receiverId, 1n, [action], new Uint8Array(32).fill(3));
  };
  const send = async (signs: ReturnType<typeof toCall>) => {
    const { approval, wallet } = await open(signs);
    approval.resolve();
    return wallet.signAndSendTransaction(call, new AbortController().signal);
  };

  it('that a wallet has signed is sent', async () => {
    expect(await send(toCall())).toEqual({ transaction: { hash: 'x' } });
  });

  it.each([
    ['method', { methodName: 'set_owner' }],
    ['arguments', { args: { fee: '6' } }],
    ['gas', { gas: '31' }],
    ['deposit', { deposit: '2' }],
  ])('that a wallet has signed with another %s is not sent', async (_, change) => {
    await expect(send(toCall(change))).rejects.toMatchObject({ code: 'wallet/other-transaction' });
    expect(asked).toEqual([]);
  });
});

it('what a wallet has signed is sent by the page’s nodes', async () => {
  const { approval, wallet } = await open();
  const sent = wallet.signAndSendTransaction(transaction, new AbortController().signal);
  approval.resolve();
  expect(await sent).toEqual({ transaction: { hash: 'x' } });
  expect(asked).toContain('send_tx');
});

it('what a wallet has signed too late, after the send was given up, is not sent', async () => {
  const { approval, wallet } = await open();
  const ended = new AbortController();
  const sent = wallet.signAndSendTransaction(transaction, ended.signal);
  ended.abort();
  approval.resolve();
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toEqual([]);
});
