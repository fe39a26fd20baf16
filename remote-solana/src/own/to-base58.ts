import { getBase58Decoder } from '@solana/kit';

/** Bytes in base58, as Solana writes signatures. */
export function toBase58(bytes: Uint8Array): string {
  return getBase58Decoder().decode(bytes);
}
