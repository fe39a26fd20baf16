import type { Network } from '@linkspan/contract';
import { createDeferred } from '@linkspan/kit/testing/deferred';
import type { WalletModuleFactory } from '@near-wallet-selector/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openModule } from './selector-module.ts';

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

/** A wallet that signs once it is let, and has the page send what it has signed. */
async function open() {
  const approval = createDeferred();
  const factory = async () => ({
    id: 'signer',
    init: async ({ provider }: { provider: { sendTransaction(signed: object): Promise<unknown> } }) => ({
      async signAndSendTransaction() {
        await approval.promise;
        return provider.sendTransaction({ encode: () => Uint8Array.of(1) });
      },
    }),
  });
  const module = factory as unknown as WalletModuleFactory;
  return { approval, wallet: await openModule(module, { network, account: transaction.signerId }) };
}

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
