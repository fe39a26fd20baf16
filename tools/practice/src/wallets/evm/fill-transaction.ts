import { numberToHex, type TransactionSerializable } from 'viem';
import type { Rpc } from '../rpc.ts';
import { isRecord } from '../shape.ts';
import { toChainId } from './evm-network.ts';
import { parseQuantity } from './evm-params.ts';
import type { EvmTransaction } from './evm-transaction.ts';

/** Completes a transaction with what the chain says: nonce, gas and fees. Throws the chain's own errors. */
export async function fillTransaction(
  asked: EvmTransaction,
  networkId: string,
  rpc: Rpc,
): Promise<TransactionSerializable> {
  const [nonce, gas, fees] = await Promise.all([
    asked.nonce ?? readQuantity(rpc, 'eth_getTransactionCount', [asked.from, 'pending']),
    asked.gas ?? readQuantity(rpc, 'eth_estimateGas', [toCall(asked)]),
    toFees(asked, rpc),
  ]);
  return {
    chainId: Number(toChainId(networkId)),
    nonce: Number(nonce),
    gas,
    value: asked.value,
    ...(asked.to && { to: asked.to }),
    ...(asked.data && { data: asked.data }),
    ...fees,
  };
}

type Fees =
  | { readonly type: 'legacy'; readonly gasPrice: bigint }
  | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };

async function toFees(asked: EvmTransaction, rpc: Rpc): Promise<Fees> {
  if (asked.gasPrice !== undefined) return { type: 'legacy', gasPrice: asked.gasPrice };
  const tip = asked.maxPriorityFeePerGas ?? (await readQuantity(rpc, 'eth_maxPriorityFeePerGas', []));
  const most = asked.maxFeePerGas ?? (await readBaseFee(rpc)) * 2n + tip;
  return { type: 'eip1559', maxFeePerGas: most, maxPriorityFeePerGas: tip < most ? tip : most };
}

async function readBaseFee(rpc: Rpc): Promise<bigint> {
  const block = await rpc('eth_getBlockByNumber', ['latest', false]);
  return parseQuantity(isRecord(block) ? block.baseFeePerGas : undefined, 'baseFeePerGas') ?? 0n;
}

async function readQuantity(rpc: Rpc, method: string, params: readonly unknown[]): Promise<bigint> {
  return parseQuantity(await rpc(method, params), method) ?? 0n;
}

function toCall({ from, to, value, data }: EvmTransaction): Readonly<Record<string, unknown>> {
  return { from, to, data, value: numberToHex(value) };
}
