import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { nearAccounts } from '../../accounts.ts';
import { type NonEmpty, toNonEmpty } from '../non-empty.ts';
import { toSecondSeed } from '../second-seed.ts';

/** An account of a practice wallet for NEAR networks, with one full-access key. Its seed is public. */
export interface NearKey {
  readonly name: string;
  readonly accountId: string;
  /** `ed25519:` and base58. */
  readonly publicKey: `ed25519:${string}`;
  /** The 32 bytes of the ed25519 seed. */
  readonly seed: Uint8Array;
}

/** The accounts of the first wallet. */
export const firstNearKeys: NonEmpty<NearKey> = toNonEmpty(nearAccounts);

/** The accounts of the second wallet: implicit ones, which begin to exist when somebody sends to them. */
export const secondNearKeys: NonEmpty<NearKey> = [toKey('Anchor'), toKey('Buoy')];

function toKey(name: string): NearKey {
  const seed = toSecondSeed('near', name);
  const publicKey = ed25519.getPublicKey(seed);
  return { name, accountId: bytesToHex(publicKey), publicKey: `ed25519:${base58.encode(publicKey)}`, seed };
}
