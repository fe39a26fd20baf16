import { codeOf, LinkspanError } from '@linkspan/contract';
import { field } from '@linkspan/kit/field';
import type { Request } from './chain-client.ts';

/** A transaction as a block lists it; a transfer alone has no input. */
export interface Entry {
  readonly hash: string;
  readonly from: string;
  readonly to: string | undefined;
  /** In wei. */
  readonly value: bigint;
  readonly nonce: number;
  readonly isPlain: boolean;
}

/** A block by its number, or by what it is to the chain. */
export type Height = number | 'latest' | 'finalized';

/** What a chain keeps of transactions. Rejects with `network/…`. */
export interface Ledger {
  height(): Promise<number>;
  /** How many transactions of an account the chain has, up to a block. */
  countOf(address: string, at: Height): Promise<number>;
  /** Up to which block nothing changes any more. */
  finalHeight(): Promise<number>;
  /** Of a transaction that the chain has. */
  receiptOf(hash: string): Promise<{ readonly block: number; readonly succeeded: boolean } | undefined>;
  /** Of a transaction that the node knows, whether it waits or the chain has it. */
  entryOf(hash: string): Promise<Entry | undefined>;
  entriesIn(block: number): Promise<readonly Entry[]>;
}

/** Where a node does not tell what is final: two epochs of Ethereum. */
const finalDepth = 64;

/** `network` as people call it. */
export function openLedger(request: Request, network: string): Ledger {
  const ask = (method: string, ...params: unknown[]) => request({ method, params });
  const toNumber = (value: unknown) => {
    if (typeof value === 'string' && /^0x[\da-f]{1,13}$/i.test(value)) return Number(value);
    throw new LinkspanError('network/malformed', { network });
  };
  const height = async () => toNumber(await ask('eth_blockNumber'));
  const toEntry = (given: unknown): Entry => ({
    hash: String(field(given, 'hash')),
    from: String(field(given, 'from')).toLowerCase(),
    to: String(field(given, 'to') ?? '').toLowerCase() || undefined,
    value: BigInt(String(field(given, 'value') ?? 0)),
    nonce: toNumber(field(given, 'nonce')),
    isPlain: (field(given, 'input') ?? '0x') === '0x',
  });

  return {
    height,
    async countOf(address, at) {
      return toNumber(await ask('eth_getTransactionCount', address, toTag(at)));
    },
    async finalHeight() {
      const block = await ask('eth_getBlockByNumber', 'finalized', false).catch((error: unknown) => {
        // A node that does not answer may still tell; one that says no does not know what is final.
        if (codeOf(error)?.startsWith('network/')) throw error;
      });
      return block == null ? (await height()) - finalDepth : toNumber(field(block, 'number'));
    },
    async receiptOf(hash) {
      const receipt = await ask('eth_getTransactionReceipt', hash);
      if (receipt == null) return undefined;
      return {
        block: toNumber(field(receipt, 'blockNumber')),
        succeeded: field(receipt, 'status') === '0x1',
      };
    },
    async entryOf(hash) {
      const found = await ask('eth_getTransactionByHash', hash);
      return found == null ? undefined : toEntry(found);
    },
    async entriesIn(block) {
      const found = field(await ask('eth_getBlockByNumber', toTag(block), true), 'transactions');
      if (!Array.isArray(found)) throw new LinkspanError('network/malformed', { network });
      return found.map(toEntry);
    },
  };
}

function toTag(height: Height): string {
  return typeof height === 'number' ? `0x${height.toString(16)}` : height;
}
