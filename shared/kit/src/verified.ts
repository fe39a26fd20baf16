import { type AccountId, addressOf, LinkspanError, type Signed } from '@linkspan/contract';
import { isOfSmallOrder } from '@linkspan/trust';
import { verifyMs } from './limits.ts';
import { within } from './race.ts';

/** Throws `wallet/other-signer` unless the account that was asked has signed. Both are addresses. */
export function assertSigner(wallet: string, account: string, signer: string): void {
  if (signer !== account) throw new LinkspanError('wallet/other-signer', { wallet, account, signer });
}

/**
 * Verifies a signature. `findSigner` returns the account that has signed, or undefined if it is none of the wallet's; if
 * it rejects or is late, the signature stays unverified, and `claimed` counts: the signer that the wallet names. Rejects with `wallet/wrong-signature`, `wallet/other-signer`.
 */
export async function toVerified<Claimed extends Pick<Signed, 'account'>>(
  signed: Claimed,
  wallet: string,
  findSigner: () => Promise<AccountId | undefined>,
  claimed = signed.account,
): Promise<Claimed & Pick<Signed, 'isVerified'>> {
  const finding = findSigner().then((signer) => ({ signer }));
  const found = await within(finding, verifyMs, () => new Error('too late')).catch(() => undefined);
  const { signer } = found ?? { signer: claimed };
  if (signer === undefined) throw new LinkspanError('wallet/wrong-signature', { wallet });
  assertSigner(wallet, addressOf(signed.account), addressOf(signer));
  return found ? { ...signed, isVerified: true } : signed;
}

/** The input of Ed25519's verification. */
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
