import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { solanaAccounts } from '../../accounts.ts';
import { type NonEmpty, toNonEmpty } from '../non-empty.ts';
import { toSecondSeed } from '../second-seed.ts';

/** An account of a practice wallet for Solana clusters. Its seed is public. */
export interface SolanaKey {
  readonly name: string;
  /** The public key in base58. */
  readonly address: string;
  /** The 32 bytes of the ed25519 public key. */
  readonly publicKey: Uint8Array;
  /** The 32 bytes of the ed25519 seed. */
  readonly seed: Uint8Array;
}

/** The accounts of the first wallet. */
export const firstSolanaKeys: NonEmpty<SolanaKey> = toNonEmpty(solanaAccounts);

/** The accounts of the second wallet. They hold nothing until somebody sends them something. */
export const secondSolanaKeys: NonEmpty<SolanaKey> = [toKey('Anchor'), toKey('Buoy')];

function toKey(name: string): SolanaKey {
  const seed = toSecondSeed('solana', name);
  const publicKey = ed25519.getPublicKey(seed);
  return { name, address: base58.encode(publicKey), publicKey, seed };
}
