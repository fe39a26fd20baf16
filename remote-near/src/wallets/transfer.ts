import { toText, toUint } from '../borsh.ts';
import { fromBase58, toKeyBytes } from '../keys.ts';

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

/** The numbers of `ed25519` among the kinds of keys, and of `Transfer` among the actions. */
const [ed25519, transfer] = [0, 3];

/** An unsigned transaction with one transfer, in Borsh (nearcore, `Transaction` of version 0). */
export function encodeTransfer(unsigned: UnsignedTransfer): Uint8Array {
  const { signerId, publicKey, nonce, receiverId, blockHash, deposit } = unsigned;
  const parts = [
    ...toText(signerId),
    ...[toUint(ed25519, 1), toKeyBytes(publicKey), toUint(nonce, 8)],
    ...toText(receiverId),
    ...[fromBase58(blockHash), toUint(1, 4), toUint(transfer, 1), toUint(deposit, 16)],
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
