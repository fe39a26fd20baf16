import { type Address, address, lamports, type Signature } from '@solana/kit';
import { LiteSVM } from 'litesvm';
import { solanaAccounts } from '../../accounts.ts';
import { type Blocks, createBlocks } from '../blocks.ts';
import type { DecodedTransaction } from './decode-transaction.ts';
import type { Execution } from './execution.ts';

/** The time between two slots in milliseconds, as on the real clusters. */
export const SLOT_MS = 400;

/** How many slots a blockhash stays valid, as on the real clusters. */
export const BLOCKHASH_SLOTS = 150;

/** A transaction that is on the cluster: done, or failed at its sender's cost. */
export interface LandedTransaction extends Execution, DecodedTransaction {
  readonly signature: Signature;
  readonly slot: number;
  /** Seconds since 1970. */
  readonly blockTime: number;
  /** Lamports of each account of the message, before and after. */
  readonly preBalances: readonly number[];
  readonly postBalances: readonly number[];
}

/** A simulated Solana cluster: litesvm executes, the blocks around it are reckoned from the clock. */
export interface Cluster {
  readonly genesisHash: string;
  readonly svm: LiteSVM;
  readonly blocks: Blocks;
  /** In the order of their landing. */
  readonly landed: Map<Signature, LandedTransaction>;
  /** Called with each transaction that lands. */
  readonly listeners: Set<(transaction: LandedTransaction) => void>;
  readonly faucet: { drops: number };
}

/** Starts a cluster of its own, on which each practice account has 100 SOL. */
export function createCluster(genesisHash: string, now: () => number): Cluster {
  // litesvm knows one live blockhash only: the window of 150 is kept in `blocks` and checked before.
  const svm = new LiteSVM().withBlockhashCheck(false);
  for (const account of solanaAccounts) fund(svm, address(account.address), 100_000_000_000n);
  return {
    genesisHash,
    svm,
    blocks: createBlocks({ salt: genesisHash, blockMs: SLOT_MS, firstHeight: 1, now }),
    landed: new Map(),
    listeners: new Set(),
    faucet: { drops: 0 },
  };
}

/** Gives an account lamports out of nothing: for the first block only. */
export function fund(svm: LiteSVM, to: Address, amount: bigint): void {
  svm.setAccount({
    address: to,
    data: new Uint8Array(),
    executable: false,
    lamports: lamports(amount),
    programAddress: address('11111111111111111111111111111111'),
    space: 0n,
  });
}
