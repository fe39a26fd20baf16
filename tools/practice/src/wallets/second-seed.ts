import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** The 32 bytes of a public ed25519 seed, for an account of the second wallet of a family. */
export function toSecondSeed(family: 'solana' | 'near', name: string): Uint8Array {
  return sha256(
    utf8ToBytes(`linkspan second practice wallet, public, holds nothing of value: ${family} ${name}`),
  );
}
