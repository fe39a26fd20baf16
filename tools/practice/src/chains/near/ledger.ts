import { base58 } from '@scure/base';
import { nearAccounts } from '../../accounts.ts';
import { ferry } from '../../ferry.ts';
import { Blocks } from '../blocks.ts';
import { createStoppableClock, NetworkFaults } from '../network-faults.ts';
import { type ContractState, firstState } from './contract.ts';

/** The time between two blocks in milliseconds. */
const BLOCK_MS = 1000;

/** The height of a fixture's first block. */
export const FIRST_HEIGHT = 1000;

/** 100 NEAR in yoctoNEAR. */
export const START_AMOUNT = 100n * 10n ** 24n;

/** An account. It is replaced, never changed, so that earlier states stay as they were. */
export interface NearAccount {
  /** In yoctoNEAR. */
  readonly amount: bigint;
  /** The nonce of each full-access key's last transaction, by public key: `ed25519:` and base58. */
  readonly keys: ReadonlyMap<string, bigint>;
  /** Of the fixture's contract; missing for an account without one. */
  readonly contract?: ContractState;
}

type Accounts = ReadonlyMap<string, NearAccount>;

/** A transaction that the fixture has run. */
export interface LandedTransaction {
  readonly signerId: string;
  readonly publicKey: string;
  readonly nonce: bigint;
  /** The first block that shows its effects. */
  readonly height: number;
  /** In the form of NEAR's RPC. */
  readonly result: object;
}

/** The state of one NEAR fixture. It is no node: it has accounts, keys, transfers, and one contract of its own. */
export interface Ledger {
  readonly chainId: string;
  readonly faults: NetworkFaults;
  readonly blocks: Blocks;
  readonly accounts: Map<string, NearAccount>;
  /** By transaction hash in base58. */
  readonly landed: Map<string, LandedTransaction>;
  /** The accounts up to a block, before each change, the oldest first. */
  readonly history: { readonly until: number; readonly accounts: Accounts }[];
}

/** Creates a fixture on which each practice account has 100 NEAR and one full-access key, and with its contract. */
export function createLedger(chainId: string, now: () => number): Ledger {
  const faults = new NetworkFaults();
  const clock = createStoppableClock(now, faults);
  const blocks = { salt: `near ${chainId}`, blockMs: BLOCK_MS, firstHeight: FIRST_HEIGHT, now: clock };
  const accounts = new Map<string, NearAccount>(
    nearAccounts.map(({ accountId, publicKey }) => {
      const keys = new Map([[publicKey as string, 0n]]);
      return [accountId, { amount: START_AMOUNT, keys }];
    }),
  );
  accounts.set(ferry.near, { amount: START_AMOUNT, keys: new Map(), contract: firstState });
  return { chainId, faults, blocks: new Blocks(blocks), accounts, landed: new Map(), history: [] };
}

/** The accounts as of a block. */
export function accountsAt({ history, accounts, blocks }: Ledger, height: number): Accounts {
  if (height === blocks.height()) return accounts;
  return history.find(({ until }) => until >= height)?.accounts ?? accounts;
}

/** How a request names a block. Every block of the fixture is final at once. */
export type BlockReference =
  | { readonly block_id: string | number }
  | { readonly finality: string }
  | { readonly sync_checkpoint: string };

/** The height and hash of a block in the form of NEAR's RPC, or undefined if there is no such block. */
export function findBlock({ blocks }: Ledger, reference: BlockReference) {
  const height = toHeight(blocks, reference);
  if (height === undefined || height < FIRST_HEIGHT || height > blocks.height()) return undefined;
  return { block_height: height, block_hash: base58.encode(blocks.hashAt(height)) };
}

function toHeight(blocks: Blocks, reference: BlockReference): number | undefined {
  if ('finality' in reference) return blocks.height();
  if ('sync_checkpoint' in reference) return FIRST_HEIGHT;
  const { block_id } = reference;
  if (typeof block_id === 'number') return block_id;
  try {
    return blocks.heightOf(base58.decode(block_id));
  } catch {
    return undefined;
  }
}
