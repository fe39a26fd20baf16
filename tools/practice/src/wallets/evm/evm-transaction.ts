import type { Address, Hex } from 'viem';
import { invalidParams } from '../wallet-error.ts';
import { parseNetworkId } from './evm-network.ts';
import { parseBytes, parseEvmAddress, parseQuantity } from './evm-params.ts';

/** A transaction as a page asks for it. What is missing the wallet fills in. */
export interface EvmTransaction {
  readonly from: Address;
  /** Missing when it creates a contract. */
  readonly to: Address | undefined;
  /** In wei. */
  readonly value: bigint;
  readonly data: Hex | undefined;
  readonly gas: bigint | undefined;
  readonly gasPrice: bigint | undefined;
  readonly maxFeePerGas: bigint | undefined;
  readonly maxPriorityFeePerGas: bigint | undefined;
  readonly nonce: bigint | undefined;
}

/** Reads the parameter of `eth_sendTransaction`. Throws -32602 where it is malformed or for another chain. */
export function parseEvmTransaction(
  given: Readonly<Record<string, unknown>>,
  networkId: string,
): EvmTransaction {
  if (given.chainId !== undefined && parseNetworkId(given.chainId) !== networkId) {
    throw invalidParams(`The transaction is for another chain, the wallet is on ${networkId}.`);
  }
  const to = given.to;
  return {
    from: parseEvmAddress(given.from),
    to: to === undefined || to === null ? undefined : parseEvmAddress(to),
    value: parseQuantity(given.value, 'value') ?? 0n,
    data: parseBytes(given.data ?? given.input, 'data'),
    gas: parseQuantity(given.gas, 'gas'),
    gasPrice: parseQuantity(given.gasPrice, 'gasPrice'),
    maxFeePerGas: parseQuantity(given.maxFeePerGas, 'maxFeePerGas'),
    maxPriorityFeePerGas: parseQuantity(given.maxPriorityFeePerGas, 'maxPriorityFeePerGas'),
    nonce: parseQuantity(given.nonce, 'nonce'),
  };
}
