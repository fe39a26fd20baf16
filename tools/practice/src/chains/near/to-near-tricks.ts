import type { Tricks } from '../faults/to-faulty-dialect.ts';
import { toFieldsOf } from '../faults/to-fields-of.ts';
import type { Ledger } from './ledger.ts';
import { toHandlerError } from './near-error.ts';
import { readSentId, sendAsyncMethod, sendMethod } from './transaction-methods.ts';

/** How a faulty fixture lies about its chain, forgets what is sent, and makes it wait. */
export function toNearTricks(ledger: Ledger): Tricks {
  const forgotten = (send: typeof sendMethod | typeof sendAsyncMethod) => (params: unknown) =>
    send({ ...ledger, accounts: new Map(ledger.accounts), landed: new Map(ledger.landed) }, params);
  return {
    lies: { status: (truth) => ({ ...toFieldsOf(truth), chain_id: 'elsewhere' }) },
    forgets: {
      send_tx: forgotten(sendMethod),
      broadcast_tx_commit: forgotten(sendMethod),
      broadcast_tx_async: forgotten(sendAsyncMethod),
    },
    holds: {
      send_tx: toTimeout,
      broadcast_tx_commit: toTimeout,
      broadcast_tx_async: readSentId,
    },
  };
}

/** A node that was asked to wait for the outcome gives up, and the transaction stays. */
function toTimeout(params: unknown): never {
  throw toHandlerError('TIMEOUT_ERROR', { transaction_hash: readSentId(params) }, 'Timeout');
}
