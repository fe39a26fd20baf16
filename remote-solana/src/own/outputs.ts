import { LinkspanError } from '@linkspan/contract';
import { field } from '@linkspan/kit/field';
import { isAddress } from '../provider.ts';

/** What `solana:signIn` answers: who signed, and the text as its bytes. */
export interface SignedIn {
  readonly address: string;
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

/** The bytes in a field of the only output that a feature gave. Throws `wallet/malformed`. */
export function parseBytes(outputs: unknown, name: string, wallet: string): Uint8Array {
  const bytes = field(field(outputs, '0'), name);
  // A wallet in another realm has another Uint8Array.
  if (ArrayBuffer.isView(bytes) && bytes.byteLength > 0)
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice();
  throw new LinkspanError('wallet/malformed', { wallet, place: name });
}

/** An Ed25519 signature of 64 bytes, as `parseBytes`. Throws `wallet/malformed`. */
export function parseSignature(outputs: unknown, wallet: string): Uint8Array {
  const signature = parseBytes(outputs, 'signature', wallet);
  if (signature.length === 64) return signature;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'signature' });
}

/** The output of `solana:signIn`. Throws `wallet/malformed`. */
export function parseSignedIn(outputs: unknown, wallet: string): SignedIn {
  const address = field(field(field(outputs, '0'), 'account'), 'address');
  if (!isAddress(address)) throw new LinkspanError('wallet/malformed', { wallet, place: 'account' });
  const signedMessage = parseBytes(outputs, 'signedMessage', wallet);
  return { address, signedMessage, signature: parseSignature(outputs, wallet) };
}
