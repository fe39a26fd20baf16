import { ed25519 } from '@noble/curves/ed25519.js';
import { strangerSeed, toSigningKey } from '../odd-signature.ts';
import type { WalletCore } from '../wallet-core.ts';
import { unauthorized } from '../wallet-error.ts';
import type { SolanaKey } from './solana-keys.ts';

/** Signs for one account that the site may use. */
export interface SolanaSigner {
  readonly name: string;
  /** In base58. */
  readonly address: string;
  /** The 64 bytes of an ed25519 signature. */
  sign(bytes: Uint8Array): Uint8Array;
}

/** Finds the signer of an account among those that the site sees. Throws 4100 if it is none of them. */
export function findSolanaSigner(
  keys: readonly SolanaKey[],
  shown: readonly string[],
  address: string,
): SolanaSigner {
  const key = keys.find((candidate) => candidate.address === address);
  if (!key || !shown.includes(address)) throw unauthorized(address);
  return { name: key.name, address, sign: (bytes) => ed25519.sign(bytes, key.seed) };
}

/** Signs text in a signer's place, as `signs` says. */
export function signOddly(
  core: WalletCore,
  keys: readonly SolanaKey[],
  { address, sign }: SolanaSigner,
  bytes: Uint8Array,
): Uint8Array {
  const { signs } = core.store.get().switches;
  if (signs === 'zeros') return new Uint8Array(64);
  if (signs === 'anotherKey') return ed25519.sign(bytes, strangerSeed);
  const own = keys.find((key) => key.address === address);
  return own ? ed25519.sign(bytes, toSigningKey(core, keys, own).seed) : sign(bytes);
}
