import { Transaction } from 'ethers';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { firstEvmKeys } from './evm-keys.ts';
import { parseEvmTransaction } from './evm-transaction.ts';
import { fillTransaction } from './fill-transaction.ts';

const [{ address, privateKey }] = firstEvmKeys;
const results: Readonly<Record<string, unknown>> = {
  eth_getTransactionCount: '0x7',
  eth_estimateGas: '0x5208',
  eth_maxPriorityFeePerGas: '0x1',
  eth_getBlockByNumber: { baseFeePerGas: '0x10' },
};
const rpc = async (method: string) => results[method];

async function sign(asked: object): Promise<Transaction> {
  const transaction = parseEvmTransaction({ from: address, ...asked }, 'eip155:31337');
  const filled = await fillTransaction(transaction, 'eip155:31337', rpc);
  return Transaction.from(await privateKeyToAccount(privateKey).signTransaction(filled));
}

it('fills in nonce, gas and fees so that ethers reads the sender back', async () => {
  const { from, chainId, nonce, gasLimit, value, maxFeePerGas, type } = await sign({
    to: address,
    value: '0x2a',
  });
  expect({ from, chainId, nonce, gasLimit, value, maxFeePerGas, type }).toEqual({
    ...{ from: address, chainId: 31337n, nonce: 7, gasLimit: 21000n, value: 42n, maxFeePerGas: 33n, type: 2 },
  });
});

it('keeps what the page has set', async () => {
  const { type, gasPrice, nonce, gasLimit, data, to } = await sign({
    ...{ gasPrice: '0x5', nonce: '0x1', gas: '0xffff', data: '0x6001' },
  });
  expect({ type, gasPrice, nonce, gasLimit, data, to }).toEqual({
    ...{ type: 0, gasPrice: 5n, nonce: 1, gasLimit: 65535n, data: '0x6001', to: null },
  });
});

it('refuses a transaction for another chain', () => {
  const asked = { from: address, to: address, chainId: '0x1' };
  expect(() => parseEvmTransaction(asked, 'eip155:31337')).toThrow('another chain');
});
