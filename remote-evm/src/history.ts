import { codeOf, field, LinkspanError } from '@linkspan/contract';
import type { Request } from './nodes.ts';
import { parseCount, parseTransaction, type Transaction } from './transaction.ts';

/** The receipt of a transaction that a block has. */
export interface Receipt {
  /** The transaction's hash, in lower case. */
  readonly hash: string;
  readonly block: number;
  readonly succeeded: boolean;
}

/** A block by its number, or by what it is to the chain. */
export type Height = number | 'latest' | 'finalized';

/** What a chain keeps of transactions. Rejects with `network/…`. */
export interface History {
  height(): Promise<number>;
  /** How many transactions of an account the chain has, up to a block. */
  countOf(address: string, at: Height): Promise<number>;
  /** Up to which block nothing changes any more. */
  finalHeight(): Promise<number>;
  /** Of a transaction that the chain has. */
  receiptOf(hash: string): Promise<Receipt | undefined>;
  /** Of a transaction that the node shows in a known form, whether it waits or the chain has it. */
  transactionOf(hash: string): Promise<Transaction | undefined>;
  /** Those of a block that have a known form. */
  transactionsIn(block: number): Promise<readonly Transaction[]>;
  /** Whether an address has code, as of a block; undefined if the node does not tell. */
  hasCode(address: string, block: number): Promise<boolean | undefined>;
}

/** Where a node does not tell what is final: two epochs of Ethereum. */
const finalDepth = 64;

/** `network` as people call it. */
export function openHistory(request: Request, network: string): History {
  const ask = (method: string, ...params: unknown[]) => request({ method, params });
  const toNumber = (value: unknown) => {
    const count = parseCount(value);
    if (count === undefined) throw new LinkspanError('network/malformed', { network });
    return count;
  };
  const height = async () => toNumber(await ask('eth_blockNumber'));
  /** What a node answers with an error it does not tell; one that does not answer may tell later. */
  const unlessRefused = (error: unknown): undefined => {
    if (codeOf(error)?.startsWith('network/')) throw error;
  };

  return {
    height,
    async countOf(address, at) {
      return toNumber(await ask('eth_getTransactionCount', address, toTag(at)));
    },
    async finalHeight() {
      const block = await ask('eth_getBlockByNumber', 'finalized', false).catch(unlessRefused);
      return block == null ? (await height()) - finalDepth : toNumber(field(block, 'number'));
    },
    async receiptOf(hash) {
      const receipt = await ask('eth_getTransactionReceipt', hash);
      if (receipt == null) return undefined;
      const [status, own] = ['status', 'transactionHash'].map((key) => field(receipt, key));
      const isOwn = String(own).toLowerCase() === hash.toLowerCase();
      if (!isOwn || (status !== '0x1' && status !== '0x0'))
        throw new LinkspanError('network/malformed', { network });
      const block = toNumber(field(receipt, 'blockNumber'));
      return { hash: hash.toLowerCase(), block, succeeded: status === '0x1' };
    },
    async transactionOf(hash) {
      const found = parseTransaction(await ask('eth_getTransactionByHash', hash).catch(unlessRefused));
      return found?.hash === hash.toLowerCase() ? found : undefined;
    },
    async transactionsIn(block) {
      const found = field(await ask('eth_getBlockByNumber', toTag(block), true), 'transactions');
      if (!Array.isArray(found)) throw new LinkspanError('network/malformed', { network });
      return found.flatMap((transaction) => parseTransaction(transaction) ?? []);
    },
    async hasCode(address, block) {
      const code = await ask('eth_getCode', address, toTag(block)).catch(unlessRefused);
      return typeof code === 'string' && /^0x/.test(code) ? code !== '0x' : undefined;
    },
  };
}

function toTag(height: Height): string {
  return typeof height === 'number' ? `0x${height.toString(16)}` : height;
}
