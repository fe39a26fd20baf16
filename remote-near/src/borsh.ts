import { type Action, type Batch, toArgBytes } from './actions.ts';
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

/** A transaction with all that its signature covers. */
export interface UnsignedTransaction extends Batch {
  readonly signerId: string;
  /** `ed25519:` and base58. */
  readonly publicKey: string;
  readonly nonce: bigint;
  /** In base58. */
  readonly blockHash: string;
}

/** An unsigned transaction in Borsh (nearcore, `Transaction` of version 0). */
export function encodeTransaction(unsigned: UnsignedTransaction): Uint8Array {
  const { signerId, publicKey, nonce, receiverId, blockHash, actions } = unsigned;
  const ed25519 = toUint(0, 1);
  const parts = [
    ...[...toText(signerId), ed25519, toKeyBytes(publicKey), toUint(nonce, 8)],
    ...[...toText(receiverId), fromBase58(blockHash)],
    ...[toUint(actions.length, 4), ...actions.flatMap(encodeAction)],
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** nearcore, `Action`: by its place in the list of kinds. */
function encodeAction({ type, params }: Action): readonly Uint8Array[] {
  const deposit = toUint(BigInt(params.deposit), 16);
  if (type === 'Transfer') return [toUint(3, 1), deposit];
  const args = toArgBytes(params);
  const call = [...toText(params.methodName), toUint(args.length, 4), args, toUint(BigInt(params.gas), 8)];
  return [toUint(2, 1), ...call, deposit];
}
