import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { WalletCore } from './wallet-core.ts';

const prefix = utf8ToBytes('Signed with a practice wallet: ');

/** The seed of a key that is no account's: 32 bytes. */
export const strangerSeed: Uint8Array = new Uint8Array(32).fill(9);

/** The bytes that are signed: with some before them where `signs` says so. */
export function toSignedBytes({ store }: WalletCore, bytes: Uint8Array): Uint8Array {
  return store.get().switches.signs === 'prefixed' ? concatBytes(prefix, bytes) : bytes;
}

/** The key that signs in the place of an account's own, where `signs` says so: the wallet's next one. */
export function toSigningKey<Key>({ store }: WalletCore, keys: readonly Key[], own: Key): Key {
  if (store.get().switches.signs !== 'anotherAccount') return own;
  return keys[(keys.indexOf(own) + 1) % keys.length] ?? own;
}
