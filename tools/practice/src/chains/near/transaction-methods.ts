import { z } from 'zod';
import { decodeTransaction, toTransactionId } from './decode-transaction.ts';
import type { Ledger } from './ledger.ts';
import { toHandlerError } from './near-error.ts';
import { submitTransaction } from './submit-transaction.ts';

const ofSending = z.union([
  z.tuple([z.string()]).transform(([signed]) => signed),
  z.looseObject({ signed_tx_base64: z.string() }).transform(({ signed_tx_base64 }) => signed_tx_base64),
]);

const ofStatus = z.union([
  z.tuple([z.string(), z.string()]).transform(([hash]) => hash),
  z.looseObject({ tx_hash: z.string(), sender_account_id: z.string() }).transform(({ tx_hash }) => tx_hash),
  z
    .looseObject({ signed_tx_base64: z.string() })
    .transform(({ signed_tx_base64 }) => toTransactionId(decodeTransaction(signed_tx_base64))),
]);

/** Returns `send_tx` and `broadcast_tx_commit`. What is sent is final at once, whatever `wait_until` asks. */
export function sendMethod(ledger: Ledger, params: unknown): object {
  return submitTransaction(ledger, decodeTransaction(ofSending.parse(params)));
}

/** Returns `broadcast_tx_async` with the transaction's id. */
export function sendAsyncMethod(ledger: Ledger, params: unknown): string {
  submitTransaction(ledger, decodeTransaction(ofSending.parse(params)));
  return readSentId(params);
}

/** The id of the transaction in the parameters of the methods that send. */
export function readSentId(params: unknown): string {
  return toTransactionId(decodeTransaction(ofSending.parse(params)));
}

/** Returns `tx`. Throws `UNKNOWN_TRANSACTION`. */
export function txMethod({ landed }: Ledger, params: unknown): object {
  const id = ofStatus.parse(params);
  const found = landed.get(id);
  if (found) return found.result;
  throw toHandlerError(
    'UNKNOWN_TRANSACTION',
    { requested_transaction_hash: id },
    `Transaction ${id} doesn't exist`,
  );
}
