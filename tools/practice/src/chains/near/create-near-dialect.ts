import type { RpcDialect } from '../rpc/answer-rpc.ts';
import { blockMethod, gasPriceMethod, statusMethod } from './block-methods.ts';
import { changesMethod } from './changes-method.ts';
import type { Ledger } from './ledger.ts';
import { toNearErrorBody, toUnknownMethod } from './near-error.ts';
import { skipBlocksMethod } from './practice-methods.ts';
import { queryMethod } from './query-method.ts';
import { sendAsyncMethod, sendMethod, txMethod } from './transaction-methods.ts';

const methods = new Map<string, (ledger: Ledger, params: unknown) => unknown>([
  ['query', queryMethod],
  ['block', blockMethod],
  ['status', statusMethod],
  ['gas_price', gasPriceMethod],
  ['send_tx', sendMethod],
  ['broadcast_tx_commit', sendMethod],
  ['broadcast_tx_async', sendAsyncMethod],
  ['tx', txMethod],
  ['EXPERIMENTAL_changes', changesMethod],
  ['practice_skipBlocks', skipBlocksMethod],
]);

/** Answers as NEAR's RPC does, from the books of one fixture. */
export function createNearDialect(ledger: Ledger): RpcDialect {
  return {
    call(name, params) {
      const method = methods.get(name);
      if (!method) throw toUnknownMethod(name);
      return method(ledger, params);
    },
    toErrorBody: toNearErrorBody,
  };
}
