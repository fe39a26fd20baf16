import type { Network } from '@linkspan/contract';
import { requestFactsMs } from '@linkspan/kit/limits';
import { within } from '@linkspan/kit/race';
import { type Address, encodeFunctionData, erc20Abi } from 'viem';
import { openRequest } from '../chain.ts';
import { parseQuantity } from '../history.ts';

/** What a network tells about a request before a person is asked, in time; undefined for what it does not. Never rejects. */
export interface Facts {
  /** Of an account, in the token's smallest unit, if the contract is a token with decimals: an NFT counts other things. */
  balanceOf(token: string, owner: Address): Promise<bigint | undefined>;
  /** In the coin's smallest unit. */
  gasPrice(): Promise<bigint | undefined>;
  /** By the node's estimate. */
  gasOf(transaction: object): Promise<bigint | undefined>;
  /** How many transactions of an account the network has, with those that are pending. */
  countOf(owner: Address): Promise<bigint | undefined>;
}

const mostDecimals = 255n;

/** Facts of a network by the page's own nodes. */
export function openFacts(network: Network<'eip155'>, signal: AbortSignal): Facts {
  const request = openRequest(network, signal);
  const ask = (method: string, ...params: unknown[]) =>
    within(request({ method, params }), requestFactsMs, () => new Error('The node is late.')).then(
      (answer) => parseQuantity(answer, 64),
      () => undefined,
    );
  const call = (to: string, data: string) => ask('eth_call', { to, data }, 'latest');

  return {
    async balanceOf(token, owner) {
      const [decimals, balance] = await Promise.all([
        call(token, encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })),
        call(token, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })),
      ]);
      return decimals !== undefined && decimals <= mostDecimals ? balance : undefined;
    },
    gasPrice: () => ask('eth_gasPrice'),
    gasOf: (transaction) => ask('eth_estimateGas', transaction),
    countOf: (owner) => ask('eth_getTransactionCount', owner, 'pending'),
  };
}
