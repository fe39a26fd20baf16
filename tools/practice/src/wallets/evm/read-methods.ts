import type { WalletCore } from '../wallet-core.ts';
import { currentNetwork } from './evm-network.ts';

const reads = new Set([
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'web3_clientVersion',
]);

/** Whether a method is one that the wallet hands on to the chain as it stands. */
export function isReadMethod(method: string): boolean {
  return reads.has(method);
}

/** Hands a method on to the chosen network. Throws the chain's own errors, 4901 if it does not answer. */
export async function readChain(core: WalletCore, method: string, params: unknown): Promise<unknown> {
  core.assertPresent();
  return core.rpc(currentNetwork(core))(method, params);
}
