import { nearAccounts } from '../../accounts.ts';
import { type Blocks, createBlocks } from '../blocks.ts';

/** The time between two blocks in milliseconds. */
const BLOCK_MS = 1000;

/** The height of the block that a fixture starts with. */
export const FIRST_HEIGHT = 1000;

/** 100 NEAR in yoctoNEAR. */
export const START_AMOUNT = 100n * 10n ** 24n;

/** What a key may do: everything, or call one contract. In the form of NEAR's RPC. */
export type Permission =
  | 'FullAccess'
  | {
      readonly FunctionCall: {
        readonly allowance: string | null;
        readonly receiver_id: string;
        readonly method_names: readonly string[];
      };
    };

/** A key of an account, with the nonce of the last transaction that it signed. */
export interface AccessKey {
  readonly nonce: bigint;
  readonly permission: Permission;
}

/** An account. It is replaced, never changed, so that a failed receipt leaves the old one. */
export interface NearAccount {
  /** In yoctoNEAR. */
  readonly amount: bigint;
  /** By public key, such as `ed25519:` and base58. */
  readonly keys: ReadonlyMap<string, AccessKey>;
}

/** What NEAR's RPC answers for a transaction that landed. */
export interface LandedTransaction {
  readonly signerId: string;
  /** The first block after which the books show it. */
  readonly height: number;
  readonly result: object;
}

/** The accounts as they were up to a block. */
export interface FormerBooks {
  readonly until: number;
  readonly accounts: ReadonlyMap<string, NearAccount>;
}

/** The books of one NEAR fixture. It is no node: it keeps accounts, keys and transfers, and runs no contract. */
export interface Ledger {
  readonly chainId: string;
  readonly blocks: Blocks;
  readonly accounts: Map<string, NearAccount>;
  /** By transaction hash in base58. */
  readonly landed: Map<string, LandedTransaction>;
  /** The books before each change, the oldest first. */
  former: readonly FormerBooks[];
}

/** The accounts as of a block; of the latest, as they are now. */
export function accountsAt({ former, accounts, blocks }: Ledger, height: number): FormerBooks['accounts'] {
  if (height === blocks.height()) return accounts;
  return former.find(({ until }) => until >= height)?.accounts ?? accounts;
}

/** Opens the books of a fixture, in which each practice account has 100 NEAR and one full-access key. */
export function createLedger(chainId: string, now: () => number): Ledger {
  return {
    chainId,
    blocks: createBlocks({ salt: `near ${chainId}`, blockMs: BLOCK_MS, firstHeight: FIRST_HEIGHT, now }),
    accounts: new Map(openAccounts()),
    landed: new Map(),
    former: [],
  };
}

/** The nonce from which a key starts that is added now, as on the real networks. */
export function toFirstNonce({ blocks }: Ledger): bigint {
  return BigInt(blocks.height() - 1) * 1_000_000n;
}

function* openAccounts(): Generator<[string, NearAccount]> {
  const key: AccessKey = { nonce: 0n, permission: 'FullAccess' };
  for (const { accountId, publicKey } of nearAccounts)
    yield [accountId, { amount: START_AMOUNT, keys: new Map([[publicKey, key]]) }];
}
