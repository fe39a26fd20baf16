import { field, LinkspanError } from '@linkspan/contract';
import { isAddress } from '../provider.ts';

/** What `solana:signMessage` answers. */
export interface SignedText {
  /** The bytes that were signed: the wallet may have changed them. */
  readonly signedMessage: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** What `solana:signIn` answers: also who signed, by what the wallet says. */
export interface SignedIn extends SignedText {
  readonly address: string;
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

/** The output of `solana:signMessage`. Throws `wallet/malformed`. */
export function parseSignedText(outputs: unknown, wallet: string): SignedText {
  const signedMessage = parseBytes(outputs, 'signedMessage', wallet);
  return { signedMessage, signature: parseSignature(outputs, wallet) };
}

/** The output of `solana:signIn`. Throws `wallet/malformed`. */
export function parseSignedIn(outputs: unknown, wallet: string): SignedIn {
  const address = field(field(field(outputs, '0'), 'account'), 'address');
  if (!isAddress(address)) throw new LinkspanError('wallet/malformed', { wallet, place: 'account' });
  return { address, ...parseSignedText(outputs, wallet) };
}
