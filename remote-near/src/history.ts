import { field, LinkspanError } from '@linkspan/contract';
import { isRefusal } from './failures.ts';

/** Calls a method of a NEAR network by JSON-RPC 2.0; the answer is unparsed. */
export type Rpc = (method: string, params: object) => Promise<unknown>;

/** The keys of an account as of a block: their nonces together. */
export interface Keys {
  readonly height: number;
  readonly nonces: bigint;
}

/** A transaction that the node knows. */
export interface Known {
  /** The node's answer, in the form of `tx`. */
  readonly found: unknown;
  /** Once it is final: whether it was done. */
  readonly end: 'succeeded' | 'failed' | undefined;
  /** The hash of the block that has it; missing if the node does not show it. */
  readonly block: string | undefined;
}

/** A chain's record of transactions. Rejects with `network/…`. */
export interface History {
  finalHeight(): Promise<number>;
  /** The height of the block with this hash. */
  heightOf(hash: string): Promise<number>;
  /** Whether the node still has a block. */
  reachesBack(height: number): Promise<boolean>;
  /** Of the block, or of the next one if there is none of this height; of the last final one without a height. */
  keysOf(accountId: string, height?: number): Promise<Keys>;
  /** The ids of the transactions that an account's keys signed, as a block has them. */
  signedIn(accountId: string, height: number): Promise<readonly string[]>;
  /** `sender` is the account that has signed it. */
  transactionOf(id: string, sender: string): Promise<Known | undefined>;
}

/** How many heights in a row may have no block. */
const mostMissing = 5;

/** `network` as people call it. */
export function openHistory(rpc: Rpc, network: string): History {
  const toCount = (value: unknown): number => {
    if (Number.isSafeInteger(value) && Number(value) >= 0) return value as number;
    throw new LinkspanError('network/malformed', { network });
  };
  const heightOf = async (reference: object) =>
    toCount(field(field(await rpc('block', reference), 'header'), 'height'));

  async function keysAt(accountId: string, reference: object): Promise<Keys> {
    const ask = { request_type: 'view_access_key_list', account_id: accountId, ...reference };
    const answer = await rpc('query', ask);
    const keys = field(answer, 'keys');
    if (!Array.isArray(keys)) throw new LinkspanError('network/malformed', { network });
    const nonces = keys.map((key) => BigInt(toCount(field(field(key, 'access_key'), 'nonce'))));
    return {
      height: toCount(field(answer, 'block_height')),
      nonces: nonces.reduce((sum, one) => sum + one, 0n),
    };
  }

  return {
    finalHeight: () => heightOf({ finality: 'final' }),
    heightOf: (hash) => heightOf({ block_id: hash }),
    reachesBack: async (height) => (await heightOf({ sync_checkpoint: 'earliest_available' })) <= height,
    async keysOf(accountId, height) {
      if (height === undefined) return keysAt(accountId, { finality: 'final' });
      for (let at = height; ; at += 1) {
        const keys = await keysAt(accountId, { block_id: at }).catch((error: unknown) => {
          if (!isRefusal(error, 'UNKNOWN_BLOCK') || at >= height + mostMissing) throw error;
        });
        if (keys !== undefined) return keys;
      }
    },
    async signedIn(accountId, height) {
      const ask = { changes_type: 'all_access_key_changes', account_ids: [accountId], block_id: height };
      const changes = field(await rpc('EXPERIMENTAL_changes', ask), 'changes');
      const causes = Array.isArray(changes) ? changes.map((change) => field(change, 'cause')) : [];
      const signed = causes.filter((cause) => field(cause, 'type') === 'transaction_processing');
      return [...new Set(signed.map((cause) => String(field(cause, 'tx_hash'))))];
    },
    async transactionOf(tx_hash, sender_account_id) {
      const ask = { tx_hash, sender_account_id, wait_until: 'NONE' };
      const found = await rpc('tx', ask).catch((error: unknown) => {
        if (!isRefusal(error, 'UNKNOWN_TRANSACTION')) throw error;
      });
      if (field(found, 'transaction') == null) return undefined;
      const block = field(field(found, 'transaction_outcome'), 'block_hash');
      return { found, end: toEnd(found), block: typeof block === 'string' ? block : undefined };
    },
  };
}

function toEnd(found: unknown): Known['end'] {
  const reached = field(found, 'final_execution_status');
  const isFinal =
    reached === 'FINAL' || (reached === undefined && field(found, 'receipts_outcome') !== undefined);
  if (!isFinal) return undefined;
  const status = field(found, 'status');
  if (field(status, 'Failure') != null) return 'failed';
  return typeof field(status, 'SuccessValue') === 'string' ? 'succeeded' : undefined;
}
