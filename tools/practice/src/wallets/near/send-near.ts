import { base58, base64 } from '@scure/base';
import type { Rpc } from '../rpc.ts';
import { isRecord } from '../shape.ts';
import { WalletError } from '../wallet-error.ts';
import type { NearCall } from './near-action.ts';
import type { NearKey } from './near-keys.ts';
import { type NearPlace, signNearTransaction } from './near-transaction.ts';

/** What the chain made of a transaction, as its RPC writes it. */
export type NearOutcome = Readonly<Record<string, unknown>>;

/** Signs and sends a transaction, and waits for its outcome. Throws -32603 if it failed, and the chain's own. */
export async function sendNear(call: NearCall, key: NearKey, rpc: Rpc): Promise<NearOutcome> {
  const signed = signNearTransaction(call, key, await readPlace(key, rpc));
  const params = { signed_tx_base64: base64.encode(signed), wait_until: 'EXECUTED_OPTIMISTIC' };
  const outcome = await rpc('send_tx', params);
  if (!isRecord(outcome)) throw new WalletError(-32603, 'The chain did not tell the outcome.');
  const failure = isRecord(outcome.status) ? outcome.status.Failure : undefined;
  if (failure) throw new WalletError(-32603, 'The transaction failed on the chain.', { data: failure });
  return outcome;
}

/** The transaction's id in base58, as its outcome tells it. */
export function toTransactionId(outcome: NearOutcome): string {
  const { transaction } = outcome;
  const hash = isRecord(transaction) ? transaction.hash : undefined;
  if (typeof hash === 'string') return hash;
  throw new WalletError(-32603, 'The chain did not tell the id of the transaction.');
}

async function readPlace({ accountId, publicKey }: NearKey, rpc: Rpc): Promise<NearPlace> {
  const answer = await rpc('query', {
    request_type: 'view_access_key',
    finality: 'final',
    account_id: accountId,
    public_key: publicKey,
  });
  const { nonce, block_hash: blockHash } = isRecord(answer) ? answer : {};
  if (typeof nonce !== 'number' || typeof blockHash !== 'string') {
    throw new WalletError(-32603, `The chain does not know the key of ${accountId}.`, { data: answer });
  }
  return { nonce: BigInt(nonce) + 1n, blockHash: base58.decode(blockHash) };
}
