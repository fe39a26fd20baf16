import { type AccountId, addressOf, LinkspanError, type Signed } from '@linkspan/contract';
import { isOfSmallOrder } from '@linkspan/trust';
import { verifyMs } from './limits.ts';
import { within } from './race.ts';

/**
 * A signature with what verifying it has found. `findSigner` answers which account has signed, or undefined if that is
 * none of the wallet's; if it rejects or is late, the signature stays unverified. Rejects with
 * `wallet/wrong-signature`, `wallet/other-signer`.
 */
export async function toVerified(
  signed: Signed,
  wallet: string,
  findSigner: () => Promise<AccountId | undefined>,
): Promise<Signed> {
  const { account } = signed;
  const finding = findSigner().then((signer) => ({ signer }));
  const found = await within(finding, verifyMs, () => new Error('too late')).catch(() => undefined);
  if (found === undefined) return signed;
  const { signer } = found;
  if (signer === account) return { ...signed, isVerified: true };
  if (signer === undefined) throw new LinkspanError('wallet/wrong-signature', { wallet });
  throw new LinkspanError('wallet/other-signer', {
    wallet,
    account: addressOf(account),
    signer: addressOf(signer),
  });
}

/** What Ed25519 verifies. */
interface Ed25519Signed {
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
