import { fromBase58, toKeyBytes } from './keys.ts';

/** A text in Borsh: the length of its UTF-8, then that. */
export function toText(text: string): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  return [toUint(bytes.length, 4), bytes];
}

/** A whole number from zero on in Borsh: so many bytes, the least significant first. */
export function toUint(number: number | bigint, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, at) => Number((BigInt(number) >> BigInt(8 * at)) & 255n));
}

/** A transfer with all that its signature covers. */
export interface UnsignedTransfer {
  readonly signerId: string;
  /** `ed25519:` and base58. */
  readonly publicKey: string;
  readonly nonce: bigint;
  readonly receiverId: string;
  /** In base58. */
  readonly blockHash: string;
  /** In yoctoNEAR. */
  readonly deposit: bigint;
}

/** An unsigned transaction with one transfer, in Borsh (nearcore, `Transaction` of version 0). */
export function encodeTransfer(unsigned: UnsignedTransfer): Uint8Array {
  const { signerId, publicKey, nonce, receiverId, blockHash, deposit } = unsigned;
  const [ed25519, transfer] = [toUint(0, 1), toUint(3, 1)];
  const parts = [
    ...[...toText(signerId), ed25519, toKeyBytes(publicKey), toUint(nonce, 8)],
    ...[...toText(receiverId), fromBase58(blockHash), toUint(1, 4), transfer, toUint(deposit, 16)],
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
