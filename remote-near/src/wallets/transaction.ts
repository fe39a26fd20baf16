import { encodeTransaction as encode } from '@near-js/transactions';
import { type Action, type Batch, toArgBytes } from '../actions.ts';

/** All that a transaction's signature covers. */
export interface UnsignedTransaction extends Batch {
  readonly signerId: string;
  /** Of an Ed25519 key. */
  readonly publicKey: Uint8Array;
  readonly nonce: bigint;
  readonly blockHash: Uint8Array;
}

/**
 * An unsigned transaction in Borsh. The library gets plain objects: its classes bring more code, and a wallet that has one of
 * their instances could change the class.
 */
export function encodeTransaction({ publicKey, actions, ...rest }: UnsignedTransaction): Uint8Array {
  const key = { ed25519Key: { data: publicKey } };
  return encode({ ...rest, publicKey: key, actions: actions.map(toAction) } as never);
}

function toAction(action: Action) {
  const deposit = BigInt(action.params.deposit);
  if (action.type === 'Transfer') return { transfer: { deposit } };
  const { methodName, gas } = action.params;
  return { functionCall: { methodName, args: toArgBytes(action.params), gas: BigInt(gas), deposit } };
}
