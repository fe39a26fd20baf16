import { isOfSmallOrder } from '@linkspan/trust';

/** What Ed25519 verifies. */
export interface Ed25519Signed {
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly message: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/**
 * Whether a key has signed a message (RFC 8032). A key of small order signs nothing. Rejects as WebCrypto does if the
 * platform has no Ed25519.
 */
export async function isSignedBy({ key, message, signature }: Ed25519Signed): Promise<boolean> {
  const hex = Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (key.length !== 32 || isOfSmallOrder(hex)) return false;
  const imported = await crypto.subtle.importKey('raw', key.slice(), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature.slice(), message.slice());
}
